// Commands that set something apart from themselves, in a session of its own: it ends with a stop and with the host.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';
import type { ProcessEnd, RunningProcess } from '../../src/core/executions/process.ts';
import { compileChild } from '../support/child-script.ts';
import { deferred } from '../support/deferred.ts';
import { groupMembers, untilGone } from '../support/process-groups.ts';

const deaf = `setsid sh -c 'trap "" TERM HUP; echo group $$; while :; do sleep 1000; done' &`;
/** Its output is no longer the command's, so nothing tells that it is there. */
const silent = `setsid sh -c 'trap "" TERM HUP; echo group $$; exec >/dev/null 2>&1; while :; do sleep 1000; done' &`;
const twiceForked = `(setsid sh -c 'trap "" TERM; (echo group $$; sleep 1000) & wait' &) &`;
/** A child of a stray that carries no mark. */
const unmarked = `setsid sh -c 'trap "" TERM; env -i setsid sh -c "echo group \\$\\$; exec sleep 1000" & wait' &`;

/** Known by nothing but its parent, which is in the group that a stop ends. */
const cleared = `env -i setsid sh -c 'trap "" TERM HUP; echo group $$; while :; do sleep 1000; done' &`;

interface Started {
  readonly process: RunningProcess;
  readonly end: Promise<ProcessEnd>;
  /** The groups that said so, once there are so many. */
  groups(count: number): Promise<readonly number[]>;
}

function started(command: string, runner = createNodeProcessRunner({ shell: '/bin/sh' })): Started {
  const end = deferred<ProcessEnd>();
  const heard = new Heard();
  const process = runner.start(
    { command, cwd: '/' },
    { output: (text) => heard.add(text), ended: end.resolve },
  );
  return { process, end: end.promise, groups: (count) => heard.groups(count) };
}

class Heard {
  private text = '';
  private readonly waiting: (() => void)[] = [];

  add(text: string): void {
    this.text += text;
    for (const look of this.waiting) look();
  }

  async groups(count: number): Promise<readonly number[]> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = [...this.text.matchAll(/group (\d+)\n/g)].map(([, group]) => Number(group));
        if (found.length >= count) resolve(found);
      };
      this.waiting.push(look);
      look();
    });
  }
}

describe('what a command has set apart in a session of its own', function () {
  let folder = '';
  let host = '';
  const hosts: ChildProcess[] = [];

  before(async function () {
    if (process.platform !== 'linux') {
      console.log(`    sessions of their own: ${process.platform} has no marks that can be read`);
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'segue-strays-'));
    host = await compileChild(fileURLToPath(new URL('../support/command-host.ts', import.meta.url)), folder);
  });

  afterEach(() => {
    for (const child of hosts.splice(0)) child.kill('SIGKILL');
  });

  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  function hosting(...commands: readonly string[]): { readonly child: ChildProcess; readonly heard: Heard } {
    const child = spawn(process.execPath, [host, ...commands], { stdio: ['ignore', 'pipe', 'inherit'] });
    hosts.push(child);
    const heard = new Heard();
    child.stdout.on('data', (piece: Buffer) => heard.add(piece.toString('utf8')));
    return { child, heard };
  }

  const kinds = { deaf, silent, twiceForked, unmarked, cleared };
  for (const [kind, command] of Object.entries(kinds)) {
    it(`is left by no stop (${kind})`, async () => {
      const run = started(`${command} sleep 1000`);
      const [group = 0] = await run.groups(1);
      assert.notDeepEqual(groupMembers(group), []);
      run.process.stop('ask');
      assert.equal((await run.end).kind, 'signalled');
      await untilGone(group);
    });

    it(`is left by no kill of the host (${kind})`, async () => {
      const { child, heard } = hosting(`${command} sleep 1000`);
      const [group = 0] = await heard.groups(1);
      assert.notDeepEqual(groupMembers(group), []);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await untilGone(group);
    });
  }

  it('is found by a stop although asking and forcing overlap, and its group is gone by then', async () => {
    const run = started(`${cleared} ${deaf} sleep 1000`);
    const groups = await run.groups(2);
    run.process.stop('ask');
    run.process.stop('force');
    await run.end;
    for (const group of groups) await untilGone(group);
  });

  it('is left by no stop of a command that has to be forced', async () => {
    const run = started(`trap "" TERM; ${deaf} ${deaf} while :; do sleep 1000; done`);
    const groups = await run.groups(2);
    run.process.stop('force');
    await run.end;
    for (const group of groups) await untilGone(group);
  });

  it('goes on after a command that ended by itself, and ends with the host', async () => {
    const { child, heard } = hosting(`${silent} sleep 0.2; exit 0`, 'sleep 1; echo group $$; sleep 1000');
    const [group = 0, other = 0] = await heard.groups(2);
    assert.notDeepEqual(groupMembers(group), []);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await untilGone(group);
    await untilGone(other);
  });

  it('is ended for the stopped command alone: another command, and what is not a command, goes on', async () => {
    const runner = createNodeProcessRunner({ shell: '/bin/sh' });
    const bystander = spawn('setsid', ['sleep', '1000'], { stdio: 'ignore' });
    const [stopped, other] = [started(`${deaf} sleep 1000`, runner), started(`${deaf} sleep 1000`, runner)];
    const [[gone = 0], [there = 0]] = [await stopped.groups(1), await other.groups(1)];
    stopped.process.stop('ask');
    await untilGone(gone);
    assert.notDeepEqual(groupMembers(there), []);
    assert.equal(bystander.exitCode ?? bystander.signalCode, null);
    bystander.kill('SIGKILL');
    other.process.stop('force');
    await untilGone(there);
  });

  it('of a host that was itself started by a command ends with that command', async () => {
    const run = started([process.execPath, host, `${deaf} sleep 1000`].map(quoted).join(' '));
    const [group = 0] = await run.groups(1);
    run.process.stop('force');
    await run.end;
    await untilGone(group);
  });
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
