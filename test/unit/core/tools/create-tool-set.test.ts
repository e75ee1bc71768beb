// From a call to its one result: everything that may stand in between.

import assert from 'node:assert/strict';
import * as z from 'zod';
import { codePointLength } from '../../../../src/base/code-points.ts';
import { anyTool, type AnyTool } from '../../../../src/core/tools/any-tool.ts';
import { answer, refusal } from '../../../../src/core/tools/outcomes.ts';
import type { PermissionNeed } from '../../../../src/core/tools/tool.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { aborted } from '../../../support/expect.ts';
import { ToolBench } from '../../../support/tool-bench.ts';

/** A tool that stands for commands. */
function commandTool(run: () => Promise<string> = async () => 'ran'): AnyTool {
  return anyTool({
    name: 'run_command',
    description: 'Runs a command.',
    input: z.object({ command: z.string() }),
    needsTrust: true,
    label: ({ command }) => command,
    need: async ({ command }): Promise<PermissionNeed> => ({ kind: 'command', command, folder: undefined }),
    run: async () => answer(await run()),
  });
}

describe('the tool set', () => {
  let bench: ToolBench;
  const run = (command: string): Promise<string> => bench.text('run_command', { command });

  beforeEach(() => {
    bench = new ToolBench([commandTool()]);
  });

  describe('what the model is told of the tools', () => {
    it('declares every tool in a fixed order with an object schema and a description', () => {
      const names = ['read_file', 'list_folder', 'find_files', 'search_text', 'edit_file', 'write_file'];
      assert.deepEqual(
        bench.set.specs.map((spec) => spec.name),
        [...names, 'run_command', 'ask_person', 'update_todo'],
      );
      for (const { name, inputSchema, description } of bench.set.specs) {
        assert.equal(inputSchema['type'], 'object', name);
        assert.equal('$schema' in inputSchema, false);
        assert.ok(description.length > 0 && description.length < 700, name);
      }
    });

    it('declares the same again and again', () => {
      assert.equal(JSON.stringify(new ToolBench([commandTool()]).set.specs), JSON.stringify(bench.set.specs));
    });

    it('says which arguments are needed', () => {
      const edit = bench.set.specs.find((spec) => spec.name === 'edit_file');
      assert.deepEqual(edit?.inputSchema['required'], ['path', 'old', 'new']);
    });
  });

  describe('calls that cannot run', () => {
    it('names the nearest tools for an unknown name', async () => {
      assert.match(
        await bench.text('readFile', {}),
        /^ERROR There is no tool "readFile"\. Did you mean read_file\?/,
      );
      assert.match(
        await bench.text('frobnicate', {}),
        /^ERROR There is no tool "frobnicate"\. The tools are read_file, /,
      );
      assert.match(await bench.text('', ''), /^ERROR There is no tool ""/);
    });

    it('says what is wrong with arguments', async () => {
      assert.match(
        await bench.text('read_file', '{"path": "a'),
        /^ERROR The arguments are not complete JSON/,
      );
      assert.match(
        await bench.text('read_file', '{"path" "a"}'),
        /^ERROR The arguments are not JSON: at line 1, column 9/,
      );
      assert.match(
        await bench.text('edit_file', {}),
        /^ERROR The arguments do not fit:\n- path: is missing\n- old: is missing/,
      );
    });

    it('does nothing in a workspace that is not trusted, but asks and keeps the list', async () => {
      bench.isTrusted = false;
      bench.files.put('/w/a.txt', 'x');
      for (const [name, input] of Object.entries({
        read_file: { path: 'a.txt' },
        list_folder: {},
        find_files: { glob: '*' },
        search_text: { pattern: 'x' },
        edit_file: { path: 'a.txt', old: 'x', new: 'y' },
        write_file: { path: 'b.txt', content: 'y' },
        run_command: { command: 'ls' },
      }))
        assert.match(await bench.text(name, input), new RegExp(`^ERROR ${name} is off`), name);
      assert.deepEqual([bench.files.reads, bench.searches, bench.questions], [[], [], []]);
      assert.equal(await bench.text('update_todo', { items: [] }), 'The list is empty now.');
    });

    it('does not begin when it was stopped before', async () => {
      const outcome = await bench.run('write_file', { path: 'a.txt', content: 'x' }, aborted);
      assert.equal(outcome.isError, true);
      assert.match(inlineText(outcome.content), /The person stopped this call/);
      assert.equal(bench.files.text('/w/a.txt'), undefined);
    });

    it('says that it was stopped when it fails because of that', async () => {
      const abort = new AbortController();
      const failing = anyTool({
        name: 'slow',
        description: '',
        input: z.object({}),
        needsTrust: false,
        label: () => '',
        need: async (): Promise<PermissionNeed> => ({ kind: 'none' }),
        run: async () => {
          abort.abort();
          return refusal('some fault');
        },
      });
      bench = new ToolBench([failing]);
      const outcome = await bench.run('slow', {}, abort.signal);
      assert.match(inlineText(outcome.content), /^The person stopped this call/);
    });
  });

  describe('commands', () => {
    it('asks in the modes ask and edits, and says so while it waits', async () => {
      for (const mode of ['ask', 'edits'] as const) {
        bench.mode = mode;
        assert.equal(await run('npm test'), 'ran');
      }
      assert.deepEqual(bench.questions[0], {
        callId: 'call-1',
        what: 'command',
        subject: 'npm test',
        rule: 'the command "npm test", also with -s or --silent',
      });
      assert.equal(bench.questions.length, 2);
      assert.deepEqual(bench.progress.slice(0, 3), ['waiting', 'running', 'running']);
      bench.mode = 'full-auto';
      await run('rm -rf x');
      assert.equal(bench.questions.length, 2);
    });

    it('remembers what is allowed for good, and nothing more', async () => {
      bench.mode = 'ask';
      bench.onPermit = () => ({ answer: 'always' });
      await run('npm test');
      await run('npm test --silent');
      assert.equal(bench.questions.length, 1);
      await run('npm test; rm -rf x');
      await run('npm test; rm -rf x');
      assert.equal(bench.questions.length, 2);
      assert.equal(bench.questions[1]?.rule, 'exactly this command');
      await run('npm run deploy');
      assert.equal(bench.questions.length, 3);
      assert.equal(bench.rules.length, 3);
    });

    it('passes on why something was denied', async () => {
      bench.mode = 'ask';
      bench.onPermit = () => ({ answer: 'deny', why: 'too slow' });
      assert.equal(
        await run('npm test'),
        'ERROR The person did not allow this (npm test). Do not try it in another way. They say: too slow',
      );
    });

    it('believes no rule it cannot read', async () => {
      bench.mode = 'ask';
      const unreadable: readonly unknown[] = [
        [{ kind: 'everything' }, null, 3, { kind: 'command-words', words: [] }],
        'all',
        { a: 1 },
      ];
      for (const rules of unreadable) {
        bench.rules = rules as typeof bench.rules;
        bench.questions.length = 0;
        await run('npm test');
        assert.equal(bench.questions.length, 1);
      }
    });
  });

  describe('paths outside the workspace', () => {
    beforeEach(() => {
      bench.files.put('/etc/hosts', 'one\n').put('/etc/other', 'two\n').link('/w/link', '/etc');
    });

    it('asks for the one path, whatever the mode', async () => {
      for (const mode of ['ask', 'edits', 'full-auto'] as const) {
        bench.mode = mode;
        bench.set.forgetReads();
        assert.match(await bench.text('read_file', { path: '/etc/hosts' }), /^1\tone/);
      }
      assert.deepEqual(
        bench.questions.map(({ what, subject, rule }) => [what, subject, rule]),
        Array.from({ length: 3 }, () => ['read', '/etc/hosts', 'reading /etc/hosts']),
      );
    });

    it('asks about the real path behind a link', async () => {
      await bench.text('read_file', { path: 'link/hosts' });
      assert.equal(bench.questions[0]?.subject, '/etc/hosts');
    });

    it('shows nothing when it is denied, for every tool', async () => {
      bench.onPermit = () => ({ answer: 'deny', why: undefined });
      for (const [name, input] of Object.entries({
        read_file: { path: '/etc/hosts' },
        list_folder: { path: '..' },
        find_files: { glob: '*', path: '/etc' },
        search_text: { pattern: 'one', path: 'link' },
        edit_file: { path: '/etc/hosts', old: 'one', new: 'x' },
        write_file: { path: '/etc/new', content: 'x' },
      }))
        assert.match(await bench.text(name, input), /^ERROR The person did not allow this/, name);
      assert.deepEqual([bench.files.reads, bench.searches], [[], []]);
      assert.equal(bench.files.text('/etc/new'), undefined);
    });

    it('remembers one path for good, not its neighbours, and still shows edits there', async () => {
      bench.mode = 'edits';
      bench.onPermit = () => ({ answer: 'always' });
      await bench.text('read_file', { path: '/etc/hosts' });
      await bench.text('read_file', { path: '/etc/other' });
      assert.equal(bench.questions.length, 2);
      await bench.text('edit_file', { path: '/etc/hosts', old: 'one', new: 'x' });
      await bench.text('edit_file', { path: '/etc/hosts', old: 'x', new: 'y' });
      assert.equal(bench.questions.length, 3);
      assert.equal(bench.reviews.length, 2);
    });

    it('says whether a path is to be read or changed, and leave to read it for good is none to change it', async () => {
      bench.onPermit = () => ({ answer: 'always' });
      await bench.text('read_file', { path: '/etc/hosts' });
      bench.onPermit = () => ({ answer: 'deny', why: undefined });
      assert.match(
        await bench.text('edit_file', { path: '/etc/hosts', old: 'one', new: 'x' }),
        /^ERROR The person did not allow this/,
      );
      assert.match(await bench.text('write_file', { path: '/etc/hosts', content: 'x' }), /^ERROR/);
      assert.equal(bench.files.text('/etc/hosts'), 'one\n');
      const asked = bench.questions.map(({ what, rule }) => [what, rule]);
      assert.deepEqual(asked, [
        ['read', 'reading /etc/hosts'],
        ['change', 'reading and changing /etc/hosts'],
        ['change', 'reading and changing /etc/hosts'],
      ]);
    });

    it('takes leave to change a path for good as leave to read it', async () => {
      bench.onPermit = () => ({ answer: 'always' });
      await bench.text('edit_file', { path: '/etc/hosts', old: 'one', new: 'x' });
      assert.match(await bench.text('read_file', { path: '/etc/hosts' }), /^1\tx/);
      assert.equal(bench.questions.length, 1);
    });

    it('takes a rule that does not say what it is for as leave to read', async () => {
      bench.rules = [{ kind: 'outside', path: '/etc/hosts' }] as unknown as typeof bench.rules;
      await bench.text('read_file', { path: '/etc/hosts' });
      assert.equal(bench.questions.length, 0);
      await bench.text('edit_file', { path: '/etc/hosts', old: 'one', new: 'x' });
      assert.equal(bench.questions.length, 1);
    });

    it('does not change what a link leads to by then, although it may be read', async () => {
      bench.files.put('/tmp/a', 'x').link('/w/moving', '/tmp/a');
      bench.rules = [{ kind: 'outside', path: '/etc/hosts', access: 'read' }];
      bench.onPermit = () => {
        bench.files.link('/w/moving', '/etc/hosts');
        return { answer: 'allow' };
      };
      assert.equal(
        await bench.text('edit_file', { path: 'moving', old: 'one', new: 'y' }),
        'ERROR moving leads to /etc/hosts, outside the workspace, which was not allowed.',
      );
    });

    it('gives a path for one call only', async () => {
      await bench.text('read_file', { path: '/etc/hosts' });
      bench.onPermit = () => ({ answer: 'deny', why: undefined });
      assert.match(await bench.text('read_file', { path: '/etc/hosts' }), /^ERROR/);
    });

    it('notices that a path leads elsewhere than when the person was asked', async () => {
      bench.files.put('/tmp/a', 'x').link('/w/moving', '/tmp/a');
      bench.onPermit = () => {
        bench.files.link('/w/moving', '/etc/hosts');
        return { answer: 'allow' };
      };
      assert.equal(
        await bench.text('read_file', { path: 'moving' }),
        'ERROR moving leads to /etc/hosts, outside the workspace, which was not allowed.',
      );
    });

    it('does not tell what is beside a path outside that is not there', async () => {
      assert.equal(await bench.text('read_file', { path: '/etc/hots' }), 'ERROR There is no /etc/hots.');
    });
  });

  describe('long results', () => {
    it('gives the beginning in whole lines and keeps all of it in an artifact named by its hash', async () => {
      const long = Array.from({ length: 9000 }, (_, at) => `🚀 line ${at}`).join('\n');
      bench = new ToolBench([commandTool(async () => long)]);
      const outcome = await bench.run('run_command', { command: 'x' });
      const shown = inlineText(outcome.content);
      assert.ok(codePointLength(shown) <= 32 * 1024);
      assert.ok(codePointLength(shown) > 32 * 1024 - 400);
      const [artifact] = outcome.artifacts;
      assert.equal(artifact?.content.text, long);
      assert.match(
        shown,
        new RegExp(`; read on with read_file \\{"artifact":"${artifact.name}","offset":\\d+\\}\\]$`),
      );
    });

    it('pages through one line without an end', async () => {
      const long = Array.from({ length: 100_000 }, (_, at) => String(at % 10)).join('');
      bench = new ToolBench([commandTool(async () => long)]);
      let text = await bench.text('run_command', { command: 'x' });
      let seen = text.split('\n')[0] ?? '';
      for (let next = callIn(text); next !== undefined; next = callIn(text)) {
        text = await bench.text('read_file', next);
        seen += (text.split('\n')[0] ?? '').replace(/^\d+\t/, '').replace(/…$/, '');
      }
      assert.equal(seen, long);
    });

    it('never gives nothing', async () => {
      bench = new ToolBench([commandTool(async () => ' \n')]);
      assert.equal(await bench.text('run_command', { command: 'x' }), '(nothing)');
    });
  });
});

function callIn(text: string): object | undefined {
  const call = /read_file (\{.*?\})/.exec(text)?.[1];
  return call === undefined ? undefined : (JSON.parse(call) as object);
}
