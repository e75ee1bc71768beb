import assert from 'node:assert/strict';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { valueOf } from '../../../support/expect.ts';
import { says, waits, type Script } from '../../../support/scripted-provider.ts';

const steer = { whileBusy: 'steer' } as const;
const follow = { whileBusy: 'follow-up' } as const;

function waiting(bench: ChatBench) {
  const { outbox, queue } = bench.session.session();
  const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text);
  return { outbox: texts(outbox), steering: texts(queue.steering), followUps: texts(queue.followUps) };
}

/** An answer that comes when the test says so. */
function held(text: string): { readonly script: Script; readonly release: () => void } {
  const gate = deferred();
  return { script: [waits(gate.promise), ...says(text)], release: () => gate.resolve() };
}

describe('a prompt of nothing but blanks', () => {
  it('is not taken, at rest or while a turn runs', async () => {
    const first = held('One.');
    const bench = await chatBench({ scripts: [first.script] });
    assert.deepEqual(valueOf(await bench.chat.submit(' \n\t ', steer)), { kind: 'blank' });
    assert.deepEqual(bench.records(), []);
    await bench.chat.submit('First', steer);
    assert.deepEqual(valueOf(await bench.chat.submit('', steer)), { kind: 'blank' });
    assert.deepEqual(valueOf(await bench.chat.submit('\u00a0', follow)), { kind: 'blank' });
    assert.deepEqual(waiting(bench), { outbox: ['First'], steering: [], followUps: [] });
    first.release();
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 1);
  });

  it('takes what waits away when it is changed to nothing else', async () => {
    const first = held('One.');
    const bench = await chatBench({ scripts: [first.script] });
    await bench.chat.submit('First', follow);
    await bench.chat.submit('Second', follow);
    const [second] = bench.session.session().queue.followUps;
    assert.equal(valueOf(await bench.chat.edit(second?.id ?? '', ' \n')), true);
    assert.deepEqual(waiting(bench).followUps, []);
    first.release();
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 1);
  });
});
