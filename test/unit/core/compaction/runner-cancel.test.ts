// Cancelling a run at every place where it can wait, and everything that comes too late.

import assert from 'node:assert/strict';
import { compactionBench, soundSummary, type BenchOptions } from '../../../support/compaction-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { aborted, never } from '../../../support/expect.ts';
import { failsWith, says, waits } from '../../../support/scripted-provider.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import type { PreCompactDecision } from '../../../../src/core/hooks/compact-hooks.ts';
import { appliedOf, down, keepOne, threeTurns, visibleTexts } from './run-samples.ts';

interface Late {
  readonly options: Partial<BenchOptions>;
  /** Lets happen what the run no longer waits for. */
  readonly release: () => void;
}

interface Place {
  readonly title: string;
  /** The last line of the trace when the run is cancelled. */
  readonly reached: string;
  readonly maskerDoesNotListen?: true;
  readonly hold: () => Late;
}

const places: readonly Place[] = [
  {
    title: 'while the journal selects its checkpoint',
    reached: 'select checkpoint',
    hold: () => {
      const selected = deferred<string>();
      const checkpoints = { select: () => selected.promise, seal: async () => undefined };
      return { options: { checkpoints }, release: () => selected.resolve('late') };
    },
  },
  {
    title: 'while PreCompact runs, which would allow it later',
    reached: 'PreCompact',
    hold: () => {
      const answer = deferred<PreCompactDecision>();
      const handlers = [{ source: 'h', contexts: ['late'] }];
      const hooks = { preCompact: () => answer.promise };
      return { options: { hooks }, release: () => answer.resolve({ decision: 'continue', handlers }) };
    },
  },
  {
    title: 'while PreCompact runs, which would reject later',
    reached: 'PreCompact',
    hold: () => {
      const answer = deferred<PreCompactDecision>();
      const hooks = { preCompact: () => answer.promise };
      return { options: { hooks }, release: () => answer.reject(new Error('late')) };
    },
  },
  {
    title: 'while the request is on its way, which would be answered later',
    reached: 'request 1',
    hold: () => {
      const gate = deferred();
      return { options: { scripts: [[waits(gate.promise), ...says(soundSummary)]] }, release: gate.resolve };
    },
  },
  {
    title: 'in the middle of the answer, which would fail later',
    reached: 'request 1',
    hold: () => {
      const gate = deferred();
      const script = [{ type: 'text', text: '## Scope' } as const, waits(gate.promise), ...failsWith(down)];
      return { options: { scripts: [script] }, release: gate.resolve };
    },
  },
  {
    title: 'while it waits for the second attempt',
    reached: 'phase waiting',
    hold: () => ({ options: { scripts: [failsWith(down)] }, release: () => undefined }),
  },
  {
    title: 'while secrets are searched for in the new summary',
    reached: 'request 1',
    maskerDoesNotListen: true,
    hold: () => {
      const gate = deferred();
      const mask = async (text: string) => {
        if (text === soundSummary) await gate.promise;
        return { text, count: 0 };
      };
      return { options: { masker: { mask } }, release: gate.resolve };
    },
  },
];

describe('behaviours 7.14, 7.15: cancelling before the commit point', () => {
  for (const { title, reached, maskerDoesNotListen, hold } of places) {
    it(`ends the run at once ${title}; nothing has changed, and nothing happens later`, async () => {
      const { options, release } = hold();
      const clock = new VirtualClock();
      const bench = await compactionBench({ records: threeTurns, settings: keepOne, clock, ...options });
      const abort = new AbortController();
      const run = bench.run({ trigger: 'auto' }, abort.signal);
      await settle();
      assert.equal(bench.trace.at(-1), reached);
      abort.abort('user');
      // A masker that does not listen is the one thing a run waits for.
      if (maskerDoesNotListen === true) release();
      assert.deepEqual(await run, { outcome: 'cancelled' });
      const before = [...bench.trace];
      assert.equal(before.at(-1), 'cancelled, idle');
      release();
      await clock.advance(3_600_000);
      assert.deepEqual(bench.trace, before);
      assert.equal(bench.state.auto.failuresInARow, 0);
      assert.deepEqual(bench.session.active().records, threeTurns);
      assert.equal(bench.log.only('compaction-finished').outcome, 'cancelled');
      assert.equal(clock.waiting, 0);
    });
  }

  it('runs no hook and opens no span when the signal has aborted before', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: keepOne });
    assert.deepEqual(await bench.run({}, aborted), { outcome: 'cancelled' });
    assert.deepEqual(bench.trace, ['phase preparing', 'cancelled, idle']);
    assert.deepEqual(bench.log.events, []);
  });

  it('asks no PreCompact when it comes with the answer of the journal', async () => {
    const abort = new AbortController();
    const select = async (): Promise<string> => {
      abort.abort('user');
      return 'checkpoint';
    };
    const checkpoints = { select, seal: async () => undefined };
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, checkpoints });
    assert.deepEqual(await bench.run({}, abort.signal), { outcome: 'cancelled' });
    assert.deepEqual(bench.hooks, []);
  });

  for (const phase of ['summarizing', 'applying'] as const) {
    it(`is heeded when the view cancels as it hears "${phase}"`, async () => {
      const abort = new AbortController();
      const bench = await compactionBench({
        ...{ records: threeTurns, settings: keepOne },
        view: (heard) => {
          if (heard.phase === phase) abort.abort('user');
        },
      });
      assert.deepEqual(await bench.run({}, abort.signal), { outcome: 'cancelled' });
      assert.deepEqual(bench.session.active().records, threeTurns);
    });
  }

  it('changes nothing about failures that were counted before', async () => {
    const abort = new AbortController();
    const scripts = [failsWith(down), failsWith(down), failsWith(down), failsWith(down)];
    const bench = await compactionBench({
      ...{ records: threeTurns, settings: keepOne, scripts },
      view: ({ phase }) => {
        if (phase === 'waiting' && bench.provider.requests.length === 4) abort.abort('user');
      },
    });
    await bench.run({ trigger: 'auto' });
    await bench.run({ trigger: 'auto' }, abort.signal);
    assert.equal(bench.state.auto.failuresInARow, 1);
  });
});

describe('behaviour 7.14: cancelling a rotation on disk', () => {
  it('leaves every byte as it was until the sidecar is replaced, and is too late from then on', async () => {
    const ends = new Set<string>();
    for (let effect = 1; ; effect++) {
      const computer = new MemoryComputer();
      const bench = await compactionBench({
        ...{ records: threeTurns, settings: keepOne, store: computer.store() },
      });
      const abort = new AbortController();
      const before = computer.disk.snapshot();
      computer.disk.restart();
      computer.disk.fault = ({ number }) => {
        if (number === effect) abort.abort('user');
        return undefined;
      };
      const { outcome } = await bench.run({}, abort.signal);
      if (!abort.signal.aborted) break;
      ends.add(outcome);
      if (outcome === 'cancelled') assert.deepEqual(computer.disk.snapshot(), before);
      else assert.deepEqual([outcome, bench.session.active().number], ['applied', 2]);
      computer.disk.restart();
      await bench.session.close();
      const verified = await verifySessionFolder(computer.ports(), bench.session.path, never);
      assert.ok(verified.ok && verified.value.ok, JSON.stringify(verified));
    }
    assert.deepEqual([...ends], ['cancelled', 'applied']);
  });
});

describe('behaviour 7.16: cancelling after the commit point', () => {
  it('changes nothing: what follows runs to its end, and the run settles once', async () => {
    const answer = deferred();
    const bench = await compactionBench({
      ...{ records: threeTurns, settings: keepOne },
      hooks: { postCompact: () => answer.promise },
    });
    const abort = new AbortController();
    const run = bench.run({ trigger: 'auto' }, abort.signal);
    await settle();
    abort.abort('user');
    await settle();
    assert.deepEqual([bench.trace.at(-1), bench.state.inFlight], ['PostCompact', true]);
    answer.resolve();
    assert.deepEqual(appliedOf(await run).warnings, []);
    const after = ['PostCompact', 'SessionStart', 'phase completed', 'phase accuracy-notice'];
    assert.deepEqual(bench.trace.slice(-5), [...after, 'applied, idle']);
  });

  it('is what a cancel in the very moment of the commit does', async () => {
    const abort = new AbortController();
    const bench = await compactionBench({
      ...{ records: threeTurns, settings: keepOne },
      committed: () => abort.abort('user'),
    });
    appliedOf(await bench.run({}, abort.signal));
    assert.deepEqual(bench.hooks, ['PreCompact', 'PostCompact', 'SessionStart']);
  });
});

describe('behaviour 7.15: a run is known by itself, not by its state', () => {
  it('so nothing of a cancelled run reaches the one that is under way now', async () => {
    const [first, second] = [deferred(), deferred()];
    const summaryOf = (word: string) => soundSummary.replace('- (none)', `- ${word}`);
    const scripts = [
      [waits(first.promise), ...says(summaryOf('stale'))],
      [waits(second.promise), ...says(summaryOf('fresh'))],
    ];
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, scripts });
    const abort = new AbortController();
    const cancelled = bench.run({ trigger: 'auto' }, abort.signal);
    await settle();
    abort.abort('superseded');
    assert.deepEqual(await cancelled, { outcome: 'cancelled' });

    const run = bench.run({ trigger: 'auto' });
    await settle();
    first.resolve();
    await settle();
    assert.deepEqual([bench.session.active().number, bench.state.inFlight], [1, true]);
    second.resolve();
    appliedOf(await run);
    const [summary = ''] = visibleTexts(bench);
    assert.deepEqual([summary.includes('fresh'), summary.includes('stale')], [true, false]);
    assert.deepEqual(
      bench.log.of('compaction-finished').map(({ run: id, outcome }) => [id, outcome]),
      [
        ['run-1', 'cancelled'],
        ['run-2', 'applied'],
      ],
    );
  });
});
