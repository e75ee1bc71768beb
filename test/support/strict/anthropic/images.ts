// Images over a whole request: that they are what they claim to be, how large and how many.

import { readImage } from '../image-data.ts';
import { violation, type Path } from '../place.ts';
import { userBlocks, type Image, type Message } from './blocks.ts';

interface PlacedImage {
  readonly image: Image;
  readonly path: Path;
}

// The service counts the base64 text, not the bytes it stands for.
const mostBase64 = 5 * 1024 * 1024;
// The limit of models with a window of 200000 tokens; larger ones take 600.
const mostImages = 100;
const longestSide = 8000;
// With more than `manyImages` in a request every one of them must be smaller.
const manyImages = 20;
const longestSideOfMany = 2000;

export function imageViolations(messages: readonly Message[]): string[] {
  const images = messages.flatMap((message, index) => imagesOf(message, ['messages', index, 'content']));
  const longest = images.length > manyImages ? longestSideOfMany : longestSide;
  return [
    ...(images.length > mostImages
      ? [violation([], `at most ${mostImages} images, found ${images.length}`)]
      : []),
    ...images.flatMap(({ image, path }) => inlineViolations(image, path, longest)),
  ];
}

function inlineViolations({ source }: Image, path: Path, longest: number): string[] {
  if (source.type !== 'base64') return [];
  const at = [...path, 'source', 'data'];
  if (source.data.length > mostBase64) return [violation(at, `is larger than ${mostBase64} bytes of base64`)];
  const facts = readImage(source.data);
  if (typeof facts === 'string') return [violation(at, facts)];
  const found: string[] = [];
  if (facts.format !== source.media_type) {
    found.push(
      violation([...path, 'source', 'media_type'], `says ${source.media_type}, the image is ${facts.format}`),
    );
  }
  if (Math.max(facts.size.width, facts.size.height) > longest) {
    found.push(violation(at, `is larger than ${longest} pixels on one side`));
  }
  return found;
}

function imagesOf(message: Message, path: Path): PlacedImage[] {
  return userBlocks(message).flatMap((block, index): PlacedImage[] => {
    if (block.type === 'image') return [{ image: block, path: [...path, index] }];
    if (block.type !== 'tool_result' || typeof block.content === 'string') return [];
    return (block.content ?? []).flatMap((part, place) =>
      part.type === 'image' ? [{ image: part, path: [...path, index, 'content', place] }] : [],
    );
  });
}
