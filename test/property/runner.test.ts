// What holds for a run of the compaction whatever the conversation and whatever the summariser.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { offlineProvider } from '../support/offline.ts';
import { lastTurnOf } from '../../src/core/compaction/selection.ts';
import { withoutHandOver } from '../../src/core/summary/hand-over.ts';
import { headingsFor } from '../../src/core/summary/purpose.ts';
import { validateSummary } from '../../src/core/summary/validate.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import { anyConversation, anyWords, continued } from '../support/any-conversation.ts';
import { compactionBench, prompts, soundSummary, type Bench } from '../support/compaction-bench.ts';
import { conversation } from '../support/conversation.ts';
import { never, valueOf } from '../support/expect.ts';
import { says } from '../support/scripted-provider.ts';

/** Twenty times as many conversations in the long version. */
const factor = process.env['SEGUE_LONG'] === undefined ? 1 : 20;

const handOver = prompts.text('context-summary/hand-over', {});

/** The summary at the head of the active segment, which is the only one and is valid. */
function summaryOf({ session }: Bench): string {
  const { records } = session.active();
  const [first] = records;
  assert.ok(first?.kind === 'summary');
  assert.equal(records.filter(({ kind }) => kind === 'summary').length, 1);
  const text = withoutHandOver(inlineText(first.content), handOver);
  const valid = validateSummary(text, first.purpose);
  assert.ok(valid.ok, valid.ok ? '' : `${valid.error}:\n${text}`);
  return text;
}

describe('a run with the offline summariser, for any conversation', () => {
  const stretches = fc.array(anyConversation, { minLength: 1, maxLength: 3 });
  const how = fc.record({
    tail: fc.constantFrom('recent' as const, 'none' as const),
    purpose: fc.constantFrom('continuation' as const, 'handoff' as const),
  });

  it('keeps every fact of the coverage check before anything is appended, round after round', async () => {
    await fc.assert(
      fc.asyncProperty(stretches, how, async (all, request) => {
        const [first = [], ...later] = all;
        const bench = await compactionBench({ records: first, provider: offlineProvider });
        for (const [round, next] of [[], ...later].entries()) {
          const after = lastTurnOf(bench.session.active().records);
          valueOf(await bench.session.write.append(continued(next, { round, after }), never));
          const outcome = await bench.run(request);
          if (outcome.outcome === 'refused') continue;
          assert.ok(outcome.outcome === 'applied', JSON.stringify(outcome));
          const { summary } = outcome.applied;
          assert.deepEqual([summary.carried, summary.missingConstraints], [[], []], summaryOf(bench));
          summaryOf(bench);
        }
      }),
      { numRuns: 300 * factor },
    );
  });

  it('updates any earlier summary, whoever wrote it, and stays valid', async () => {
    const own = fc.array(anyWords, { minLength: 9, maxLength: 9 }).map((bodies) =>
      headingsFor('continuation')
        .map((heading, place) => `## ${heading}\n${bodies[place] ?? ''}`)
        .join('\n'),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(own, anyWords), anyConversation, how, async (earlier, talk, request) => {
        const records = [
          ...conversation().summary(earlier).records(),
          ...continued(talk, { round: 1, after: 0 }),
        ];
        const bench = await compactionBench({ records, provider: offlineProvider });
        const outcome = await bench.run(request);
        if (outcome.outcome === 'refused') return;
        assert.ok(outcome.outcome === 'applied', JSON.stringify(outcome));
        assert.deepEqual(outcome.applied.summary.carried, [], summaryOf(bench));
        summaryOf(bench);
      }),
      { numRuns: 500 * factor },
    );
  });

  it('gives the same summary for the same conversation', async () => {
    await fc.assert(
      fc.asyncProperty(anyConversation, how, async (records, request) => {
        const made = async (): Promise<string | undefined> => {
          const bench = await compactionBench({ records, provider: offlineProvider });
          return (await bench.run(request)).outcome === 'applied' ? summaryOf(bench) : undefined;
        };
        assert.equal(await made(), await made());
      }),
      { numRuns: 50 * factor },
    );
  });
});

describe('a run with any answers, for any conversation', () => {
  const answer = fc.oneof(
    anyWords,
    anyWords.map((words) => soundSummary.replace('- (none)', words)),
    fc.constant(soundSummary),
  );

  it('is applied with a valid summary, or leaves every record as it was; no record is ever lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyConversation,
        fc.array(answer, { minLength: 3, maxLength: 3 }),
        async (records, answers) => {
          const bench = await compactionBench({ records, scripts: answers.map((text) => says(text, 7)) });
          const { outcome } = await bench.run({ tail: 'recent' });
          assert.equal(bench.state.inFlight, false);
          const first = valueOf(await bench.session.segment(1, never));
          assert.deepEqual(
            first.records.map(({ id }) => id),
            records.map(({ id }) => id),
          );
          if (outcome !== 'applied') {
            assert.equal(bench.session.active().number, 1);
            return;
          }
          summaryOf(bench);
          const cut = records.findIndex(({ id }) => id === first.finalized?.cut);
          const moved = cut < 0 ? [] : records.slice(cut).map(({ id }) => id);
          const kept = bench.session.active().records.map(({ id }) => id);
          assert.deepEqual(kept.slice(1), moved);
        },
      ),
      { numRuns: 200 * factor },
    );
  });
});
