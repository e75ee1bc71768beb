// How the folder is called that keeps the sessions of a workspace, below the extension's storage.

import type { Sha256 } from '../../base/sha256.ts';
import { slugOf } from '../../core/sessions/names.ts';

/** Readable, and another one for other places: `my-project-1f8ccf33ab12`. `places` are addresses, in any order. */
export function workspaceKey(name: string, places: readonly string[], sha256: Sha256): string {
  if (places.length === 0) return 'no-folder';
  const hash = sha256.of(JSON.stringify([...places].sort())).slice(0, 12);
  return `${slugOf(name)}-${hash}`;
}
