// Image addresses as both OpenAI APIs take them: a web address or a data URL with the image itself.

import { readImage } from '../image-data.ts';
import { violation, type Path } from '../place.ts';

export interface PlacedImage {
  readonly url: string;
  readonly path: Path;
}

// Limits were documented in several values over the years; these are the smallest. Whether a GIF moves is not judged.
const mostBytes = 20_000_000;
const mostBytesTogether = 50_000_000;
const mostImages = 500;

/** `images` are all images of one request. */
export function imageViolations(images: readonly PlacedImage[]): string[] {
  const found: string[] = [];
  let together = 0;
  for (const { url, path } of images) {
    if (/^https?:\/\/[^/]/u.test(url)) continue;
    const data = /^data:image\/(?:png|jpeg|gif|webp);base64,(.*)$/su.exec(url)?.[1];
    const facts =
      data === undefined ? 'is neither a web address nor a data URL of a known image type' : readImage(data);
    if (typeof facts === 'string') {
      found.push(violation(path, facts));
      continue;
    }
    if (facts.bytes > mostBytes)
      found.push(violation(path, `has ${facts.bytes} bytes, at most ${mostBytes} are taken`));
    together += facts.bytes;
  }
  if (images.length > mostImages)
    found.push(violation([], `at most ${mostImages} images, found ${images.length}`));
  if (together > mostBytesTogether) {
    found.push(
      violation([], `images have ${together} bytes together, at most ${mostBytesTogether} are taken`),
    );
  }
  return found;
}
