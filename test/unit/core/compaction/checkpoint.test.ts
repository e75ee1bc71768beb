import assert from 'node:assert/strict';
import {
  noCheckpoints,
  sealCheckpoint,
  selectCheckpoint,
  type WorkCheckpoints,
} from '../../../../src/core/compaction/checkpoint.ts';
import { compactionBench } from '../../../support/compaction-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { never } from '../../../support/expect.ts';
import { failsWith } from '../../../support/scripted-provider.ts';
import { appliedOf, down, keepOne, threeTurns, times } from './run-samples.ts';

class Journal implements WorkCheckpoints {
  readonly calls: string[] = [];
  private readonly checkpoint: string | null;

  constructor(checkpoint: string | null) {
    this.checkpoint = checkpoint;
  }

  select(): Promise<string | null> {
    this.calls.push('select');
    return Promise.resolve(this.checkpoint);
  }

  seal(checkpoint: string): Promise<void> {
    this.calls.push(`seal ${checkpoint}`);
    return Promise.resolve();
  }
}

describe('behaviour 8.23: the work checkpoint of a root compaction', () => {
  const base = { records: threeTurns, settings: keepOne };

  it('is selected once, before the attempts, and that very one is sealed after the application', async () => {
    const checkpoints = new Journal('work-12');
    const bench = await compactionBench({ ...base, checkpoints });
    appliedOf(await bench.run());
    assert.deepEqual(checkpoints.calls, ['select', 'seal work-12']);
    assert.ok(bench.trace.indexOf('seal work-12') > bench.trace.indexOf('apply'));
  });

  it('stays unsealed when the run fails, is blocked, or cancelled', async () => {
    const abort = new AbortController();
    const ends = [
      { scripts: times(3, failsWith(down)) },
      { hooks: { preCompact: async () => ({ decision: 'block', reason: 'no' }) as const } },
      { view: ({ phase }: { phase: string }) => phase === 'applying' && abort.abort('user') },
    ];
    for (const [place, options] of ends.entries()) {
      const checkpoints = new Journal('work-12');
      const bench = await compactionBench({ ...base, ...options, checkpoints });
      const outcome = await bench.run({}, place === 2 ? abort.signal : never);
      assert.deepEqual(
        [outcome.outcome, checkpoints.calls],
        [['failed', 'blocked', 'cancelled'][place], ['select']],
      );
    }
  });

  it('is not asked for by a run that is refused, skipped or irreducible', async () => {
    const checkpoints = new Journal('work-12');
    const bench = await compactionBench({ records: threeTurns.slice(0, 3), checkpoints });
    await bench.run();
    await bench.run({ trigger: 'auto' });
    await bench.run({ trigger: 'auto', tail: 'none', fixedTokens: 1_000_000 });
    assert.deepEqual(checkpoints.calls, []);
  });

  it('is sealed by nobody where there is none', async () => {
    const checkpoints = new Journal(null);
    const bench = await compactionBench({ ...base, checkpoints });
    assert.deepEqual(appliedOf(await bench.run()).warnings, []);
    assert.deepEqual(checkpoints.calls, ['select']);
  });
});

describe('selecting and sealing', () => {
  it('selects nothing and seals nothing without a journal', async () => {
    const selected = await selectCheckpoint(noCheckpoints, never);
    assert.deepEqual(selected, { id: null, warning: null });
    assert.equal(await sealCheckpoint(noCheckpoints, { id: null, warning: null }, never), undefined);
  });

  it('gives up waiting for a journal when the signal aborts', async () => {
    const abort = new AbortController();
    const selected = selectCheckpoint(
      { ...noCheckpoints, select: () => deferred<string>().promise },
      abort.signal,
    );
    abort.abort('user');
    assert.equal(await selected, undefined);
  });
});
