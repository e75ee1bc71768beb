// The copy of the newest turns that goes into a successor: word for word, but for tool content above the cap.

import {
  contentLength,
  inlineText,
  textContent,
  type ArtifactReader,
  type MediaPart,
} from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { shortArguments } from './call-arguments.ts';
import { cappedOutput } from './capped-output.ts';
import { isSkillCall } from './skills.ts';
import { argumentLimit } from './truncate.ts';

export interface TailCopy {
  readonly records: readonly TranscriptRecord[];
  /** How many tool results this copy shortened; what an earlier copy shortened is not counted again. */
  readonly shortenedOutputs: number;
  /** Whether it shortened anything, the arguments of calls included. */
  readonly truncated: boolean;
}

/**
 * Caps tool results and long string arguments; calls and results stay paired, media stay, skill results stay whole
 * (behaviour 4.12). The full content remains in the predecessor, beyond its cut.
 */
export async function copyTail(
  records: readonly TranscriptRecord[],
  outputCap: number,
  artifacts: ArtifactReader,
): Promise<TailCopy> {
  const skillCalls = new Set<string>();
  const copies: TranscriptRecord[] = [];
  let shortenedOutputs = 0;
  let truncated = false;
  for (const record of records) {
    let copy: TranscriptRecord = record;
    if (record.kind === 'tool-call') {
      if (isSkillCall(record)) skillCalls.add(record.callId);
      else copy = await shortCall(record, argumentLimit(outputCap), artifacts);
    } else if (record.kind === 'tool-result' && !skillCalls.has(record.callId)) {
      copy = await shortResult(record, outputCap, artifacts);
    }
    if (copy !== record) {
      truncated = true;
      if (record.kind === 'tool-result') shortenedOutputs++;
    }
    copies.push(copy);
  }
  return { records: copies, shortenedOutputs, truncated };
}

async function shortCall(
  call: RecordOf<'tool-call'>,
  limit: number,
  artifacts: ArtifactReader,
): Promise<RecordOf<'tool-call'>> {
  const { value, shortened } = await shortArguments(call, limit, artifacts);
  if (!shortened) return call;
  const { storedInput: _, ...rest } = call;
  return { ...rest, input: value };
}

async function shortResult(
  result: RecordOf<'tool-result'>,
  cap: number,
  artifacts: ArtifactReader,
): Promise<RecordOf<'tool-result'>> {
  if (contentLength(result.content) <= cap) return result;
  const text = await cappedOutput(result.content, { characters: cap, edges: 'kept' }, artifacts);
  if (text === inlineText(result.content)) return result;
  const media = result.content.filter((part): part is MediaPart => part.type === 'media');
  return { ...result, content: [...textContent(text), ...media] };
}
