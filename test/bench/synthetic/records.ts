// Synthetic turns as the records of a segment.

import { textContent } from '../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { syntheticTurns, type Mix, type SyntheticTurn } from './turns.ts';

export interface SyntheticSession {
  readonly seed: number;
  readonly mix: Mix;
  /** Bytes of the segment's lines, reached by whole turns. */
  readonly bytes: number;
}

type Fields<T> = T extends unknown ? Omit<T, 'id' | 'turn' | 'at'> : never;

/** Records of a session of about so many bytes; its last turn is settled. */
export function syntheticRecords(session: SyntheticSession): readonly TranscriptRecord[] {
  const list: TranscriptRecord[] = [];
  let bytes = 0;
  let turn = 0;
  for (const synthetic of syntheticTurns(session.seed, session.mix)) {
    turn++;
    for (const fields of recordsOf(synthetic, turn)) {
      const record: TranscriptRecord = {
        id: `r_${session.seed}_${list.length}`,
        turn,
        at: timeOf(turn),
        ...fields,
      };
      list.push(record);
      bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    }
    if (bytes >= session.bytes) break;
  }
  return list;
}

/** One minute a turn. */
export function timeOf(turn: number): string {
  return new Date(Date.UTC(2026, 0, 1) + turn * 60_000).toISOString();
}

function* recordsOf(synthetic: SyntheticTurn, turn: number): Generator<Fields<TranscriptRecord>> {
  const content = (text: string) => [...textContent(text)];
  yield { kind: 'user', content: content(synthetic.prompt) };
  let calls = 0;
  for (const { thought, remark, calls: batch } of synthetic.steps) {
    if (thought !== undefined) yield { kind: 'reasoning', content: content(thought) };
    if (remark !== undefined) yield { kind: 'assistant', content: content(remark) };
    const named = batch.map((call) => ({ ...call, callId: `call_${turn}_${++calls}` }));
    for (const { callId, tool, input } of named) yield { kind: 'tool-call', callId, name: tool, input };
    for (const { callId, output, isError } of named) {
      yield { kind: 'tool-result', callId, content: content(output), ...(isError ? { isError } : {}) };
    }
    yield { kind: 'usage', usage: { input_tokens: 1000 + turn, output_tokens: 200 + calls } };
  }
  yield { kind: 'assistant', content: content(synthetic.answer) };
  yield { kind: 'fork-point', outcome: 'success' };
}
