// The order of a run, and what becomes of it when a step fails.

import assert from 'node:assert/strict';
import { err } from '../../../../src/base/result.ts';
import type { CompactionPhase } from '../../../../src/core/compaction/phases.ts';
import { compactionBench, soundSummary, type BenchOptions } from '../../../support/compaction-bench.ts';
import { failsWith, says } from '../../../support/scripted-provider.ts';
import { appliedOf, down, keepOne, threeFailures, threeTurns } from './run-samples.ts';

const journal = { select: async () => 'checkpoint-7', seal: async () => undefined };
const base: BenchOptions = { records: threeTurns, settings: keepOne, checkpoints: journal };
const broken = async (): Promise<never> => {
  throw new Error('broken');
};

const untilRequest = ['phase preparing', 'select checkpoint', 'PreCompact', 'phase summarizing', 'request 1'];
const commit = ['phase applying', 'apply', 'committed, 0 failures in a row, in flight'];
const after = ['PostCompact', 'SessionStart', 'phase completed', 'phase accuracy-notice', 'applied, idle'];

describe('behaviours 7.17, 8.23: the order of a run that is applied', () => {
  for (const trigger of ['manual', 'auto'] as const) {
    it(`is the same in full when the trigger is ${trigger}`, async () => {
      const bench = await compactionBench(base);
      await bench.run({ trigger });
      assert.deepEqual(bench.trace, [...untilRequest, ...commit, 'seal checkpoint-7', ...after]);
    });
  }

  it('has the failure count at 0 and the place still taken when the host drops its baseline', async () => {
    const bench = await compactionBench({ ...base, scripts: [...threeFailures, says(soundSummary)] });
    await bench.run();
    assert.equal(bench.state.auto.failuresInARow, 1);
    const before = bench.trace.length;
    await bench.run();
    const second = bench.trace.slice(before);
    assert.ok(second.includes('committed, 0 failures in a row, in flight'), second.join('\n'));
  });

  it('tells of the rotation in telemetry between the last request and the end of the span', async () => {
    const bench = await compactionBench(base);
    await bench.run();
    assert.deepEqual(bench.log.names, [
      'compaction-started',
      'context-summary-request-started',
      'context-summary-request-finished',
      'segment-rotation',
      ...Array.from({ length: 4 }, () => 'segment-rotation-stage'),
      'segment-rotation',
      'compaction-finished',
    ]);
  });
});

interface Case {
  readonly title: string;
  readonly options: Partial<BenchOptions>;
  /** The end of the trace. */
  readonly ends: readonly string[];
  readonly segment: 1 | 2;
  /** Class of the end of the span, and what an applied run warns of. */
  readonly errorClass?: string;
  readonly warnings?: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'a journal that cannot select costs the seal and nothing else',
    options: { checkpoints: { ...journal, select: broken } },
    ends: [...untilRequest, ...commit, ...after],
    segment: 2,
    warnings: ['Work journal checkpoint could not be selected: broken'],
  },
  {
    title: 'a journal that breaks at once does the same',
    options: {
      checkpoints: {
        ...journal,
        select: () => {
          throw new Error('broken');
        },
      },
    },
    ends: [...untilRequest, ...commit, ...after],
    segment: 2,
    warnings: ['Work journal checkpoint could not be selected: broken'],
  },
  {
    title: 'a PreCompact that rejects blocks the run',
    options: { hooks: { preCompact: broken } },
    ends: ['PreCompact', 'blocked, idle'],
    segment: 1,
  },
  {
    title: 'a summariser that fails three times fails the run',
    options: { scripts: threeFailures },
    ends: ['request 3', 'failed, idle'],
    segment: 1,
    errorClass: 'provider',
  },
  {
    title: 'a store that refuses fails the run, and nothing is sealed',
    options: {
      target: (root) => ({ ...root, apply: async () => err({ kind: 'disk-full', path: '/s' } as const) }),
    },
    ends: ['phase applying', 'apply', 'failed, idle'],
    segment: 1,
    errorClass: 'apply',
  },
  {
    title: 'a host that cannot drop its baseline is a warning',
    options: {
      committed: () => {
        throw new Error('broken');
      },
    },
    ends: [...commit, 'seal checkpoint-7', ...after],
    segment: 2,
    warnings: ['The new baseline after compaction failed: broken'],
  },
  {
    title: 'a seal that fails is a warning',
    options: { checkpoints: { ...journal, seal: broken } },
    ends: [...commit, 'seal checkpoint-7', ...after],
    segment: 2,
    warnings: ['Work journal checkpoint could not be sealed: broken'],
  },
  {
    title: 'a PostCompact that rejects is a warning',
    options: { hooks: { postCompact: broken } },
    ends: [...commit, 'seal checkpoint-7', ...after],
    segment: 2,
    warnings: ['PostCompact after compaction failed: broken'],
  },
  {
    title: 'a SessionStart that rejects is a warning',
    options: { hooks: { sessionStart: broken } },
    ends: [...commit, 'seal checkpoint-7', ...after],
    segment: 2,
    warnings: ['SessionStart after compaction failed: broken'],
  },
];

describe('behaviour 7.17: a run of which one step fails', () => {
  for (const { title, options, ends, segment, errorClass, warnings } of cases) {
    it(title, async () => {
      const bench = await compactionBench({ ...base, ...options });
      const outcome = await bench.run({ trigger: 'auto' });
      assert.deepEqual(bench.trace.slice(-ends.length), ends);
      assert.equal(bench.session.active().number, segment);
      assert.equal(bench.log.only('compaction-finished').errorClass, errorClass ?? null);
      assert.deepEqual(outcome.outcome === 'applied' ? outcome.applied.warnings : [], warnings ?? []);
      if (segment === 2) return;
      assert.deepEqual(bench.session.active().records, threeTurns);
      assert.equal(
        bench.trace.some((line) => line.startsWith('seal') || line === 'PostCompact'),
        false,
      );
    });
  }

  it('is applied with a warning for every phase its view could not show', async () => {
    const bench = await compactionBench({
      ...base,
      scripts: [failsWith(down), says(soundSummary)],
      view: ({ phase }: CompactionPhase) => {
        throw new Error(`no ${phase}`);
      },
    });
    const { warnings } = appliedOf(await bench.run());
    const phases = ['preparing', 'summarizing', 'waiting', 'summarizing', 'applying', 'completed'];
    assert.deepEqual(
      warnings,
      [...phases, 'accuracy-notice'].map((phase) => `Phase ${phase} could not be shown: no ${phase}`),
    );
    assert.equal(bench.session.active().number, 2);
  });
});

describe('a run that throws is a fault of the code', () => {
  const fault: BenchOptions = {
    ...base,
    target: (root) => ({
      ...root,
      apply: () => {
        throw new Error('a bug');
      },
    }),
  };

  it('passes the error on, closes its span as failed by a bug and gives its place back', async () => {
    const bench = await compactionBench(fault);
    await assert.rejects(bench.run({ trigger: 'auto' }), /^Error: a bug$/);
    assert.equal(bench.log.of('compaction-started').length, 1);
    const { outcome, errorClass, tokensAfter } = bench.log.only('compaction-finished');
    assert.deepEqual([outcome, errorClass, tokensAfter], ['failed', 'bug', null]);
    assert.equal(bench.trace.at(-1), 'threw, idle');
    assert.deepEqual(bench.session.active().records, threeTurns);
  });

  it('counts as a failure, so that it cannot stop every request for ever', async () => {
    const bench = await compactionBench({ ...fault, scripts: [1, 2, 3].map(() => says(soundSummary)) });
    for (let run = 0; run < 3; run++) await assert.rejects(bench.run({ trigger: 'auto' }));
    assert.deepEqual([bench.state.auto.failuresInARow, bench.state.auto.switchedOff], [3, true]);
  });

  it('opens no span when it happens before there is one', async () => {
    const bench = await compactionBench({
      ...base,
      target: (root) => ({
        ...root,
        records: () => {
          throw new Error('a bug');
        },
      }),
    });
    await assert.rejects(bench.run());
    assert.deepEqual(bench.log.events, []);
    assert.equal(bench.state.inFlight, false);
  });
});
