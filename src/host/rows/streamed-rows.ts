// The answer that is being streamed, as rows at the end of the transcript. When its records come, their rows go on under
// the same keys: what a person opened stays open.

import type { RecordOf, TranscriptRecord } from '../../core/transcript/record.ts';
import type { RowStore } from './row-store.ts';
import { rowCaps } from './shown-text.ts';

type AnswerKind = 'assistant' | 'reasoning';

interface Streamed {
  readonly kind: AnswerKind;
  readonly key: string;
  /** UTF-16 units so far. */
  length: number;
}

export class StreamedRows {
  private readonly rows: RowStore;
  private pieces: Streamed[] = [];
  private count = 0;

  constructor(rows: RowStore) {
    this.rows = rows;
  }

  add(kind: AnswerKind, requestId: string, text: string): void {
    if (text === '') return;
    const last = this.pieces.at(-1);
    if (last?.kind === kind) {
      const room = rowCaps.answer - last.length;
      if (room > 0) this.rows.append(last.key, text.slice(0, room));
      last.length += text.length;
      return;
    }
    const key = `stream ${requestId} ${++this.count}`;
    this.pieces.push({ kind, key, length: text.length });
    this.rows.put({ kind, key, text: { text: text.slice(0, rowCaps.answer), omitted: 0 }, streaming: true });
  }

  /**
   * The records of the answer are there: each takes over the key of the piece it came from. What no record took over is
   * removed. Returns the key for each record that has one.
   */
  settle(records: readonly TranscriptRecord[]): ReadonlyMap<string, string> {
    const keys = new Map<string, string>();
    const isAnswer = records.some(
      ({ kind }) => kind === 'assistant' || kind === 'reasoning' || kind === 'tool-call',
    );
    if (!isAnswer || this.pieces.length === 0) return keys;
    for (const record of records) {
      if (record.kind !== 'assistant' && record.kind !== 'reasoning') continue;
      if (isBlank(record)) continue;
      const place = this.pieces.findIndex(({ kind }) => kind === record.kind);
      const [piece] = place < 0 ? [] : this.pieces.splice(place, 1);
      if (piece !== undefined) keys.set(record.id, piece.key);
    }
    this.drop();
    return keys;
  }

  /** Takes the rows away. Returns the text of the answer they showed. */
  drop(): string {
    const texts: string[] = [];
    for (const { key } of this.pieces) {
      const row = this.rows.get(key);
      if (row?.kind === 'assistant') texts.push(row.text.text);
      this.rows.remove(key);
    }
    this.pieces = [];
    return texts.join('\n');
  }

  /** The transcript was drawn anew: the pieces stand at its end again. */
  restore(drawn: () => void): void {
    const kept = this.pieces.map(({ key }) => this.rows.get(key));
    drawn();
    for (const row of kept) if (row !== undefined) this.rows.put(row);
  }
}

function isBlank(record: RecordOf<AnswerKind>): boolean {
  return record.content.every((part) => part.type === 'text' && part.text.trim() === '');
}
