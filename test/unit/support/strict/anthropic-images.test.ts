import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { samplePng } from '../../../support/strict/sample-image.ts';
import { conversation } from './anthropic-bodies.ts';
import { refusesEach } from './faults.ts';
import { jpegHeader, pngHeader } from './image-headers.ts';

const source = ['messages', 4, 'content', 1, 'source'];

function images(count: number, data: string): unknown[] {
  return Array.from({ length: count }, () => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data },
  }));
}

describe('the judge of Anthropic requests: images', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'an image type other than JPEG, PNG, GIF and WebP',
      at: [...source, 'media_type'],
      value: 'image/svg+xml',
      found:
        'messages[4].content[1].source.media_type: Invalid option: expected one of "image/jpeg"|"image/png"|"image/gif"|"image/webp"',
    },
    {
      rule: 'an image that is not of the type it says',
      at: [...source, 'data'],
      value: jpegHeader(10, 10),
      found: 'messages[4].content[1].source.media_type: says image/png, the image is image/jpeg',
    },
    {
      rule: 'image data that is not base64',
      at: [...source, 'data'],
      value: `data:image/png;base64,${samplePng}`,
      found: 'messages[4].content[1].source.data: is not base64',
    },
    {
      rule: 'data that is no image',
      at: [...source, 'data'],
      value: Buffer.from('not a picture').toString('base64'),
      found: 'messages[4].content[1].source.data: is not a PNG, JPEG, GIF or WebP image',
    },
    {
      rule: 'an image of more than 5 MB of base64',
      at: [...source, 'data'],
      value: 'A'.repeat(5_242_884),
      found: 'messages[4].content[1].source.data: is larger than 5242880 bytes of base64',
    },
    {
      rule: 'an image of more than 8000 pixels on one side',
      at: [...source, 'data'],
      value: pngHeader(10, 8001),
      found: 'messages[4].content[1].source.data: is larger than 8000 pixels on one side',
    },
    {
      rule: 'an image of more than 2000 pixels among more than 20 images',
      at: ['messages', 4, 'content'],
      value: [...images(20, samplePng), ...images(1, pngHeader(2001, 10))],
      found: 'messages[4].content[20].source.data: is larger than 2000 pixels on one side',
    },
    {
      rule: 'more than 100 images, those in results included',
      at: ['messages', 2, 'content', 0, 'content'],
      value: images(100, samplePng),
      found: 'body: at most 100 images, found 101',
    },
    {
      rule: 'an image address that is not https',
      at: source,
      value: { type: 'url', url: 'http://example.com/a.png' },
      found: 'messages[4].content[1].source.url: must be an https address',
    },
  ]);
});
