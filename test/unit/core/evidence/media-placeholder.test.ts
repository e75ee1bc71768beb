// What stands for an image or a file.

import assert from 'node:assert/strict';
import { mediaPlaceholder } from '../../../../src/core/evidence/media-placeholder.ts';

describe('behaviour 4.7: media become a placeholder of kind, MIME type and path', () => {
  it('names all three', () => {
    const part = { type: 'media', media: 'image', mime: 'image/png', path: 'shots/a.png' } as const;
    assert.equal(mediaPlaceholder(part), '[media: image; MIME image/png; path shots/a.png]');
  });

  it('leaves the path out when it is not known', () => {
    const part = { type: 'media', media: 'document', mime: 'application/pdf' } as const;
    assert.equal(mediaPlaceholder(part), '[media: document; MIME application/pdf]');
  });

  it('says that a MIME type is unknown', () => {
    assert.equal(mediaPlaceholder({ type: 'media', media: 'audio' }), '[media: audio; MIME unknown]');
  });

  it('shows nothing of the stored bytes', () => {
    const part = {
      type: 'media',
      media: 'image',
      mime: 'image/png',
      artifact: 'ab'.repeat(32),
      bytes: 7,
    } as const;
    assert.equal(mediaPlaceholder(part), '[media: image; MIME image/png]');
  });
});
