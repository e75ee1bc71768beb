// A real process is killed at every effect it has on the session's folder: right before it, right after it and, for
// writes, half-way. Afterwards the old state or the new one is there, and what it had confirmed is there once.

import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileChild, inParallel, runChild, type ChildEnd } from '../support/child-script.ts';
import { realDiskPorts, realStore } from '../support/disk-store.ts';
import { aftermath, type Outcome } from './aftermath.ts';
import { operations, type CrashOperation } from './operations.ts';
import { countedByStrace, hasStrace } from './strace.ts';

const long = process.env['SEGUE_LONG'] !== undefined;
const hook = fileURLToPath(new URL('./kill-hook.mjs', import.meta.url));

interface Kill {
  readonly number: number;
  readonly when: 'before' | 'after' | 'half';
}

interface Prepared {
  readonly operation: CrashOperation;
  /** A folder holding the sessions as they are before the operation; copied for each run. */
  readonly template: string;
  /** The session's folder name. */
  readonly session: string | undefined;
}

describe('kill points', function () {
  this.timeout(600_000);
  let folder = '';
  let child = '';
  let strace = false;
  let runs = 0;
  const counts: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'segue-kill-'));
    strace = await hasStrace();
    child = await compileChild(fileURLToPath(new URL('./operate.ts', import.meta.url)), folder);
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
    console.log(`    kill points: ${counts.join('; ')}`);
  });

  async function prepare(operation: CrashOperation): Promise<Prepared> {
    const template = await mkdtemp(join(folder, 'template-'));
    const tamper = { write: writeFile, append: appendFile };
    const path = await operation.prepare(realStore(template), tamper);
    return { operation, template, session: path === undefined ? undefined : basename(path) };
  }

  /** Runs the operation on a fresh copy and gives the copy to `use`, and what it says where the trace is. */
  async function run<T>(
    { operation, template, session }: Prepared,
    how: { readonly kill?: Kill; readonly before?: readonly string[] },
    use: (root: string, end: ChildEnd, trace: string) => Promise<T>,
  ): Promise<T> {
    const root = join(folder, `run-${++runs}`);
    const trace = `${root}.trace`;
    await cp(template, root, { recursive: true });
    const args = [operation.name, root, ...(session === undefined ? [] : [join(root, session)])];
    const command = [...(how.before ?? []), process.execPath, '--import', hook, child, ...args];
    const env = {
      SEGUE_EFFECTS_ROOT: root,
      SEGUE_EFFECTS_TRACE: trace,
      ...(how.kill === undefined ? {} : { SEGUE_EFFECTS_KILL: `${how.kill.number} ${how.kill.when}` }),
    };
    const end = await runChild(command, env);
    const value = await use(root, end, trace);
    await rm(root, { recursive: true, force: true });
    return value;
  }

  const outcomeOf = (root: string): Promise<Outcome> => aftermath(realStore(root), realDiskPorts());

  for (const operation of operations) {
    it(`at every effect of "${operation.name}" leave the old state or the new one`, async () => {
      const prepared = await prepare(operation);
      const old = join(folder, 'old');
      await cp(prepared.template, old, { recursive: true });
      const before = await outcomeOf(old);
      await rm(old, { recursive: true });

      const whole = await run(prepared, {}, async (root, end, trace) => {
        assert.equal(end.code, 0, end.errors);
        const effects = (await readFile(trace, 'utf8')).split('\n').slice(0, -1);
        return { effects, done: await outcomeOf(root) };
      });
      assert.notDeepEqual(whole.done, operation.name.startsWith('open') ? undefined : before);

      const byStrace = await countByStrace(prepared);
      assert.equal(byStrace ?? whole.effects.length, whole.effects.length);

      const kills = killsOf(whole.effects);
      const points = new Set<number>();
      await inParallel(kills, 2, (kill) =>
        run(prepared, { kill }, async (root, end) => {
          const where = `${operation.name}: ${kill.when} effect ${kill.number}, ${whole.effects[kill.number - 1]}`;
          assert.equal(end.signal, 'SIGKILL', `${where}: not killed: ${end.errors}`);
          points.add(kill.number);
          const outcome = await outcomeOf(root);
          if (JSON.stringify(outcome) === JSON.stringify(whole.done)) return;
          assert.ok(!end.output.includes('confirmed'), `${where}: what was confirmed is not there`);
          assert.deepEqual(outcome, before, where);
        }),
      );
      assert.equal(points.size, whole.effects.length);
      const checked = byStrace === undefined ? '' : `, by strace ${byStrace}`;
      counts.push(
        `${operation.name} ${points.size} of ${whole.effects.length}${checked} (${kills.length} kills)`,
      );
    });
  }

  /** How many effects the kernel counts, where strace can be asked. */
  async function countByStrace(prepared: Prepared): Promise<number | undefined> {
    if (!strace) return undefined;
    const log = join(folder, 'strace.log');
    const command = ['strace', '-f', '-y', '-e', 'trace=%file,%desc', '-o', log];
    return run(prepared, { before: command }, async (root, end) => {
      assert.equal(end.code, 0, end.errors);
      return countedByStrace(await readFile(log, 'utf8'), root);
    });
  }
});

/** Before and after every effect; half-way in every write, in the short run only in those that matter most. */
function killsOf(effects: readonly string[]): readonly Kill[] {
  return effects.flatMap((effect, place): Kill[] => {
    const number = place + 1;
    const halves = effect.startsWith('write') && (long || !effect.includes('.lock'));
    const kills: Kill[] = [
      { number, when: 'before' },
      { number, when: 'after' },
    ];
    return halves ? [...kills, { number, when: 'half' }] : kills;
  });
}
