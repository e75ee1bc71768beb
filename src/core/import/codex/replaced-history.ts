// What stays in view after a compaction of Codex: the items of its replacement history that stood in the file before.

import type { Json, JsonObject } from '../../../base/json.ts';
import { contentItems } from '../tolerant.ts';
import type { CodexLine } from './line.ts';

/** Fields that differ between an item and its copy. */
const passing = new Set(['id', 'internal_chat_message_metadata_passthrough']);

/** The lines of the items seen so far, for finding the originals of a replacement history. */
export class SeenItems {
  private readonly linesOf = new Map<string, number[]>();

  add(line: CodexLine): void {
    const key = keyOf(line.payload);
    const lines = this.linesOf.get(key);
    if (lines === undefined) this.linesOf.set(key, [line.number]);
    else lines.push(line.number);
  }

  /** Lines of the originals, each used once, the newest first taken. */
  originals(history: readonly Json[] | undefined): readonly number[] {
    const left = new Map<string, number[]>();
    const found: number[] = [];
    for (const item of contentItems(history).toReversed()) {
      const key = keyOf(item);
      const lines = left.get(key) ?? [...(this.linesOf.get(key) ?? [])];
      const line = lines.pop();
      left.set(key, lines);
      if (line !== undefined) found.push(line);
    }
    return found.toReversed();
  }
}

function keyOf(item: JsonObject): string {
  const kept = Object.entries(item).filter(([key, value]) => !passing.has(key) && value !== null);
  return JSON.stringify(kept.sort(([left], [right]) => (left < right ? -1 : 1)));
}
