// What failures leave behind: an untouched session, a count, and in the end automatic compaction that is switched off.

import assert from 'node:assert/strict';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import { evaluateThreshold } from '../../../../src/core/compaction/evaluate-threshold.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import { compactionBench, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never } from '../../../support/expect.ts';
import { measured, policyOf } from '../../../support/policies.ts';
import { failsWith, says, type Script } from '../../../support/scripted-provider.ts';
import { appliedOf, down, failureOf, keepOne, threeFailures, threeTurns, times } from './run-samples.ts';

function bench(scripts: readonly Script[]): Promise<Bench> {
  return compactionBench({ records: threeTurns, settings: keepOne, scripts });
}

async function filed(): Promise<{ readonly computer: MemoryComputer; readonly subject: Bench }> {
  const computer = new MemoryComputer();
  const scripts = times(2, says(soundSummary));
  const store = computer.store();
  const subject = await compactionBench({ records: threeTurns, settings: keepOne, scripts, store });
  computer.disk.restart();
  return { computer, subject };
}

describe('behaviour 7.1: a summary that could not be applied', () => {
  it('is not tried again: whatever the disk refuses, every byte is as it was, or the commit stands', async () => {
    const ends = new Map<string, number>();
    for (let effect = 1; ; effect++) {
      const { computer, subject } = await filed();
      const before = computer.disk.snapshot();
      let failed = '';
      computer.disk.fault = ({ number, operation }) => {
        if (number !== effect) return undefined;
        failed = operation;
        return { kind: 'fail', code: 'ENOSPC' };
      };
      const outcome = await subject.run({ trigger: 'auto' });
      if (failed === '') break;
      ends.set(outcome.outcome, (ends.get(outcome.outcome) ?? 0) + 1);
      assert.equal(subject.provider.requests.length, 1);
      if (outcome.outcome === 'failed') {
        const failure = failureOf(outcome);
        assert.ok(failure.class === 'apply' && failure.failure.kind === 'disk-full', failed);
        assert.deepEqual(computer.disk.snapshot(), before);
        assert.equal(subject.state.auto.failuresInARow, 1);
        assert.deepEqual(subject.session.active().records, threeTurns);
        computer.disk.restart();
        appliedOf(await subject.run({ trigger: 'auto' }));
      } else assert.equal(subject.state.auto.failuresInARow, 0);
      assert.equal(subject.session.active().number, 2);
      await subject.session.close();
      const verified = await verifySessionFolder(computer.ports(), subject.session.path, never);
      assert.ok(verified.ok && verified.value.ok, JSON.stringify(verified));
    }
    assert.deepEqual([...ends.keys()], ['failed', 'applied']);
  });

  it('leaves a session that was edited behind its back alone, and says so', async () => {
    const { computer, subject } = await filed();
    const file = `${subject.session.path}/segment-0001.jsonl`;
    const opened = await computer.disk.files.open(file, 'append');
    assert.ok(opened.ok);
    await opened.value.write(Buffer.from('{"kind":"notice"}\n'));
    await opened.value.close();
    const before = computer.disk.snapshot();
    const failure = failureOf(await subject.run({ trigger: 'auto' }));
    assert.ok(failure.class === 'apply');
    assert.deepEqual(failure.failure, { kind: 'changed-on-disk', path: file, how: 'edited' });
    assert.deepEqual(computer.disk.snapshot(), before);
  });

  it('changes nothing in a session without files either', async () => {
    const subject = await compactionBench({
      ...{ records: threeTurns, settings: keepOne },
      target: (root) => ({
        ...root,
        apply: async () => ({ ok: false, error: { kind: 'not-writable', path: '/s' } }),
      }),
    });
    const failure = failureOf(await subject.run({ trigger: 'auto' }));
    assert.deepEqual(failure, { class: 'apply', failure: { kind: 'not-writable', path: '/s' } });
    assert.deepEqual(subject.session.active().records, threeTurns);
    assert.equal(subject.state.auto.failuresInARow, 1);
    assert.equal(subject.log.only('compaction-finished').errorClass, 'apply');
  });
});

/** The gate's decision for a request at target pressure. */
function gate(subject: Bench, tokens = 150_000) {
  const count = new RunningCount(subject.session.active().records, 1844);
  count.setBaseline(measured(tokens));
  const { decision } = evaluateThreshold(
    {
      ...{ gate: 'pre-send', requestId: 'request-2', count, auto: subject.state.auto },
      ...{ estimate: count.estimate(), target: policyOf(200_000), summary: policyOf(200_000) },
      facts: () => ({
        ...{ autoEnabled: true, writable: true, persisted: true, onActiveSegment: true },
        ...{ damagedLines: 0, agentOwnsHistory: false },
        switchedOff: subject.state.auto.switchedOff,
        inFlight: subject.state.inFlight,
      }),
    },
    subject.log,
  );
  return decision;
}

describe('behaviours 7.9, 7.10: three failed runs switch automatic compaction off', () => {
  it('after nine requests; the next request goes uncompacted, with one warning', async () => {
    const subject = await bench(times(9, failsWith(down)));
    for (let run = 1; run <= 3; run++) {
      assert.deepEqual(gate(subject), { decision: 'compact' });
      failureOf(await subject.run({ trigger: 'auto' }));
      assert.deepEqual([subject.state.auto.failuresInARow, subject.state.auto.switchedOff], [run, run === 3]);
    }
    assert.equal(subject.provider.requests.length, 9);
    assert.deepEqual(gate(subject), { decision: 'send-uncompacted', reason: 'switched-off', warn: true });
    subject.state.warned();
    assert.deepEqual(gate(subject), { decision: 'send-uncompacted', reason: 'switched-off', warn: false });
    assert.deepEqual(await subject.run({ trigger: 'auto' }), {
      outcome: 'refused',
      refusal: { kind: 'start', reason: 'switched-off' },
    });
    assert.equal(subject.provider.requests.length, 9);
  });

  it('only when the third is automatic: manual ones count and do not flip the switch', async () => {
    const subject = await bench(times(12, failsWith(down)));
    for (let run = 0; run < 3; run++) await subject.run({ trigger: 'manual' });
    assert.deepEqual([subject.state.auto.failuresInARow, subject.state.auto.switchedOff], [3, false]);
    await subject.run({ trigger: 'auto' });
    assert.deepEqual([subject.state.auto.failuresInARow, subject.state.auto.switchedOff], [4, true]);
  });

  it('not when one in between is applied', async () => {
    const subject = await bench([...times(6, failsWith(down)), says(soundSummary), ...threeFailures]);
    await subject.run({ trigger: 'auto' });
    await subject.run({ trigger: 'auto' });
    appliedOf(await subject.run({ trigger: 'auto' }));
    assert.equal(subject.state.auto.failuresInARow, 0);
    await subject.run({ trigger: 'auto', tail: 'none' });
    assert.deepEqual([subject.state.auto.failuresInARow, subject.state.auto.switchedOff], [1, false]);
  });

  it('and a manual success resets the count but not the switch, which the person turns on again', async () => {
    const subject = await bench([...times(9, failsWith(down)), says(soundSummary)]);
    for (let run = 0; run < 3; run++) await subject.run({ trigger: 'auto' });
    appliedOf(await subject.run({ trigger: 'manual' }));
    assert.deepEqual([subject.state.auto.failuresInARow, subject.state.auto.switchedOff], [0, true]);
    subject.state.grown();
    assert.equal(gate(subject).decision, 'send-uncompacted');
    subject.state.turnOnAgain();
    assert.deepEqual(gate(subject), { decision: 'compact' });
  });
});

describe('behaviour 7.21: the accuracy notice', () => {
  const noticesIn = (subject: Bench): number =>
    subject.phases.filter(({ phase }) => phase === 'accuracy-notice').length;

  it('is given after the first compaction that is applied, and never again', async () => {
    const subject = await bench([...threeFailures, ...times(2, says(soundSummary))]);
    await subject.run();
    assert.equal(noticesIn(subject), 0);
    appliedOf(await subject.run());
    assert.equal(noticesIn(subject), 1);
    appliedOf(await subject.run({ tail: 'none' }));
    assert.equal(noticesIn(subject), 1);
  });

  it('is not given when the setting is off', async () => {
    const settings = { ...keepOne, 'compaction.warnOnCompletion': false };
    const subject = await compactionBench({ records: threeTurns, settings });
    appliedOf(await subject.run());
    assert.equal(noticesIn(subject), 0);
  });
});
