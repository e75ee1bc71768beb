// Exact counts of a chat's records by a tokenizer, where the setting asks for one. Until a count comes, and where none
// does, a record's characters stand for it (design 5).

import { deriveAbort, neverAborted } from '../../base/abort.ts';
import type { RunningCount } from '../tokens/running-count.ts';
import { recordText } from '../tokens/record-text.ts';
import type { Tokenizer } from '../tokens/tokenizer.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

export interface TokenCountsPorts {
  readonly count: RunningCount;
  readonly tokenizer: Tokenizer;
  /** Setting `compaction.tokenizer` as it is now. */
  readonly isWanted: () => boolean;
}

export class TokenCounts {
  private readonly ports: TokenCountsPorts;
  private readonly life = deriveAbort(neverAborted());
  /** Texts by record that have no count yet: a tokenizer that still loads is asked again with the next records. */
  private uncounted = new Map<string, string>();

  constructor(ports: TokenCountsPorts) {
    this.ports = ports;
  }

  /** Counts records in the background; the sums move when the counts are there. */
  async add(records: readonly TranscriptRecord[]): Promise<void> {
    const { count, tokenizer, isWanted } = this.ports;
    if (!isWanted()) return;
    for (const record of records) {
      const text = recordText(record);
      if (text !== undefined) this.uncounted.set(record.id, text);
    }
    const asked = [...this.uncounted];
    if (asked.length === 0) return;
    this.uncounted = new Map();
    const texts = asked.map(([, text]) => text);
    const tokens = await tokenizer.count(texts, this.life.signal);
    asked.forEach(([id, text], place) => {
      const sum = tokens?.[place];
      if (sum === undefined) this.uncounted.set(id, text);
      else count.counted(id, sum);
    });
  }

  /** Another segment: only its records count. */
  async restart(records: readonly TranscriptRecord[]): Promise<void> {
    this.uncounted = new Map();
    await this.add(records);
  }

  close(): Promise<void> {
    this.life.abort('dispose');
    return this.ports.tokenizer.close();
  }
}
