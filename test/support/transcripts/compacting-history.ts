// The life of every real conversation: compacted with two turns kept, with one, with none; then it goes on for some
// turns, and is compacted twice more. Lived once, for all tests that look at it.

import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { laterTurns, type LaterTurns } from './compacting-turns.ts';
import {
  OpenedConversation,
  realConversations,
  type Keep,
  type RealConversation,
  type Run,
} from './compacting.ts';

const early: readonly Keep[] = [{ tailTurns: 2 }, { tailTurns: 1 }, 'nothing'];
const late: readonly Keep[] = [{ tailTurns: 2 }, 'nothing'];

export interface History {
  readonly name: string;
  readonly conversation: RealConversation;
  /** What the model saw of it when it was imported. */
  readonly imported: readonly TranscriptRecord[];
  /** Every run, refused ones included; the last two come after the later turns. */
  readonly runs: readonly Run[];
  /** The runs that were applied. */
  readonly applied: readonly Run[];
  readonly later: LaterTurns;
  readonly opened: OpenedConversation;
}

const lived = new Map<string, Promise<readonly History[]>>();

export function compactionHistories(folder: string): Promise<readonly History[]> {
  const known = lived.get(folder) ?? liveAll(folder);
  lived.set(folder, known);
  return known;
}

async function liveAll(folder: string): Promise<readonly History[]> {
  const histories: History[] = [];
  for (const conversation of await realConversations(folder)) histories.push(await live(conversation));
  return histories;
}

async function live(conversation: RealConversation): Promise<History> {
  const opened = await OpenedConversation.of(conversation);
  const imported = opened.session.active().records;
  const runs: Run[] = [];
  for (const keep of early) runs.push(await opened.compact(keep));
  const turn = opened.session.active().records.reduce((last, record) => Math.max(last, record.turn), 0);
  const later = laterTurns(conversation.name, turn);
  await opened.append(later.records);
  for (const keep of late) runs.push(await opened.compact(keep));
  const applied = runs.filter(({ outcome }) => outcome.outcome === 'applied');
  return { name: conversation.name, conversation, imported, runs, applied, later, opened };
}
