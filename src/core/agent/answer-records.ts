// From an answer to the records that keep it, in the order its parts came. Calls get ids no other call has.

import { firstCodePoints } from '../../base/code-points.ts';
import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import { longestInput } from '../provider/call-input.ts';
import type { TokenUsage } from '../provider/events.ts';
import { textContent } from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import type { Answer, AnswerCall, AnswerPart } from './answer.ts';
import type { BatchCall } from './tool-batch.ts';
import type { Conversation } from './conversation.ts';

export interface AnswerPlace {
  readonly turn: number;
  readonly requestId: string;
  readonly provider: string;
  readonly model: string;
}

/** Code points of a tool's name that are kept; no tool is called anything longer. */
const longestName = 200;

/** Code points that are kept of arguments nobody takes: enough to see what they were. */
const keptOfTooLong = 2000;

export interface KeptAnswer {
  readonly records: readonly TranscriptRecord[];
  readonly calls: readonly BatchCall[];
}

/** A complete answer as records, what the provider reported behind it. */
export function answerRecords(answer: Answer, place: AnswerPlace, conversation: Conversation): KeptAnswer {
  const records: TranscriptRecord[] = [];
  const calls: BatchCall[] = [];
  for (const part of answer.parts) {
    if (part.kind === 'call') {
      const call = callRecord(part, place, conversation);
      records.push(call);
      calls.push({ callId: call.callId, name: call.name, input: part.input });
    } else if (part.text.trim() !== '' || part.kind === 'reasoning') {
      records.push(spokenRecord(part, place, conversation));
    }
  }
  return { records: [...records, usageRecord(answer.usage, place, conversation)], calls };
}

/**
 * What had come of an answer that was stopped: its text and its thoughts, which no provider gets back unfinished. Calls
 * that were never begun are not kept.
 */
export function stoppedRecords(
  answer: Answer,
  place: AnswerPlace,
  conversation: Conversation,
): readonly TranscriptRecord[] {
  const spoken = answer.parts.filter((part) => part.kind !== 'call' && part.text.trim() !== '');
  const records = spoken.map((part): TranscriptRecord => {
    const { kind, text } = part as Exclude<AnswerPart, AnswerCall>;
    const content = [...textContent(text)];
    return kind === 'text'
      ? { kind: 'assistant', ...conversation.stamp(place.turn), content }
      : { kind: 'reasoning', ...conversation.stamp(place.turn), content };
  });
  if (records.length === 0 && answer.usage === null) return [];
  return [...records, usageRecord(answer.usage, place, conversation)];
}

function spokenRecord(
  part: Exclude<AnswerPart, AnswerCall>,
  place: AnswerPlace,
  conversation: Conversation,
): TranscriptRecord {
  const content = [...textContent(part.text)];
  if (part.kind === 'text') return { kind: 'assistant', ...conversation.stamp(place.turn), content };
  return {
    kind: 'reasoning',
    ...conversation.stamp(place.turn),
    content,
    ...providerData(part.providerData, place),
  };
}

function callRecord(call: AnswerCall, place: AnswerPlace, conversation: Conversation): RecordOf<'tool-call'> {
  const begun = {
    kind: 'tool-call',
    ...conversation.stamp(place.turn),
    callId: conversation.callId(call.callId),
    name: firstCodePoints(call.name, longestName),
  } as const;
  if (call.input.length > longestInput) {
    // Its result says what is wrong. What the provider wants back would hold them once more.
    const beginning = firstCodePoints(call.input.slice(0, 2 * keptOfTooLong), keptOfTooLong);
    return { ...begun, input: beginning, malformed: true };
  }
  const input = call.input.trim() === '' ? {} : parseJson(call.input);
  return {
    ...begun,
    ...(isJsonObject(input) ? { input } : { input: call.input, malformed: true }),
    ...providerData(call.providerData, place),
  };
}

/** The request's id is kept even when nothing was reported: it tells that its answer is in the records. */
function usageRecord(
  usage: TokenUsage | null,
  place: AnswerPlace,
  conversation: Conversation,
): TranscriptRecord {
  const { requestId, provider, model, turn } = place;
  const reported = usage === null ? null : { ...usage };
  return {
    kind: 'usage',
    ...conversation.stamp(turn),
    requestId,
    model: `${provider}/${model}`,
    usage: reported,
  };
}

function providerData(
  data: Json | undefined,
  place: AnswerPlace,
): { provider?: RecordOf<'assistant'>['provider'] } {
  return data === undefined ? {} : { provider: { name: place.provider, data } };
}
