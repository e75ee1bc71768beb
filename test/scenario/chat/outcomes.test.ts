import type { CompactionHooks } from '../../../src/core/hooks/compact-hooks.ts';
import { noHooks } from '../../../src/core/hooks/compact-hooks.ts';
import { err } from '../../../src/base/result.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import type { ChatBenchOptions } from '../../support/chat-bench.ts';
import { assertPlayed, type Stage } from '../../support/chat-stage.ts';
import { changedSession } from '../../support/changed-session.ts';
import { soundSummary } from '../../support/compaction-bench.ts';
import { failsWith, hangs, runs, says } from '../../support/scripted-provider.ts';
import { ScriptedTools } from '../../support/scripted-tools.ts';
import { longTurns, looksAt } from '../../support/chat-answers.ts';

const down = failsWith({ kind: 'server', status: 503, detail: 'busy' });

/** A turn whose one call brings the next request over the threshold, while the person steers. */
async function overThreshold(stage: Stage, options: ChatBenchOptions): Promise<void> {
  const tools = new ScriptedTools(async () => {
    await stage.steers('Be brief');
    return 'x'.repeat(1600);
  });
  await stage.open({ tools, scripts: [looksAt('a'), says('Brief.')], ...options });
  await stage.says('Look at a');
  await stage.passes(3000);
}

const history = longTurns(2, 250).records();

describe('behaviours 3.12, 3.15: the request after a continuation gate', () => {
  it('goes unchanged when nothing is left to summarise below the pressure of its own model', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-nothing-below-pressure', title: 'Nothing to summarise, below pressure' },
      (stage) => overThreshold(stage, { window: 1000, summaryWindow: 500 }),
    ));

  it('does not go when nothing is left to summarise at the pressure of its own model', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-nothing-at-pressure', title: 'Nothing to summarise, at pressure' },
      (stage) => overThreshold(stage, { window: 530 }),
    ));

  it('does not go when what must stay is too large by itself', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-irreducible', title: 'What must stay is too large' },
      (stage) => overThreshold(stage, { window: 500 }),
    ));

  it('does not go when the run fails', () =>
    assertPlayed(import.meta.url, { name: 'outcome-failed', title: 'A run that fails' }, (stage) =>
      overThreshold(stage, { window: 1000, records: history, summaries: [down, down, down] }),
    ));

  it('does not go when a hook blocks the run', () =>
    assertPlayed(import.meta.url, { name: 'outcome-hook', title: 'A run that a hook blocks' }, (stage) => {
      const hooks: CompactionHooks = {
        ...noHooks,
        preCompact: async () => ({ decision: 'block', reason: 'Not on Mondays' }),
      };
      return overThreshold(stage, { window: 1000, records: history, deps: { hooks } });
    }));

  it('does not go when the person cancels the run', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-cancelled', title: 'A run that is cancelled' },
      async (stage) => {
        await overThreshold(stage, { window: 1000, records: history, summaries: [[hangs]] });
        await stage.does('The person cancels the compaction', ({ chat }) => chat.cancelCompaction());
        await stage.rests();
      },
    ));

  it('waits behind the run while the person holds back what they said, and goes when they let it (behaviour 3.13)', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-held', title: 'Steering that is held back during a run' },
      async (stage) => {
        const pauses = runs(() => stage.does('The person pauses delivery', ({ chat }) => chat.pauseQueue()));
        await overThreshold(stage, {
          window: 1000,
          records: history,
          summaries: [[pauses, ...says(soundSummary)]],
        });
        await stage.does('The person lets it go', ({ chat }) => chat.resumeQueue());
        await stage.rests();
      },
    ));

  it('does not go when it cannot be put together anew', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-rebuild', title: 'A run that succeeds, and a disk that takes no steering' },
      (stage) =>
        overThreshold(stage, {
          window: 1000,
          records: history,
          summaries: [says(soundSummary)],
          wrap: withoutSteering,
        }),
    ));

  it('goes when the session may not be compacted, with one warning', () =>
    assertPlayed(
      import.meta.url,
      { name: 'outcome-ineligible', title: 'A session that may not be compacted' },
      (stage) =>
        overThreshold(stage, { window: 1000, records: history, settings: { 'compaction.auto': false } }),
    ));
});

/** A session whose disk is full whenever a steering record comes. */
function withoutSteering(session: SessionHandle): SessionHandle {
  const append: SessionHandle['write']['append'] = async (records, signal) =>
    records.some((record) => record.kind === 'user' && record.origin === 'steering')
      ? err({ kind: 'disk-full', path: session.path })
      : session.write.append(records, signal);
  return changedSession(session, { append });
}
