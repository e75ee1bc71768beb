import assert from 'node:assert/strict';
import { err } from '../../../../src/base/result.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { valueOf } from '../../../support/expect.ts';
import { runs, says } from '../../../support/scripted-provider.ts';

const follow = { whileBusy: 'follow-up' } as const;
const full = { kind: 'disk-full', path: '/w' } as const;

/** A chat whose disk is full from its first answer on, with a follow-up that waits; `disk.isFull` makes room. */
async function filledUp(): Promise<{ readonly bench: ChatBench; readonly disk: { isFull: boolean } }> {
  const disk = { isFull: false };
  const fill = async (): Promise<void> => {
    valueOf(await bench.chat.submit('Second', follow));
    disk.isFull = true;
  };
  const bench: ChatBench = await chatBench({
    scripts: [[runs(fill), ...says('One.')], says('Again.'), says('Two.')],
    wrap: (session) =>
      changedSession(session, {
        append: async (...of) => (disk.isFull ? err(full) : session.write.append(...of)),
        update: async (...of) => (disk.isFull ? err(full) : session.write.update(...of)),
      }),
  });
  await bench.say('First');
  return { bench, disk };
}

describe('a turn that failed because the disk is full', () => {
  it('is told once, although its end and the pause of what waits cannot be kept either', async () => {
    const { bench } = await filledUp();
    assert.deepEqual(
      bench.of('settled').map(({ settled }) => settled),
      [{ outcome: 'failed', fault: { kind: 'store', failure: full } }],
    );
    assert.deepEqual(bench.of('notice'), []);
  });

  it('keeps back what waits behind it, and shows that it does', async () => {
    const { bench } = await filledUp();
    const { queue } = bench.of('queue').at(-1) ?? assert.fail('it is told');
    assert.deepEqual([queue.failurePaused, queue.followUps.map(({ text }) => text)], [true, ['Second']]);
    assert.equal(bench.provider.requests.length, 1);
  });

  it('goes on in its order once there is room', async () => {
    const { bench, disk } = await filledUp();
    disk.isFull = false;
    bench.chat.retry();
    await bench.chat.idle();
    const spoken = bench.records().filter(({ kind }) => kind === 'user' || kind === 'assistant');
    assert.deepEqual(
      spoken.map((record) => inlineText('content' in record ? record.content : [])),
      ['First', 'Again.', 'Second', 'Two.'],
    );
  });

  it('lets go what waits when the person says so, and keeps it back when that cannot be kept', async () => {
    const { bench, disk } = await filledUp();
    assert.equal((await bench.chat.resumeQueue()).ok, false);
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 1);
    disk.isFull = false;
    valueOf(await bench.chat.resumeQueue());
    await bench.chat.idle();
    assert.deepEqual(bench.session.session().queue.failurePaused, false);
    assert.equal(bench.provider.requests.length, 2);
  });
});
