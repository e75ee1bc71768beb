// What stands for an image or a file where an export cannot hold its bytes: its kind, its size, and where it is kept.

import type { MediaPart } from '../transcript/parts.ts';
import { sizeText } from './size-text.ts';
import { artifactsFolder } from '../sessions/names.ts';

/** `[image: image/png, 12.3 kB, artifacts/<sha-256>]`; what is not known is left out. */
export function mediaNote(part: MediaPart): string {
  const facts = [
    part.mime,
    part.bytes === undefined ? undefined : sizeText(part.bytes),
    part.path,
    part.artifact === undefined ? undefined : `${artifactsFolder}/${part.artifact}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? `[${part.media}]` : `[${part.media}: ${facts.join(', ')}]`;
}
