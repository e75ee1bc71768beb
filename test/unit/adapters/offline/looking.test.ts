// Commands and tools that only look.

import assert from 'node:assert/strict';
import { isLookingCommand, isLookingTool } from '../../../../src/adapters/offline/looking.ts';
import type { Action } from '../../../../src/adapters/offline/story.ts';

describe('a command that only looks', () => {
  for (const command of [
    'ls -la src',
    'cd app && grep -n "a|b; c" x.ts | head -5',
    "sed -n '1,200p' a.ts",
    'git status && git log --oneline | head',
    'which brew || which port',
    'node --version',
    'FOO=1 cat a 2>/dev/null',
    'echo done',
  ]) {
    it(`is: ${command}`, () => assert.equal(isLookingCommand(command), true));
  }

  for (const command of [
    'npm test',
    'cd app && npm run build 2>&1 | tail -3',
    'echo x > a.txt',
    "sed -i 's/a/b/' a.ts",
    'find . -name x -delete',
    'git commit -m "ls"',
    'git branch -D old',
    'cat a | sh',
  ]) {
    it(`is not: ${command}`, () => assert.equal(isLookingCommand(command), false));
  }
});

describe('a tool that only looks', () => {
  const action = (tool: string, input: Action['input']): Action => ({
    tool,
    input,
    command: undefined,
    output: '',
    outcome: 'done',
  });

  it('reads or searches files, or keeps lists and thoughts', () => {
    for (const [tool, input] of [
      ['Read', { file_path: 'a' }],
      ['mcp__files__readFile', { path: 'a' }],
      ['Grep', { pattern: 'a' }],
      ['TodoWrite', { todos: [] }],
      ['think', { thought: 'a' }],
    ] as const) {
      assert.equal(isLookingTool(action(tool, input)), true, tool);
    }
  });

  it('is not one that asks a service, or changes something', () => {
    for (const tool of ['get_reservation', 'book_reservation', 'Edit']) {
      assert.equal(isLookingTool(action(tool, { id: 'A1' })), false, tool);
    }
  });
});
