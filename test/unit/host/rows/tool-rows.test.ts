import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { newerRender } from '../../../../src/host/rows/execution-view.ts';
import { conversation } from '../../../support/conversation.ts';
import { rowOf, shownRecords, toldRows } from './told-rows.ts';

const running: ExecutionRender = {
  executionId: 'e1',
  callId: 'call-1',
  owner: '/root',
  command: 'npm test',
  cwd: '/work',
  state: 'running',
  startedAt: '2026-11-30T12:00:00.000Z',
  output: { head: 'one\n', tail: '', characters: 4, omitted: 0 },
};
const exited: ExecutionRender = {
  ...running,
  state: 'ended',
  end: 'exited',
  outcome: 'success',
  exitCode: 0,
  endedAt: '2026-11-30T12:00:03.000Z',
};
const archive = (render: ExecutionRender, callId = 'call-1') => ({
  kind: 'execution-archive' as const,
  callId,
  executionId: 'e1',
  render: JSON.parse(JSON.stringify(render)) as never,
});

describe('rows of tools', () => {
  const called = () => conversation().user('Run').calls('run_command', { command: 'npm test' });

  it('go from called to running to done, under one key', () => {
    const told = called();
    const { rows } = shownRecords(told.records());
    const { key } = rowOf(rows, 'tool');
    assert.deepEqual(toldRows(rows), ['user: Run', 'tool called: run_command npm test']);
    rows.running([{ callId: 'call-1', name: 'run_command', label: 'npm test (all)', state: 'running' }]);
    assert.deepEqual(toldRows(rows), ['user: Run', 'tool running: run_command npm test (all)']);
    rows.running([]);
    rows.add(told.results('fine').records().slice(-1));
    assert.deepEqual(toldRows(rows), ['user: Run', 'tool done: run_command npm test']);
    assert.equal(rowOf(rows, 'tool').key, key);
  });

  it('ask, remember what was decided, and ask no more once there is a result', () => {
    const told = called();
    const { rows } = shownRecords(told.records());
    rows.ask('call-1', { kind: 'permission', what: 'command', subject: 'npm test' });
    assert.equal(rowOf(rows, 'tool').state, 'waiting');
    rows.decided('call-1', 'denied');
    assert.equal(rowOf(rows, 'tool').ask, undefined);
    rows.add(told.fails('The person said no').records().slice(-1));
    assert.equal(rowOf(rows, 'tool').state, 'failed');
    assert.equal(rowOf(rows, 'tool').decision, 'denied');
  });

  it('keep what a command printed no longer than its row, unless it still runs', () => {
    const executionAfter = (render: ExecutionRender) => {
      const shown = shownRecords(called().records());
      shown.rows.execution(render);
      shown.records = conversation().summary('Sum').records();
      shown.rows.redraw();
      shown.records = called().records();
      shown.rows.redraw();
      return rowOf(shown.rows, 'tool').execution;
    };
    assert.equal(executionAfter(exited), undefined);
    assert.equal(executionAfter(running)?.output, 'one\n');
  });

  it('keep a question over a redraw', () => {
    const shown = shownRecords(called().records());
    shown.rows.ask('call-1', { kind: 'question', question: 'Which?', options: [] });
    shown.rows.redraw();
    assert.equal(rowOf(shown.rows, 'tool').state, 'waiting');
  });

  it('stand for each call when the same id is used again', () => {
    const told = called().results('first').user('Once more');
    const again = told.add({
      kind: 'tool-call',
      callId: 'call-1',
      name: 'run_command',
      input: { command: 'ls' },
    });
    const { rows } = shownRecords(again.records());
    assert.deepEqual(toldRows(rows), [
      'user: Run',
      'tool done: run_command npm test',
      'user: Once more',
      'tool called: run_command ls',
    ]);
  });

  it('show a result whose call is missing by itself', () => {
    const records = conversation()
      .user('x')
      .add({
        kind: 'tool-result',
        callId: 'lost',
        name: 'read_file',
        content: [{ type: 'text', text: 'text' }],
      })
      .records();
    assert.deepEqual(toldRows(shownRecords(records).rows), ['user: x', 'tool done: read_file']);
  });

  it('show arguments as lines to read, and text that is no JSON as it came', () => {
    const records = conversation()
      .user('x')
      .calls('edit_file', { path: 'a.ts', old: 'one\ntwo', all: true })
      .add({ kind: 'tool-call', callId: 'c', name: 'edit_file', input: '{"path": ', malformed: true })
      .records();
    const { rows } = shownRecords(records);
    const shown = rows.rows
      .newest(9)
      .rows.flatMap((row) => (row.kind === 'tool' ? [row.arguments.text] : []));
    assert.deepEqual(shown, ['path: a.ts\nold:\none\ntwo\nall: true', '{"path": ']);
  });

  it('have the main argument of every tool on their line, also once the call is over', () => {
    const tools: readonly (readonly [string, JsonObject, string])[] = [
      ['search_text', { path: 'src', pattern: 'TODO' }, 'TODO'],
      ['find_files', { path: 'src', glob: '*.ts' }, '*.ts'],
      ['read_file', { path: 'a.ts', offset: 10, limit: 11 }, 'a.ts 10-20'],
      ['list_folder', { path: 'src' }, 'src'],
      ['edit_file', { old: 'a', new: 'b', path: 'a.ts' }, 'a.ts'],
      ['write_file', { content: 'text', path: 'a.ts' }, 'a.ts'],
      ['run_command', { cwd: 'src', command: 'npm test' }, 'npm test'],
      ['command_output', { execution_id: 'execution-1' }, 'execution-1'],
      ['stop_command', { execution_id: 'execution-1' }, 'execution-1'],
      ['ask_person', { options: ['this', 'that'], question: 'Which one?' }, 'Which one?'],
      ['update_todo', { items: [{ text: 'Test it', state: 'doing' }] }, '0 of 1 done: Test it'],
    ];
    for (const [name, input, label] of tools) {
      const { rows } = shownRecords(conversation().user('x').calls(name, input).results('Done.').records());
      assert.equal(rowOf(rows, 'tool').label, label, name);
    }
  });

  it('have it although the arguments are so large that an artifact keeps them', () => {
    const head = '{"path":"notes/a \\"b\\".md","content":"a long text with \\"path\\":\\"x\\" in it';
    const { rows } = shownRecords(
      conversation()
        .user('x')
        .add({
          ...{ kind: 'tool-call', callId: 'c', name: 'write_file', input: null },
          storedInput: { type: 'stored-text', artifact: 'a'.repeat(64), characters: 9e5, bytes: 9e5, head },
        })
        .records(),
    );
    assert.equal(rowOf(rows, 'tool').label, 'notes/a "b".md');
  });

  it('show the todo list as a list, each item with its state', () => {
    const items = [
      { text: 'Read it', state: 'done' },
      { text: 'Change it', state: 'doing' },
      { text: 'Test it', state: 'open' },
    ];
    const { rows } = shownRecords(conversation().user('x').calls('update_todo', { items }).records());
    assert.equal(
      rowOf(rows, 'tool').arguments.text,
      '[x] Read it\n[~] Change it\n[ ] Test it\n([ ] open, [~] being done, [x] done)',
    );
    assert.equal(rowOf(rows, 'tool').label, '1 of 3 done: Change it');
  });

  it('take the time of the work only, not that in which the person was asked', () => {
    const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 30) + 1000 * seconds).toISOString();
    const call = { callId: 'c', name: 'edit_file', input: { path: 'a' } };
    const result = {
      callId: 'c',
      content: [{ type: 'text' as const, text: 'Changed a.' }],
      waitedMs: 57_000,
    };
    const records: readonly TranscriptRecord[] = [
      { kind: 'tool-call', id: '1', turn: 1, at: at(0), ...call },
      { kind: 'tool-result', id: '2', turn: 1, at: at(60), ...result },
    ];
    assert.equal(rowOf(shownRecords(records).rows, 'tool').durationMs, 3000);
  });

  describe('of commands', () => {
    it('run on in the background, and end when the command ends', () => {
      const told = called();
      const { rows } = shownRecords(told.records());
      rows.execution(running);
      rows.add(told.results('It goes on in the background').records().slice(-1));
      assert.equal(rowOf(rows, 'tool').state, 'background');
      assert.equal(rowOf(rows, 'tool').execution?.output, 'one\n');
      rows.execution(exited);
      assert.equal(rowOf(rows, 'tool').state, 'done');
      assert.equal(rowOf(rows, 'tool').durationMs, 3000);
    });

    it('show what archive and completion records keep, the completion last', () => {
      const records = called()
        .results('…')
        .add(archive(running))
        .add({ ...archive(exited), kind: 'execution-completion' })
        .records();
      const { rows } = shownRecords(records);
      assert.equal(rowOf(rows, 'tool').state, 'done');
      assert.deepEqual(rowOf(rows, 'tool').execution?.end, {
        how: 'exited',
        outcome: 'success',
        exitCode: 0,
        signal: undefined,
      });
    });

    it('behaviour 10.12: ignore a record whose content belongs to another call, or is none', () => {
      const records = called()
        .results('…')
        .add(archive({ ...exited, callId: 'other' }))
        .add({ kind: 'execution-archive', callId: 'call-1', executionId: 'e1', render: { state: 'ended' } })
        .records();
      assert.equal(rowOf(shownRecords(records).rows, 'tool').execution, undefined);
    });

    it('show what a living command has printed although a record of an earlier moment comes behind it', () => {
      const more = { ...running, output: { head: 'more', tail: '', characters: 4, omitted: 0 } };
      const none = { ...running, output: { head: '', tail: '', characters: 0, omitted: 0 } };
      assert.equal(newerRender(more, none), more);
      assert.equal(newerRender(none, more), more);
      assert.equal(newerRender(more, exited), exited);
    });

    it('never live again once they have ended', () => {
      assert.equal(newerRender(exited, running), exited);
      assert.equal(newerRender(exited, { ...exited, end: 'lost' }), exited);
      assert.equal(newerRender({ ...exited, end: 'lost' }, exited), exited);
      assert.equal(newerRender(running, exited), exited);
    });

    it('count exactly what was printed before the part that is shown', () => {
      const { rows } = shownRecords(called().records());
      rows.execution({
        ...running,
        output: { head: 'h'.repeat(100), tail: 't'.repeat(5000), characters: 1_000_000, omitted: 994_900 },
      });
      const { execution } = rowOf(rows, 'tool');
      assert.equal(execution?.output, 't'.repeat(4000));
      assert.equal(execution.omitted, 996_000);
    });
  });
});
