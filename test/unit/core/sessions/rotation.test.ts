// The successor a rotation makes.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import {
  assertFreshIds,
  assertRotation,
  buildSuccessor,
  externalizeRotation,
  finalizedLine,
} from '../../../../src/core/sessions/rotation.ts';
import { parseRecord, type TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import {
  sampleRecords,
  sampleRotation,
  summaryRecord,
  wholeRotation,
} from '../../../support/rotation-sample.ts';

const records = sampleRecords();
const has = (): boolean => true;

describe('behaviour 8.2: the successor of a rotation', () => {
  it('is header, summary, audits, tail, carried records and batch, copies marked with where they come from', () => {
    const audit: TranscriptRecord = {
      kind: 'hook-audit',
      id: 'h',
      turn: 3,
      at: 'now',
      event: 'PreCompact',
      handlers: [],
    };
    const rotation = { ...sampleRotation(records), audits: [audit] };
    const successor = buildSuccessor(rotation, { session: 's', from: 4, at: 'then', has });
    assert.deepEqual(successor.header, {
      kind: 'header',
      format: 1,
      session: 's',
      segment: 5,
      createdAt: 'then',
      tailTurns: 1,
      tailTruncated: true,
    });
    assert.deepEqual(
      successor.records.map(({ id, copiedFrom }) => [id, copiedFrom]),
      [
        ['summary-1', undefined],
        ['h', undefined],
        ...[...rotation.tail, ...rotation.carried, ...rotation.batch].map(({ id }) => [id, 4]),
      ],
    );
    assert.deepEqual(finalizedLine(rotation, 'then'), { kind: 'finalized', at: 'then', cut: 'r7' });
  });

  it('marks a copied record of an unknown kind in what is written of it, too', () => {
    const parsed = parseRecord({ kind: 'hologram', id: 'u', turn: 1, at: 'now', beams: 3 });
    assert.ok(parsed.ok);
    const [, copy] = buildSuccessor(
      { ...wholeRotation('s'), carried: [parsed.record] },
      { session: 's', from: 1, at: 'x', has },
    ).records;
    assert.ok(copy?.kind === 'unknown');
    assert.deepEqual(copy.value, { kind: 'hologram', id: 'u', turn: 1, at: 'now', beams: 3, copiedFrom: 1 });
    assert.equal(copy.copiedFrom, 1);
  });

  it('lets a carried record that is new come from no segment', () => {
    const [carried] = sampleRotation(records).carried;
    const { records: written } = buildSuccessor(
      { ...wholeRotation('s'), carried: carried === undefined ? [] : [carried] },
      { session: 's', from: 1, at: 'x', has: () => false },
    );
    assert.deepEqual(written.slice(1), [carried]);
  });

  it('overwrites where a record was copied from before', () => {
    const again = records.slice(0, 1).map((record) => ({ ...record, copiedFrom: 1 }));
    const successor = buildSuccessor(
      { ...wholeRotation('s'), tail: again },
      { session: 's', from: 2, at: 'x', has },
    );
    assert.equal(successor.records[1]?.copiedFrom, 2);
  });

  it('moves large contents of summary, tail, carried records and batch to artifacts, each once', () => {
    const text = 'q'.repeat(300_000);
    const large = (id: string): TranscriptRecord => ({
      kind: 'assistant',
      id,
      turn: 3,
      at: 'now',
      content: [{ type: 'text', text }],
    });
    const rotation = {
      ...wholeRotation('s'),
      summary: summaryRecord('s', 'r'.repeat(300_000)),
      tail: [large('t')],
      batch: [large('b')],
    };
    const { rotation: small, artifacts } = externalizeRotation(rotation, nodeSha256);
    assert.equal(small.summary.content[0]?.type, 'stored-text');
    assert.deepEqual([...new Set(artifacts.map((artifact) => artifact.name))].length, 2);
    assert.ok(JSON.stringify(small).length < 100_000);
  });

  it('asserts that the cut is a record and that no id stands twice', () => {
    assertRotation(sampleRotation(records), records);
    assertRotation(wholeRotation('s'), records);
    assert.throws(
      () => assertRotation(sampleRotation(records, { cut: 'none' }), records),
      /Broken invariant/,
    );
    assert.throws(
      () => assertRotation({ ...wholeRotation('s'), batch: [records[0]!, records[0]!] }, records),
      /Broken invariant/,
    );
    assertFreshIds(records, () => false);
    assert.throws(() => assertFreshIds(records, (id) => id === 'r3'), /Broken invariant/);
  });

  it('lets records of unknown kinds go without an id', () => {
    const nameless = ['a', 'b'].map((kind): TranscriptRecord => ({
      kind: 'unknown',
      id: '',
      turn: 0,
      at: '',
      value: { kind },
    }));
    assertFreshIds(nameless, () => false);
  });
});
