// The tools of commands, as a model meets them.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { loadPrompts } from '../../../../src/adapters/prompts/library.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { codePointLength } from '../../../../src/base/code-points.ts';
import type { ProcessEnd } from '../../../../src/core/executions/process.ts';
import { commandTools } from '../../../../src/core/tools/background-commands.ts';
import { Workspace } from '../../../../src/core/tools/workspace.ts';
import { resultCap } from '../../../../src/core/tools/outcomes.ts';
import type { ToolOutcome } from '../../../../src/core/tools/tool.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { conversation } from '../../../support/conversation.ts';
import { executionsBench, type ExecutionsBench } from '../../../support/executions-bench.ts';
import { MemoryWorkspace } from '../../../support/memory-workspace.ts';
import { ToolBench } from '../../../support/tool-bench.ts';
import { settle } from '../../../support/virtual-clock.ts';

const prompts = loadPrompts(fileURLToPath(new URL('../../../../prompts', import.meta.url)));
const calls = Array.from({ length: 6 }).reduce<ReturnType<typeof conversation>>(
  (talk) => talk.calls('run_command'),
  conversation().user('Run'),
);

interface CommandBench extends ExecutionsBench {
  readonly tools: ToolBench;
}

async function commandBench(roots: readonly string[] = ['/w']): Promise<CommandBench> {
  const bench = await executionsBench({ records: calls.records() });
  const files = new MemoryWorkspace().folder('/w/sub').put('/w/a.txt', 'a');
  const workspace = new Workspace(files, () => roots);
  const deps = { executions: bench.executions, workspace, sha256: nodeSha256, prompts, owner: '/root' };
  return { ...bench, tools: new ToolBench(commandTools(deps)) };
}

/** Runs a command that prints and ends at once. */
async function ran(command: string, printed: string, end: ProcessEnd | number): Promise<ToolOutcome> {
  const bench = await commandBench();
  bench.processes.onStart = (process) => {
    process.prints(printed);
    process.ends(end);
  };
  return bench.tools.run('run_command', { command });
}

function textOf(outcome: ToolOutcome): string {
  return `${outcome.isError ? 'ERROR ' : ''}${inlineText(outcome.content)}`;
}

describe('run_command', () => {
  it('answers with the exit code on a line of its own, how long it took, and the plain output', async () => {
    const outcome = await ran('npm test', '\x1b[32mall good\x1b[0m\n', 0);
    assert.equal(textOf(outcome), 'Exit code 0\nTook 0.0 s\n\nall good');
    assert.deepEqual([outcome.execution?.command, outcome.execution?.cwd], ['npm test', '/w']);
  });

  it('says what a status means, and marks only failures as errors', async () => {
    assert.equal(textOf(await ran('npm test', 'boom', 1)), 'ERROR Exit code 1\nTook 0.0 s\n\nboom');
    assert.equal(textOf(await ran('grep x y', '', 1)), 'Nothing found (status 1)\nTook 0.0 s\n\n(no output)');
    assert.match(textOf(await ran('diff a b', '< a', 1)), /^There are differences \(status 1\)\n/);
    assert.match(textOf(await ran('test -f x', '', 1)), /^False \(status 1\)\n/);
    const crashed = await ran('./crash', '', { kind: 'signalled', signal: 'SIGSEGV' });
    assert.match(textOf(crashed), /^ERROR Ended by SIGSEGV\n/);
    const missing = await ran('x', '', { kind: 'not-started', why: 'the folder /w cannot be entered' });
    assert.match(textOf(missing), /^ERROR Not started\n.*\n\nthe folder \/w cannot be entered$/);
  });

  it('gives beginning and end of a long output, and all that was kept as an artifact', async () => {
    const lines = Array.from({ length: 5000 }, (_, line) => `line ${line}\n`).join('');
    const outcome = await ran('npm test', lines, 0);
    const text = inlineText(outcome.content);
    assert.ok(codePointLength(text) < resultCap);
    assert.match(text, /\nline 0\n[^]*\nline 4999$/);
    const [artifact] = outcome.artifacts;
    assert.ok(text.includes(`read with read_file {"artifact":"${artifact?.name ?? ''}"}]`));
    assert.equal(artifact?.content.text, lines.trimEnd());
  });

  it('says how much of a flood was kept nowhere', async () => {
    const outcome = await ran('yes', 'y\n'.repeat(100_000), 0);
    const omitted = 200_000 - 64 * 1024;
    assert.ok(
      outcome.artifacts[0]?.content.text.includes(`[segue: ${omitted} characters of output left out]`),
    );
  });

  it('asks nobody about a command that is longer than any system starts', async () => {
    const { tools } = await commandBench();
    tools.mode = 'ask';
    const outcome = await tools.run('run_command', { command: `echo ${'x'.repeat(200_000)}` });
    assert.match(textOf(outcome), /^ERROR .*\n- command: it is too long for a shell; write a script/);
    assert.deepEqual(tools.questions, []);
  });

  it('asks nobody about a command that has no folder to start in', async () => {
    const { tools, processes } = await commandBench();
    tools.mode = 'ask';
    for (const cwd of ['/etc', 'nowhere', 'a.txt'])
      assert.match(await tools.text('run_command', { command: 'ls', cwd }), /^ERROR /, cwd);
    const windowOfNothing = await commandBench([]);
    windowOfNothing.tools.mode = 'ask';
    for (const input of [{ command: 'ls' }, { command: 'ls', cwd: 'sub' }])
      assert.match(await windowOfNothing.tools.text('run_command', input), /^ERROR .*no folder is open/i);
    assert.deepEqual([tools.questions, windowOfNothing.tools.questions], [[], []]);
    assert.deepEqual([processes.started, windowOfNothing.processes.started], [[], []]);
  });

  it('after its patience says that the command goes on, and under which id', async () => {
    const bench = await commandBench();
    const running = bench.tools.run('run_command', { command: 'npm run dev', yield_seconds: 3 });
    await settle();
    bench.processes.last.prints('listening');
    await bench.clock.advance(3000);
    const outcome = await running;
    const id = outcome.execution?.executionId ?? '';
    assert.match(
      textOf(outcome),
      new RegExp(`^Still running as execution ${id}\nIt goes on in the background: .*\n\nlistening$`),
    );
  });

  it('starts in the folder it is told, and in none outside or that is none', async () => {
    const bench = await commandBench();
    bench.processes.onStart = (process) => process.ends(0);
    await bench.tools.run('run_command', { command: 'ls', cwd: 'sub' });
    assert.deepEqual(bench.processes.last.command, { command: 'ls', cwd: '/w/sub' });
    for (const [cwd, said] of [
      ['../etc', /^ERROR \.\.\/etc is outside the workspace/],
      ['/etc', /^ERROR \/etc is outside the workspace/],
      ['nowhere', /^ERROR There is no nowhere\.$/],
      ['a.txt', /^ERROR A part of a\.txt is a file and no folder\.$/],
    ] as const) {
      assert.match(await bench.tools.text('run_command', { command: 'ls', cwd }), said);
    }
    assert.equal(bench.processes.started.length, 1);
  });

  it('is not allowed in another folder by what was allowed in the first', async () => {
    const bench = await commandBench();
    bench.processes.onStart = (process) => process.ends(0);
    bench.tools.mode = 'ask';
    bench.tools.onPermit = () => ({ answer: 'always' });
    for (const cwd of [undefined, '.', 'sub', undefined, 'sub'])
      await bench.tools.run('run_command', { command: 'npm test', ...(cwd === undefined ? {} : { cwd }) });
    assert.deepEqual(
      bench.tools.questions.map(({ rule }) => rule),
      [
        'the command "npm test", also with -s or --silent',
        'the command "npm test", also with -s or --silent, started in /w/sub',
      ],
    );
  });

  it('asks before it runs, in no workspace that is not trusted, and not for what is no command', async () => {
    const bench = await commandBench();
    bench.processes.onStart = (process) => process.ends(0);
    bench.tools.mode = 'ask';
    await bench.tools.run('run_command', { command: 'rm -r build' });
    assert.deepEqual(
      bench.tools.questions.map(({ what, subject }) => [what, subject]),
      [['command', 'rm -r build']],
    );
    bench.tools.onPermit = () => ({ answer: 'deny', why: undefined });
    assert.match(await bench.tools.text('run_command', { command: 'rm -r src' }), /^ERROR .*did not allow/);
    bench.tools.isTrusted = false;
    assert.match(await bench.tools.text('run_command', { command: 'ls' }), /^ERROR .*trust/);
    bench.tools.isTrusted = true;
    for (const given of [{}, { command: ' ' }, { command: 'ls', yield_seconds: -1 }]) {
      assert.match(await bench.tools.text('run_command', given), /^ERROR /);
    }
    assert.equal(bench.processes.started.length, 1);
  });

  it('that is stopped says what became of the command', async () => {
    const bench = await commandBench();
    const abort = new AbortController();
    const running = bench.tools.run('run_command', { command: 'npm test' }, abort.signal);
    await settle();
    bench.processes.last.prints('half');
    bench.processes.last.endsWhen('ask');
    abort.abort('user');
    assert.equal(textOf(await running), 'ERROR Stopped\nTook 0.0 s\n\nhalf');
  });
});

describe('command_output and stop_command', () => {
  async function inBackground(): Promise<{ bench: CommandBench; id: string }> {
    const bench = await commandBench();
    const running = bench.tools.run('run_command', { command: 'npm run dev', yield_seconds: 0 });
    await settle();
    await bench.clock.advance(0);
    return { bench, id: (await running).execution?.executionId ?? '' };
  }

  it('show the newest output of a running command, and its end when it has ended', async () => {
    const { bench, id } = await inBackground();
    bench.processes.last.prints(`${'x'.repeat(30_000)} newest`);
    const text = await bench.tools.text('command_output', { execution_id: id });
    assert.ok(
      text.startsWith(`Execution ${id}: npm run dev\nStill running as execution ${id}\n\n[segue: 6007 `),
    );
    assert.ok(text.endsWith('x newest'));
    bench.processes.last.ends(2);
    await settle();
    const ended = await bench.tools.text('command_output', { execution_id: ` ${id} ` });
    assert.ok(ended.startsWith(`Execution ${id}: npm run dev\nExit code 2\nTook `), ended);
    assert.equal((await bench.tools.run('command_output', { execution_id: id })).execution, undefined);
  });

  it('stop a running command, and say of one that has ended that it has', async () => {
    const { bench, id } = await inBackground();
    const stopping = await bench.tools.text('stop_command', { execution_id: id });
    assert.match(stopping, /It is being stopped; you will be told when it has ended\.$/);
    assert.deepEqual(bench.processes.last.stops, ['ask']);
    assert.match(await bench.tools.text('command_output', { execution_id: id }), /\nStopping\n/);
    bench.processes.last.ends({ kind: 'signalled', signal: 'SIGTERM' });
    await settle();
    const again = await bench.tools.text('stop_command', { execution_id: id });
    assert.match(again, /It has ended already\.\nStopped\nTook /);
    assert.deepEqual(bench.processes.last.stops, ['ask']);
  });

  it('say of an id there is none of what runs instead', async () => {
    const { bench, id } = await inBackground();
    for (const name of ['command_output', 'stop_command']) {
      const text = await bench.tools.text(name, { execution_id: 'e9' });
      assert.equal(text, `ERROR There is no execution "e9". These run: ${id}.`);
    }
    bench.processes.last.ends(0);
    await settle();
    const text = await bench.tools.text('stop_command', { execution_id: 'e9' });
    assert.equal(text, 'ERROR There is no execution "e9". Nothing runs in the background.');
  });
});
