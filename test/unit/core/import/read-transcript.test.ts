import assert from 'node:assert/strict';
import {
  importTranscript,
  type ImportedFile,
  type ReadFailure,
} from '../../../../src/core/import/read-transcript.ts';
import type { Result } from '../../../../src/base/result.ts';
import type { SourceText } from '../../../../src/core/import/source.ts';
import { linesOf, run, settleDeps, wholeOf } from '../../../support/transcripts/steps.ts';

const claude = { type: 'user', uuid: 'u', sessionId: 's', message: { role: 'user', content: 'hello' } };

function imported(source: SourceText): Result<ImportedFile, ReadFailure> {
  return run(importTranscript(source, { format: 'auto', fileName: 'chat.jsonl' }, settleDeps()));
}

describe('importing a file', () => {
  it('gives its sessions and its damage, in line order', () => {
    const result = imported(linesOf('//', claude, '{'));
    assert.ok(result.ok);
    assert.equal(result.value.format, 'claude-code');
    assert.deepEqual(
      result.value.sessions.map(({ counts }) => counts.turns),
      [1],
    );
    assert.deepEqual(
      result.value.damaged.map(({ line }) => line),
      [1, 3],
    );
  });

  it('makes a session of each conversation', () => {
    const result = imported(
      wholeOf([{ traj: [{ role: 'user', content: 'a' }] }, { traj: [{ role: 'user', content: 'b' }] }]),
    );
    assert.ok(result.ok);
    assert.deepEqual(
      result.value.sessions.map(({ session }) => session.init.name),
      ['a', 'b'],
    );
  });

  it('fails where no message of the format can be read', () => {
    const snapshot = { type: 'file-history-snapshot', messageId: 'm', snapshot: {} };
    assert.deepEqual(imported(linesOf(snapshot, '{')), {
      ok: false,
      error: {
        kind: 'nothing-readable',
        format: 'claude-code',
        damaged: [{ line: 2, reason: 'cut short: JSON that ends in the middle' }],
      },
    });
  });

  it('keeps the bytes of lines that are no UTF-8, and reports them', () => {
    const result = imported({ ...linesOf(claude), undecodable: [{ line: 1, base64: 'gA==' }] });
    assert.ok(result.ok);
    assert.deepEqual(
      result.value.damaged.map(({ line }) => line),
      [1],
    );
    const raws = result.value.sessions[0]!.session.segments[0]!.records.flatMap((record) =>
      record.kind === 'foreign' ? [record.raw] : [],
    );
    assert.ok(raws.includes('{"line":1,"base64":"gA=="}'));
  });
});
