// What a compaction carries on for executions whose rows it removes.

import assert from 'node:assert/strict';
import { prepareArchives, type LiveExecutions } from '../../../../src/core/executions/archive.ts';
import { archiveRecord, completionRecord, renderOf } from '../../../../src/core/executions/records.ts';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import type { RecordOf, TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { endedWell, renderLike } from '../../../support/executions-bench.ts';

const at = '2026-11-30T12:00:00.000Z';

function run(executionId: string, callId: string, change: Partial<ExecutionRender> = {}): ExecutionRender {
  return renderLike({ executionId, callId, command: `run ${executionId}`, ...change });
}

function archived(render: ExecutionRender, id = `a-${render.executionId}`): RecordOf<'execution-archive'> {
  return archiveRecord(render, { id, turn: 1, at });
}

function completed(render: ExecutionRender, told = true): RecordOf<'execution-completion'> {
  return completionRecord({ ...render, ...endedWell }, { id: `c-${render.executionId}`, turn: 1, at, told });
}

/** Three calls of commands with their results: `call-1`, `call-2`, `call-3`. */
const rows = conversation()
  .user('Run them')
  .calls('run_command')
  .calls('run_command')
  .calls('run_command')
  .results('one', 'two', 'three')
  .records();

function prepared(
  removed: readonly TranscriptRecord[],
  { live = [], kept = [] }: { live?: readonly ExecutionRender[]; kept?: readonly TranscriptRecord[] } = {},
): readonly TranscriptRecord[] {
  let fresh = 0;
  return prepareArchives({ removed, kept }, { live: () => live }, { id: () => `new-${++fresh}`, at });
}

const idsOf = (records: readonly TranscriptRecord[]): readonly string[] => records.map(({ id }) => id);

describe('behaviour 10.1: the executions a compaction carries on', () => {
  it('are those of tool rows and archives that go, each once and in order', () => {
    const live = [run('e2', 'call-2'), run('e1', 'call-1'), run('old', 'call-0')];
    const removed = [archived(run('old', 'call-0')), ...rows, archived(run('e1', 'call-1'))];
    const carried = prepared(removed, { live });
    assert.deepEqual(
      carried.map((record) => record.kind === 'execution-archive' && record.executionId),
      ['old', 'e1', 'e2'],
    );
    assert.deepEqual(idsOf(carried), ['new-1', 'new-2', 'new-3']);
  });

  it('are none of rows that stay, whatever runs', () => {
    assert.deepEqual(prepared([], { live: [run('e1', 'call-1')], kept: rows }), []);
  });
});

describe('behaviour 10.2: what is carried', () => {
  it('is an archive of what runs and the completion of what ended, archives first; other rows leave nothing', () => {
    const done = completed(run('e1', 'call-1'));
    const carried = prepared([...rows, done], { live: [run('e2', 'call-2')] });
    assert.deepEqual(
      carried.map(({ kind, id }) => [kind, id]),
      [
        ['execution-archive', 'new-1'],
        ['execution-completion', 'c-e1'],
      ],
    );
    const [archive] = carried;
    assert.ok(archive?.kind === 'execution-archive');
    assert.deepEqual(renderOf(archive), run('e2', 'call-2'));
  });

  it('is the completion of an archive that an earlier segment has left', () => {
    const old = run('old', 'call-0');
    assert.deepEqual(idsOf(prepared([archived(old), completed(old)])), ['c-old']);
  });

  it('is a completion the model has not heard of, as often as it takes, and no other without its row', () => {
    const untold = completed(run('quiet', 'call-0'), false);
    assert.deepEqual(idsOf(prepared([completed(run('loud', 'call-0')), untold])), ['c-quiet']);
    const reminder = conversation().add({ kind: 'reminder', content: [], name: 'execution:quiet' }).records();
    assert.deepEqual(prepared([untold, ...reminder]), []);
    assert.deepEqual(prepared([untold], { kept: reminder }), []);
  });

  it('is a completion without its output when the model knows it, and with it when not', () => {
    const outputs = (told: boolean): readonly unknown[] =>
      prepared([...rows, completed(run('e1', 'call-1'), told)]).map(
        (record) => record.kind === 'execution-completion' && renderOf(record)?.output,
      );
    assert.deepEqual(outputs(true), [{ head: '', tail: '', characters: 3, omitted: 3 }]);
    assert.deepEqual(outputs(false), [{ head: 'ok\n', tail: '', characters: 3, omitted: 0 }]);
  });

  it('says of a completion whether the model knows: a result nobody gave tells nothing', () => {
    const toldOf = (records: readonly TranscriptRecord[]): readonly unknown[] =>
      records.map((record) => record.kind === 'execution-completion' && record.told);
    const reminder = conversation().add({ kind: 'reminder', content: [], name: 'execution:e1' }).records();
    const untold = completed(run('e1', 'call-1'), false);
    assert.deepEqual(toldOf(prepared([...rows, untold])), [undefined]);
    assert.deepEqual(toldOf(prepared([...rows, untold, ...reminder])), [true]);
    const made = rows.map((record) =>
      record.kind === 'tool-result' ? { ...record, synthetic: true } : record,
    );
    assert.deepEqual(toldOf(prepared([...made, completed(run('e1', 'call-1'))])), [undefined]);
  });
});

describe('behaviour 10.3: live data and records', () => {
  it('let what runs now win over what was archived of it', () => {
    const now = run('e1', 'call-1', { output: { head: 'more\n', tail: '', characters: 5, omitted: 0 } });
    const [archive] = prepared([...rows, archived(run('e1', 'call-1'))], { live: [now] });
    assert.ok(archive?.kind === 'execution-archive');
    assert.deepEqual([archive.id, renderOf(archive)], ['new-1', now]);
  });

  it('go through the removed records for executions once, on the first miss, and not without one', () => {
    const all = [...rows, archived(run('e3', 'call-3')), archived(run('e2', 'call-2'))];
    const looksWith = (live: readonly ExecutionRender[]): number => {
      let looks = 0;
      const watched = all.map((record) =>
        record.kind !== 'execution-archive'
          ? record
          : new Proxy(record, {
              get: (target, key) => {
                if (key === 'callId') looks++;
                return Reflect.get(target, key) as unknown;
              },
            }),
      );
      prepared(watched, { live });
      return looks / 2;
    };
    const everything = [run('e1', 'call-1'), run('e2', 'call-2'), run('e3', 'call-3')];
    assert.equal(looksWith(everything), 0);
    assert.equal(looksWith(everything.slice(0, 1)), 1);
    assert.equal(looksWith([]), 1);
  });

  it('are looked at afresh each time', () => {
    let live = [run('e1', 'call-1')];
    const executions: LiveExecutions = { live: () => live };
    const place = { id: () => 'new', at };
    assert.equal(prepareArchives({ removed: rows, kept: [] }, executions, place).length, 1);
    live = [];
    assert.equal(prepareArchives({ removed: rows, kept: [] }, executions, place).length, 0);
  });
});

describe('behaviour 10.13: what counts as running', () => {
  it('is queued, running and stopping alike, with nobody looking on', () => {
    for (const state of ['queued', 'running', 'stopping'] as const) {
      const [archive] = prepared(rows, { live: [run('e1', 'call-1', { state })] });
      assert.ok(archive?.kind === 'execution-archive');
      assert.equal(renderOf(archive)?.state, state);
    }
  });
});
