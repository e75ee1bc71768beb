import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { err } from '../../../../src/base/result.ts';
import type { ChatEvent } from '../../../../src/core/agent/events.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { longTurns, looksAt } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { deferred } from '../../../support/deferred.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { createMemoryStore } from '../../../support/memory-store.ts';
import { failsWith, hangs, says, waits, type Script } from '../../../support/scripted-provider.ts';
import { VirtualClock, settle } from '../../../support/virtual-clock.ts';

const steer = { whileBusy: 'steer' } as const;
const follow = { whileBusy: 'follow-up' } as const;
const refused = failsWith({ kind: 'rejected', status: 400, detail: 'no' });

/** What the person and the model said, oldest first. */
function spoken(bench: ChatBench): readonly string[] {
  return bench
    .records()
    .flatMap((record) =>
      record.kind === 'user' || record.kind === 'assistant' ? [inlineText(record.content)] : [],
    );
}

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

describe('submitting', () => {
  it('puts a prompt in the outbox before it resolves, and takes it out when it is sent', async () => {
    const bench = await chatBench({ scripts: [says('Hello.')] });
    assert.deepEqual(valueOf(await bench.chat.submit('Hi', steer)), { kind: 'sent' });
    assert.deepEqual(waiting(bench).outbox, ['Hi']);
    await bench.chat.idle();
    assert.deepEqual(waiting(bench).outbox, []);
  });

  it('queues what comes while a turn runs: steering or follow-up, as asked', async () => {
    const bench = await chatBench({ scripts: [[hangs]] });
    const given = [
      bench.chat.submit('One', steer),
      bench.chat.submit('Two', steer),
      bench.chat.submit('Three', follow),
    ];
    assert.deepEqual(
      (await Promise.all(given)).map((result) => valueOf(result)),
      [{ kind: 'sent' }, { kind: 'queued', as: 'steering' }, { kind: 'queued', as: 'follow-up' }],
    );
    assert.deepEqual(waiting(bench).steering, ['Two']);
    assert.deepEqual(waiting(bench).followUps, ['Three']);
  });

  it('says when the session is only read', async () => {
    const clock = new VirtualClock();
    const store = createMemoryStore({ clock, ids: countingIds(), sha256: nodeSha256 });
    const writer = valueOf(await store.create({ name: 'bench' }, never));
    const session = valueOf(await store.open(writer.path, 'read', never));
    const bench = await chatBench({ session, clock });
    assert.equal(errorOf(await bench.chat.submit('Hi', steer)).kind, 'read-only-handle');
    assert.equal(await bench.chat.idle(), undefined);
  });

  it('loses nothing when many things are said at once', async () => {
    const bench = await chatBench({ scripts: [[hangs]] });
    await Promise.all(Array.from({ length: 20 }, (_, place) => bench.chat.submit(`f${place}`, follow)));
    assert.deepEqual(
      waiting(bench).followUps,
      Array.from({ length: 19 }, (_, place) => `f${place + 1}`),
    );
  });
});

describe('what waits', () => {
  it('can be changed and taken away until it is delivered', async () => {
    const first = held('One.');
    const bench = await chatBench({ scripts: [first.script, says('Two.')] });
    await bench.chat.submit('First', follow);
    await bench.chat.submit('Second', follow);
    await bench.chat.submit('Third', follow);
    const [second, third] = bench.session.session().queue.followUps;
    assert.ok(second !== undefined && third !== undefined);
    assert.equal(valueOf(await bench.chat.edit(second.id, 'Second, better')), true);
    assert.equal(valueOf(await bench.chat.edit(third.id, null)), true);
    first.release();
    await bench.chat.idle();
    assert.deepEqual(spoken(bench), ['First', 'One.', 'Second, better', 'Two.']);
    assert.equal(valueOf(await bench.chat.edit(second.id, 'Too late')), false);
  });

  it('cannot be changed when its turn has begun', async () => {
    const bench = await chatBench({
      scripts: [[hangs]],
      deps: { expandMentions: () => new Promise(() => undefined) },
    });
    await bench.chat.submit('First', follow);
    await settle();
    const [entry] = bench.session.session().outbox;
    assert.equal(valueOf(await bench.chat.edit(entry?.id ?? '', null)), false);
  });

  it('stays while delivery is paused, and goes when the person lets it', async () => {
    const first = held('One.');
    const bench = await chatBench({ scripts: [first.script, says('Two.')] });
    await bench.chat.submit('First', follow);
    await bench.chat.submit('Second', follow);
    valueOf(await bench.chat.pauseQueue());
    first.release();
    await bench.chat.idle();
    assert.deepEqual(waiting(bench).followUps, ['Second']);
    valueOf(await bench.chat.resumeQueue());
    await bench.chat.idle();
    assert.deepEqual(spoken(bench).slice(-2), ['Second', 'Two.']);
  });

  it('stays behind a turn that failed until one goes well or the person lets it go', async () => {
    const first = held('never');
    const bench = await chatBench({
      scripts: [[...first.script.slice(0, 1), ...refused], says('Again.'), says('Two.')],
    });
    await bench.chat.submit('First', follow);
    await bench.chat.submit('Second', follow);
    first.release();
    await bench.chat.idle();
    assert.deepEqual(waiting(bench).followUps, ['Second']);
    assert.equal(bench.session.session().queue.failurePaused, true);
    bench.chat.retry();
    await bench.chat.idle();
    assert.deepEqual(spoken(bench), ['First', 'Again.', 'Second', 'Two.']);
  });

  it('is heard by its turn behind the prompt when it comes before the first request', async () => {
    const bench = await chatBench({ scripts: [says('Yes.')] });
    await bench.chat.submit('First', follow);
    await bench.chat.submit('And brief', steer);
    await bench.chat.idle();
    assert.deepEqual(spoken(bench), ['First', 'And brief', 'Yes.']);
  });

  it('stands before the next prompt when its own turn did not live to hear it', async () => {
    const first = held('never');
    const bench = await chatBench({ scripts: [[...first.script.slice(0, 1), ...refused], says('Yes.')] });
    await bench.chat.submit('First', follow);
    await settle();
    await bench.chat.submit('And brief', steer);
    first.release();
    await bench.chat.idle();
    await bench.say('Another');
    assert.deepEqual(spoken(bench), ['First', 'And brief', 'Another', 'Yes.']);
    const turns = bench.records().flatMap((record) => (record.kind === 'user' ? [record.turn] : []));
    assert.deepEqual(turns, [1, 1, 2]);
  });

  it('is not sent by itself when a session is opened', async () => {
    const clock = new VirtualClock();
    const ids = countingIds();
    const store = createMemoryStore({ clock, ids: countingIds(), sha256: nodeSha256 });
    const before = await chatBench({ clock, ids, store, scripts: [[hangs]] });
    await before.chat.submit('First', follow);
    await before.chat.submit('Second', follow);
    await before.chat.dispose();
    const session = valueOf(await store.open(before.session.path, 'write', never));
    const bench = await chatBench({ clock, ids, session, scripts: [says('One.'), says('Two.')] });
    await settle();
    assert.equal(bench.provider.requests.length, 0);
    assert.deepEqual(waiting(bench).followUps, ['Second']);
    assert.equal(bench.session.session().queue.failurePaused, true);
    bench.chat.retry();
    await bench.chat.idle();
    assert.deepEqual(spoken(bench), ['First', 'One.', 'Second', 'Two.']);
  });

  it('is delivered once when its record is on disk and the sidecar could not be written', async () => {
    let isFull = false;
    const bench = await chatBench({
      scripts: [looksAt('a'), says('Done.')],
      wrap: (session) =>
        changedSession(session, {
          append: (records, signal) => {
            isFull = records.some((record) => record.kind === 'user' && record.origin === 'steering');
            return session.write.append(records, signal);
          },
          update: async (change, signal) =>
            isFull ? err({ kind: 'disk-full', path: '/w' }) : session.write.update(change, signal),
        }),
    });
    bench.chat.listen((event) => {
      if (event.event === 'records' && event.records.some(({ kind }) => kind === 'tool-call'))
        void bench.chat.submit('Be brief', steer);
    });
    await bench.say('Look');
    isFull = false;
    assert.deepEqual(waiting(bench).steering, ['Be brief']);
    bench.chat.retry();
    await bench.chat.idle();
    assert.equal(spoken(bench).filter((text) => text === 'Be brief').length, 1);
    valueOf(await bench.chat.resumeQueue());
    assert.deepEqual(waiting(bench).steering, []);
  });
});

describe('going on', () => {
  it('asks again in the same turn after a failure', async () => {
    const bench = await chatBench({ scripts: [looksAt('a'), refused, says('Seen.')] });
    await bench.say('Look');
    bench.chat.retry();
    await bench.chat.idle();
    assert.equal(bench.tools.calls.length, 1);
    assert.ok(bench.records().every(({ turn }) => turn === 1));
  });

  it('does nothing after a turn that went well, and while one runs', async () => {
    const bench = await chatBench({ scripts: [says('One.'), [hangs]] });
    await bench.say('Hi');
    bench.chat.retry();
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 1);
    await bench.chat.submit('More', follow);
    await settle();
    bench.chat.goOn();
    await settle();
    assert.equal(bench.provider.requests.length, 2);
  });

  it('asks for what the summary leaves open after the person compacted everything in between', async () => {
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      scripts: [failsWith({ kind: 'overflow', detail: 'too long' }), says('Now.')],
      summaries: [says(soundSummary)],
    });
    await bench.say('Where?');
    assert.equal((await bench.chat.compact({ tail: 'none' })).outcome, 'applied');
    bench.chat.retry();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.equal(bench.provider.requests[1]?.messages.length, 1);
    // No answer was cut off, so none is spoken of.
    assert.match(spoken(bench)[0] ?? '', /^Go on where the summary ends/);
  });

  it('sends an unsent prompt when the model was missing before', async () => {
    const missing: Record<string, string> = { chat: 'no key; set one' };
    const bench = await chatBench({ missing, scripts: [says('Hello.')] });
    await bench.say('Hi');
    assert.deepEqual(await bench.chat.idle(), {
      outcome: 'failed',
      fault: { kind: 'no-provider', why: 'no key; set one' },
    });
    assert.deepEqual(waiting(bench).outbox, ['Hi']);
    delete missing['chat'];
    bench.chat.retry();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.deepEqual(spoken(bench), ['Hi', 'Hello.']);
  });

  it('sends the unsent prompt the person points at, although another one was sent since', async () => {
    const missing: Record<string, string> = { chat: 'no key; set one' };
    const bench = await chatBench({ missing, scripts: [says('Two.'), says('One.')] });
    await bench.say('First');
    delete missing['chat'];
    await bench.say('Second');
    const [left] = bench.session.session().outbox;
    bench.chat.sendUnsent('nothing of this name');
    bench.chat.sendUnsent(left?.id ?? '');
    bench.chat.sendUnsent(left?.id ?? '');
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.deepEqual(spoken(bench), ['Second', 'Two.', 'First', 'One.']);
    assert.deepEqual(waiting(bench).outbox, []);
  });
});

describe('a chat', () => {
  it('tells every listener in order, whatever another one throws, until it stops listening', async () => {
    const bench = await chatBench({ scripts: [says('One.'), says('Two.')] });
    const heard: ChatEvent[] = [];
    bench.chat.listen(() => {
      throw new Error('broken view');
    });
    const stop = bench.chat.listen((event) => heard.push(event));
    await bench.say('Hi');
    assert.deepEqual(heard, bench.events);
    stop();
    const before = heard.length;
    await bench.say('More');
    assert.equal(heard.length, before);
  });

  it('ends a turn with a fault of its own code and can be used again', async () => {
    let faulty = true;
    const bench = await chatBench({
      scripts: [says('Hello.')],
      deps: {
        systemPrompts: {
          text: async () => {
            if (faulty) throw new Error('no such file');
            return 'You are Segue.';
          },
        },
      },
    });
    await bench.say('Hi');
    assert.deepEqual(await bench.chat.idle(), {
      outcome: 'failed',
      fault: { kind: 'fault', why: 'no such file' },
    });
    faulty = false;
    bench.chat.retry();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
  });

  it('ends what runs when it is disposed, and lets the session go', async () => {
    const bench = await chatBench({ scripts: [[{ type: 'text', text: 'Half' }, hangs]] });
    await bench.chat.submit('Hi', steer);
    await settle();
    await bench.chat.dispose();
    assert.equal(bench.executions.disposed, true);
    assert.equal(errorOf(await bench.session.write.update({ name: 'x' }, never)).kind, 'closed');
    assert.deepEqual(spoken(bench), ['Hi', 'Half']);
  });

  it('leaves a prompt that came as it was disposed in the outbox, and sends nothing', async () => {
    const bench = await chatBench({ scripts: [[hangs]] });
    const [submitted] = await Promise.all([bench.chat.submit('Hi', steer), bench.chat.dispose()]);
    assert.deepEqual(valueOf(submitted), { kind: 'sent' });
    assert.deepEqual(waiting(bench).outbox, ['Hi']);
    assert.equal(bench.provider.requests.length, 0);
  });

  it('leaves a prompt that was stopped on its way to the outbox there, and sends it on retry', async () => {
    const bench = await chatBench({ scripts: [says('Hello.')] });
    const submitted = bench.chat.submit('Hi', steer);
    bench.chat.stop();
    assert.deepEqual(valueOf(await submitted), { kind: 'sent' });
    await bench.chat.idle();
    assert.deepEqual(waiting(bench).outbox, ['Hi']);
    assert.equal(bench.provider.requests.length, 0);
    bench.chat.retry();
    await bench.chat.idle();
    assert.deepEqual(spoken(bench), ['Hi', 'Hello.']);
  });

  it('stops what waits also while it becomes the next prompt', async () => {
    const promoting = deferred();
    const bench = await chatBench({
      scripts: [says('One.')],
      wrap: (session) =>
        changedSession(session, {
          update: async (change, signal) => {
            const updated = await session.write.update(change, signal);
            if (change.outbox?.some(({ text }) => text === 'Second') === true) {
              bench.chat.stop();
              promoting.resolve();
            }
            return updated;
          },
        }),
    });
    await bench.chat.submit('First', follow);
    await bench.chat.submit('Second', follow);
    await promoting.promise;
    await bench.chat.idle();
    assert.deepEqual(waiting(bench).outbox, ['Second']);
    assert.equal(bench.provider.requests.length, 1);
  });

  it('records a turn it had to end as interrupted, so that it can be gone on with later', async () => {
    const bench = await chatBench({ scripts: [[{ type: 'text', text: 'Half' }, hangs]] });
    await bench.chat.submit('Hi', steer);
    await settle();
    await bench.chat.dispose();
    const last = bench.records().at(-1);
    assert.deepEqual(last?.kind === 'fork-point' && [last.turn, last.outcome], [1, 'interrupted']);
  });

  it('settles every turn with one fork point', async () => {
    const bench = await chatBench({ scripts: [says('One.'), refused, says('Three.')] });
    for (const text of ['a', 'b', 'c']) await bench.say(text);
    assert.deepEqual(
      bench
        .records()
        .flatMap((record) => (record.kind === 'fork-point' ? [[record.turn, record.outcome]] : [])),
      [
        [1, 'success'],
        [2, 'failed'],
        [3, 'success'],
      ],
    );
  });
});
