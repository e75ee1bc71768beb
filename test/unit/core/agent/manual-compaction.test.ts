import assert from 'node:assert/strict';
import { longTurns } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBenchOptions } from '../../../support/chat-bench.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { valueOf } from '../../../support/expect.ts';
import { hangs, says, waits } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';

const full: ChatBenchOptions = { records: longTurns(3, 300).records(), window: 1000 };
const summary = says(soundSummary);

describe('a manual compaction', () => {
  it('is refused while another one waits or runs', async () => {
    const bench = await chatBench({ ...full, summaries: [[hangs]] });
    const first = bench.chat.compact({ tail: 'none' });
    await settle();
    assert.deepEqual(await bench.chat.compact({ tail: 'none' }), {
      outcome: 'refused',
      refusal: { kind: 'start', reason: 'in-progress' },
    });
    bench.chat.cancelCompaction();
    assert.deepEqual(await first, { outcome: 'cancelled' });
  });

  it('runs when its turn ends without another gate', async () => {
    const answer = deferred();
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      scripts: [[waits(answer.promise), ...says('Done.')]],
      summaries: [summary],
    });
    valueOf(await bench.chat.submit('Hi', { whileBusy: 'follow-up' }));
    await settle();
    const compacted = bench.chat.compact({ tail: 'none' });
    answer.resolve();
    assert.equal((await compacted).outcome, 'applied');
    assert.equal(bench.session.active().number, 2);
  });

  it('can be called off while it waits, and the turn goes on', async () => {
    const answer = deferred();
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      scripts: [[waits(answer.promise), ...says('Done.')]],
    });
    valueOf(await bench.chat.submit('Hi', { whileBusy: 'follow-up' }));
    await settle();
    const compacted = bench.chat.compact({ tail: 'none' });
    assert.equal(bench.chat.compactionWaits(), true);
    bench.chat.cancelWaitingCompaction();
    assert.deepEqual(await compacted, { outcome: 'cancelled' });
    assert.equal(bench.chat.compactionWaits(), false);
    answer.resolve();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.equal(bench.session.active().number, 1);
  });

  it('goes on when it runs and only a waiting one is called off', async () => {
    const writing = deferred();
    const bench = await chatBench({ ...full, summaries: [[waits(writing.promise), ...summary]] });
    const compacted = bench.chat.compact({ tail: 'none' });
    await settle();
    bench.chat.cancelWaitingCompaction();
    writing.resolve();
    assert.equal((await compacted).outcome, 'applied');
  });

  it('is cancelled with the turn it waits for', async () => {
    const bench = await chatBench({ records: longTurns(2, 100).records(), scripts: [[hangs]] });
    valueOf(await bench.chat.submit('Hi', { whileBusy: 'follow-up' }));
    await settle();
    const compacted = bench.chat.compact({ tail: 'none' });
    bench.chat.stop();
    assert.deepEqual(await compacted, { outcome: 'cancelled' });
    assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
  });

  it('carries its instructions into the summary request, and makes earlier reads new again', async () => {
    const bench = await chatBench({ ...full, summaries: [summary] });
    await bench.chat.compact({ tail: 'none', guidance: 'Keep the file names' });
    assert.ok(JSON.stringify(bench.summarizer.requests).includes('Keep the file names'));
    assert.equal(bench.tools.forgotten, 1);
  });
});
