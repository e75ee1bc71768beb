import assert from 'node:assert/strict';
import { readImage } from '../../../support/strict/image-data.ts';
import { samplePng } from '../../../support/strict/sample-image.ts';
import { gifHeader, jpegHeader, pngHeader, webpHeader } from './image-headers.ts';

describe('reading an inline image', () => {
  const headers: readonly (readonly [string, string])[] = [
    ['image/png', pngHeader(640, 480)],
    ['image/gif', gifHeader(640, 480)],
    ['image/jpeg', jpegHeader(640, 480)],
    ['image/webp', webpHeader(640, 480)],
  ];
  for (const [format, data] of headers) {
    it(`tells ${format} and its size from the header, whatever it was called`, () => {
      const facts = readImage(data);
      assert.ok(typeof facts !== 'string');
      assert.equal(facts.format, format);
      assert.deepEqual(facts.size, { width: 640, height: 480 });
    });
  }

  it('reads the two plain kinds of WebP', () => {
    const lossy = Buffer.from(webpHeader(1, 1), 'base64');
    lossy.write('VP8 ', 12, 'latin1');
    lossy.writeUInt16LE(640, 26);
    lossy.writeUInt16LE(480, 28);
    const lossless = Buffer.from(webpHeader(1, 1), 'base64');
    lossless.write('VP8L', 12, 'latin1');
    lossless.writeUInt32LE(639 | (479 << 14), 21);
    for (const bytes of [lossy, lossless]) {
      const facts = readImage(bytes.toString('base64'));
      assert.ok(typeof facts !== 'string');
      assert.deepEqual(facts.size, { width: 640, height: 480 });
    }
  });

  it('counts the bytes the base64 stands for', () => {
    const facts = readImage(samplePng);
    assert.ok(typeof facts !== 'string');
    assert.equal(facts.bytes, Buffer.from(samplePng, 'base64').length);
  });

  const faults: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'holds no image data'],
    ['a data URL instead of its data', `data:image/png;base64,${samplePng}`, 'is not base64'],
    ['base64 without its padding', samplePng.replace(/=+$/u, ''), 'is not base64'],
    ['text', Buffer.from('no image at all').toString('base64'), 'is not a PNG, JPEG, GIF or WebP image'],
    ['a header cut off', samplePng.slice(0, 16), 'is image/png without readable dimensions'],
    ['an image without width', pngHeader(0, 480), 'is image/png without readable dimensions'],
  ];
  for (const [name, data, fault] of faults) {
    it(`refuses ${name}`, () => assert.equal(readImage(data), fault));
  }
});
