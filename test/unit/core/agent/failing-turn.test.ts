import assert from 'node:assert/strict';
import { changedSession } from '../../../support/changed-session.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { valueOf } from '../../../support/expect.ts';
import { failsWith, says, waits, type Script } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';

const follow = { whileBusy: 'follow-up' } as const;
const refused: Script = failsWith({ kind: 'rejected', status: 400, detail: 'no' });

function followUps(bench: ChatBench): readonly string[] {
  return bench.session.session().queue.followUps.map(({ text }) => text);
}

async function assertWaits(bench: ChatBench): Promise<void> {
  assert.equal(bench.provider.requests.length, 1);
  assert.deepEqual(followUps(bench), ['Second']);
  assert.equal(bench.session.session().queue.failurePaused, true);
  valueOf(await bench.chat.resumeQueue());
  await bench.chat.idle();
  assert.equal(bench.provider.requests.length, 2);
  assert.deepEqual(followUps(bench), []);
}

describe('a message that is said while a turn is failing', () => {
  it('waits when it is still being written as the turn fails, and is not sent at once', async () => {
    const failure = deferred();
    const disk = deferred();
    const bench = await chatBench({
      scripts: [[waits(failure.promise), ...refused], says('Two.')],
      wrap: (session) =>
        changedSession(session, {
          update: async (change, signal) => {
            if (change.queue?.followUps.length === 1) await disk.promise;
            return session.write.update(change, signal);
          },
        }),
    });
    await bench.chat.submit('First', follow);
    const second = bench.chat.submit('Second', follow);
    failure.resolve();
    await settle();
    disk.resolve();
    await second;
    await bench.chat.idle();
    await assertWaits(bench);
  });

  it('waits when it comes as the failure is told', async () => {
    const bench = await chatBench({ scripts: [refused, says('Two.')] });
    bench.chat.listen((event) => {
      if (event.event === 'settled' && event.settled.outcome === 'failed')
        void bench.chat.submit('Second', follow);
    });
    await bench.say('First');
    await bench.chat.idle();
    await assertWaits(bench);
  });

  it('is not held up by a failure before what was asked for since', async () => {
    const bench = await chatBench({ scripts: [refused, says('Two.'), says('Three.')] });
    await bench.say('First');
    await Promise.all([bench.chat.submit('Second', follow), bench.chat.submit('Third', follow)]);
    assert.equal(bench.session.session().queue.failurePaused, false);
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 3);
  });
});
