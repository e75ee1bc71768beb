// What can be wrong inside one transcript file, judged by itself. What must fit between files is in verify.ts.

import { addAll } from '../../base/add-all.ts';
import type { Part } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { isVisible, withoutSuperseded } from '../transcript/visibility.ts';
import { recordsToCut, segmentFormat, type ParsedSegment } from './segment-file.ts';
import type { Problem } from './verification.ts';

/** What the file should be. */
export interface ExpectedSegment {
  readonly file: string;
  readonly session: string;
  readonly segment: number;
  readonly finalized: boolean;
}

/** Torn ends, wrong headers, cuts that lead nowhere, tool results without a call. Damaged lines are not among them. */
export function segmentProblems(parsed: ParsedSegment, expected: ExpectedSegment): readonly Problem[] {
  const { file } = expected;
  const found: string[] = [];
  if (parsed.tornOffset !== null) found.push('the last line is unfinished');
  if (parsed.unended) found.push('the last line has no line end');
  found.push(...headerProblems(parsed, expected), ...finalizedProblems(parsed, expected));
  addAll(found, recordProblems(recordsToCut(parsed)));
  return found.map((problem) => ({ file, problem, kept: file }));
}

/** Names of the artifacts that records refer to. */
export function referredArtifacts(records: readonly TranscriptRecord[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const record of records) {
    if ('content' in record) for (const part of record.content) addArtifact(names, part);
    if (record.kind === 'tool-call' && record.storedInput !== undefined) {
      names.add(record.storedInput.artifact);
    }
    if (record.kind === 'foreign' && typeof record.raw !== 'string') names.add(record.raw.artifact);
  }
  return names;
}

function headerProblems(parsed: ParsedSegment, expected: ExpectedSegment): readonly string[] {
  const { header } = parsed;
  if (header === null) return parsed.damage.length === 0 ? ['the file is empty'] : [];
  const found: string[] = [];
  if (header.format > segmentFormat) found.push(`format ${header.format} is newer than this version knows`);
  if (header.session !== expected.session) found.push('the header names another session');
  if (header.segment !== expected.segment) found.push(`the header says segment ${header.segment}`);
  return found;
}

function finalizedProblems(parsed: ParsedSegment, expected: ExpectedSegment): readonly string[] {
  const { finalized, records } = parsed;
  if (finalized === null) return expected.finalized ? ['there is no finalized line'] : [];
  if (!expected.finalized) return ['a rotation was begun and not committed'];
  const { cut } = finalized;
  if (cut === null || records.some((record) => record.id === cut)) return [];
  return [`the cut ${cut} is none of its records`];
}

function recordProblems(records: readonly TranscriptRecord[]): readonly string[] {
  const found: string[] = [];
  const calls = new Set<string>();
  records.forEach((record, place) => {
    if (record.kind === 'summary' && place > 0)
      found.push(`the summary ${record.id} is not the first record`);
  });
  for (const record of withoutSuperseded(records)) {
    if (!isVisible(record)) continue;
    if (record.kind === 'tool-call') calls.add(record.callId);
    if (record.kind === 'tool-result' && !calls.has(record.callId)) {
      found.push(`the result ${record.id} has no call before it`);
    }
  }
  return found;
}

function addArtifact(names: Set<string>, part: Part): void {
  if (part.type === 'stored-text') names.add(part.artifact);
  if (part.type === 'media' && part.artifact !== undefined) names.add(part.artifact);
}
