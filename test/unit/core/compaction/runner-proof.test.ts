// Proofs within a run, and no second run until something came (design 13.2).

import assert from 'node:assert/strict';
import { decideThreshold } from '../../../../src/core/compaction/evaluate-threshold.ts';
import { compactionBench, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { policyOf } from '../../../support/policies.ts';
import { says } from '../../../support/scripted-provider.ts';
import { appliedOf, failureOf, inputOf, keepOne, threeTurns, visibleTexts } from './run-samples.ts';

const small = (threshold: number) => policyOf(200_000, { threshold });

describe('an automatic run that cannot end below the threshold (design 13.2)', () => {
  it('fails before any hook and any request, with the numbers, and does not count', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: keepOne });
    const outcome = await bench.run({ trigger: 'auto', target: small(500), fixedTokens: 500 });
    assert.deepEqual(failureOf(outcome), { class: 'irreducible', tokens: 500, threshold: 500 });
    assert.deepEqual(bench.trace, ['phase preparing', 'failed, idle']);
    assert.deepEqual(bench.log.names, ['compaction-started', 'compaction-finished']);
    assert.equal(bench.log.only('compaction-finished').errorClass, 'irreducible');
    assert.equal(bench.state.auto.failuresInARow, 0);
  });

  it('summarises what the tail had to give up', async () => {
    const words = 'The words of the second turn. ';
    const records = conversation()
      .user('First')
      .assistant('1')
      .settled()
      .user(words.repeat(20))
      .assistant('2')
      .settled()
      .user('Third')
      .assistant('3')
      .settled()
      .records();
    const bench = await compactionBench({ records });
    const { turns } = appliedOf(await bench.run({ trigger: 'auto', target: small(120) }));
    assert.deepEqual(turns, { total: 3, kept: 1 });
    assert.ok(inputOf(bench).includes(words.trim()));
    assert.deepEqual(visibleTexts(bench).slice(1), ['Third', '3']);

    const manual = await compactionBench({ records });
    assert.equal(appliedOf(await manual.run({ target: small(120) })).turns.kept, 2);
  });

  it('fails after generation when the summary brings it back, changes nothing and does not count', async () => {
    const long = soundSummary.replace('- (none)', `- ${'word '.repeat(400)}`);
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, scripts: [says(long)] });
    const failure = failureOf(await bench.run({ trigger: 'auto', target: small(500) }));
    assert.ok(failure.class === 'irreducible' && failure.tokens >= 500 && failure.threshold === 500);
    assert.deepEqual(bench.session.active().records, threeTurns);
    assert.deepEqual([bench.state.auto.failuresInARow, bench.trace.includes('apply')], [0, false]);
  });

  it('measures what the host carries over, too', async () => {
    const change = conversation()
      .user('Go')
      .calls('Edit', { file_path: `src/${'long/'.repeat(40)}name.ts` })
      .results('ok')
      .assistant('Done')
      .settled()
      .user('And?')
      .assistant('Yes')
      .settled()
      .records();
    const run = async (coverage: string) => {
      const settings = { ...keepOne, 'compaction.coverage': coverage };
      const bench = await compactionBench({ records: change, settings });
      return (await bench.run({ trigger: 'auto', target: small(110) })).outcome;
    };
    assert.deepEqual([await run('off'), await run('append')], ['applied', 'failed']);
  });
});

describe('a manual run is never refused for its result', () => {
  it('is applied although the successor is larger than what was there', async () => {
    const long = soundSummary.replace('- (none)', `- ${'word '.repeat(4000)}`);
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, scripts: [says(long)] });
    const { tokens } = appliedOf(await bench.run({ target: small(500), fixedTokens: 10_000 }));
    assert.ok(tokens.after > tokens.before);
    assert.equal(bench.session.active().number, 2);
  });
});

describe('after a commit no second automatic run starts by itself (design 13.2)', () => {
  const decision = (bench: Bench, tokens: number) =>
    decideThreshold({
      estimate: { tokens, source: 'provider-context' },
      target: policyOf(200_000),
      summary: policyOf(128_000),
      auto: bench.state.auto,
      facts: () => ({
        ...{ autoEnabled: true, switchedOff: false, inFlight: false, writable: true, persisted: true },
        ...{ onActiveSegment: true, damagedLines: 0, agentOwnsHistory: false },
      }),
    }).decision;

  it('lets the request go below pressure, blocks it at pressure with the numbers, and compacts after growth', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: keepOne });
    assert.deepEqual(decision(bench, 100_000), { decision: 'compact' });
    appliedOf(await bench.run({ trigger: 'auto' }));
    assert.deepEqual(decision(bench, 143_999), { decision: 'send' });
    assert.deepEqual(decision(bench, 144_000), {
      decision: 'block',
      estimate: 144_000,
      threshold: 144_000,
    });
    bench.state.grown();
    assert.deepEqual(decision(bench, 100_000), { decision: 'compact' });
  });
});
