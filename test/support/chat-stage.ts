// Plays a scenario of a chat over a store in memory and over files on a disk of memory, and compares what happened with the
// golden beside the test; then over the real SDK of each service, whose strict rules no request may break.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import type { SessionHandle, SessionStore } from '../../src/core/sessions/store.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from './chat-bench.ts';
import { ChatStory } from './chat-story.ts';
import { countingIds } from './counting-ids.ts';
import { MemoryComputer } from './disk-store.ts';
import { never, valueOf } from './expect.ts';
import { assertGolden } from './golden.ts';
import { createMemoryStore, MemorySessions } from './memory-store.ts';
import { wireNames, type WireName } from './loopback/wire.ts';
import { VirtualClock, settle } from './virtual-clock.ts';
import { WiredProvider } from './wired-provider.ts';

interface Place {
  readonly clock: VirtualClock;
  /** The store of a process of its own; a later one finds what the earlier has left. */
  store(): SessionStore;
  crash(): void;
}

/** On the wire things take real time: this many turns without news are a rest, and time passes in steps. */
const quietTurns = 3;
const stepMs = 500;

export class Stage {
  readonly story: ChatStory;
  readonly ids = countingIds();
  private readonly place: Place;
  private readonly wire: WireName | undefined;
  private readonly wired: WiredProvider[] = [];
  private path = '';
  private bench_: ChatBench | undefined;

  /** With a wire, the scripts are played by a server of that service. */
  constructor(title: string, place: Place, wire?: WireName) {
    this.story = new ChatStory(title);
    this.place = place;
    this.wire = wire;
  }

  get clock(): VirtualClock {
    return this.place.clock;
  }

  get bench(): ChatBench {
    assert.ok(this.bench_ !== undefined, 'the chat is open');
    return this.bench_;
  }

  /** Opens the chat of the one session; the first time it is made. */
  async open(options: ChatBenchOptions): Promise<void> {
    const store = this.place.store();
    const session: { session?: SessionHandle } =
      this.path === '' ? {} : { session: valueOf(await store.open(this.path, 'write', never)) };
    this.bench_ = await chatBench({
      ...options,
      ...session,
      ...(await this.overWire(options)),
      ...{ store, clock: this.clock, ids: this.ids },
      onRequest: (to, request) => this.story.request(to, request),
      onEvent: (event) => this.story.event(event),
    });
    this.path = this.bench.session.path;
  }

  /** The person sends a prompt: resolves once it is taken. */
  async says(text: string): Promise<void> {
    this.story.happens(`The person says: ${text}`);
    valueOf(await this.bench.chat.submit(text, { whileBusy: 'follow-up' }));
  }

  async steers(text: string): Promise<void> {
    this.story.happens(`The person steers: ${text}`);
    valueOf(await this.bench.chat.submit(text, { whileBusy: 'steer' }));
  }

  async does(what: string, action: (bench: ChatBench) => unknown): Promise<void> {
    this.story.happens(what);
    await action(this.bench);
  }

  /** Everything happens that can without time passing. */
  async rests(): Promise<void> {
    const enough = this.wire === undefined ? 1 : quietTurns;
    for (let quiet = 0, before = -1; quiet < enough;) {
      before = this.story.length;
      await settle();
      if (this.wire !== undefined) await new Promise((resolve) => setTimeout(resolve, 2));
      const isQuiet = before === this.story.length && !this.wired.some(({ isMoving }) => isMoving);
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  async passes(ms: number): Promise<void> {
    this.story.happens(`${ms} ms pass`);
    const step = this.wire === undefined ? ms : stepMs;
    for (let left = ms; left > 0; left -= step) {
      if (this.wire !== undefined) await this.rests();
      await this.clock.advance(Math.min(step, left));
    }
    await this.rests();
  }

  crashes(): void {
    this.story.happens('The process is killed');
    this.place.crash();
  }

  /** Rules of the service that requests broke; the servers end. */
  async leavesWire(): Promise<readonly string[]> {
    await Promise.all(this.wired.map((wired) => wired.close()));
    return this.wired.flatMap(({ violations }) => violations);
  }

  end(): string {
    const { number, records } = this.bench.session.active();
    this.story.segment(number, records);
    return this.story.text().replaceAll(this.path, '<session>');
  }

  /** The other provider is that of another service. */
  private async overWire({
    scripts,
    summaries,
    others,
  }: ChatBenchOptions): Promise<Pick<ChatBenchOptions, 'providers'>> {
    if (this.wire === undefined) return {};
    const next = wireNames[(wireNames.indexOf(this.wire) + 1) % wireNames.length] ?? this.wire;
    const chat = await WiredProvider.start(this.wire, scripts ?? []);
    const summary = await WiredProvider.start(this.wire, summaries ?? []);
    const other = await WiredProvider.start(next, others ?? []);
    this.wired.push(chat, summary, other);
    return {
      providers: { chat: chat.provider(), summary: summary.provider(), other: other.provider() },
    };
  }
}

/**
 * Plays it on both stores; both must tell the same, and what the golden says. Over each service the transcript must end up
 * the same but for the service's own words about a failure.
 */
export async function assertPlayed(
  testFile: string,
  scenario: { readonly name: string; readonly title: string },
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const told: string[] = [];
  for (const place of [memoryPlace(), diskPlace()]) {
    const stage = new Stage(scenario.title, place);
    await play(stage);
    told.push(stage.end());
  }
  assert.equal(told[1], told[0], 'files and memory tell the same');
  assertGolden(testFile, `${scenario.name}.md`, told[0] ?? '');
  for (const wire of wireNames) {
    const stage = new Stage(scenario.title, memoryPlace(), wire);
    await play(stage);
    const ending = endingOf(stage.end());
    assert.deepEqual(await stage.leavesWire(), [], `${wire} accepts every request`);
    assert.equal(ending, endingOf(told[0] ?? ''), `the transcript over ${wire}`);
  }
}

/** The last chapter: what the transcript is in the end, without what notices say. */
function endingOf(told: string): string {
  return told.slice(told.lastIndexOf('\n## ')).replaceAll(/notice: .*/g, 'notice');
}

function memoryPlace(): Place {
  const clock = new VirtualClock();
  const sessions = new MemorySessions();
  const ports = { clock, ids: countingIds(), sha256: nodeSha256 };
  return {
    clock,
    store: () => createMemoryStore(ports, sessions),
    crash: () => {
      for (const session of sessions.kept.values()) session.writer = null;
    },
  };
}

function diskPlace(): Place {
  const clock = new VirtualClock();
  const computer = new MemoryComputer({ clock });
  return { clock, store: () => computer.store(), crash: () => computer.kill() };
}
