// What stands behind a row, beyond what the row itself carries: bounded for a look, whole for an editor.

import { wholeText, type ArtifactReader } from '../../core/transcript/parts.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';
import type { toHost, OpenPart } from '../../protocol/messages.ts';
import type * as z from 'zod';
import { keptOutput } from './execution-view.ts';
import { cutText, inspectCap } from './shown-text.ts';
import { shownArguments, type KnownCall } from './tool-rows.ts';
import type { TranscriptRows } from './transcript-rows.ts';

type Inspected = z.infer<typeof toHost.inspect.answer>;

/** More of a row than it has by itself. Undefined for a row that is not there any more. */
export async function inspectRow(
  transcript: TranscriptRows,
  key: string,
  artifacts: ArtifactReader,
): Promise<Inspected | undefined> {
  const parts = await partsOf(transcript, key, artifacts);
  if (parts === undefined) return undefined;
  return { parts: parts.map(({ part, text }) => ({ part, ...cutText(text, inspectCap) })) };
}

/** One part of a row, whole. Undefined where the row or that part of it is not there. */
export async function wholePart(
  transcript: TranscriptRows,
  row: { readonly key: string; readonly part: OpenPart },
  artifacts: ArtifactReader,
): Promise<string | undefined> {
  const call = transcript.calls.withKey(row.key)?.call;
  if (row.part === 'arguments' && call !== undefined) {
    const { storedInput } = call;
    if (storedInput !== undefined) return wholeText([storedInput], artifacts);
    return typeof call.input === 'string' ? call.input : JSON.stringify(call.input, null, 2);
  }
  const parts = await partsOf(transcript, row.key, artifacts);
  return parts?.find(({ part }) => part === row.part)?.text;
}

interface RowPart {
  readonly part: OpenPart;
  readonly text: string;
}

async function partsOf(
  transcript: TranscriptRows,
  key: string,
  artifacts: ArtifactReader,
): Promise<readonly RowPart[] | undefined> {
  const known = transcript.calls.withKey(key);
  if (known !== undefined) return callParts(known, artifacts);
  const row = transcript.rows.get(key);
  if (row === undefined) return undefined;
  if (row.kind === 'separator') return [{ part: 'summary', text: row.summary.text }];
  if (row.kind === 'tool') return [];
  const record = transcript.recordOf(key);
  if (record !== undefined && hasContent(record)) {
    return [{ part: 'text', text: await wholeText(record.content, artifacts) }];
  }
  const shown = row.kind === 'ended' ? (row.streamed?.text ?? '') : row.text;
  return [{ part: 'text', text: typeof shown === 'string' ? shown : shown.text }];
}

async function callParts(known: KnownCall, artifacts: ArtifactReader): Promise<readonly RowPart[]> {
  const { call, result, execution } = known;
  const parts: RowPart[] = [];
  if (call !== undefined) parts.push({ part: 'arguments', text: shownArguments(call, inspectCap).text });
  if (result !== undefined) parts.push({ part: 'result', text: await wholeText(result.content, artifacts) });
  if (execution !== undefined) parts.push({ part: 'output', text: keptOutput(execution) });
  return parts;
}

type WithContent = Extract<TranscriptRecord, { kind: 'user' | 'assistant' | 'reasoning' }>;

function hasContent(record: TranscriptRecord): record is WithContent {
  return record.kind === 'user' || record.kind === 'assistant' || record.kind === 'reasoning';
}
