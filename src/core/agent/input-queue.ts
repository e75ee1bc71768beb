// What the person said and no request carries yet: outbox, steering, follow-ups, and the pauses of their delivery. It
// lives in the sidecar and nowhere else; each entry's id becomes its record's id, so that it is delivered once.

import { neverAborted } from '../../base/abort.ts';
import { isoTime, type Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import { ok, type Result } from '../../base/result.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { OutboxEntry, SessionChange, SessionRecord } from '../sessions/session-record.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { Emit } from './events.ts';

type Waiting = Pick<SessionRecord, 'queue' | 'outbox'>;
type Done = Result<undefined, StoreFailure>;

export interface InputQueuePorts {
  readonly emit: Emit;
  readonly clock: Clock;
  readonly ids: Ids;
}

export class InputQueue {
  private readonly session: SessionHandle;
  private readonly ports: InputQueuePorts;
  /** Entries that are records although the sidecar still has them. */
  private readonly recorded = new Set<string>();
  private readonly changes = new SerialQueue();
  /** The pause a failure makes holds from the failure on, whether the disk takes it or not. */
  private failurePaused: boolean;
  private wake: (() => void)[] = [];
  /** A turn went wrong or was stopped, and nothing has begun since: what is said before anything does waits, too. */
  private hasFailed = false;

  constructor(session: SessionHandle, ports: InputQueuePorts) {
    this.session = session;
    this.ports = ports;
    const ids = new Set(session.active().records.map((record) => record.id));
    const { steering, followUps, failurePaused } = session.session().queue;
    this.failurePaused = failurePaused;
    for (const entry of [...steering, ...followUps]) if (ids.has(entry.id)) this.recorded.add(entry.id);
  }

  get outbox(): readonly OutboxEntry[] {
    return this.now().outbox;
  }

  /** What the running turn is to be told, oldest first. */
  get steering(): readonly OutboxEntry[] {
    return this.now().queue.steering;
  }

  get followUps(): readonly OutboxEntry[] {
    return this.now().queue.followUps;
  }

  /** Steering waits and the person paused its delivery: the request is held (behaviour 3.13). */
  get isHeld(): boolean {
    return this.steering.length > 0 && this.session.session().queue.deliveryPaused;
  }

  /** Something waits, no turn runs that it could belong to, and nothing keeps it from being sent. */
  get isDue(): boolean {
    const { deliveryPaused } = this.session.session().queue;
    return isWaiting(this.now().queue) && !deliveryPaused && !this.failurePaused;
  }

  /** A prompt, from Enter on: its entry is on disk when this resolves (design 4.1). */
  async accept(text: string): Promise<Result<OutboxEntry, StoreFailure>> {
    this.begins();
    const entry = this.entry(text);
    const kept = await this.change(({ outbox }) => ({ outbox: [...outbox, entry] }));
    return kept.ok ? ok(entry) : kept;
  }

  enqueue(text: string, as: 'steering' | 'followUps'): Promise<Done> {
    const entry = this.entry(text);
    if (this.hasFailed) this.failurePaused = true;
    return this.change(({ queue }) => ({ queue: { ...queue, [as]: [...queue[as], entry] } }));
  }

  /** The person asked for something, or a turn or compaction begins: a failure before it holds up nothing more. */
  begins(): void {
    this.hasFailed = false;
  }

  /** Changes or removes (`null`) an entry; false when none has this id any more. */
  async edit(id: string, text: string | null): Promise<Result<boolean, StoreFailure>> {
    let found = false;
    const edited = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
      entries.flatMap((entry) => {
        if (entry.id !== id) return [entry];
        found = true;
        return text === null ? [] : [{ ...entry, text }];
      });
    const done = await this.change(({ queue, outbox }) => ({
      outbox: edited(outbox),
      queue: { ...queue, steering: edited(queue.steering), followUps: edited(queue.followUps) },
    }));
    return done.ok ? ok(found) : done;
  }

  /** The person pauses delivery. */
  pause(): Promise<Done> {
    return this.change(({ queue }) => ({ queue: { ...queue, deliveryPaused: true } }));
  }

  /** The person goes on; that ends the pause a failure made, too. */
  async resume(): Promise<Done> {
    const before = this.failurePaused;
    this.begins();
    this.failurePaused = false;
    const done = await this.change(({ queue }) => ({ queue: { ...queue, deliveryPaused: false } }));
    if (!done.ok) this.failurePaused = before;
    return done;
  }

  /**
   * The person stops what runs: from now on nothing that waits is sent, however well what runs comes to its end. Resolves
   * once the disk has the pause.
   */
  stops(): Promise<void> {
    this.failurePaused = true;
    return this.settled('badly');
  }

  /**
   * A turn went wrong, or its process ended: what waits behind it waits on. A turn that went well ends that pause, unless
   * it was stopped on its last steps.
   */
  async settled(how: 'well' | 'badly'): Promise<void> {
    this.hasFailed ||= how === 'badly';
    const kept = await this.change(({ queue }) => {
      this.failurePaused = (how === 'badly' || this.hasFailed) && isWaiting(queue);
      const { failurePaused } = this;
      return failurePaused === this.session.session().queue.failurePaused
        ? {}
        : { queue: { ...queue, failurePaused } };
    });
    // Nothing is lost where the disk does not take it: it is in force here, and whoever opens the session next pauses too.
    if (!kept.ok) this.tell();
  }

  /**
   * What waits longest becomes a prompt, in one step: steering that its turn did not live to hear, then follow-ups.
   * Undefined when it was taken away meanwhile.
   */
  async promote(): Promise<Result<OutboxEntry | undefined, StoreFailure>> {
    let promoted: OutboxEntry | undefined;
    const done = await this.change(({ queue, outbox }) => {
      promoted = [...queue.steering, ...queue.followUps][0];
      if (promoted === undefined) return {};
      const { id } = promoted;
      const others = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
        entries.filter((entry) => entry.id !== id);
      return {
        outbox: [...outbox, promoted],
        queue: { ...queue, steering: others(queue.steering), followUps: others(queue.followUps) },
      };
    });
    return done.ok ? ok(promoted) : done;
  }

  /** These entries are records now: they wait no more, whatever becomes of the sidecar. */
  async delivered(ids: readonly string[]): Promise<Done> {
    if (ids.length === 0) return ok();
    for (const id of ids) this.recorded.add(id);
    return this.change((now) => now);
  }

  /** Takes out of the sidecar what a crash left there although it is a record. */
  async tidy(): Promise<Done> {
    return this.recorded.size === 0 ? ok() : this.change((now) => now);
  }

  /** Resolves when anything of the queue has changed. */
  whenChanged(): Promise<void> {
    return new Promise((resolve) => this.wake.push(resolve));
  }

  /** What waits as it is now: entries that are records by now are gone. */
  private now(): Waiting {
    const { outbox, queue } = this.session.session();
    return {
      outbox: this.waiting(outbox),
      queue: {
        ...queue,
        failurePaused: this.failurePaused,
        steering: this.waiting(queue.steering),
        followUps: this.waiting(queue.followUps),
      },
    };
  }

  private entry(text: string): OutboxEntry {
    return { id: this.ports.ids.next('record'), text, at: isoTime(this.ports.clock) };
  }

  private waiting(entries: readonly OutboxEntry[]): OutboxEntry[] {
    return entries.filter((entry) => !this.recorded.has(entry.id));
  }

  /** One change at a time: each is made of what the one before has left. */
  private change(make: (now: Waiting) => SessionChange): Promise<Done> {
    return this.changes.run(async () => {
      const change = make(this.now());
      if (Object.keys(change).length === 0) return ok();
      const updated = await this.session.write.update(change, neverAborted());
      if (updated.ok) this.tell();
      return updated;
    });
  }

  private tell(): void {
    this.ports.emit({ event: 'queue', ...this.now() });
    const woken = this.wake;
    this.wake = [];
    for (const wake of woken) wake();
  }
}

function isWaiting({ steering, followUps }: Waiting['queue']): boolean {
  return steering.length > 0 || followUps.length > 0;
}
