// What runs of the tests are made of: small conversations, answers of a summariser, and ways to be asked about them.

import assert from 'node:assert/strict';
import type { CompactionOutcome } from '../../../../src/core/compaction/outcome.ts';
import type { ProviderFailure } from '../../../../src/core/provider/failures.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { isVisible } from '../../../../src/core/transcript/visibility.ts';
import type { Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { failsWith, says, type Script } from '../../../support/scripted-provider.ts';

/** Three settled turns; with one turn kept, two are summarised. */
export const threeTurns = conversation()
  .user('Where is the parser?')
  .assistant('In src/parser.ts.')
  .settled()
  .user('And the lexer?')
  .assistant('In src/lexer.ts.')
  .settled()
  .user('And the tests?')
  .assistant('In test/.')
  .settled()
  .records();

export const keepOne = { 'compaction.tailTurns': 1 } as const;

/** An answer that is no summary. */
export const nonsense: Script = says('No headings at all');

export const down: ProviderFailure = { kind: 'cut-short', detail: 'the connection was closed' };

export function times(count: number, script: Script): readonly Script[] {
  return Array.from({ length: count }, () => script);
}

export const threeFailures: readonly Script[] = times(3, failsWith(down));

/** What an applied run says of itself. */
export function appliedOf(outcome: CompactionOutcome) {
  assert.ok(outcome.outcome === 'applied', JSON.stringify(outcome));
  return outcome.applied;
}

/** How a failed run failed. */
export function failureOf(outcome: CompactionOutcome) {
  assert.ok(outcome.outcome === 'failed', JSON.stringify(outcome));
  return outcome.failure;
}

/** The texts of the active segment that the model sees, in order; a call is its name. */
export function visibleTexts(bench: Pick<Bench, 'session'>): readonly string[] {
  return bench.session
    .active()
    .records.filter(isVisible)
    .map((record) => (record.kind === 'tool-call' ? record.name : inlineText(record.content)));
}

/** The text a request sent to the summariser. */
export function inputOf(bench: Pick<Bench, 'provider'>, request = 0): string {
  const content = bench.provider.requests[request]?.messages[0]?.content[0];
  assert.ok(content?.type === 'text', `no request ${request + 1}`);
  return content.text;
}
