// From drafts to a whole session that a store can adopt, with the figures of the import report. Writing it is the
// store's work; reading the source was the reader's.

import type { Clock } from '../../../base/clock.ts';
import { isoTime } from '../../../base/clock.ts';
import { wellFormed } from '../../../base/code-points.ts';
import type { Ids } from '../../../base/ids.ts';
import type { Sha256 } from '../../../base/sha256.ts';
import type { Steps } from '../../../base/steps.ts';
import type { WholeSession } from '../../sessions/store.ts';
import type { TranscriptRecord } from '../../transcript/record.ts';
import { arrange, type Arrangement } from './arrange.ts';
import { ArtifactShelf } from './artifact-shelf.ts';
import { createCallIds } from './call-ids.ts';
import { SegmentCutter } from './cut-segments.ts';
import type { Draft, DraftConversation } from '../draft.ts';
import { RecordMaker } from './make-records.ts';
import { numberTurns, type Numbered } from './number-turns.ts';
import { sideChainRecords } from './side-chain-records.ts';
import type { ImportFormat } from '../source.ts';

export interface SettleDeps {
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly clock: Clock;
}

interface SettleRequest {
  readonly format: ImportFormat;
  /** How the source file is called, without its folder. */
  readonly fileName: string;
}

/** The figures of the import report (design 7). Side chains count, but for `turns`; copies in a later segment do not. */
export interface ImportCounts {
  readonly turns: number;
  readonly records: number;
  readonly toolCalls: number;
  /** Calls without a result and results without a call. */
  readonly unpaired: number;
  /** Different images. */
  readonly images: number;
}

export interface ImportedSession {
  readonly session: WholeSession;
  readonly counts: ImportCounts;
}

/** Settles one conversation; yields between records. */
export function* settleConversation(
  conversation: DraftConversation,
  request: SettleRequest,
  deps: SettleDeps,
): Steps<ImportedSession> {
  const shelf = new ArtifactShelf(deps.sha256);
  yield* collectMedia(conversation, shelf);
  const nextCallId = createCallIds();
  const now = isoTime(deps.clock);
  const maker = (): RecordMaker => new RecordMaker({ ids: deps.ids, shelf, format: request.format, now });
  const root = yield* arrange(conversation.drafts, nextCallId);
  const numbering = yield* numberTurns(root.drafts);
  const segments = new SegmentCutter(now);
  const rootMaker = maker();
  rootMaker.begin(timesOf(root.drafts));
  yield* fillSegments(numbering.drafts, segments, rootMaker);
  const agents = new Map<string, readonly TranscriptRecord[]>();
  const chains: Arrangement[] = [];
  for (const [path, drafts] of conversation.sideChains) {
    const chain = yield* arrange(drafts, nextCallId);
    chains.push(chain);
    agents.set(path, yield* sideChainRecords(chain.drafts, path, maker()));
  }
  const session: WholeSession = {
    init: {
      name: wellFormed(conversation.title),
      ...(conversation.workspace === undefined ? {} : { workspace: wellFormed(conversation.workspace) }),
      ...(conversation.model === undefined ? {} : { model: conversation.model }),
      imported: { format: request.format, file: wellFormed(request.fileName) },
    },
    segments: segments.finish(),
    agents,
    artifacts: shelf.artifacts,
  };
  const counts = yield* recordCounts(session);
  const unpaired = [root, ...chains].reduce((count, chain) => count + chain.unpaired, 0);
  return {
    session,
    counts: { ...counts, turns: numbering.turns, unpaired, images: shelf.imageCount },
  };
}

function* collectMedia(conversation: DraftConversation, shelf: ArtifactShelf): Steps<void> {
  const lists: readonly (readonly Draft[])[] = [conversation.drafts, ...conversation.sideChains.values()];
  for (const drafts of lists) {
    for (const draft of drafts) {
      shelf.collect(draft);
      yield;
    }
  }
}

function* fillSegments(
  drafts: readonly Numbered[],
  segments: SegmentCutter,
  maker: RecordMaker,
): Steps<void> {
  for (const { turn, draft } of drafts) {
    if (draft.kind === 'compaction') {
      const kept = new Set(draft.keptLines);
      segments.compact((first) => maker.summary(draft, first), kept, { turn, line: draft.line });
    } else if (draft.kind === 'taken-back') {
      const from = segments.firstOf(draft.fromTurn);
      if (from !== undefined) segments.add(maker.superseded(from, turn, draft.at), draft.line);
    } else {
      const record = maker.make(draft, turn);
      if (record !== undefined) segments.add(record, draft.line);
    }
    yield;
  }
}

function* timesOf(drafts: readonly Draft[]): Generator<string | undefined> {
  for (const { at } of drafts) yield at;
}

function* recordCounts(session: WholeSession): Steps<Pick<ImportCounts, 'records' | 'toolCalls'>> {
  const lists = [...session.segments.map((segment) => segment.records), ...session.agents.values()];
  let records = 0;
  let toolCalls = 0;
  for (const list of lists) {
    for (const record of list) {
      if (record.copiedFrom !== undefined) continue;
      records++;
      if (record.kind === 'tool-call') toolCalls++;
      yield;
    }
  }
  return { records, toolCalls };
}
