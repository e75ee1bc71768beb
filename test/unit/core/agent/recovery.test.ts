import assert from 'node:assert/strict';
import { err } from '../../../../src/base/result.ts';
import { toolPairs } from '../../../../src/core/transcript/tool-batches.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from '../../../support/chat-bench.ts';
import { longTurns, looksAt } from '../../../support/chat-answers.ts';
import { conversation } from '../../../support/conversation.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { deferred } from '../../../support/deferred.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { hangs, says, waits } from '../../../support/scripted-provider.ts';
import { ScriptedTools } from '../../../support/scripted-tools.ts';
import { VirtualClock, settle } from '../../../support/virtual-clock.ts';

/** A chat on a computer of memory that can be killed and opened again. */
class Reopened {
  readonly clock = new VirtualClock();
  private readonly ids = countingIds();
  private readonly computer = new MemoryComputer({ clock: this.clock });
  private path = '';

  async open(options: ChatBenchOptions = {}): Promise<ChatBench> {
    const store = this.computer.store();
    const session = this.path === '' ? {} : { session: valueOf(await store.open(this.path, 'write', never)) };
    const bench = await chatBench({ ...options, ...session, store, clock: this.clock, ids: this.ids });
    this.path = bench.session.path;
    return bench;
  }

  kill(): void {
    this.computer.kill();
  }
}

const silent = new ScriptedTools(() => new Promise(() => undefined));

function kinds(bench: ChatBench): readonly string[] {
  return bench.records().map((record) => record.kind);
}

describe('opening a chat after a crash', () => {
  it('closes the calls that had no result and settles the turn as interrupted', async () => {
    const place = new Reopened();
    const before = await place.open({ scripts: [looksAt('a', 'b')], tools: silent });
    valueOf(await before.chat.submit('Look', { whileBusy: 'steer' }));
    await settle();
    place.kill();
    const bench = await place.open();
    assert.ok(toolPairs(bench.records()).every(({ result }) => result?.synthetic === true && result.isError));
    assert.deepEqual(kinds(bench).slice(-3), ['tool-result', 'tool-result', 'fork-point']);
    assert.deepEqual(bench.chat.interrupted(), { turn: 1, streamed: '' });
    assert.equal(bench.provider.requests.length, 0);
  });

  it('settles nothing a second time', async () => {
    const place = new Reopened();
    const before = await place.open({ scripts: [[hangs]] });
    valueOf(await before.chat.submit('Look', { whileBusy: 'steer' }));
    await settle();
    place.kill();
    const once = kinds(await place.open());
    place.kill();
    const bench = await place.open();
    assert.deepEqual(kinds(bench), once);
    assert.deepEqual(bench.chat.interrupted(), { turn: 1, streamed: '' });
  });

  it('asks again without what was streamed when the person retries', async () => {
    const place = new Reopened();
    const before = await place.open({ scripts: [[{ type: 'text', text: 'Half' }, hangs]] });
    valueOf(await before.chat.submit('Tell me', { whileBusy: 'steer' }));
    await settle();
    await place.clock.advance(2000);
    place.kill();
    const bench = await place.open({ scripts: [says('Whole.')] });
    assert.deepEqual(bench.chat.interrupted(), { turn: 1, streamed: 'Half' });
    bench.chat.retry();
    await bench.chat.idle();
    assert.ok(!JSON.stringify(bench.records()).includes('Half'));
    assert.equal(bench.chat.interrupted(), undefined);
    place.kill();
    assert.equal((await place.open()).session.streamed, null);
  });

  it('offers no text whose answer is in the records', async () => {
    const place = new Reopened();
    const before = await place.open({
      scripts: [[{ type: 'text', text: 'I look' }, ...looksAt('a').slice(1)]],
      tools: silent,
    });
    valueOf(await before.session.write.keepStreamed({ turn: 1, requestId: 'request-1', text: 'I l' }, never));
    valueOf(await before.chat.submit('Look', { whileBusy: 'steer' }));
    await settle();
    valueOf(await before.session.write.keepStreamed({ turn: 1, requestId: 'request-1', text: 'I l' }, never));
    place.kill();
    const bench = await place.open();
    assert.deepEqual(bench.chat.interrupted(), { turn: 1, streamed: '' });
  });

  it('offers what was streamed when the disk did not take the answer', async () => {
    const place = new Reopened();
    const rest = deferred();
    const before = await place.open({
      scripts: [
        [
          { type: 'text', text: 'Half' },
          waits(rest.promise),
          { type: 'text', text: ' and all' },
          { type: 'stop', reason: 'end' },
        ],
      ],
      wrap: (session) =>
        changedSession(session, {
          append: async (records, signal) =>
            records.some(({ kind }) => kind === 'assistant' || kind === 'fork-point')
              ? err({ kind: 'disk-full', path: '/w' })
              : session.write.append(records, signal),
        }),
    });
    valueOf(await before.chat.submit('Tell me', { whileBusy: 'steer' }));
    await settle();
    await place.clock.advance(2000);
    rest.resolve();
    assert.equal((await before.chat.idle())?.outcome, 'failed');
    place.kill();
    const bench = await place.open();
    assert.deepEqual(bench.chat.interrupted(), { turn: 1, streamed: 'Half' });
  });

  it('keeps a prompt that was not sent and sends it when the person retries', async () => {
    const place = new Reopened();
    const before = await place.open({ deps: { expandMentions: () => new Promise(() => undefined) } });
    valueOf(await before.chat.submit('Hi', { whileBusy: 'steer' }));
    await settle();
    place.kill();
    const bench = await place.open({ scripts: [says('Hello.')] });
    assert.equal(bench.chat.interrupted(), undefined);
    assert.deepEqual(
      bench.session.session().outbox.map(({ text }) => text),
      ['Hi'],
    );
    bench.chat.retry();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.deepEqual(bench.session.session().outbox, []);
  });

  it('takes steering out of the queue that is a record already', async () => {
    const first = await chatBench({ records: longTurns(1, 10).steering('Be brief').settled().records() });
    const [entry] = first
      .records()
      .filter((record) => record.kind === 'user' && record.origin === 'steering');
    assert.ok(entry !== undefined);
    const { queue } = first.session.session();
    const steering = [{ id: entry.id, text: 'Be brief', at: entry.at }];
    valueOf(await first.session.write.update({ queue: { ...queue, steering } }, never));
    const bench = await chatBench({ session: first.session, scripts: [says('Yes.')] });
    assert.deepEqual(bench.session.session().queue.steering, []);
    await bench.say('Hi');
    assert.equal(JSON.stringify(bench.provider.requests[0]).split('Be brief').length, 2);
  });

  it('finds nothing to settle behind a summary, nor in a session without a turn', async () => {
    const summed = conversation().summary('What was.').records();
    for (const records of [summed, [], longTurns(1, 10).records()]) {
      const bench = await chatBench({ records: [] });
      valueOf(await bench.session.write.append(records, never));
      const again = await chatBench({ session: bench.session });
      assert.deepEqual(again.records(), records);
      assert.equal(again.chat.interrupted(), undefined);
    }
  });

  it('leaves a session that is only read as it is', async () => {
    const open = conversation().user('Look').calls('look').records();
    const writer = await chatBench({ records: open });
    const access = 'read' as const;
    const session = { ...changedSession(writer.session, {}), access };
    const bench = await chatBench({ session });
    assert.deepEqual(
      bench.records().filter(({ id }) => !open.some((record) => record.id === id)).length,
      2,
      'the writer settled it, the reader nothing',
    );
  });
});
