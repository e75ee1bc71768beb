// Compactions of Claude Code. Newer versions write a boundary line and then the summary, older ones the summary alone;
// the boundary may name messages that stayed in the model's view.

import type { Json } from '../../../base/json.ts';
import type { Draft } from '../draft.ts';
import { foreignJson } from '../leftover.ts';
import { contentItems } from '../tolerant.ts';
import { readBlock } from './blocks.ts';
import type { ClaudeFields, ClaudeLine } from './line.ts';
import { lineLeftover } from './messages.ts';

type CompactMetadata = NonNullable<ClaudeFields['compactMetadata']>;

export class ClaudeCompactions {
  private readonly lineOf = new Map<string, number>();
  private keptLines: readonly number[] = [];

  constructor(lines: readonly ClaudeLine[]) {
    for (const { fields, number } of lines) {
      if (fields.uuid !== undefined && !this.lineOf.has(fields.uuid)) this.lineOf.set(fields.uuid, number);
    }
  }

  /** A compaction the person asked for comes between turns; an automatic one may stand in the middle of one. */
  boundary(line: ClaudeLine): readonly Draft[] {
    const { compactMetadata: metadata, timestamp } = line.fields;
    this.keptLines = metadata === undefined ? [] : this.linesKept(metadata);
    if (metadata?.trigger !== 'manual') return [];
    return [{ kind: 'settled', outcome: 'imported', line: line.number, at: timestamp }];
  }

  /** Undefined for a summary line without any text. */
  summary(line: ClaudeLine): readonly Draft[] | undefined {
    const { number, fields, value } = line;
    const texts: string[] = [];
    const leftovers = [];
    for (const block of contentItems(fields.message?.content)) {
      const { piece, leftover } = readBlock(block);
      const taken = piece?.kind === 'part' && piece.part.type === 'text';
      if (taken) texts.push(piece.part.text);
      if (!taken || leftover !== undefined)
        leftovers.push(taken && leftover !== undefined ? leftover : block);
    }
    const summary = texts.join('\n');
    if (summary.trim() === '') return undefined;
    const place = { line: number, at: fields.timestamp };
    const { keptLines } = this;
    this.keptLines = [];
    const rest = foreignJson(lineLeftover(value, leftovers), place);
    return [{ kind: 'compaction', summary, keptLines, ...place }, ...rest];
  }

  private linesKept(metadata: CompactMetadata): readonly number[] {
    const { preservedMessages: messages, preservedSegment: segment } = metadata;
    const uuids: readonly Json[] = messages?.uuids ?? messages?.allUuids ?? [];
    if (uuids.length > 0) return uuids.flatMap((uuid) => this.lineNamed(uuid) ?? []);
    const head = this.lineNamed(segment?.headUuid);
    const tail = this.lineNamed(segment?.tailUuid);
    if (head === undefined || tail === undefined || tail < head) return [];
    return Array.from({ length: tail - head + 1 }, (_, offset) => head + offset);
  }

  private lineNamed(uuid: Json | undefined): number | undefined {
    return typeof uuid === 'string' ? this.lineOf.get(uuid) : undefined;
  }
}
