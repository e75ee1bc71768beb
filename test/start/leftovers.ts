// What `npm start` leaves behind: the session and the workspace it is about, to be looked at; nothing else.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Removes everything in the folder but what is kept, paths in it, and the folders on the way there. */
export function keepOnly(folder: string, kept: readonly string[]): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const place = path.join(folder, name);
    if (kept.includes(place)) continue;
    const isOnTheWay = kept.some((one) => one.startsWith(place + path.sep));
    if (isOnTheWay) keepOnly(place, kept);
    else rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
