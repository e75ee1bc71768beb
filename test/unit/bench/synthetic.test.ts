// Synthetic sessions must be sessions: what the benchmark measures on nonsense would say nothing.

import assert from 'node:assert/strict';
import { importTranscript, type ImportedFile } from '../../../src/core/import/read-transcript.ts';
import { parseRecord } from '../../../src/core/transcript/record.ts';
import { turnSpans } from '../../../src/core/transcript/turns.ts';
import { toolPairs } from '../../../src/core/transcript/tool-batches.ts';
import { claudeLines, openAiLine } from '../../bench/synthetic/foreign-files.ts';
import { syntheticRecords } from '../../bench/synthetic/records.ts';
import type { Mix } from '../../bench/synthetic/turns.ts';
import { valueOf } from '../../support/expect.ts';
import { linesOf, run, settleDeps } from '../../support/transcripts/steps.ts';

const imported = (...lines: readonly string[]): ImportedFile =>
  valueOf(run(importTranscript(linesOf(...lines), { format: 'auto', fileName: 'x' }, settleDeps())));

const session = (seed: number, mix: Mix = 'mixed') => ({ seed, mix, bytes: 300_000 });

describe('a synthetic session', () => {
  it('is the same for the same seed, and another for another', () => {
    assert.deepEqual(syntheticRecords(session(1)), syntheticRecords(session(1)));
    assert.notDeepEqual(syntheticRecords(session(1)), syntheticRecords(session(2)));
  });

  it('holds valid records in whole turns, with every call answered and no id twice', () => {
    const records = syntheticRecords(session(3));
    for (const record of records) {
      const parsed = parseRecord(JSON.parse(JSON.stringify(record)));
      assert.deepEqual(parsed, { ok: true, record });
    }
    assert.equal(turnSpans(records, 0, records.length).length, records.at(-1)?.turn);
    assert.equal(records.at(-1)?.kind, 'fork-point');
    assert.ok(toolPairs(records).every(({ result }) => result !== undefined));
    assert.equal(new Set(records.map(({ id }) => id)).size, records.length);
  });

  it('has the size asked for, up to one turn', () => {
    const sizes = syntheticRecords(session(4)).map((record) => ({
      turn: record.turn,
      bytes: Buffer.byteLength(JSON.stringify(record)) + 1,
    }));
    const sum = (list: typeof sizes): number => list.reduce((all, { bytes }) => all + bytes, 0);
    assert.ok(sum(sizes) >= 300_000);
    assert.ok(sum(sizes.filter(({ turn }) => turn < (sizes.at(-1)?.turn ?? 0))) < 300_000);
  });

  it('is ASCII only, mostly CJK or both, as its mix says', () => {
    const textOf = (mix: Mix): string => JSON.stringify(syntheticRecords(session(5, mix)));
    const shareOfCjk = (text: string): number => (text.match(/\p{Script=Han}/gu)?.length ?? 0) / text.length;
    assert.match(textOf('ascii'), /^[\x00-\x7f]*$/);
    assert.ok(shareOfCjk(textOf('cjk')) > 0.3);
    assert.ok(shareOfCjk(textOf('mixed')) < 0.3);
  });
});

describe('a synthetic file of another agent', () => {
  it('of Claude Code is read without damage, every call with its result', () => {
    const lines = [...claudeLines(session(6))].map((line) => line.trimEnd());
    const { format, damaged, sessions } = imported(...lines);
    assert.deepEqual([format, damaged, sessions.length], ['claude-code', [], 1]);
    assert.equal(sessions[0]?.counts.unpaired, 0);
    assert.ok(sessions[0].counts.toolCalls > 10);
  });

  it('of OpenAI messages is one line, and is read the same way', () => {
    const line = openAiLine(session(7));
    assert.ok(!line.includes('\n') && line.length > 100_000);
    const { format, damaged, sessions } = imported(line);
    assert.deepEqual([format, damaged, sessions.length], ['openai', [], 1]);
    assert.equal(sessions[0]?.counts.unpaired, 0);
  });
});
