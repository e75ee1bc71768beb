// Commands among tool calls, and whether one failed.

import assert from 'node:assert/strict';
import type { Json } from '../../../../../src/base/json.ts';
import { commandOf, failed, outputOf, refused } from '../../../../../src/core/evidence/facts/commands.ts';

describe('the command of a call', () => {
  const table: readonly (readonly [tool: string, input: Json, command: string | undefined])[] = [
    ['Bash', { command: 'npm test', description: 'Run tests' }, 'npm test'],
    ['bash', { command: 'ls -la', timeout: 10 }, 'ls -la'],
    ['shell', { command: ['bash', '-lc', 'pnpm lint'], workdir: '/w' }, 'pnpm lint'],
    ['shell', { command: ['git', 'status', '-sb'] }, 'git status -sb'],
    ['exec_command', { cmd: 'cargo build' }, 'cargo build'],
    ['shell', { command: ['/bin/zsh', '-c', 'make'] }, 'make'],
    ['run_in_terminal', { command: 'dotnet test', isBackground: false }, 'dotnet test'],
    ['execute_command', { command: 'go vet ./...', requires_approval: false }, 'go vet ./...'],
    ['run_commands', { commands: ['npm ci', 'npm test'] }, 'npm ci\nnpm test'],
    ['run_shell_command', { command: 'pytest -q' }, 'pytest -q'],
    ['execute_bash', { command: 'make test' }, 'make test'],
    ['PowerShell', { script: 'Get-Item .' }, 'Get-Item .'],
    ['str_replace_editor', { command: 'view', path: 'a.ts' }, undefined],
    ['Read', { file_path: 'a.ts' }, undefined],
    ['Bash', { command: 7 }, undefined],
    ['shell', { command: [] }, undefined],
    ['Bash', 'npm test', undefined],
    ['Bash', null, undefined],
  ];
  for (const [name, input, command] of table) {
    it(`${name} ${JSON.stringify(input)} runs ${command === undefined ? 'none' : JSON.stringify(command)}`, () => {
      assert.equal(commandOf({ name, input }), command);
    });
  }
});

describe('a failed call', () => {
  const filler = 'line of output\n'.repeat(100);
  const table: readonly (readonly [what: string, text: string, failed: boolean])[] = [
    ['an exit code on the first line', `Exit code 1\n${filler}`, true],
    [
      'exit code 0 on the first line, whatever the output says',
      'Exit code: 0\nmake: exit code 2 was expected',
      false,
    ],
    [
      'an exit code behind other lines of a header',
      `Chunk: 1\nWall time: 2 s\nProcess exited with code 3\n${filler}`,
      true,
    ],
    ['an exit code at the end', `${filler}\n\nCommand exited with code 1`, true],
    ['exit code 0 at the end', `${filler}\n[The command completed with exit code 0.]`, false],
    ['a last exit code that outweighs an earlier one', 'step one: exit code 0\nstep two: exit code 1', true],
    ['an envelope with a status', '{"output":"x","metadata":{"exit_code":2,"duration_seconds":1}}', true],
    ['an envelope with status 0', '{"output":"Exit code 1","metadata":{"exit_code":0}}', false],
    ['an envelope with a bare status', '{"exitCode":127,"stdout":""}', true],
    ['a negative status', 'Exit code -1\nkilled', true],
    [
      'a sandbox that refused',
      'failed in sandbox with execution error: denied, exit code: 1, stdout: , stderr:',
      true,
    ],
    ['a patch the person refused', 'patch rejected by user', true],
    ['a command the person refused', 'exec command rejected by user', true],
    ['a script that is shown', 'set -e\nexit 1\n', false],
    [
      'prose about exit codes in the middle of a long text',
      `${filler}exit code 1 means trouble\n${filler}`,
      false,
    ],
    ['ordinary output', 'all fine', false],
    ['no output', '', false],
  ];
  for (const [what, text, expected] of table) {
    it(`${expected ? 'is' : 'is not'} told by ${what}`, () => {
      assert.equal(failed({ text, isError: false }), expected);
    });
  }

  it('is one whose result is marked as an error, whatever its text', () => {
    assert.equal(failed({ text: 'Exit code 0', isError: true }), true);
  });

  it('is not told by a status in the text of a tool that runs no command, but by one in its envelope', () => {
    assert.equal(failed({ text: 'line 3: exit code 2', isError: false }, 'other'), false);
    assert.equal(failed({ text: '{"output":"","metadata":{"exit_code":1}}', isError: false }, 'other'), true);
  });
});

describe('a refused call', () => {
  it('is told by the words agents put in the place of its result', () => {
    const refusals = [
      'patch rejected by user',
      'exec command rejected by user',
      'The person did not allow this (npm test). Do not try it in another way.',
      'The person rejected this change of a.ts; the file is as it was.',
      "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      '\nThe user doesn’t want to take this action right now.',
    ];
    assert.deepEqual(refusals.filter(refused), refusals);
  });

  it('is not told by words elsewhere in an output', () => {
    assert.equal(refused('log: patch rejected by user'), false);
  });
});

describe('the output of a result', () => {
  it('is the output field of an envelope, and the text of everything else', () => {
    assert.equal(outputOf('{"output":"a\\nb","metadata":{"exit_code":1}}'), 'a\nb');
    assert.equal(outputOf('{"other":1}'), '{"other":1}');
    assert.equal(outputOf('plain'), 'plain');
  });
});
