// How the records of a chat are counted, by the settings in force. Exact counts come from a tokenizer where a setting asks
// for one; until a count comes, and where none does, a record's characters stand for it (design 5).

import { deriveAbort, neverAborted } from '../../base/abort.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunningCount } from '../tokens/running-count.ts';
import { recordText } from '../tokens/record-text.ts';
import type { Tokenizer } from '../tokens/tokenizer.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

export interface TokenCountsPorts {
  readonly count: RunningCount;
  /** Of the active segment. */
  readonly records: () => readonly TranscriptRecord[];
  readonly tokenizer: Tokenizer | undefined;
  /** As they are now. */
  readonly settings: () => Settings;
  /** The figures are others, without a new record. */
  readonly changed: () => void;
}

/** What of the settings an estimate is made with. */
type Rules = Pick<Settings, 'compaction.imageTokenEstimate' | 'compaction.tokenizer'>;

export class TokenCounts {
  private readonly ports: TokenCountsPorts;
  private readonly life = deriveAbort(neverAborted());
  private rules: Rules;
  /** Texts by record that have no count yet. */
  private uncounted = new Map<string, string>();
  private isLoading = false;

  constructor(ports: TokenCountsPorts) {
    this.ports = ports;
    this.rules = ports.settings();
  }

  /** Counts records in the background; the sums move when the counts are there. */
  async add(records: readonly TranscriptRecord[]): Promise<void> {
    const { tokenizer } = this.ports;
    if (tokenizer === undefined || !this.isWanted) return;
    for (const record of records) {
      const text = recordText(record);
      if (text !== undefined) this.uncounted.set(record.id, text);
    }
    await this.countWaiting(tokenizer);
  }

  /** Another segment: only its records count. */
  async restart(): Promise<void> {
    this.uncounted = new Map();
    await this.add(this.ports.records());
  }

  /** Estimates anew when a value they are made with is another one. */
  settingsChanged(): void {
    const { count, settings, changed } = this.ports;
    const { rules } = this;
    this.rules = settings();
    if (isSame(rules, this.rules)) return;
    count.estimateAnew(this.rules['compaction.imageTokenEstimate']);
    changed();
    void this.restart();
  }

  async close(): Promise<void> {
    this.life.abort('dispose');
    await this.ports.tokenizer?.close();
  }

  private get isWanted(): boolean {
    return this.rules['compaction.tokenizer'] === 'tiktoken';
  }

  private async countWaiting(tokenizer: Tokenizer): Promise<void> {
    const asked = [...this.uncounted];
    if (asked.length === 0) return;
    this.uncounted = new Map();
    const texts = asked.map(([, text]) => text);
    const tokens = await tokenizer.count(texts, this.life.signal);
    // Nobody wants them any more.
    if (!this.isWanted) return;
    asked.forEach(([id, text], place) => {
      const sum = tokens?.[place];
      if (sum === undefined) this.uncounted.set(id, text);
      else this.ports.count.counted(id, sum);
    });
    if (tokens === undefined) await this.countOnceLoaded(tokenizer);
    else this.ports.changed();
  }

  private async countOnceLoaded(tokenizer: Tokenizer): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    const isThere = await tokenizer.load(this.life.signal);
    this.isLoading = false;
    if (isThere && this.isWanted) await this.countWaiting(tokenizer);
  }
}

function isSame(one: Rules, other: Rules): boolean {
  return (
    one['compaction.imageTokenEstimate'] === other['compaction.imageTokenEstimate'] &&
    one['compaction.tokenizer'] === other['compaction.tokenizer']
  );
}
