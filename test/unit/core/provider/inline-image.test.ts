import assert from 'node:assert/strict';
import { imageLeftOut, inlineImage } from '../../../../src/core/provider/inline-image.ts';
import { gif, jpeg, png, webp } from '../../../support/tiny-images.ts';

const image = (base64: string, mime = 'application/octet-stream') =>
  ({ type: 'image', mime, base64 }) as const;

describe('an image to send', () => {
  it('is named by what its bytes are', () => {
    const mimes = [png, jpeg, gif, webp].map((base64) => inlineImage(image(base64))?.mime);
    assert.deepEqual(mimes, ['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
  });

  it('is padded and loses white space', () => {
    const wrapped = `${png.slice(0, 60)}\r\n${png.slice(60).replace(/=+$/, '')}\n`;
    assert.deepEqual(inlineImage(image(wrapped)), { mime: 'image/png', base64: png });
  });

  it('is none when its data is no base64, empty, or of another format', () => {
    for (const base64 of ['', 'PHN2Zz4=', `${png}!`, 'iVBORw0KGgo*', `data:image/png;base64,${png}`]) {
      assert.equal(inlineImage(image(base64)), undefined);
    }
  });

  it('leaves a sentence that names what it was called', () => {
    assert.match(imageLeftOut(image('', 'image/svg+xml')), /image left out.*image\/svg\+xml/);
  });
});
