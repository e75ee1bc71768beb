// Many processes after one lock, in many interleavings and with deaths at any call: never two owners, never nobody.

import assert from 'node:assert/strict';
import { takeLock } from '../../../../src/adapters/disk/process-lock.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { mortalFiles } from '../../../support/mortal-files.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const rounds = process.env['SEGUE_LONG'] === undefined ? 150 : 1500;
const lock = '/s/.lock';

interface Race {
  readonly taken: number;
  readonly died: number;
}

/** Five processes want the lock of a dead one; some die at a random call of theirs, also while they hold it. */
async function race(seed: number, withoutLinks: boolean): Promise<Race> {
  const random = seededRandom(seed);
  const clock = new VirtualClock();
  const latencyMs = (): number => 1 + Math.floor(random() * 40);
  const computer = new MemoryComputer({ clock, withoutLinks, latencyMs });
  computer.disk.put('/x', '');
  const created = computer.disk.files.folders.create('/s');
  await clock.advance(100);
  valueOf(await created);
  const first = computer.processes.start();
  computer.disk.put(lock, JSON.stringify({ ...first.identity, token: 'first', since: 'then' }));
  first.end();

  const owners = new Set<number>();
  const result = { taken: 0, died: 0 };
  const contend = async (): Promise<void> => {
    const process = computer.processes.start();
    const { pid } = process.identity;
    const lastCall = random() < 0.5 ? 1 + Math.floor(random() * 25) : Infinity;
    let dead = false;
    const die = (): boolean => {
      if (!dead) {
        result.died++;
        process.end();
        owners.delete(pid);
      }
      dead = true;
      return true;
    };
    const { files } = mortalFiles(computer.disk.files, (calls) => (calls > lastCall ? die() : dead));
    const ports = { ...computer.ports(process), files };
    await clock.delay(Math.floor(random() * 200), never);
    const held = valueOf(await takeLock(ports, { path: lock, subject: '/s', waitMs: 1e9 }, never));
    owners.add(pid);
    assert.equal(owners.size, 1, `seed ${seed}: two owners at once`);
    result.taken++;
    await clock.delay(50, never);
    owners.delete(pid);
    await held.release();
  };
  const all = Array.from({ length: 5 }, contend);
  const finished = all.map(() => false);
  let failure: unknown;
  all.forEach((one, place) => {
    one.then(
      () => (finished[place] = true),
      (error: unknown) => (failure = error),
    );
  });
  for (let step = 0; step < 400 && failure === undefined; step++) {
    await clock.advance(100);
    if (finished.filter(Boolean).length + result.died === all.length) break;
  }
  if (failure !== undefined) throw failure as Error;
  const ended = finished.filter(Boolean).length + result.died;
  assert.equal(ended, all.length, `seed ${seed}: somebody living never got the lock`);
  return result;
}

describe('process lock races', function () {
  this.timeout(600_000);
  for (const withoutLinks of [false, true]) {
    it(`never has two owners and never locks the living out ${withoutLinks ? 'without' : 'with'} hard links`, async () => {
      const total = { taken: 0, died: 0 };
      for (let seed = 1; seed <= rounds; seed++) {
        const { taken, died } = await race(seed, withoutLinks);
        total.taken += taken;
        total.died += died;
      }
      // The races are worth nothing unless processes really died and others really went on.
      assert.ok(total.died > rounds / 2, `only ${total.died} deaths`);
      assert.ok(total.taken > rounds, `only ${total.taken} locks taken`);
    });
  }
});
