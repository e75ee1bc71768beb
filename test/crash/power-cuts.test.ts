// The power goes at every effect of every operation, on a disk that forgets whatever was not synced, or keeps any part
// of it. Afterwards the old state or the new one is there, and what was confirmed is there once.

import assert from 'node:assert/strict';
import { assertNever } from '../../src/base/fail.ts';
import { MemoryComputer } from '../support/disk-store.ts';
import { never, valueOf } from '../support/expect.ts';
import { PowerLoss, type Survival } from '../support/memory-disk.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { aftermath, confirmOneMore, type Outcome } from './aftermath.ts';
import { operations, type CrashOperation, type Tamper } from './operations.ts';

const long = process.env['SEGUE_LONG'] !== undefined;
const seeds = long ? 40 : 3;

interface Prepared {
  readonly computer: MemoryComputer;
  readonly path: string | undefined;
}

async function prepare(operation: CrashOperation): Promise<Prepared> {
  const computer = new MemoryComputer();
  const tamper: Tamper = {
    write: async (path, text) => computer.disk.put(path, text),
    append: async (path, text) => computer.disk.put(path, computer.disk.text(path) + text),
  };
  const path = await operation.prepare(computer.store(), tamper);
  computer.crash({ chance: 1 });
  return { computer, path };
}

/** Runs the operation until the power goes, and says whether it had been confirmed. */
async function runUntilCut({ computer, path }: Prepared, operation: CrashOperation): Promise<boolean> {
  let confirmed = false;
  try {
    await operation.run(computer.store(), path, () => (confirmed = true));
  } catch (error) {
    if (!(error instanceof PowerLoss)) throw error;
  }
  return confirmed;
}

async function outcomeOf(computer: MemoryComputer): Promise<Outcome> {
  const ports = computer.ports();
  return aftermath(computer.store({ ports }), ports);
}

/** The states before and after, and how many effects lie between them. */
async function bounds(operation: CrashOperation): Promise<{ old: Outcome; done: Outcome; effects: number }> {
  const old = await outcomeOf((await prepare(operation)).computer);
  const prepared = await prepare(operation);
  assert.equal(await runUntilCut(prepared, operation), true);
  const effects = prepared.computer.disk.effects.length;
  return { old, done: await outcomeOf(prepared.computer), effects };
}

type Then = 'the power goes again' | 'work goes on';

interface Break {
  readonly number: number;
  /** How much of a write happens when it is the effect that is broken off. */
  readonly part: number;
  readonly what: string;
  readonly happens: (computer: MemoryComputer) => void;
}

/** Every way to break the operation off at this effect. */
function* breaksAt(number: number): Generator<Break> {
  for (const part of [0, 0.5]) {
    yield {
      number,
      part,
      what: 'nothing unsynced survives',
      happens: (computer) => computer.crash({ chance: 0 }),
    };
    yield { number, part, what: 'everything survives', happens: (computer) => computer.crash({ chance: 1 }) };
    yield { number, part, what: 'only the process is killed', happens: (computer) => computer.kill() };
    for (let seed = 1; seed <= seeds; seed++) {
      const survival = (): Survival => ({ chance: 0.5, random: seededRandom(number * 1000 + seed) });
      const what = `a part survives (seed ${seed})`;
      yield { number, part, what, happens: (computer) => computer.crash(survival()) };
    }
  }
}

describe('power cuts', function () {
  this.timeout(600_000);
  const counts: string[] = [];

  for (const operation of operations) {
    it(`at any effect of "${operation.name}" leave the old state or the new one`, async () => {
      const { old, done, effects } = await bounds(operation);
      let cuts = 0;
      for (let number = 1; number <= effects + 1; number++) {
        for (const broken of breaksAt(number)) {
          for (const then of ['the power goes again', 'work goes on'] satisfies Then[]) {
            const where = `${operation.name}, effect ${number}, part ${broken.part}, ${broken.what}, ${then}`;
            await breakOff(operation, broken, {
              then,
              done,
              check: (outcome, confirmed) => assertOneOf(outcome, { old, done, confirmed }, where),
            });
            cuts++;
          }
        }
      }
      counts.push(`${operation.name} ${effects}`);
      assert.ok(cuts >= effects * 12);
    });

    it(`at any effect of the opening after a cut in "${operation.name}" lose nothing either`, async () => {
      const { old, done, effects } = await bounds(operation);
      const random = seededRandom(7);
      for (let number = 1; number <= effects; number++) {
        for (let again = 1; again <= 60; again++) {
          if (!long && random() > 0.15) continue;
          const prepared = await prepare(operation);
          const { computer } = prepared;
          computer.disk.powerOffAt(number);
          const confirmed = await runUntilCut(prepared, operation);
          computer.crash({ chance: 0.5, random });
          computer.disk.powerOffAt(again);
          const reached = await reopenUntilCut(computer);
          computer.crash({ chance: 0.5, random });
          const where = `${operation.name}, effect ${number}, opening ${again}`;
          assertOneOf(await outcomeOf(computer), { old, done, confirmed }, where);
          if (!reached) break;
        }
      }
    });
  }

  after(() => {
    console.log(`    power cuts: effects of each operation: ${counts.join(', ')}`);
  });
});

async function breakOff(
  operation: CrashOperation,
  broken: Break,
  next: {
    readonly then: Then;
    readonly done: Outcome;
    readonly check: (outcome: Outcome, confirmed: boolean) => void;
  },
): Promise<void> {
  const prepared = await prepare(operation);
  const { computer } = prepared;
  computer.disk.powerOffAt(broken.number, broken.part);
  const confirmed = await runUntilCut(prepared, operation);
  broken.happens(computer);
  const outcome = await outcomeOf(computer);
  next.check(outcome, confirmed);
  const isDone = JSON.stringify(outcome) === JSON.stringify(next.done);
  switch (next.then) {
    case 'the power goes again':
      // What an opening has shown is durable: it does not change with the next cut.
      computer.crash({ chance: 0 });
      assert.deepEqual(await outcomeOf(computer), outcome);
      return;
    case 'work goes on':
      if (isDone) await assertOneMore(computer);
      else await assertDoneAgain(prepared, operation, next.done);
      return;
    default:
      assertNever(next.then);
  }
}

/** What is confirmed on top of a recovered session survives the next cut. */
async function assertOneMore(computer: MemoryComputer): Promise<void> {
  const path = await confirmOneMore(computer.store(), 'one-more');
  computer.crash({ chance: 0 });
  assert.ok(path !== undefined);
  const handle = valueOf(await computer.store().open(path, 'read', never));
  assert.equal(handle.active().records.filter((record) => record.id === 'one-more').length, 1);
}

/** What had no effect can be done again, and survives the next cut then. */
async function assertDoneAgain(prepared: Prepared, operation: CrashOperation, done: Outcome): Promise<void> {
  assert.equal(await runUntilCut(prepared, operation), true);
  prepared.computer.crash({ chance: 0 });
  assert.deepEqual(await outcomeOf(prepared.computer), done);
}

/** True when the power went during the opening. */
async function reopenUntilCut(computer: MemoryComputer): Promise<boolean> {
  try {
    await outcomeOf(computer);
    return false;
  } catch (error) {
    if (error instanceof PowerLoss) return true;
    throw error;
  }
}

function assertOneOf(
  outcome: Outcome,
  expected: { readonly old: Outcome; readonly done: Outcome; readonly confirmed: boolean },
  where: string,
): void {
  if (JSON.stringify(outcome) === JSON.stringify(expected.done)) return;
  assert.ok(!expected.confirmed, `${where}: what was confirmed is not there`);
  assert.deepEqual(outcome, expected.old, where);
}
