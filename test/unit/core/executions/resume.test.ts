// What records say of executions to a host that opens a session.

import assert from 'node:assert/strict';
import type { Json } from '../../../../src/base/json.ts';
import { archiveRecord, completionRecord } from '../../../../src/core/executions/records.ts';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import { rendersIn, resumeExecutions } from '../../../../src/core/executions/resume.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { calledOnce, endedWell, renderLike } from '../../../support/executions-bench.ts';

const place = { id: 'x', turn: 1, at: 'then' };
const printed = (head: string): ExecutionRender['output'] => ({
  ...{ head, tail: '', characters: head.length, omitted: 0 },
});
const asJson = (render: ExecutionRender): Json => JSON.parse(JSON.stringify(render)) as Json;
const running = renderLike();
const ended = renderLike(endedWell);
const archive = archiveRecord(running, place);
const completion = completionRecord(ended, { ...place, told: false });
const lost = { state: 'ended', end: 'lost', outcome: 'failure' } as const;

describe('behaviour 10.11: an execution nobody saw the end of', () => {
  it('is lost with what it had printed when no newer record tells how it ended', () => {
    const { lost: found } = resumeExecutions([...calledOnce, archive], []);
    assert.deepEqual(found, [{ ...running, ...lost }]);
  });

  it('is not lost when a newer record does', () => {
    const found = resumeExecutions([...calledOnce, archive, completion], []);
    assert.deepEqual(found, { lost: [], untold: [ended] });
  });

  it('is told by its newest archive, and with what was copied of it since', () => {
    const newer = archiveRecord({ ...running, output: printed('ok\nmore\n') }, place);
    const records = [...calledOnce, archive, newer];
    const heads = (left: readonly Json[]): readonly string[] =>
      resumeExecutions(records, left).lost.map(({ output }) => output.head);
    assert.deepEqual(heads([]), ['ok\nmore\n']);
    assert.deepEqual(heads([asJson({ ...running, output: printed('ok\nmore\nand more\n') })]), [
      'ok\nmore\nand more\n',
    ]);
    assert.deepEqual(heads([asJson({ ...running, output: printed('ok') })]), ['ok\nmore\n']);
  });

  it('is lost also when it had not gone on in the background yet, if its call is there', () => {
    const found = resumeExecutions(calledOnce, [asJson(running)]);
    assert.deepEqual(found.lost, [{ ...running, ...lost }]);
  });

  it('is lost in the order they were started', () => {
    const two = ['e1', 'e2'].map((executionId) => archiveRecord({ ...running, executionId }, place));
    assert.deepEqual(
      resumeExecutions(two, []).lost.map(({ executionId }) => executionId),
      ['e1', 'e2'],
    );
  });

  it('is archived in the segment before, where a later one tells how it ended', () => {
    assert.deepEqual(
      [...rendersIn([archive], 'finalized').values()],
      [{ ...running, state: 'ended', end: 'archived' }],
    );
    assert.deepEqual([...rendersIn([archive], 'active').values()], [running]);
    assert.deepEqual([...rendersIn([archive, completion], 'finalized').values()], [ended]);
  });
});

describe('behaviour 10.12: records of executions that contradict themselves', () => {
  it('are ignored, and do not hide the one that is sound', () => {
    const forged: readonly TranscriptRecord[] = [
      { ...completion, callId: 'call-9' },
      { ...completion, executionId: 'e9' },
      { ...completion, render: { state: 'ended' } },
      { ...archive, render: 'running' },
    ];
    const found = resumeExecutions([...calledOnce, archive, ...forged], []);
    assert.deepEqual(found, { lost: [{ ...running, ...lost }], untold: [] });
    assert.deepEqual([...rendersIn([archive, ...forged], 'active').values()], [running]);
  });

  it('are ignored as copies, too, and when they name a call that is not there', () => {
    const left = [{ executionId: 'e1' }, 'text', asJson({ ...running, callId: 'call-9' })];
    assert.deepEqual(resumeExecutions(calledOnce, left), { lost: [], untold: [] });
  });

  it('are not made by text that looks like them', () => {
    const text = JSON.stringify(archive);
    const records = conversation().user(text).assistant(text).calls('run').results(text).records();
    assert.deepEqual(resumeExecutions(records, []), { lost: [], untold: [] });
  });
});

describe('an end the model has not heard of', () => {
  const told = completionRecord(ended, { ...place, told: true });
  const results = conversation().user('Test it').calls('run_command').results('ok').records();
  const untoldIn = (records: readonly TranscriptRecord[]): number =>
    resumeExecutions(records, []).untold.length;

  it('is one without a reminder of its name, unless the result of its call told it', () => {
    const reminder = conversation().add({ kind: 'reminder', content: [], name: 'execution:e1' }).records();
    assert.equal(untoldIn([...results, completion]), 1);
    assert.equal(untoldIn([...results, completion, ...reminder]), 0);
    assert.equal(untoldIn([...results, told]), 0);
    assert.equal(untoldIn([told]), 0);
  });

  it('is also one whose call has no result, or only one the host has made up', () => {
    const made = results.map((record) =>
      record.kind === 'tool-result' ? { ...record, synthetic: true } : record,
    );
    assert.equal(untoldIn([...calledOnce, told]), 1);
    assert.equal(untoldIn([...made, told]), 1);
  });
});
