// A short soak, and what it is worth: in it the program was killed, compacted, failed and answered. `npm run soak` runs a
// long one.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { markedProcesses, markName } from './marked-processes.ts';
import { runSoak, type SoakResult } from './run-soak.ts';

const turns = process.env['SEGUE_LONG'] === undefined ? 60 : 500;

describe('a session that lives through kills, faults, steering and compactions', function () {
  this.timeout(600_000);
  const said: string[] = [];
  let result: SoakResult;

  before(async () => {
    result = await runSoak({ turns, seed: 7, say: (line) => said.push(line) });
  });

  it('loses nothing, doubles nothing, leaves no call without its result and no process behind', () => {
    const { turns: played, kills, ...faults } = result.counts;
    assert.deepEqual(faults, { lost: 0, doubled: 0, orphans: 0, loops: 0, leftovers: 0 }, said.join('\n'));
    assert.ok(played >= turns && kills > 0);
  });

  it('has compacted, failed and answered on its way', () => {
    const happened = [...result.tally.keys()].join(', ');
    for (const what of ['turn success', 'turn failed', 'compaction auto applied'])
      assert.ok(result.tally.has(what), `${what}: ${happened}`);
  });

  it('would see a process that is left behind', async function () {
    if (process.platform !== 'linux') {
      console.log(`    processes left behind: ${process.platform} does not tell their environment`);
      this.skip();
    }
    const mark = `${process.pid}-seen`;
    const script = 'console.log("up"); setTimeout(() => undefined, 60_000)';
    const child = spawn(process.execPath, ['-e', script], {
      env: { ...process.env, [markName]: mark },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    assert.deepEqual(markedProcesses(mark), [child.pid]);
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.deepEqual(markedProcesses(mark), []);
  });
});
