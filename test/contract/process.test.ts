// Commands as real processes: what they may do to the host, and that nothing of them is left.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { randomIds } from '../../src/adapters/system/ids.ts';
import { createExecutions } from '../../src/core/executions/create-executions.ts';
import { executionTranscript } from '../../src/core/executions/transcript.ts';
import { OutputRing } from '../../src/core/executions/output-ring.ts';
import type { ProcessEnd, RunningProcess } from '../../src/core/executions/process.ts';
import { compileChild } from '../support/child-script.ts';
import { deferred } from '../support/deferred.ts';
import { conversation } from '../support/conversation.ts';
import { MemoryComputer, withTemporaryFolder } from '../support/disk-store.ts';
import { never, valueOf } from '../support/expect.ts';
import { groupMembers, untilGone } from '../support/process-groups.ts';

const runner = createNodeProcessRunner({ shell: '/bin/sh' });

class Run {
  readonly ring = new OutputRing();
  readonly process: RunningProcess;
  private readonly over = deferred<ProcessEnd>();
  private readonly waiting: { readonly text: string; readonly found: () => void }[] = [];
  batches = 0;
  ends = 0;

  constructor(command: string, cwd = tmpdir()) {
    this.process = runner.start(
      { command, cwd },
      {
        output: (text, skipped) => {
          assert.equal(this.ends, 0, 'output after the end');
          this.batches++;
          this.ring.add(text, skipped);
          const { head } = this.ring.captured();
          for (const { text: wanted, found } of this.waiting) if (head.includes(wanted)) found();
        },
        ended: (end) => {
          this.ends++;
          this.over.resolve(end);
        },
      },
    );
  }

  get end(): Promise<ProcessEnd> {
    return this.over.promise;
  }

  get text(): string {
    this.ring.end();
    const { head, tail } = this.ring.captured();
    return head + tail;
  }

  /** Resolves once it has printed the text. */
  async printed(text: string): Promise<void> {
    const { head } = this.ring.captured();
    if (head.includes(text)) return;
    await new Promise<void>((found) => this.waiting.push({ text, found }));
  }

  /** The group its command printed, as `echo group $$` does. */
  group(): number {
    return Number(/group (\d+)/.exec(this.text)?.[1]);
  }
}

async function ran(command: string): Promise<{ readonly end: ProcessEnd; readonly text: string }> {
  const run = new Run(command);
  const end = await run.end;
  assert.equal(run.ends, 1);
  return { end, text: run.text };
}

describe('a command', () => {
  it('tells its output and its status, standard output and error in the order they came', async () => {
    const { end, text } = await ran('echo one; echo two >&2; echo three; exit 7');
    assert.deepEqual([text, end], ['one\ntwo\nthree\n', { kind: 'exited', code: 7 }]);
  });

  it('that prints nothing ends with its status', async () => {
    assert.deepEqual(await ran('true'), { text: '', end: { kind: 'exited', code: 0 } });
  });

  it('has nothing to read and no terminal', async () => {
    const { text, end } = await ran('cat; test -t 0 || test -t 1 || echo no terminal; : </dev/tty');
    assert.match(text, /^no terminal\n/);
    assert.ok(end.kind === 'exited' && end.code !== 0);
  });

  it('runs in the folder it is given', async () => {
    await withTemporaryFolder(async (folder) => {
      const run = new Run('pwd -P', folder);
      await run.end;
      assert.ok(run.text.trim().endsWith(folder.split('/').at(-1)!));
    });
  });

  it('does not start in a folder that is not there, and says so', async () => {
    const run = new Run('true', join(tmpdir(), 'segue-there-is-no-such-folder'));
    const end = await run.end;
    assert.ok(end.kind === 'not-started');
    assert.match(end.why, /no-such-folder cannot be entered/);
  });

  it('does not start when no process could be given it', async () => {
    for (const command of ['echo \0', 'x'.repeat(4_000_000)]) {
      const { end } = await ran(command);
      assert.equal(end.kind, 'not-started');
    }
  });

  it('that ends by a signal says which', async () => {
    assert.deepEqual((await ran('kill -SEGV $$')).end, { kind: 'signalled', signal: 'SIGSEGV' });
  });

  it('with a shell of the person that is not there runs in the one of the system', async () => {
    const lost = createNodeProcessRunner({ shell: '/no/such/shell' });
    const end = deferred<ProcessEnd>();
    lost.start({ command: 'exit 3', cwd: tmpdir() }, { output: () => undefined, ended: end.resolve });
    assert.deepEqual(await end.promise, { kind: 'exited', code: 3 });
  });
});

describe('what a command prints', () => {
  it('is text even when it is binary, and nothing in it can harm a terminal', async () => {
    const { text, end } = await ran('head -c 100000 /dev/urandom; printf "\\0\\001\\033[31mred"');
    assert.deepEqual(end, { kind: 'exited', code: 0 });
    assert.equal(/[\0-\x06\x0e-\x1a\x7f-\x9f]/.test(text), false);
    assert.ok(text.isWellFormed() && text.endsWith('\x1b[31mred'));
  });

  it('keeps characters whole that come in two writes', async () => {
    const { text } = await ran("printf '\\360\\237'; sleep 0.15; printf '\\230\\200 ok'");
    assert.equal(text, '\u{1f600} ok');
  });

  it('may be 200 MB: counted to the last character, kept at both ends, for little memory', async () => {
    const before = process.memoryUsage.rss();
    const run = new Run('echo begin; head -c 200000000 /dev/zero | tr "\\0" x; echo; echo the end');
    assert.deepEqual(await run.end, { kind: 'exited', code: 0 });
    run.ring.end();
    const { head, tail, characters, omitted } = run.ring.captured();
    assert.equal(characters, 200_000_000 + 'begin\n\nthe end\n'.length);
    assert.ok(head.startsWith('begin\nxxx') && tail.endsWith('xxx\nthe end\n'));
    assert.equal(omitted, characters - head.length - tail.length);
    const grown = process.memoryUsage.rss() - before;
    assert.ok(grown < 100_000_000, `memory grew by ${grown}`);
  });

  it('is told in few batches while it never stops', async () => {
    const run = new Run('yes & sleep 0.5; kill $!');
    const before = performance.now();
    await run.end;
    const tenths = (performance.now() - before) / 100;
    assert.ok(run.batches <= 2 * (tenths + 2), `${run.batches} batches in ${tenths} tenths of a second`);
  });
});

describe('stopping a command', () => {
  it('asks it and all it has started', async () => {
    const run = new Run('echo group $$; sleep 1000 & sleep 1000 & wait');
    await run.printed('group');
    run.process.stop('ask');
    assert.deepEqual(await run.end, { kind: 'signalled', signal: 'SIGTERM' });
    assert.deepEqual(groupMembers(run.group()), []);
    run.process.stop('force');
  });

  it('by force ends what does not listen', async () => {
    const run = new Run('trap "" TERM; echo group $$; while :; do sleep 1000; done');
    await run.printed('group');
    run.process.stop('ask');
    run.process.stop('force');
    assert.deepEqual(await run.end, { kind: 'signalled', signal: 'SIGKILL' });
    await untilGone(run.group());
  });

  it('reaches one that was halted', async () => {
    const run = new Run('echo group $$; kill -STOP $$');
    await run.printed('group');
    run.process.stop('ask');
    assert.deepEqual(await run.end, { kind: 'signalled', signal: 'SIGTERM' });
  });

  it('ends one that forks all the time', async () => {
    const run = new Run('echo group $$; trap "" TERM; while :; do (sleep 1000; :) & sleep 0.01; done');
    await run.printed('group');
    run.process.stop('ask');
    run.process.stop('force');
    await run.end;
    await untilGone(run.group());
  });

  it('at once, before it has begun, leaves nothing', async () => {
    const run = new Run('echo began; sleep 1000');
    run.process.stop('force');
    assert.deepEqual(await run.end, { kind: 'signalled', signal: 'SIGKILL' });
  });
});

describe('what a command leaves behind', () => {
  it('may write for a moment after it, and is ended then', async () => {
    const run = new Run('echo group $$; (sleep 0.1; echo late; sleep 1000) & exit 4');
    assert.deepEqual(await run.end, { kind: 'exited', code: 4 });
    assert.match(run.text, /late/);
    await untilGone(run.group());
  });

  it('is ended also when it has closed its output', async () => {
    const run = new Run('echo group $$; sleep 1000 >/dev/null 2>&1 & exit 0');
    assert.deepEqual(await run.end, { kind: 'exited', code: 0 });
    await untilGone(run.group());
  });

  it('in a group of its own that holds the output open does not keep the command from ending', async () => {
    const run = new Run('setsid sh -c "echo group \\$\\$; sleep 1000" & sleep 0.2; exit 0');
    assert.deepEqual(await run.end, { kind: 'exited', code: 0 });
    process.kill(-run.group(), 'SIGKILL');
    await untilGone(run.group());
  });
});

describe('the end of the host', () => {
  it('by a kill ends every group it has started, those that do not listen too', async () => {
    await withTemporaryFolder(async (folder) => {
      const entry = fileURLToPath(new URL('../support/command-host.ts', import.meta.url));
      const commands = [
        'echo group $$; sleep 1000 & sleep 1000',
        'trap "" TERM HUP; echo group $$; while :; do sleep 1000; done',
      ];
      const host = spawn(process.execPath, [await compileChild(entry, folder), ...commands], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      for await (const piece of host.stdout as AsyncIterable<Buffer>) {
        text += piece.toString('utf8');
        if ((text.match(/group \d+\n/g) ?? []).length === 2) break;
      }
      const groups = [...text.matchAll(/group (\d+)/g)].map(([, group]) => Number(group));
      for (const group of groups) assert.ok(groupMembers(group).length > 0);
      host.kill('SIGKILL');
      await once(host, 'exit');
      for (const group of groups) await untilGone(group);
    });
  });
});

describe('managed executions over real processes', () => {
  it('let a command go on, stop it by force, and leave nothing when they are disposed of', async () => {
    const computer = new MemoryComputer();
    const session = valueOf(await computer.store().create({ name: 'Real' }, never));
    const calls = conversation().user('Run').calls('run_command').calls('run_command').records();
    valueOf(await session.write.append(calls, never));
    const ended = deferred();
    const executions = createExecutions({
      ...{ processes: runner, clock: systemClock, ids: randomIds },
      transcript: executionTranscript(session),
      emit: (render) => {
        if (render.command.startsWith('trap') && render.state === 'ended') ended.resolve();
      },
      warn: (text) => assert.fail(text),
    });
    const start = { owner: '/root', cwd: tmpdir(), yieldMs: 300 };
    const [stubborn, quick] = await Promise.all([
      executions.start(
        {
          ...start,
          callId: 'call-1',
          command: 'trap "" TERM; echo group $$; while :; do sleep 1000; done',
        },
        never,
      ),
      executions.start({ ...start, callId: 'call-2', command: 'sleep 1000', yieldMs: 0 }, never),
    ]);
    assert.deepEqual([stubborn.kind, quick.kind], ['background', 'background']);
    executions.stop(stubborn.render.executionId);
    await ended.promise;
    const known = executions.ofCall('call-1');
    assert.deepEqual([known?.end, known?.signal], ['stopped', 'SIGKILL']);
    await executions.dispose();
    await untilGone(Number(/group (\d+)/.exec(known?.output.head ?? '')?.[1]));
    const ends = session.active().records.filter(({ kind }) => kind === 'execution-completion');
    assert.equal(ends.length, 2);
  });
});

describe('a test that looks for processes', () => {
  it('sees its own', () => {
    assert.ok(readdirSync('/proc').includes(String(process.pid)));
    const group = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[2]);
    assert.ok(groupMembers(group).includes(process.pid));
  });
});
