// Every record once over all the files of a transcript: the full original counts, a copy only where it is missing
// (design 4.2). A tool output that a rotation shortened has its original beyond the cut of the predecessor.

import type { TranscriptRecord } from '../transcript/record.ts';

/** Remembers the ids of every part it was given. */
export class OnceOnly {
  private readonly ids = new Set<string>();
  private readonly places = new Set<number>();

  /** The records that were in no part before. Parts are given oldest first; `place` is the number of the part. */
  fresh(records: readonly TranscriptRecord[], place: number): readonly TranscriptRecord[] {
    const fresh = records.filter((record) => !this.isKnownCopy(record));
    for (const { id } of records) if (id !== '') this.ids.add(id);
    this.places.add(place);
    return fresh;
  }

  /** A record of an unknown kind may have no id: its copy is known when the part it came from could be read. */
  private isKnownCopy({ id, copiedFrom }: TranscriptRecord): boolean {
    if (copiedFrom === undefined) return false;
    return id === '' ? this.places.has(copiedFrom) : this.ids.has(id);
  }
}
