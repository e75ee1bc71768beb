import assert from 'node:assert/strict';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { valueOf } from '../../../support/expect.ts';
import { runs, says, type Script } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';

const follow = { whileBusy: 'follow-up' } as const;
const queued = ['Second', 'Third', 'Fourth'];
const mostSteps = 2000;

/** A chat whose first answer runs something of the test on its last step, with three messages queued behind it. */
async function atTheEnd(lastStep: (bench: ChatBench) => void): Promise<ChatBench> {
  const made: { bench?: ChatBench } = {};
  const first: Script = [
    { type: 'text', text: 'One.' },
    runs(async () => {
      await settle();
      if (made.bench !== undefined) lastStep(made.bench);
    }),
    { type: 'stop', reason: 'end' },
  ];
  const bench = await chatBench({ scripts: [first, says('Two.'), says('Three.'), says('Four.')] });
  made.bench = bench;
  await bench.chat.submit('First', follow);
  for (const text of queued) await bench.chat.submit(text, follow);
  return bench;
}

async function after(steps: number, what: () => void): Promise<void> {
  for (let step = 0; step < steps; step++) await Promise.resolve();
  what();
}

/** How many steps there are from the end of an answer to the next request. */
async function stepsToTheNextRequest(): Promise<number> {
  let steps = 0;
  const bench = await atTheEnd(({ provider }) => {
    const count = async (): Promise<void> => {
      while (provider.requests.length < 2 && steps < mostSteps) {
        steps++;
        await Promise.resolve();
      }
    };
    void count();
  });
  await bench.chat.idle();
  assert.equal(bench.provider.requests.length, 4);
  assert.ok(steps > 10 && steps < mostSteps, `${steps} steps`);
  return steps;
}

function waiting(bench: ChatBench): readonly string[] {
  const { outbox, queue } = bench.session.session();
  return [...outbox, ...queue.followUps].map(({ text }) => text);
}

function asked(bench: ChatBench): readonly string[] {
  return bench.records().flatMap((record) => (record.kind === 'user' ? [inlineText(record.content)] : []));
}

describe('a stop as an answer ends, with messages queued behind it', () => {
  it('keeps them all and sends none, at whichever step between the answer and the next request it comes', async () => {
    const steps = await stepsToTheNextRequest();
    for (let at = 0; at < steps; at++) {
      const bench = await atTheEnd(({ chat }) => void after(at, () => chat.stop()));
      await settle();
      await bench.chat.idle();
      const sent = asked(bench).slice(1);
      assert.ok(bench.provider.requests.length <= 1 + sent.length, `step ${at}`);
      assert.deepEqual([...sent, ...waiting(bench)], queued, `step ${at}`);
      assert.ok(sent.length <= 1, `step ${at}: ${sent.join()}`);
      assert.equal(bench.session.session().queue.failurePaused, true, `step ${at}`);
    }
  });

  it('keeps them when it comes as the end of the turn is told, and sends them when the person goes on', async () => {
    const made: { bench?: ChatBench } = {};
    const bench = await chatBench({
      scripts: [says('One.'), says('Two.')],
      onEvent: ({ event }) => {
        if (event === 'settled' && made.bench?.provider.requests.length === 1) made.bench.chat.stop();
      },
    });
    made.bench = bench;
    await bench.chat.submit('First', follow);
    await bench.chat.submit('Second', follow);
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 1);
    assert.deepEqual(waiting(bench), ['Second']);
    valueOf(await bench.chat.resumeQueue());
    await bench.chat.idle();
    assert.deepEqual(asked(bench), ['First', 'Second']);
  });

  it('means nothing where nothing runs: what is said next is sent', async () => {
    const bench = await chatBench({ scripts: [says('One.'), says('Two.'), says('Three.')] });
    await bench.say('First');
    bench.chat.stop();
    await bench.chat.submit('Second', follow);
    await bench.chat.submit('Third', follow);
    await bench.chat.idle();
    assert.deepEqual(asked(bench), ['First', 'Second', 'Third']);
  });
});
