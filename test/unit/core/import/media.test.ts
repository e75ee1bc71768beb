import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  base64Bytes,
  base64OfBytes,
  inlineMedia,
  mediaKind,
  mediaOfUrl,
} from '../../../../src/core/import/media.ts';

describe('media of foreign transcripts', () => {
  it('are taken as base64 with white space and missing padding', () => {
    const part = inlineMedia('aGVs\n bG8', 'image/png', 'other');
    assert.deepEqual(part, { type: 'inline-media', media: 'image', mime: 'image/png', base64: 'aGVsbG8=' });
  });

  it('are none where the text is empty or not base64', () => {
    for (const text of ['', '=', '%%%', 'abcde', 'a=bc'])
      assert.equal(inlineMedia(text, undefined, 'image'), undefined);
  });

  it('are told by MIME type, and by their place where it says nothing', () => {
    assert.deepEqual(
      ['image/png', 'audio/wav', 'application/pdf', 'application/x', undefined].map((mime) =>
        mediaKind(mime, 'other'),
      ),
      ['image', 'audio', 'document', 'other', 'other'],
    );
  });

  it('may stand in a data address or behind a link', () => {
    assert.deepEqual(mediaOfUrl('data:image/gif;base64,R0lG', 'other'), {
      type: 'inline-media',
      media: 'image',
      mime: 'image/gif',
      base64: 'R0lG',
    });
    assert.deepEqual(mediaOfUrl('https://x.test/a', 'image'), {
      type: 'linked-media',
      media: 'image',
      path: 'https://x.test/a',
    });
    for (const url of ['', 'data:', 'data:text/plain,hi', 'data:image/png;base64,']) {
      assert.equal(mediaOfUrl(url, 'image'), undefined);
    }
  });

  it('have the length of their bytes, and bytes given as numbers have their base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const base64 = base64OfBytes([...bytes]);
        assert.equal(base64, Buffer.from(bytes).toString('base64'));
        assert.equal(base64Bytes(base64), bytes.length);
      }),
    );
  });
});
