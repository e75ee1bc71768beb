import assert from 'node:assert/strict';
import type { WholeSession } from '../../../../../src/core/sessions/store.ts';
import { linesOf, sessionOf } from '../../../../support/transcripts/steps.ts';

const user = (uuid: string, content: unknown, fields: object = {}): object => ({
  type: 'user',
  uuid,
  sessionId: 's',
  message: { role: 'user', content },
  ...fields,
});
const says = (uuid: string, text: string): object => ({
  type: 'assistant',
  uuid,
  sessionId: 's',
  message: { role: 'assistant', id: uuid, content: [{ type: 'text', text }] },
});
const boundary = (compactMetadata: object): object => ({
  type: 'system',
  subtype: 'compact_boundary',
  uuid: 'b',
  sessionId: 's',
  compactMetadata,
});
const summary = user('sum', 'This session goes on. Before: things.', { isCompactSummary: true });

function imported(...lines: readonly object[]): WholeSession {
  return sessionOf('claude-code', linesOf(...lines)).session;
}

/** Visible records of the last segment, copies marked. */
function lastSegment(session: WholeSession): readonly string[] {
  const { records } = session.segments.at(-1)!;
  return records.flatMap((record) => {
    if (record.kind === 'foreign' || record.kind === 'fork-point') return [];
    return [record.copiedFrom === undefined ? record.kind : `${record.kind}*`];
  });
}

describe('compactions of Claude Code', () => {
  const before = [user('1', 'a'), says('2', 'b'), user('3', 'c'), says('4', 'd')];

  it('are recognised with and without a boundary line', () => {
    for (const lines of [[summary], [boundary({ trigger: 'auto' }), summary]]) {
      const session = imported(...before, ...lines, says('5', 'e'));
      assert.equal(session.segments.length, 2);
      assert.deepEqual(lastSegment(session), ['summary', 'assistant']);
    }
  });

  it('take the summary exactly as it stands', () => {
    const [head] = imported(...before, summary).segments[1]!.records;
    assert.deepEqual(head?.kind === 'summary' && head.content, [
      { type: 'text', text: 'This session goes on. Before: things.' },
    ]);
  });

  it('end the turn when the person asked for them, and not in the middle of one', () => {
    const ends = (trigger: string): number =>
      imported(...before, boundary({ trigger }), summary).segments[0]!.records.filter(
        (record) => record.kind === 'fork-point',
      ).length;
    assert.deepEqual([ends('manual'), ends('auto')], [2, 1]);
  });

  it('keep the messages between head and tail of a preserved segment', () => {
    const metadata = { trigger: 'auto', preservedSegment: { headUuid: '3', anchorUuid: 'b', tailUuid: '4' } };
    assert.deepEqual(lastSegment(imported(...before, boundary(metadata), summary, says('5', 'e'))), [
      'summary',
      'user*',
      'assistant*',
      'assistant',
    ]);
  });

  it('keep the messages that are named one by one', () => {
    const metadata = { trigger: 'auto', preservedMessages: { anchorUuid: 'b', uuids: ['4', 'unknown'] } };
    assert.deepEqual(lastSegment(imported(...before, boundary(metadata), summary)), [
      'summary',
      'assistant*',
    ]);
  });

  it('are none where the summary has no text', () => {
    const blank = user('sum', [], { isCompactSummary: true });
    assert.equal(imported(...before, blank, says('5', 'e')).segments.length, 1);
  });
});
