// How a call came to be allowed, as its outcome tells it.

import assert from 'node:assert/strict';
import * as z from 'zod';
import { anyTool } from '../../../../src/core/tools/any-tool.ts';
import { answer } from '../../../../src/core/tools/outcomes.ts';
import { aborted } from '../../../support/expect.ts';
import { ToolBench } from '../../../support/tool-bench.ts';

const command = anyTool({
  name: 'run_command',
  description: 'Runs a command.',
  input: z.object({ command: z.string() }),
  needsTrust: true,
  label: (input) => input.command,
  need: async (input) => ({ kind: 'command', command: input.command, folder: undefined }),
  run: async () => answer('ran'),
});

describe('the outcome of a call says how it was permitted', () => {
  let bench: ToolBench;
  beforeEach(() => {
    bench = new ToolBench([command]);
    bench.mode = 'ask';
    bench.files.put('/w/a.txt', 'one\n').put('/w/b.txt', 'one\n').put('/elsewhere/c.txt', 'one\n');
  });

  const permission = async (name: string, input: object) => (await bench.run(name, input)).permission;
  const edit = (path: string) => permission('edit_file', { path, old: 'one', new: 'two' });

  it('where none was needed', async () => {
    assert.equal(await permission('read_file', { path: 'a.txt' }), 'not-needed');
  });

  it('where the person was asked about a command, and by the rule they made of it', async () => {
    assert.equal(await permission('run_command', { command: 'npm test' }), 'allowed');
    bench.onPermit = () => ({ answer: 'deny', why: undefined });
    assert.equal(await permission('run_command', { command: 'npm test' }), 'denied');
    bench.onPermit = () => ({ answer: 'always' });
    assert.equal(await permission('run_command', { command: 'npm test' }), 'always');
    assert.equal(await permission('run_command', { command: 'npm test' }), 'rule');
    bench.mode = 'full-auto';
    assert.equal(await permission('run_command', { command: 'make' }), 'mode');
  });

  it('where a path is outside of the workspace', async () => {
    bench.onPermit = () => ({ answer: 'always' });
    assert.equal(await permission('read_file', { path: '/elsewhere/c.txt' }), 'always');
    bench.mode = 'full-auto';
    assert.equal(await permission('read_file', { path: '/elsewhere/c.txt' }), 'rule');
  });

  it('where the person saw an edit, and where something spared them that', async () => {
    assert.equal(await edit('a.txt'), 'accepted');
    bench.onReview = () => ({ answer: 'reject', why: undefined });
    assert.equal(await edit('b.txt'), 'rejected');
    bench.mode = 'edits';
    assert.equal(await edit('b.txt'), 'mode');
    bench.mode = 'ask';
    bench.files.put('/w/d.txt', 'one\n').put('/w/e.txt', 'one\n');
    bench.onReview = ({ after }) => ({ answer: 'accept', content: after, always: true });
    assert.equal(await edit('d.txt'), 'always');
    assert.equal(await edit('e.txt'), 'rule');
  });

  it('and nothing of it where it never came to that', async () => {
    assert.equal(await edit('nowhere.txt'), undefined);
    assert.equal(await permission('frobnicate', {}), undefined);
    const stopped = await bench.run('run_command', { command: 'npm test' }, aborted);
    assert.equal(stopped.permission, undefined);
  });

  it('and nothing of an answer nobody gave: the turn was stopped while the person was asked', async () => {
    const turn = new AbortController();
    bench.onPermit = () => {
      turn.abort();
      return { answer: 'deny', why: 'withdrawn' };
    };
    assert.equal(
      (await bench.run('run_command', { command: 'npm test' }, turn.signal)).permission,
      undefined,
    );
  });
});
