// What went wrong with a file, for the model: what is the matter and what it can do instead.

import type { PlaceFault } from './workspace.ts';

/** `path` as the model is told it. */
export function faultText(fault: PlaceFault, path: string): string {
  switch (fault.kind) {
    case 'not-found':
      return `There is no ${path}.`;
    case 'denied':
      return `The system does not allow access to ${path}.`;
    case 'is-folder':
      return `${path} is a folder. Use list_folder to see what is in it.`;
    case 'not-a-folder':
      return `A part of ${path} is a file and no folder.`;
    case 'special':
      return `${path} is a device, a pipe or a socket and is never opened.`;
    case 'too-large':
      return `${path} has ${fault.bytes} bytes; at most ${fault.most} are taken.`;
    case 'changed':
      return `${path} was changed since you read it. Read it again, then decide anew.`;
    case 'moved':
      return `A folder on the way to ${path} was replaced while this was done; nothing was read or written.`;
    case 'full':
      return `There is no room left on the disk for ${path}; nothing was changed.`;
    case 'bad-path':
      return `This is no usable path: ${fault.why}.`;
    case 'other':
      return `${path} cannot be used (${fault.code}).`;
  }
}

/** Of a file whose bytes do not decode: written back, they would be others. */
export function brokenText(path: string): string {
  return `${path} has a byte order mark and bytes that are not valid in its encoding: an edit would change them too. Leave it, or ask the person to repair it.`;
}

/** What stands in the place of an answer when the person stopped the call. */
export const stoppedText =
  'The person stopped this call before it was done. Do not repeat it unless they ask for it.';
