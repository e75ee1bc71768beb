// The transcript of a side chain: a task first, then what the agent did. It has no segments: a summary the source wrote
// into a side chain stays where it stood, as a text of the host.

import type { Steps } from '../../../base/steps.ts';
import type { TranscriptRecord } from '../../transcript/record.ts';
import type { Arranged } from './arrange.ts';
import { textPart, type UserDraft } from '../draft.ts';
import type { RecordMaker } from './make-records.ts';
import { numberTurns } from './number-turns.ts';

/** Stands where the source does not say what the agent was asked. */
const unknownTask = 'The imported transcript does not say what this agent was asked to do.';

/** The first user draft becomes the task; its path names the agent's file. Yields between records. */
export function* sideChainRecords(
  drafts: readonly Arranged[],
  path: string,
  maker: RecordMaker,
): Steps<readonly TranscriptRecord[]> {
  const records: TranscriptRecord[] = [];
  const { task, rest } = splitTask(drafts.map(withoutCompaction));
  const at = task?.at ?? drafts[0]?.at;
  records.push(maker.task(task?.content ?? [textPart(unknownTask)], path, { turn: 1, at }));
  for (const { turn, draft } of (yield* numberTurns(rest)).drafts) {
    if (draft.kind === 'compaction') continue;
    if (draft.kind === 'taken-back') {
      const from = records.find((record) => record.turn >= draft.fromTurn && record.kind !== 'task');
      if (from !== undefined) records.push(maker.superseded(from.id, turn, draft.at));
      continue;
    }
    const record = maker.make(draft, turn);
    if (record !== undefined) records.push(record);
    yield;
  }
  return records;
}

function splitTask(drafts: readonly Arranged[]): {
  readonly task: UserDraft | undefined;
  readonly rest: readonly Arranged[];
} {
  const place = drafts.findIndex((draft) => draft.kind !== 'foreign' && draft.kind !== 'usage');
  const first = drafts[place];
  if (first?.kind !== 'user') return { task: undefined, rest: drafts };
  return { task: first, rest: drafts.filter((_, other) => other !== place) };
}

function withoutCompaction(draft: Arranged): Arranged {
  if (draft.kind !== 'compaction') return draft;
  const { at, line, summary } = draft;
  return { kind: 'user', content: [textPart(summary)], origin: 'host', opensTurn: false, at, line };
}
