import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { longTurns } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from '../../../support/chat-bench.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { createMemoryStore } from '../../../support/memory-store.ts';
import { says } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const full: ChatBenchOptions = { records: longTurns(3, 300).records(), window: 1000 };
const summary = says(soundSummary);

describe('behaviour 7.21: the accuracy notice', () => {
  it('is given with the first compaction of a session, and not again when it is opened anew', async () => {
    const clock = new VirtualClock();
    const ids = countingIds();
    const store = createMemoryStore({ clock, ids, sha256: nodeSha256 });
    const notices = (bench: ChatBench): number =>
      bench.of('notice').filter(({ text }) => text.includes('reduce model accuracy')).length;
    const first = await chatBench({ ...full, clock, ids, store, summaries: [summary] });
    assert.equal((await first.chat.compact({ tail: 'recent' })).outcome, 'applied');
    assert.equal(notices(first), 1);
    await first.chat.dispose();
    const session = valueOf(await store.open(first.session.path, 'write', never));
    const second = await chatBench({
      ...{ clock, ids, session, window: 1000 },
      scripts: [says('More.')],
      summaries: [summary],
    });
    await second.say('Once more');
    assert.equal((await second.chat.compact({ tail: 'none' })).outcome, 'applied');
    assert.equal(notices(second), 0);
  });
});
