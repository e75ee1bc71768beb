import assert from 'node:assert/strict';
import { BatchCollector, batchesOf } from '../../../../src/adapters/import/batches.ts';
import type { ImportedFile } from '../../../../src/core/import/read-transcript.ts';
import { conversation } from '../../../support/conversation.ts';

function file(): ImportedFile {
  const counts = { turns: 1, records: 3, toolCalls: 0, unpaired: 0, images: 1 };
  const session = (name: string): ImportedFile['sessions'][number] => ({
    counts,
    session: {
      init: { name },
      segments: [
        {
          createdAt: 't1',
          finalized: { kind: 'finalized', at: 't2', cut: null },
          records: conversation().user('x'.repeat(700_000)).assistant('y'.repeat(700_000)).records(),
        },
        { createdAt: 't2', finalized: null, records: [] },
      ],
      agents: new Map([
        ['scout', conversation().task('look', 'scout').records()],
        ['empty', []],
      ]),
      artifacts: [
        { name: 'a', content: { encoding: 'base64', text: 'QUJD'.repeat(800_000) } },
        { name: 'b', content: { encoding: 'utf8', text: '' } },
      ],
    },
  });
  return {
    format: 'pi',
    sessions: [session('one'), session('two')],
    damaged: [{ line: 3, reason: 'not JSON' }],
  };
}

describe('batches of an import', () => {
  it('give the same file when they are put together again', () => {
    const collector = new BatchCollector();
    const results = [...batchesOf(file())].map((items) => collector.add(structuredClone(items)));
    assert.deepEqual(
      results.slice(0, -1),
      results.slice(0, -1).map(() => undefined),
    );
    assert.deepEqual(results.at(-1), file());
  });

  it('stay small, however long the texts are', () => {
    const sizes = [...batchesOf(file())].map((items) => JSON.stringify(items).length);
    assert.ok(sizes.length > 8);
    assert.ok(Math.max(...sizes) < 2_000_000);
  });
});
