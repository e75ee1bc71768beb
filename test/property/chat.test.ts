// What holds for a chat whatever the model, the tools, the person and fate do: random walks over a session on a disk of
// memory, with processes killed in between.

import assert from 'node:assert/strict';
import type { ChatRequest } from '../../src/core/provider/request.ts';
import type { SessionHandle } from '../../src/core/sessions/store.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import { toolPairs } from '../../src/core/transcript/tool-batches.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { anyChatModel, anySummarizer, anyTools, chance, type Chance } from '../support/any-model.ts';
import { changedSession } from '../support/changed-session.ts';
import { chatBench, type ChatBench } from '../support/chat-bench.ts';
import { countingIds } from '../support/counting-ids.ts';
import { MemoryComputer } from '../support/disk-store.ts';
import { never, valueOf } from '../support/expect.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { assertSound } from '../support/sound-request.ts';
import { VirtualClock, settle } from '../support/virtual-clock.ts';

const walks = process.env['SEGUE_LONG'] === undefined ? 25 : 500;
const steps = 80;

/** One session through several lives of its process. */
class Walk {
  private readonly clock = new VirtualClock();
  private readonly ids = countingIds();
  private readonly computer = new MemoryComputer({ clock: this.clock });
  private readonly luck: Chance;
  private readonly said = new Set<string>();
  private readonly takenBack = new Set<string>();
  /** Judged at the end: a provider must not throw. */
  private readonly requests: ChatRequest[] = [];
  private bench: ChatBench | undefined;
  private life = { over: false };
  private successes = 0;

  constructor(seed: number) {
    this.luck = chance(seededRandom(seed));
  }

  async play(): Promise<{ readonly segments: number; readonly successes: number }> {
    await this.open();
    for (let step = 0; step < steps; step++) {
      await this.act(this.chat);
      await this.clock.advance(this.luck.upTo(4000));
      if (this.luck.is(0.05)) await this.killed();
    }
    // Paused first: what waits behind a compaction goes on when that is stopped.
    valueOf(await this.chat.chat.pauseQueue());
    this.chat.chat.stop();
    await this.clock.advance(10_000);
    assert.deepEqual(this.chat.chat.activity(), { doing: 'nothing' });
    await this.assertWhole();
    for (const request of this.requests) assertSound(request);
    return { segments: this.chat.session.active().number, successes: this.successes };
  }

  private get chat(): ChatBench {
    assert.ok(this.bench !== undefined);
    return this.bench;
  }

  private async open(): Promise<void> {
    const store = this.computer.store();
    const path = this.bench?.session.path;
    const life = { over: false };
    const session = path === undefined ? {} : { session: valueOf(await store.open(path, 'write', never)) };
    this.bench = await chatBench({
      ...session,
      ...{ store, clock: this.clock, ids: this.ids, window: 900 },
      settings: { 'compaction.tailBudget': 0.3 },
      tools: anyTools(this.luck, this.clock),
      providers: {
        chat: anyChatModel(this.luck, this.clock),
        summary: anySummarizer(this.luck, this.clock),
      },
      wrap: (inner) => mortal(inner, life),
      onEvent: (event) => {
        if (event.event === 'settled' && event.settled.outcome === 'success') this.successes++;
      },
      onRequest: (to, request) => {
        if (to === 'chat' && !life.over) this.requests.push(request);
      },
    });
    this.life = life;
  }

  private async killed(): Promise<void> {
    this.life.over = true;
    this.computer.kill();
    await this.open();
    await this.assertWhole();
  }

  private async act({ chat }: ChatBench): Promise<void> {
    const { luck } = this;
    const roll = luck.upTo(100);
    if (roll < 35) {
      const text = `said ${this.said.size} ${'and more '.repeat(luck.upTo(10))}`;
      this.said.add(text);
      valueOf(await chat.submit(text, { whileBusy: luck.one(['steer', 'follow-up']) }));
    } else if (roll < 39) chat.stop();
    else if (roll < 47) chat.retry();
    else if (roll < 51) chat.goOn();
    else if (roll < 56) void chat.compact({ tail: luck.one(['recent', 'none']) });
    else if (roll < 58) chat.cancelCompaction();
    else if (roll < 65) valueOf(await (luck.is(0.3) ? chat.pauseQueue() : chat.resumeQueue()));
    else if (roll < 68) await this.takesBack(this.chat);
    else if (roll < 70) chat.turnAutoOnAgain();
  }

  private async takesBack({ chat, session }: ChatBench): Promise<void> {
    const waiting = session.session().queue.followUps[0];
    if (waiting !== undefined && valueOf(await chat.edit(waiting.id, null))) this.takenBack.add(waiting.text);
  }

  /** Everything said is there once, and every call of a settled turn has its one result. */
  private async assertWhole(): Promise<void> {
    await settle();
    const { session } = this.chat;
    const records = new Map((await segmentsOf(session)).flat().map((record) => [record.id, record]));
    const { outbox, queue } = session.session();
    const waiting = [...outbox, ...queue.steering, ...queue.followUps].map(({ text }) => text);
    const recorded = [...records.values()].flatMap((record) =>
      record.kind === 'user' && record.origin !== 'host' ? [inlineText(record.content)] : [],
    );
    const expected = [...this.said].filter((text) => !this.takenBack.has(text));
    assert.deepEqual([...waiting, ...recorded].sort(), expected.sort());
    for (const segment of await segmentsOf(session)) {
      const pairs = toolPairs(segment);
      assert.ok(pairs.every(({ result }) => result !== undefined));
      assert.equal(segment.filter(({ kind }) => kind === 'tool-result').length, pairs.length);
      assert.equal(new Set(pairs.map(({ call }) => call.callId)).size, pairs.length, 'no call id twice');
    }
  }
}

async function segmentsOf(session: SessionHandle): Promise<readonly (readonly TranscriptRecord[])[]> {
  const segments: (readonly TranscriptRecord[])[] = [];
  for (let number = 1; number <= session.active().number; number++)
    segments.push(valueOf(await session.segment(number, never)).records);
  return segments;
}

/** Writes nothing any more once its process is over. */
function mortal(session: SessionHandle, life: { readonly over: boolean }): SessionHandle {
  const { write } = session;
  const alive = <T>(change: () => Promise<T>): Promise<T> =>
    life.over ? new Promise<T>(() => undefined) : change();
  return changedSession(session, {
    append: (records, signal) => alive(() => write.append(records, signal)),
    rotate: (rotation, signal) => alive(() => write.rotate(rotation, signal)),
    update: (change, signal) => alive(() => write.update(change, signal)),
    artifact: (artifact, signal) => alive(() => write.artifact(artifact, signal)),
    keepStreamed: (answer, signal) => alive(() => write.keepStreamed(answer, signal)),
    keepRunning: (renders, signal) => alive(() => write.keepRunning(renders, signal)),
  });
}

describe('a chat, whatever happens', () => {
  const done = { segments: 0, successes: 0 };
  for (let seed = 1; seed <= walks; seed++) {
    it(`loses nothing, doubles nothing and sends only sound requests: walk ${seed}`, async () => {
      const { segments, successes } = await new Walk(seed).play();
      done.segments += segments - 1;
      done.successes += successes;
    });
  }

  it('has compacted and has answered on these walks', () => {
    assert.ok(done.segments >= walks && done.successes >= 5 * walks, JSON.stringify(done));
  });
});
