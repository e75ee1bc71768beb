// Sessions to export and what comes of them: a whole session through a store, exported, and read back.

import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { ok } from '../../../../src/base/result.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { noMasking } from '../../../../src/core/evidence/secrets.ts';
import {
  exportSession,
  type ExportDeps,
  type ExportReport,
} from '../../../../src/core/export/export-session.ts';
import type { ExportFormat } from '../../../../src/core/export/format.ts';
import {
  rootParts,
  type AgentTranscript,
  type ExportSource,
} from '../../../../src/core/export/transcript-parts.ts';
import { readAs, settled } from '../../../support/transcripts/steps.ts';
import type { WholeSession } from '../../../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { createMemoryStore } from '../../../support/memory-store.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

/** Stand-ins for the sentences of the prompt files. */
export const chatTexts = { opening: '(in the middle)', missingResult: '(no result)' };

/** A store whose sessions nobody else sees. */
export function freshStore() {
  return createMemoryStore({ clock: new VirtualClock(), ids: countingIds(), sha256: nodeSha256 });
}

/** A session of the given segments; all but the last are finalized, each at the cut given with it. */
export function wholeSession(
  segments: readonly (readonly TranscriptRecord[])[],
  rest: Partial<WholeSession> & { readonly cuts?: readonly (string | null)[] } = {},
): WholeSession {
  const at = '2026-11-30T12:00:00.000Z';
  return {
    init: { name: 'A session', workspace: '/home/ada/project' },
    segments: segments.map((records, place) => ({
      records,
      createdAt: at,
      finalized:
        place === segments.length - 1 ? null : { kind: 'finalized', at, cut: rest.cuts?.[place] ?? null },
    })),
    agents: new Map(),
    artifacts: [],
    ...rest,
  };
}

/** The session as it comes out of a store. */
export async function sourceOf(session: WholeSession): Promise<ExportSource> {
  const store = freshStore();
  const handle = valueOf(await store.open(valueOf(await store.adopt(session, never)), 'read', never));
  const agents = [...session.agents].map(([path, records]): AgentTranscript => ({
    path,
    parts: [{ file: `agents/${path}.jsonl`, read: async () => ok({ records, damagedLines: [] }) }],
  }));
  return { session: handle.session(), root: rootParts(handle), agents, artifacts: handle.artifacts };
}

/** A whole export and what is said of it. */
export interface Exported {
  readonly text: string;
  readonly report: ExportReport;
}

/** Unmasked and unpaced unless changed. */
export async function exported(
  source: ExportSource,
  format: ExportFormat,
  change: Partial<ExportDeps> & { readonly signal?: AbortSignal } = {},
): Promise<Exported> {
  const { signal = never, ...deps } = change;
  const made = exportSession(
    source,
    { format, texts: chatTexts },
    { masker: noMasking, sha256: nodeSha256, pace: unpaced, ...deps },
    signal,
  );
  let text = '';
  for await (const piece of made.pieces) text += piece;
  return { text, report: made.report() };
}

/** The same of a session that is not in a store yet. */
export async function exportOf(session: WholeSession, format: ExportFormat): Promise<Exported> {
  return exported(await sourceOf(session), format);
}

/** The lines of a Claude Code export as values. */
export function linesOf(text: string): readonly Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The session that our own reader makes of an export. */
export function readBack(text: string, format: 'claude-code' | 'openai'): WholeSession {
  const lines = text.split('\n').filter((line) => line !== '');
  const whole = format === 'openai' ? (JSON.parse(text) as never) : undefined;
  const { conversations, damaged } = readAs(format, { lines, whole });
  if (damaged.length > 0 || conversations.length !== 1) throw new Error('Not one whole conversation');
  return settled(conversations[0]!, format).session;
}
