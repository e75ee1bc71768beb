// Long random lives of a session: changes, failing effects, kills and power cuts in any order. After each step the
// session is what was confirmed, or that and the one change that was under way, whole.

import assert from 'node:assert/strict';
import { verifySessionFolder } from '../../src/adapters/disk/verify-session.ts';
import type { StoreFailure } from '../../src/core/sessions/failures.ts';
import type { Result } from '../../src/base/result.ts';
import type { Rotated, SessionHandle } from '../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { MemoryComputer } from '../support/disk-store.ts';
import { never, valueOf } from '../support/expect.ts';
import { PowerLoss } from '../support/memory-disk.ts';
import { wholeRotation } from '../support/rotation-sample.ts';
import { seededRandom } from '../support/seeded-random.ts';

const long = process.env['SEGUE_LONG'] !== undefined;
const walks = long ? 600 : 30;
const steps = 40;

/** What a session is to hold. */
interface Expected {
  readonly name: string;
  readonly outbox: readonly string[];
  /** Record ids by segment; the last is the active one. */
  readonly segments: readonly (readonly string[])[];
}

interface Change {
  readonly after: Expected;
  readonly run: (handle: SessionHandle) => Promise<Result<Partial<Rotated> | undefined, StoreFailure>>;
}

class Walk {
  private readonly seed: number;
  private readonly random: () => number;
  private readonly computer = new MemoryComputer();
  private handle: SessionHandle | undefined;
  private path = '';
  private expected: Expected = { name: 'Walk', outbox: [], segments: [[]] };
  /** What a power cut may still bring back: a rotation said that its commit is not known to be durable. */
  private unsettled: readonly Expected[] = [];
  private ids = 0;
  readonly seen = { confirmed: 0, failed: 0, reopened: 0, cut: 0, underWay: 0 };

  constructor(seed: number) {
    this.seed = seed;
    this.random = seededRandom(seed);
  }

  async run(): Promise<void> {
    this.handle = valueOf(await this.computer.store().create({ name: 'Walk' }, never));
    this.path = this.handle.path;
    for (let step = 1; step <= steps; step++) await this.step();
    await this.goOn([]);
    await this.handle.close();
    const verified = valueOf(await verifySessionFolder(this.computer.ports(), this.path, never));
    assert.deepEqual(verified.problems, [], `seed ${this.seed}`);
  }

  private async step(): Promise<void> {
    const change = this.change();
    this.computer.disk.restart();
    const trouble = this.random();
    if (trouble < 0.2) this.failSome();
    else if (trouble < 0.45) this.computer.disk.powerOffAt(this.below(12) + 1, this.random());
    try {
      const handle = this.handle ?? (await this.reopen());
      const result = await change.run(handle);
      if (result.ok) {
        this.unsettled = result.value?.later ? [this.expected] : [];
        this.expected = change.after;
        this.seen.confirmed++;
      } else this.seen.failed++;
      await this.check(handle, [this.expected]);
      if (!result.ok && (await this.isStuck(handle))) await this.goOn([change.after]);
      else if (this.random() < 0.15) await this.goOn([]);
    } catch (error) {
      if (!(error instanceof PowerLoss)) throw error;
      this.seen.cut++;
      await this.goOn([change.after]);
    }
  }

  private change(): Change {
    const kind = this.random();
    const { segments, outbox } = this.expected;
    const active = segments.at(-1) ?? [];
    if (kind < 0.55) {
      const records = Array.from({ length: 1 + this.below(4) }, () => this.record());
      const after = [...segments.slice(0, -1), [...active, ...records.map((record) => record.id)]];
      return {
        after: { ...this.expected, segments: after },
        run: (handle) => handle.write.append(records, never),
      };
    }
    if (kind < 0.62) {
      const text = 'streamed '.repeat(this.below(2000));
      const answer = text === '' ? null : { turn: 1, requestId: `q${++this.ids}`, text };
      return { after: this.expected, run: (handle) => handle.write.keepStreamed(answer, never) };
    }
    if (kind < 0.84) {
      const name = `Name ${++this.ids}`;
      const next = this.random() < 0.5 ? [...outbox, `prompt-${this.ids}`] : outbox.slice(1);
      const change = { name, outbox: next.map((id) => ({ id, text: id, at: 'now' })) };
      return {
        after: { ...this.expected, name, outbox: next },
        run: (handle) => handle.write.update(change, never),
      };
    }
    const rotation = wholeRotation(`summary-${++this.ids}`);
    const movable = active.filter((id) => !id.startsWith('summary'));
    const kept = movable.slice(movable.length - this.below(Math.min(4, movable.length + 1)));
    return {
      after: { ...this.expected, segments: [...segments, [rotation.summary.id, ...kept]] },
      run: (handle) => {
        const records = handle.active().records;
        const batch = records.slice(records.length - kept.length);
        return handle.write.rotate({ ...rotation, batch, cut: batch[0]?.id ?? null }, never);
      },
    };
  }

  private record(): TranscriptRecord {
    const id = `r${++this.ids}`;
    const length = this.random() < 0.05 ? 270_000 : this.below(200);
    return {
      kind: 'assistant',
      id,
      turn: 1,
      at: 'now',
      content: [{ type: 'text', text: id.repeat(length).slice(0, length) }],
    };
  }

  /** One effect fails, or from one on all of them. */
  private failSome(): void {
    const from = 1 + this.below(25);
    const to = this.random() < 0.5 ? from : from + this.below(20);
    const code = ['ENOSPC', 'EIO', 'EROFS'][this.below(3)] ?? 'EIO';
    const part = this.random();
    this.computer.disk.fault = ({ number }) =>
      number >= from && number <= to ? { kind: 'fail', code, part } : undefined;
  }

  private async isStuck(handle: SessionHandle): Promise<boolean> {
    this.computer.disk.restart();
    const probe = await handle.write.append([], never);
    return !probe.ok && probe.error.kind === 'needs-reopen';
  }

  /** The process ends, in one way or another; a new one finds what was confirmed, or what else is possible. */
  private async goOn(underWay: readonly Expected[]): Promise<void> {
    const how = this.random();
    if (how < 0.3) this.computer.kill();
    else if (how < 0.5) this.computer.crash({ chance: 0 });
    else if (how < 0.8) this.computer.crash({ chance: 0.5, random: this.random });
    else {
      this.computer.disk.survive();
      await this.handle?.close();
      this.computer.kill();
    }
    this.handle = undefined;
    const handle = await this.reopen();
    this.expected = await this.check(handle, [this.expected, ...underWay, ...this.unsettled]);
    this.unsettled = [];
    if (underWay.includes(this.expected)) this.seen.underWay++;
  }

  private async reopen(): Promise<SessionHandle> {
    this.handle = valueOf(await this.computer.store().open(this.path, 'write', never));
    this.seen.reopened++;
    return this.handle;
  }

  /** The session is one of the expected ones; gives that one. */
  private async check(handle: SessionHandle, possible: readonly Expected[]): Promise<Expected> {
    const { name, outbox, activeSegment } = handle.session();
    const segments: (readonly string[])[] = [];
    for (let number = 1; number < activeSegment; number++) {
      const { records } = valueOf(await handle.segment(number, never));
      segments.push(records.map((record) => record.id));
    }
    segments.push(handle.active().records.map((record) => record.id));
    const found: Expected = { name, outbox: outbox.map((entry) => entry.id), segments };
    const match = possible.find((one) => JSON.stringify(one) === JSON.stringify(found));
    if (match === undefined) assert.deepEqual(found, possible[0], `seed ${this.seed}`);
    return match ?? found;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}

describe('random walks', function () {
  this.timeout(600_000);

  it('never leave anything but what was confirmed, or one whole change more', async () => {
    const total = { confirmed: 0, failed: 0, reopened: 0, cut: 0, underWay: 0 };
    for (let seed = 1; seed <= walks; seed++) {
      const walk = new Walk(seed);
      await walk.run();
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += walk.seen[key];
    }
    // Every kind of trouble really happened.
    for (const [what, count] of Object.entries(total)) assert.ok(count > walks / 4, `${what}: ${count}`);
    console.log(`    random walks: ${walks} of ${steps} steps: ${JSON.stringify(total)}`);
  });
});
