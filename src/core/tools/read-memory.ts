// What a conversation has read, so that the same lines are not put into the context twice, and so that nobody writes
// over what changed since. One object for each conversation.

import { sameStamp } from './file-lines.ts';
import type { FileStamp } from './workspace-files.ts';

/** Lines from first to last, both included; the last may be beyond the end. */
export interface ReadSpan {
  readonly first: number;
  readonly last: number;
}

interface KnownFile {
  readonly stamp: FileStamp;
  readonly spans: readonly ReadSpan[];
}

export class ReadMemory {
  private readonly files = new Map<string, KnownFile>();

  /** The span of the file with this content is in the context now. */
  noteRead(path: string, span: ReadSpan, stamp: FileStamp): void {
    const known = this.files.get(path);
    const spans = known !== undefined && sameStamp(known.stamp, stamp) ? known.spans : [];
    this.files.set(path, { stamp, spans: [...spans, span] });
  }

  /** The conversation wrote the file: it knows the content, and a read of it is worth an answer again. */
  noteWritten(path: string, stamp: FileStamp): void {
    this.files.set(path, { stamp, spans: [] });
  }

  /** True when the whole span was read before and the file is still the same. */
  isUnchanged(path: string, span: ReadSpan, stamp: FileStamp): boolean {
    const known = this.files.get(path);
    if (known === undefined || !sameStamp(known.stamp, stamp)) return false;
    return known.spans.some(({ first, last }) => first <= span.first && span.last <= last);
  }

  /** The content the conversation knows, if it knows any. */
  stampOf(path: string): FileStamp | undefined {
    return this.files.get(path)?.stamp;
  }

  /**
   * Earlier reads no longer stand in the context (behaviour 11.6). What the conversation knows of a file still guards
   * its edits.
   */
  forgetReads(): void {
    for (const [path, { stamp }] of this.files) this.files.set(path, { stamp, spans: [] });
  }
}
