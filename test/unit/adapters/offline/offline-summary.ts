// The offline summary of a conversation, made by a real run, and its parts.

import assert from 'node:assert/strict';
import { offlineProvider } from '../../../support/offline.ts';
import type { CompactionRequest } from '../../../../src/core/compaction/request.ts';
import { withoutHandOver } from '../../../../src/core/summary/hand-over.ts';
import { summarySections } from '../../../../src/core/summary/validate.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { lastTurnOf } from '../../../../src/core/compaction/selection.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { continued } from '../../../support/any-conversation.ts';
import { compactionBench, prompts, type Bench } from '../../../support/compaction-bench.ts';
import type { Conversation } from '../../../support/conversation.ts';
import { never, valueOf } from '../../../support/expect.ts';

/** A session that is summarised offline, stretch by stretch; each summary stands for all before it. */
export class OfflineSession {
  private readonly bench: Bench;
  private round = 0;

  private constructor(bench: Bench) {
    this.bench = bench;
  }

  static async start(records: readonly TranscriptRecord[]): Promise<OfflineSession> {
    return new OfflineSession(await compactionBench({ records, provider: offlineProvider }));
  }

  /** What comes next in the session: the turn that is running goes on until the talk has a request. */
  async goesOn(talk: Conversation): Promise<this> {
    const after = lastTurnOf(this.bench.session.active().records);
    const records = continued(talk.records(), { round: ++this.round, after });
    valueOf(await this.bench.session.write.append(records, never));
    return this;
  }

  /** Summarises everything; nothing may have been appended by the host. */
  async summary(changes: Partial<CompactionRequest> = {}): Promise<string> {
    const outcome = await this.bench.run({ tail: 'none', ...changes });
    assert.ok(outcome.outcome === 'applied', JSON.stringify(outcome));
    assert.deepEqual(outcome.applied.summary.carried, []);
    const [first] = this.bench.session.active().records;
    assert.ok(first?.kind === 'summary');
    return withoutHandOver(inlineText(first.content), prompts.text('context-summary/hand-over', {}));
  }
}

export async function offlineSummary(
  talk: Conversation,
  changes: Partial<CompactionRequest> = {},
): Promise<string> {
  return (await OfflineSession.start(talk.records())).summary(changes);
}

/** What stands under a heading, trimmed. */
export function under(summary: string, heading: string): string {
  const section = summarySections(summary).find((candidate) => candidate.heading === heading);
  assert.ok(section !== undefined, `no ${heading}`);
  return section.lines.join('\n').trim();
}

/** Every line that is neither heading, nor blank, nor the filler. */
export function linesOf(summary: string): readonly string[] {
  return summary
    .split('\n')
    .filter((line) => line.trim() !== '' && line !== '(none)' && !line.startsWith('## '));
}
