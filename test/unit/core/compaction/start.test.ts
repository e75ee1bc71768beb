import assert from 'node:assert/strict';
import { admit } from '../../../../src/core/compaction/admission.ts';
import type { CompactionOutcome } from '../../../../src/core/compaction/outcome.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { compactionBench, type Bench, type BenchOptions } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { policyOf } from '../../../support/policies.ts';

const threeTurns = conversation()
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

const unanswered = conversation().user('Where is the parser?').records();

/** One turn that fits the tail: nothing is left for a body. */
const oneTurn = threeTurns.slice(0, 3);

const onlyDirectives = conversation()
  .directiveStart('d1')
  .user('Rename the parser')
  .assistant('Renamed.')
  .directiveEnd('d1')
  .settled()
  .records();

/** Nothing was asked of anybody, and nothing happened to the session. */
function leftNoTrace(bench: Bench, records: readonly TranscriptRecord[]): void {
  assert.deepEqual(bench.hooks, []);
  assert.deepEqual(bench.provider.requests, []);
  assert.deepEqual(
    bench.session.active().records.map(({ id }) => id),
    records.map(({ id }) => id),
  );
  assert.equal(bench.session.active().number, 1);
}

async function ended(records: readonly TranscriptRecord[], pressure: boolean): Promise<CompactionOutcome> {
  const bench = await compactionBench({ records, settings: { 'compaction.tailTurns': 2 } });
  const outcome = await bench.run({ trigger: 'auto', targetPressure: pressure });
  leftNoTrace(bench, records);
  assert.equal(bench.log.of('compaction-started').length, bench.log.of('compaction-finished').length);
  return outcome;
}

const blocked: CompactionOutcome = {
  outcome: 'blocked',
  by: 'history',
  reason: 'No compactable history remains at target pressure',
};

describe('behaviour 1.15: a refused run asks nobody and leaves no trace', () => {
  const refused: readonly (readonly [string, BenchOptions['facts'], 'manual' | 'auto'])[] = [
    ['auto-off', undefined, 'auto'],
    ['switched-off', { switchedOff: true }, 'auto'],
    ['read-only', { writable: false }, 'manual'],
    ['not-on-disk', { persisted: false }, 'auto'],
    ['not-active-segment', { onActiveSegment: false }, 'manual'],
    ['agent-owns-history', { agentOwnsHistory: true }, 'auto'],
    ['damaged', { damagedLines: 2 }, 'manual'],
  ];
  for (const [reason, facts, trigger] of refused) {
    it(`runs no hook, sends nothing and records nothing when a ${trigger} run is ${reason}`, async () => {
      const bench = await compactionBench({ records: threeTurns, facts: facts ?? { autoEnabled: false } });
      const outcome = await bench.run({ trigger });
      assert.deepEqual(outcome, { outcome: 'refused', refusal: { kind: 'start', reason } });
      leftNoTrace(bench, threeTurns);
      assert.deepEqual(bench.log.events, []);
      assert.equal(bench.state.inFlight, false);
    });
  }

  it('is refused while another run has the place', async () => {
    const bench = await compactionBench({ records: threeTurns });
    bench.state.begin('another');
    const outcome = await bench.run();
    assert.deepEqual(outcome, { outcome: 'refused', refusal: { kind: 'start', reason: 'in-progress' } });
    leftNoTrace(bench, threeTurns);
    assert.equal(bench.state.inFlight, true);
  });

  it('is refused before anything when there is no provider, with the reason', async () => {
    const bench = await compactionBench({ records: threeTurns, noProvider: 'ANTHROPIC_API_KEY is not set' });
    const outcome = await bench.run();
    assert.deepEqual(outcome, {
      outcome: 'refused',
      refusal: { kind: 'no-provider', provider: 'local/model', why: 'ANTHROPIC_API_KEY is not set' },
    });
    leftNoTrace(bench, threeTurns);
    assert.deepEqual(bench.log.events, []);
  });
});

describe('behaviour 1.13: a manual run needs neither threshold nor automatic compaction', () => {
  it('is applied below every threshold, with the setting off and the switch off', async () => {
    const bench = await compactionBench({
      records: threeTurns,
      settings: { 'compaction.auto': false, 'compaction.tailTurns': 1 },
      facts: { autoEnabled: false, switchedOff: true },
    });
    const outcome = await bench.run({ trigger: 'manual' });
    assert.equal(outcome.outcome, 'applied');
    assert.equal(bench.session.active().number, 2);
  });
});

describe('behaviour 1.8: a run uses the policies of its admission', () => {
  it('asks the very model that was admitted and resolves nothing again', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: { 'compaction.tailTurns': 1 } });
    const summary = { ...policyOf(90_000, { model: 'admitted' }), stream: false, idleSeconds: 0 };
    const estimate = { tokens: 75_000, source: 'fresh-estimate' } as const;
    const admission = admit({ estimate, target: policyOf(200_000), summary });
    const outcome = await bench.run({ ...admission, trigger: 'auto' });
    assert.equal(outcome.outcome, 'applied');
    assert.deepEqual(
      bench.provider.requests.map(({ model, stream }) => [model, stream]),
      [['admitted', false]],
    );
  });
});

describe('behaviour 1.19: where nothing was answered yet there is no history to compact', () => {
  it('blocks an automatic run at target pressure', async () => {
    assert.deepEqual(await ended(unanswered, true), blocked);
  });

  it('skips an automatic run below it, so that the request goes as it is', async () => {
    assert.deepEqual(await ended(unanswered, false), { outcome: 'skipped' });
  });

  it('refuses a manual run', async () => {
    const bench = await compactionBench({ records: unanswered });
    assert.deepEqual(await bench.run(), { outcome: 'refused', refusal: { kind: 'too-little-content' } });
    leftNoTrace(bench, unanswered);
    assert.deepEqual(bench.log.events, []);
  });
});

describe('behaviour 1.20: a body of which nothing can be read is no body', () => {
  const blank = conversation().user('  \n').assistant('\t').touched('/w/a.ts').settled();

  it('blocks at target pressure and skips below it when the one turn there is fits the tail', async () => {
    assert.deepEqual(await ended(oneTurn, true), blocked);
    assert.deepEqual(await ended(oneTurn, false), { outcome: 'skipped' });
  });

  it('does the same for a body of blank and hidden records', async () => {
    const records = blank.user('a').assistant('b').user('c').assistant('d').records();
    assert.deepEqual(await ended(records, true), blocked);
    assert.deepEqual(await ended(records, false), { outcome: 'skipped' });
  });
});

describe('behaviour 1.21: directives are no compactable history', () => {
  it('blocks or skips a body that is made of nothing else', async () => {
    const records = [...onlyDirectives, ...laterTurns()];
    assert.deepEqual(await ended(records, true), blocked);
    assert.deepEqual(await ended(records, false), { outcome: 'skipped' });
  });

  function laterTurns(): readonly TranscriptRecord[] {
    return threeTurns.slice(3).map((record) => ({ ...record, id: `later-${record.id}` }));
  }
});
