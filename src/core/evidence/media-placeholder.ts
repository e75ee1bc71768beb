// What stands for an image or a file in evidence: its kind, never its bytes.

import type { Part } from '../transcript/parts.ts';

type MediaPart = Extract<Part, { type: 'media' }>;

/** `[media: image; MIME image/png; path shot.png]`; the path is left out when unknown (behaviour 4.7). */
export function mediaPlaceholder(part: MediaPart): string {
  const path = part.path === undefined ? '' : `; path ${part.path}`;
  return `[media: ${part.media}; MIME ${part.mime ?? 'unknown'}${path}]`;
}
