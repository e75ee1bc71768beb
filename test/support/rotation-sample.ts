// A session in the middle of its third turn, and the rotation that would compact it: one turn summarised, one kept as
// tail with a shortened tool output, an execution archive carried on, and a tool batch that still runs.

import type { Rotation } from '../../src/core/sessions/rotation.ts';
import { textContent } from '../../src/core/transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../../src/core/transcript/record.ts';
import { conversation } from './conversation.ts';

export const longOutput = 'line of output\n'.repeat(400);
export const shortenedOutput = `${longOutput.slice(0, 40)}[segue: tool output truncated; omitted 5960 chars]`;

/** The records of the sample, in order; ids are `r1`, `r2`, … */
export function sampleRecords(): readonly TranscriptRecord[] {
  return conversation()
    .user('Where is the parser?')
    .calls('search', { pattern: 'parse' })
    .results('src/parser.ts')
    .add({ kind: 'execution-archive', callId: 'call-1', executionId: 'e1', render: { state: 'running' } })
    .assistant('In src/parser.ts.')
    .settled()
    .user('Read it.')
    .calls('read', { path: 'src/parser.ts' })
    .results(longOutput)
    .assistant('Done.')
    .settled()
    .user('Now run the tests.')
    .reasoning('Both suites.')
    .calls('run', { command: 'npm test' })
    .calls('run', { command: 'npm run lint' })
    .results('2 failing')
    .records();
}

/** The rotation of the sample: the first turn is the body. `segment` names what the summary of each one is called. */
export function sampleRotation(
  records: readonly TranscriptRecord[],
  change: Partial<Rotation> = {},
): Rotation {
  const first = (predicate: (record: TranscriptRecord) => boolean): number => records.findIndex(predicate);
  const tailStart = first((record) => record.kind === 'user' && record.turn === 2);
  const batchStart = first((record) => record.kind === 'user' && record.turn === 3);
  return {
    summary: summaryRecord('summary-1', 'Looked for the parser; it is in src/parser.ts.'),
    audits: [],
    tail: records.slice(tailStart, batchStart).map(shortened),
    carried: records.filter((record) => record.kind === 'execution-archive'),
    batch: records.slice(batchStart),
    cut: records[tailStart]?.id ?? null,
    tailTurns: 1,
    tailTruncated: true,
    instructions: [],
    ...change,
  };
}

export function summaryRecord(
  id: string,
  text: string,
  author: RecordOf<'summary'>['author'] = { kind: 'offline' },
): RecordOf<'summary'> {
  return {
    kind: 'summary',
    id,
    turn: 3,
    at: '2026-11-30T12:00:00.000Z',
    content: [...textContent(text)],
    author,
    purpose: 'continuation',
  };
}

/** Everything is summarised and nothing moves: what a run without a tail asks for. */
export function wholeRotation(id: string): Rotation {
  return {
    summary: summaryRecord(id, `All of it, as ${id} tells.`),
    audits: [],
    tail: [],
    carried: [],
    batch: [],
    cut: null,
    tailTurns: 0,
    tailTruncated: false,
    instructions: [],
  };
}

function shortened(record: TranscriptRecord): TranscriptRecord {
  if (record.kind !== 'tool-result') return record;
  return { ...record, content: [...textContent(shortenedOutput)] };
}
