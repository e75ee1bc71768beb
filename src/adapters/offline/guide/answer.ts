// The guide's answer to a request: what came of the last calls, and the next ones. It ends, because each answer either
// does a round of a plan that only the person makes longer, or makes no calls.

import type { JsonObject } from '../../../base/json.ts';
import type { ChatRequest } from '../../../core/provider/request.ts';
import { callIdOf } from './call-ids.ts';
import { progressIn, type Progress } from './progress.ts';
import { resultSentence } from './result-words.ts';
import { allDone, help, introduction, leftOut, nextOrders, nothingLeft, notUnderstood } from './texts.ts';

export interface GuideAnswer {
  readonly text: string;
  readonly calls: readonly GuideCall[];
}

export interface GuideCall {
  readonly callId: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** Calls only tools the request declares. */
export function guideAnswer({ messages, tools }: Pick<ChatRequest, 'messages' | 'tools'>): GuideAnswer {
  const progress = progressIn(messages, new Set(tools.map(({ name }) => name)));
  const { rounds, done, results, unclear, missing, wantsHelp } = progress;
  const round = rounds[done] ?? [];
  const calls = round.map(({ tool, input }, place) => ({
    callId: callIdOf(done + 1, place + 1, messages),
    name: tool,
    input,
  }));
  const parts = [
    ...results.map(resultSentence),
    ...unclear.map(notUnderstood),
    ...(missing.length > 0 ? [leftOut(missing)] : []),
    ...(wantsHelp ? [help] : []),
    round.length > 0 ? nextOrders(round.map(({ words }) => words)) : ending(progress),
  ];
  return { text: parts.filter((part) => part !== '').join('\n\n'), calls };
}

function ending({ rounds, results, unclear, missing, wantsHelp }: Progress): string {
  if (unclear.length > 0) return introduction;
  if (wantsHelp) return '';
  if (rounds.length === 0) return missing.length > 0 ? '' : `${nothingLeft} ${introduction}`;
  return results.length > 0 ? allDone : nothingLeft;
}
