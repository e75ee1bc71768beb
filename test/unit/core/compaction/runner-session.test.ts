// What a run does to the segments of a session: what moves on, what stays behind, and what is never touched.

import assert from 'node:assert/strict';
import { carriedRecords } from '../../../../src/core/compaction/carried-records.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { compactionBench, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { deferred } from '../../../support/deferred.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { says, waits } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';
import { appliedOf, inputOf, keepOne, threeTurns, times, visibleTexts } from './run-samples.ts';

const idsOf = (records: readonly TranscriptRecord[]): readonly string[] => records.map(({ id }) => id);

async function segment(bench: Bench, number: number) {
  return valueOf(await bench.session.segment(number, never));
}

describe('behaviour 8.9: a prompt that waits to be sent', () => {
  it('is in neither segment and still in the outbox when the run is over', async () => {
    const computer = new MemoryComputer();
    const store = computer.store();
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, store });
    const outbox = [{ id: 'waiting', text: 'words that were typed and not sent', at: 'now' }];
    valueOf(await bench.session.write.update({ outbox }, never));
    appliedOf(await bench.run({ trigger: 'auto' }));
    assert.deepEqual(bench.session.session().outbox, outbox);
    for (const number of [1, 2]) {
      const file = `${bench.session.path}/segment-000${number}.jsonl`;
      const bytes = valueOf(await computer.disk.files.read(file));
      assert.equal(Buffer.from(bytes).toString('utf8').includes('typed and not sent'), false);
    }
    assert.equal(inputOf(bench).includes('typed and not sent'), false);
  });
});

describe('behaviour 8.10: the tool batch that is running', () => {
  const talk = conversation()
    .user('Mend it')
    .calls('Read', { path: 'a.ts' })
    .results('one')
    .reasoning('Now the other')
    .calls('Read', { path: 'b.ts' })
    .calls('Read', { path: 'c.ts' })
    .results('two');
  const records = talk.records();
  const pendingFrom = idsOf(records).at(3);

  it('is everything from its first record on, stays word for word, and is not summarised', async () => {
    const bench = await compactionBench({ records });
    appliedOf(await bench.run({ trigger: 'auto', tail: 'none', pendingFrom }));
    assert.deepEqual(visibleTexts(bench).slice(1), ['Now the other', 'Read', 'Read', 'two']);
    assert.equal(inputOf(bench).includes('b.ts'), false);
    const { finalized, records: kept } = await segment(bench, 1);
    assert.equal(finalized?.cut, pendingFrom);
    assert.deepEqual(idsOf(kept), idsOf(records));
  });

  it('is what stands behind the settled boundary when no record has the name that was given', async () => {
    const answered = [...threeTurns, { ...threeTurns[0]!, id: 'new', turn: 4 }];
    const bench = await compactionBench({ records: answered });
    appliedOf(await bench.run({ trigger: 'auto', tail: 'none', pendingFrom: 'no such record' }));
    assert.equal((await segment(bench, 1)).finalized?.cut, 'new');
    assert.deepEqual(visibleTexts(bench).slice(1), ['Where is the parser?']);
  });
});

describe('behaviour 8.19: a session that is not on disk', () => {
  it('is refused, so that nothing is rotated', async () => {
    const bench = await compactionBench({ records: threeTurns, facts: { persisted: false } });
    assert.deepEqual(await bench.run(), {
      outcome: 'refused',
      refusal: { kind: 'start', reason: 'not-on-disk' },
    });
    assert.deepEqual([bench.trace, bench.session.active().number], [['refused, idle'], 1]);
  });
});

describe('records that come while a run lasts', () => {
  async function withLate(late: readonly TranscriptRecord[], tail: 'recent' | 'none'): Promise<Bench> {
    const gate = deferred();
    const scripts = [[waits(gate.promise), ...says(soundSummary)]];
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, scripts });
    const outcome = bench.run({ tail });
    await settle();
    valueOf(await bench.session.write.append(late, never));
    gate.resolve();
    appliedOf(await outcome);
    return bench;
  }

  const message: TranscriptRecord = {
    ...{ kind: 'agent-message', id: 'late', turn: 3, at: 'now', from: '/root/explorer' },
    content: [{ type: 'text', text: 'Found it.' }],
  };

  it('move on behind the tail, and none is left beyond the cut', async () => {
    const bench = await withLate([message], 'recent');
    assert.deepEqual(visibleTexts(bench).slice(1), ['And the tests?', 'In test/.', 'Found it.']);
    assert.equal(inputOf(bench).includes('Found it.'), false);
  });

  it('move on also when they are on their way to the disk as the segment is rotated', async () => {
    const store = new MemoryComputer().store();
    const bench = await compactionBench({
      ...{ records: threeTurns, settings: keepOne, store },
      target: (root) => ({
        ...root,
        apply: async (plan, signal) => {
          const appended = bench.session.write.append([message], never);
          const applied = await root.apply(plan, signal);
          valueOf(await appended);
          return applied;
        },
      }),
    });
    appliedOf(await bench.run());
    assert.deepEqual(visibleTexts(bench).slice(1), ['And the tests?', 'In test/.', 'Found it.']);
  });

  it('are where the predecessor is cut when nothing else moves', async () => {
    const bench = await withLate([message], 'none');
    assert.deepEqual(visibleTexts(bench).slice(1), ['Found it.']);
    assert.equal((await segment(bench, 1)).finalized?.cut, 'late');
  });
});

const archive = (execution: string, id: string): TranscriptRecord => ({
  ...{ kind: 'execution-archive', id, turn: 1, at: 'now', callId: 'call-1', executionId: execution },
  render: { state: 'running', command: execution },
});
const completion = (execution: string, id: string): TranscriptRecord => ({
  ...{ kind: 'execution-completion', id, turn: 1, at: 'now', callId: 'call-1', executionId: execution },
  render: { state: 'success' },
});

describe('archives of executions that still run', () => {
  it('are carried exactly once a segment over three rotations, hidden from model and evidence', async () => {
    const records = [...threeTurns.slice(0, 2), archive('webpack', 'a1'), ...threeTurns.slice(2)];
    const bench = await compactionBench({
      records,
      settings: keepOne,
      scripts: times(3, says(soundSummary)),
    });
    for (let round = 1; round <= 3; round++) {
      appliedOf(await bench.run({ tail: round === 2 ? 'none' : 'recent' }));
      const archives = bench.session.active().records.filter(({ kind }) => kind === 'execution-archive');
      assert.deepEqual(idsOf(archives), ['a1']);
      assert.equal(inputOf(bench, round - 1).includes('webpack'), false);
      assert.equal(visibleTexts(bench).join('\n').includes('webpack'), false);
      const next = conversation().user(`Round ${round}`).assistant('ok').settled();
      const more = next.user(`Again ${round}`).assistant('ok').settled().records();
      const own = more.map((record) => ({
        ...record,
        id: `${round}-${record.id}`,
        turn: record.turn + 3 * round,
      }));
      valueOf(await bench.session.write.append(own, never));
    }
    assert.equal(bench.session.active().number, 4);
  });

  it('are not carried once the execution ended, also when that happens during the run', async () => {
    const gate = deferred();
    const bench = await compactionBench({
      records: [
        ...threeTurns.slice(0, 2),
        archive('webpack', 'a1'),
        archive('watch', 'a2'),
        ...threeTurns.slice(2),
      ],
      settings: keepOne,
      scripts: [[waits(gate.promise), ...says(soundSummary)]],
    });
    const outcome = bench.run();
    await settle();
    valueOf(await bench.session.write.append([completion('webpack', 'c1')], never));
    gate.resolve();
    appliedOf(await outcome);
    const moved = bench.session.active().records.filter(({ kind }) => kind.startsWith('execution'));
    assert.deepEqual(idsOf(moved), ['a2', 'c1']);
  });

  it('are the newest of each execution, and none beside one that is kept anyway', () => {
    const body = [archive('one', 'a1'), archive('two', 'a2'), archive('one', 'a3'), archive('three', 'a4')];
    const tail = [archive('three', 'a5')];
    const batch = [archive('two', 'a6')];
    const records = [...body, ...tail, ...batch];
    assert.deepEqual(idsOf(carriedRecords({ tail, batch }, records)), ['a3']);
  });
});

describe('the header of the successor', () => {
  it('tells how many turns were kept and whether one was shortened', async () => {
    const records = conversation()
      .user('One')
      .assistant('1')
      .settled()
      .user('Read it')
      .calls('Read')
      .results('word '.repeat(2000))
      .assistant('2')
      .settled()
      .records();
    const bench = await compactionBench({ records, settings: keepOne });
    const { shortenedOutputs, turns } = appliedOf(await bench.run());
    const { header } = bench.session.active();
    assert.deepEqual([header.tailTurns, header.tailTruncated], [1, true]);
    assert.deepEqual([shortenedOutputs, turns], [1, { total: 2, kept: 1 }]);
  });
});

describe('skills of a run (behaviour 6.15)', () => {
  it('are those of summarised turns, also when the body ends in a record of an unknown kind', async () => {
    const unknown: TranscriptRecord = {
      ...{ kind: 'unknown', id: 'odd', turn: 0, at: '' },
      value: { kind: 'odd', id: 'odd' },
    };
    const records = [...threeTurns.slice(0, 6), unknown, ...threeTurns.slice(6)];
    const skill = (name: string, turn: number) => ({ name, turn, conversation: '/root', body: name });
    const skills = [skill('early', 2), skill('late', 3)];
    const bench = await compactionBench({ records, settings: keepOne, skills });
    await bench.run();
    assert.deepEqual([inputOf(bench).includes('$early'), inputOf(bench).includes('$late')], [true, false]);
    const [summary] = bench.session.active().records;
    assert.equal(summary?.turn, 2);
  });
});
