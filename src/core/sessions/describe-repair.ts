// What opening a session found half-done and put right, in words.

import { assertNever } from '../../base/fail.ts';
import type { Repair } from './store.ts';

/** A clause without a full stop: the file, what was done, and where its bytes are now (design 4.2). */
export function describeRepair(repair: Repair): string {
  const kept = repair.kept === null ? '' : `; its bytes are kept in ${repair.kept}`;
  return `${repair.file}: ${repairWords(repair)}${kept}`;
}

function repairWords({ what }: Repair): string {
  switch (what) {
    case 'torn-line':
      return 'its last line was cut short and was taken out';
    case 'missing-line-end':
      return 'its last line had no end and got one';
    case 'orphan-segment':
      return 'a segment that belongs to nothing was set aside';
    case 'unfinished-rotation':
      return 'a compaction that was interrupted was taken back';
    case 'leftover-file':
      return 'a file of an interrupted write was taken away';
    case 'recorded-outbox-entry':
      return 'a prompt that waited was recorded already and waits no more';
    default:
      return assertNever(what);
  }
}
