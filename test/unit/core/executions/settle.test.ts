// How the end of an execution becomes durable.

import assert from 'node:assert/strict';
import { archiveRecord, renderOf } from '../../../../src/core/executions/records.ts';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import { mostWaiting, Settlements, type TerminalUpdate } from '../../../../src/core/executions/settle.ts';
import { executionTranscript, type ExecutionTranscript } from '../../../../src/core/executions/transcript.ts';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { calledOnce, endedWell, renderLike } from '../../../support/executions-bench.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { wholeRotation } from '../../../support/rotation-sample.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const ended = (change: Partial<ExecutionRender> = {}): ExecutionRender =>
  renderLike({ ...endedWell, ...change });

interface Bench {
  readonly computer: MemoryComputer;
  readonly session: SessionHandle;
  readonly settlements: Settlements;
  readonly settled: string[];
  readonly dropped: [string, string][];
  readonly delayed: [string, string][];
  readonly settle: (render: ExecutionRender) => ReturnType<Settlements['settle']>;
}

async function bench(
  records: readonly TranscriptRecord[] = calledOnce,
  wrap: (own: ExecutionTranscript) => ExecutionTranscript = (own) => own,
): Promise<Bench> {
  const computer = new MemoryComputer();
  const session = valueOf(await computer.store().create({ name: 'Settle' }, never));
  valueOf(await session.write.append(records, never));
  const settled: string[] = [];
  const dropped: [string, string][] = [];
  const delayed: [string, string][] = [];
  const nameOf = ({ render }: TerminalUpdate): string => render.executionId;
  const settlements = new Settlements({
    transcript: wrap(executionTranscript(session)),
    clock: new VirtualClock(),
    ids: countingIds(),
    settled: (update) => settled.push(nameOf(update)),
    dropped: (update, which) => dropped.push([nameOf(update), which]),
    delayed: (update, failure) => delayed.push([nameOf(update), failure.kind]),
  });
  const settle = (render: ExecutionRender) => settlements.settle({ render, told: false });
  return { computer, session, settlements, settled, dropped, delayed, settle };
}

function completions(session: SessionHandle): readonly (ExecutionRender | undefined)[] {
  return session
    .active()
    .records.flatMap((record) => (record.kind === 'execution-completion' ? [renderOf(record)] : []));
}

describe('behaviour 10.6: the end of an archived execution', () => {
  const archive = archiveRecord(renderLike(), { id: 'a1', turn: 1, at: 'then' });

  it('is one completion that replaces the archive, on disk before anybody is told', async () => {
    const seen: (readonly unknown[])[] = [];
    const { session, settle, settled } = await bench([archive], (own) => ({
      ...own,
      append: async (records) => {
        seen.push([...settled]);
        const appended = await own.append(records);
        seen.push([...settled]);
        return appended;
      },
    }));
    assert.equal(await settle(ended()), 'settled');
    assert.deepEqual([completions(session), settled, seen], [[ended()], ['e1'], [[], []]]);
  });

  it('is there after a power cut as soon as it was told', async () => {
    const { computer, session, settle } = await bench([archive]);
    await settle(ended());
    computer.crash();
    const again = valueOf(await computer.store().open(session.path, 'write', never));
    assert.deepEqual(completions(again), [ended()]);
  });

  it('has no word of a prompt that waits to be sent in its bytes', async () => {
    const { computer, session, settle } = await bench([archive]);
    const outbox = [{ id: 'draft', text: 'words nobody has sent', at: 'now' }];
    valueOf(await session.write.update({ outbox }, never));
    await settle(ended());
    assert.equal(computer.disk.text(`${session.path}/segment-0001.jsonl`).includes('nobody has sent'), false);
    assert.deepEqual(session.session().outbox, outbox);
  });

  it('may be told again as it was, and stands when something else is told', async () => {
    const { session, settle, settled } = await bench([archive]);
    await settle(ended());
    assert.equal(await settle(ended()), 'replayed');
    assert.equal(await settle(ended({ exitCode: 1, outcome: 'failure' })), 'conflict');
    assert.deepEqual([completions(session), settled], [[ended()], ['e1']]);
  });

  it('without a row or an archive is not recorded', async () => {
    const { session, settle } = await bench(conversation().user('Nothing ran').records());
    assert.equal(await settle(ended()), 'waiting');
    assert.deepEqual(completions(session), []);
  });
});

describe('behaviour 10.8: a disk that takes no end', () => {
  const isFull: MemoryComputer['disk']['fault'] = ({ operation }) =>
    operation === 'write' ? { kind: 'fail', code: 'ENOSPC', part: 0.5 } : undefined;

  it('leaves everything as it was, tells nobody, and gets the end once it takes it', async () => {
    const { computer, session, settlements, settle, settled } = await bench();
    const before = session.active().records;
    computer.disk.fault = isFull;
    assert.equal(await settle(ended()), 'waiting');
    assert.deepEqual([session.active().records, settled], [before, []]);
    computer.disk.fault = () => undefined;
    await settlements.retry();
    assert.deepEqual([completions(session), settled], [[ended()], ['e1']]);
  });

  it('is told once until it takes one again', async () => {
    const { computer, settlements, settle, delayed } = await bench();
    computer.disk.fault = isFull;
    await settle(ended());
    await settlements.retry();
    assert.deepEqual(delayed, [['e1', 'disk-full']]);
  });

  it('is not told of an end that the result of its call was to tell', async () => {
    const { computer, settlements, delayed } = await bench();
    computer.disk.fault = isFull;
    await settlements.settle({ render: ended(), told: true });
    assert.deepEqual(delayed, []);
  });
});

describe('behaviour 10.10: ends whose rows are not there yet', () => {
  const late = (count: number): readonly ExecutionRender[] =>
    Array.from({ length: count }, (_, place) =>
      ended({ executionId: `e${place}`, callId: `call-${place + 1}` }),
    );

  it('wait, and are settled in order when the rows are there and somebody tries again', async () => {
    const { session, settlements, settle, settled } = await bench(conversation().user('Run').records());
    for (const render of late(3)) assert.equal(await settle(render), 'waiting');
    assert.equal(settlements.hasWaiting, true);
    await settlements.retry();
    assert.deepEqual(settled, []);
    const calls = conversation().user('Run').calls('run').calls('run').calls('run').records().slice(1);
    valueOf(await session.write.append(calls, never));
    await settlements.retry();
    assert.deepEqual([settled, settlements.hasWaiting], [['e0', 'e1', 'e2'], false]);
  });

  it('are settled also by the next end that is, and each waits once however often it is told', async () => {
    const { session, settle, settled } = await bench(conversation().user('Run').records());
    const [first, second] = late(2);
    await settle(first!);
    await settle(first!);
    const calls = conversation().user('Run').calls('run').calls('run').records().slice(1);
    valueOf(await session.write.append(calls, never));
    await settle(second!);
    assert.deepEqual([settled, completions(session).length], [['e1', 'e0'], 2]);
  });

  it('are 64 at most: the oldest are dropped, with one warning', async () => {
    assert.equal(mostWaiting, 64);
    const { settle, dropped } = await bench(conversation().user('Run').records());
    for (const render of late(64)) await settle(render);
    assert.deepEqual(dropped, []);
    for (const render of late(66).slice(64)) await settle(render);
    assert.deepEqual(dropped, [
      ['e0', 'first'],
      ['e1', 'later'],
    ]);
  });
});

describe('ends that come at the same time', () => {
  it('are recorded once each, in the order they were told', async () => {
    const { session, settle } = await bench();
    const both = [ended({ executionId: 'one' }), ended({ executionId: 'two' })];
    await Promise.all([...both, ...both].map(settle));
    assert.deepEqual(completions(session), both);
  });

  it('in a segment that was compacted since are not recorded a second time', async () => {
    const { session, settle, settled } = await bench();
    await settle(ended());
    valueOf(await session.write.rotate(wholeRotation('s1'), never));
    assert.equal(await settle(ended()), 'replayed');
    assert.deepEqual([completions(session), settled], [[], ['e1']]);
  });
});
