import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../../src/adapters/system/sha256.ts';
import type { Draft, DraftConversation, DraftPart } from '../../../../../src/core/import/draft.ts';
import { recordsToCut } from '../../../../../src/core/sessions/segment-file.ts';
import type { WholeSegment } from '../../../../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../../../../src/core/transcript/record.ts';
import { withoutSuperseded } from '../../../../../src/core/transcript/visibility.ts';
import { settled } from '../../../../support/transcripts/steps.ts';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image: DraftPart = { type: 'inline-media', media: 'image', mime: 'image/png', base64: pixel };

const user = (line: number, ...content: readonly DraftPart[]): Draft => ({ kind: 'user', content, line });
const text = (words: string): DraftPart => ({ type: 'text', text: words });
const says = (line: number, words: string): Draft => ({ kind: 'assistant', content: [text(words)], line });
const call = (line: number, sourceId: string): Draft => ({
  kind: 'tool-call',
  sourceId,
  name: 'read',
  input: { path: 'a' },
  line,
});
const result = (line: number, sourceId: string): Draft => ({
  kind: 'tool-result',
  sourceId,
  content: [text('bytes')],
  line,
});
const hidden = (line: number, raw: string): Draft => ({ kind: 'foreign', raw, line });
const compaction = (line: number, keptLines: readonly number[] = []): Draft => ({
  kind: 'compaction',
  summary: 'what was before',
  keptLines,
  line,
});

function conversation(...drafts: readonly Draft[]): DraftConversation {
  return { title: 'A title', drafts, sideChains: new Map() };
}

function kinds(records: readonly TranscriptRecord[] | undefined): readonly string[] {
  return (records ?? []).map((record) => (record.copiedFrom === undefined ? record.kind : `${record.kind}*`));
}

function ownRecords(segment: WholeSegment): readonly TranscriptRecord[] {
  const { records, finalized } = segment;
  return recordsToCut({ records, finalized } as Parameters<typeof recordsToCut>[0]);
}

describe('a settled import', () => {
  it('has the figures of its report', () => {
    const { counts } = settled(
      conversation(user(1, text('go'), image), call(2, 'a'), call(3, 'b'), result(4, 'a')),
    );
    assert.deepEqual(counts, { turns: 1, records: 6, toolCalls: 2, unpaired: 1, images: 1 });
  });

  it('has the first time its source tells for what comes before it, not the time of the import', () => {
    const told = { ...user(2, text('go')), at: '2026-02-11T20:36:00.000Z' };
    const { session } = settled(conversation(hidden(1, 'a snapshot'), told));
    const [segment] = session.segments;
    assert.equal(segment?.createdAt, told.at);
    assert.deepEqual(
      segment.records.map(({ at }) => at),
      [told.at, told.at, told.at],
    );
  });

  it('says where it came from, and what the source says of model and folder', () => {
    const { session } = settled(
      {
        ...conversation(user(1, text('go'))),
        model: { provider: 'anthropic', model: 'claude-x' },
        workspace: '/home/me/project',
      },
      'pi',
    );
    assert.deepEqual(session.init, {
      name: 'A title',
      workspace: '/home/me/project',
      model: { provider: 'anthropic', model: 'claude-x' },
      imported: { format: 'pi', file: 'source' },
    });
  });

  it('takes times from the source, where a draft has none the last one, before the first that one', () => {
    const at = '2025-01-02T03:04:05Z';
    const { session } = settled(conversation(hidden(1, 'x'), { ...says(2, 'hi'), at }, says(3, 'on')));
    assert.deepEqual(
      session.segments[0]?.records.map((record) => record.at),
      Array.from({ length: 4 }, () => '2025-01-02T03:04:05.000Z'),
    );
  });

  it('replaces half a surrogate pair wherever it stands', () => {
    const half = 'a\ud800b';
    const { session } = settled(
      conversation(
        user(1, text(half)),
        { ...call(2, 'a'), input: { [half]: [half] } } as Draft,
        hidden(3, half),
      ),
    );
    const written = JSON.stringify(session.segments);
    assert.equal(written.includes('\\ud800'), false);
    assert.equal(written.split('a\ufffdb').length - 1, 4);
  });

  it('leaves out texts that are empty', () => {
    const { session } = settled(
      conversation(user(1, text(''), text('x')), call(2, 'a'), {
        ...result(3, 'a'),
        content: [text('')],
      } as Draft),
    );
    const contents = session.segments[0]!.records.map((record) =>
      'content' in record ? record.content : undefined,
    );
    assert.deepEqual(contents.slice(0, 3), [[{ type: 'text', text: 'x' }], undefined, []]);
  });
});

describe('media of an import', () => {
  it('become artifacts under their SHA-256, identical ones once', () => {
    const { session, counts } = settled(
      conversation(user(1, image), call(2, 'a'), { ...result(3, 'a'), content: [image] } as Draft),
    );
    const name = nodeSha256.of(Buffer.from(pixel, 'base64'));
    assert.deepEqual(session.artifacts, [{ name, content: { encoding: 'base64', text: pixel } }]);
    assert.equal(counts.images, 1);
    const part = { type: 'media', media: 'image', mime: 'image/png', artifact: name, bytes: 70 };
    assert.deepEqual(session.segments[0]?.records[0], {
      kind: 'user',
      content: [part],
      id: 'record-1',
      turn: 1,
      at: '2026-11-30T12:00:00.000Z',
    });
  });

  it('are named, not repeated, in the leftover of their line', () => {
    const big: DraftPart = { type: 'inline-media', media: 'image', base64: 'QUJD'.repeat(100) };
    const { session } = settled(conversation(user(1, big), hidden(1, `{"copy":"${'QUJD'.repeat(100)}"}`)));
    const leftover = session.segments[0]?.records.find((record) => record.kind === 'foreign');
    assert.deepEqual(leftover?.raw, `{"copy":"artifact:${session.artifacts[0]?.name}"}`);
  });

  it('known by address only have no artifact', () => {
    const { session } = settled(
      conversation(user(1, { type: 'linked-media', media: 'image', path: 'https://x.test/a.png' })),
    );
    const [record] = session.segments[0]!.records;
    assert.deepEqual(record?.kind === 'user' && record.content, [
      { type: 'media', media: 'image', path: 'https://x.test/a.png' },
    ]);
  });

  it('leave large texts to artifacts too (design 4.2)', () => {
    const { session } = settled(conversation(user(1, text('z'.repeat(300_000)))));
    const [record] = session.segments[0]!.records;
    const [part] = record?.kind === 'user' ? record.content : [];
    assert.equal(part?.type, 'stored-text');
    assert.equal(session.artifacts[0]?.content.text.length, 300_000);
  });
});

describe('earlier compactions of an import', () => {
  it('end a segment and head the next with their summary', () => {
    const { session, counts } = settled(
      conversation(user(1, text('a')), says(2, 'b'), compaction(3), user(4, text('c')), says(5, 'd')),
    );
    const [first, second] = session.segments;
    assert.deepEqual(kinds(first?.records), ['user', 'assistant']);
    assert.deepEqual(kinds(second?.records), ['summary', 'fork-point', 'user', 'assistant', 'fork-point']);
    assert.equal(first?.finalized?.cut, null);
    assert.equal(second?.finalized, null);
    const summary = second.records[0];
    assert.deepEqual(summary?.kind === 'summary' && [summary.content, summary.author, summary.purpose], [
      [{ type: 'text', text: 'what was before' }],
      { kind: 'imported' },
      'continuation',
    ]);
    assert.equal(counts.turns, 2);
  });

  it('move everything the source kept in view, hidden records too', () => {
    const { session, counts } = settled(
      conversation(
        user(1, text('a')),
        says(2, 'b'),
        user(3, text('c')),
        hidden(3, 'rest of 3'),
        says(4, 'd'),
        compaction(5, [3, 4]),
        user(6, text('e')),
      ),
    );
    const [first, second] = session.segments;
    assert.deepEqual(kinds(ownRecords(first!)), ['user', 'assistant', 'fork-point']);
    assert.deepEqual(kinds(second?.records).slice(0, 4), ['summary', 'user*', 'foreign*', 'assistant*']);
    const copied = second?.records[1];
    assert.deepEqual(copied, { ...first?.records[3], copiedFrom: 1 });
    assert.equal(second?.records[0]?.turn, 2);
    assert.equal(counts.records, first!.records.length + second.records.length - 3);
  });

  it('keep a batch of parallel calls whole when only its last result was kept', () => {
    const { session } = settled(
      conversation(
        ...[user(1, text('one')), call(2, 'a'), call(2, 'b'), result(3, 'a'), result(4, 'b')],
        ...[compaction(5, [4]), says(6, 'done')],
      ),
    );
    const [before, after] = session.segments;
    assert.deepEqual(kinds(before && ownRecords(before)), ['user']);
    assert.deepEqual(kinds(after?.records), [
      'summary',
      ...['tool-call*', 'tool-call*', 'tool-result*', 'tool-result*'],
      ...['assistant', 'fork-point'],
    ]);
  });

  it('keep a kept result together with its call', () => {
    const { session } = settled(
      conversation(user(1, text('a')), call(2, 'x'), result(3, 'x'), says(4, 'b'), compaction(5, [3, 4])),
    );
    assert.deepEqual(kinds(session.segments[1]?.records).slice(0, 4), [
      'summary',
      'tool-call*',
      'tool-result*',
      'assistant*',
    ]);
  });

  it('copy single messages without moving anything', () => {
    const { session } = settled(
      conversation(user(1, text('a')), says(2, 'b'), user(3, text('c')), says(4, 'd'), compaction(5, [1, 3])),
    );
    const [first, second] = session.segments;
    assert.equal(first?.finalized?.cut, null);
    assert.deepEqual(kinds(second?.records).slice(0, 3), ['summary', 'user*', 'user*']);
  });

  it('carry a kept message over several compactions, copied from the segment before', () => {
    const { session } = settled(
      conversation(user(1, text('a')), compaction(2, [1]), says(3, 'b'), compaction(4, [1]), says(5, 'c')),
    );
    const copies = session.segments.map(({ records }) => records.find((record) => record.kind === 'user'));
    assert.deepEqual(
      copies.map((record) => [record?.id, record?.copiedFrom]),
      [
        ['record-1', undefined],
        ['record-1', 1],
        ['record-1', 2],
      ],
    );
  });
});

describe('turns an import took back', () => {
  it("stay in the session and leave the model's sight", () => {
    const { session } = settled(
      conversation(
        user(1, text('a')),
        says(2, 'b'),
        user(3, text('c')),
        says(4, 'd'),
        { kind: 'rollback', turns: 1, line: 5 },
        user(6, text('e')),
      ),
    );
    const { records } = session.segments[0]!;
    assert.equal(records.filter((record) => record.kind === 'superseded').length, 1);
    assert.deepEqual(kinds(withoutSuperseded(records)), [
      'user',
      'assistant',
      'fork-point',
      'user',
      'fork-point',
    ]);
  });
});

describe('side chains of an import', () => {
  it('begin with their task, and their calls share no id with the root', () => {
    const chain = [user(2, text('look around')), call(3, 'a'), result(4, 'a'), says(5, 'seen')];
    const { session, counts } = settled({
      ...conversation(user(1, text('go')), call(1, 'a'), result(6, 'a')),
      sideChains: new Map([['scout', chain]]),
    });
    const records = session.agents.get('scout');
    assert.deepEqual(kinds(records), [
      'task',
      'tool-call',
      'foreign',
      'tool-result',
      'assistant',
      'fork-point',
    ]);
    const [task, own] = records ?? [];
    assert.deepEqual(task?.kind === 'task' && [task.path, task.content], ['scout', [text('look around')]]);
    assert.equal(own?.kind === 'tool-call' && own.callId, 'a-2');
    assert.deepEqual([counts.turns, counts.toolCalls], [1, 2]);
  });

  it('have a task even where the source records none', () => {
    const { session } = settled({
      ...conversation(user(1, text('go'))),
      sideChains: new Map([['x', [says(2, 'done')]]]),
    });
    const [task] = session.agents.get('x') ?? [];
    assert.equal(task?.kind === 'task' && task.content.length, 1);
  });

  it('keep a summary of their own as a text where it stood', () => {
    const chain = [user(2, text('look')), says(3, 'a'), compaction(4), says(5, 'b')];
    const { session } = settled({
      ...conversation(user(1, text('go'))),
      sideChains: new Map([['x', chain]]),
    });
    assert.deepEqual(kinds(session.agents.get('x')), [
      'task',
      'assistant',
      'user',
      'assistant',
      'fork-point',
    ]);
  });
});
