// A segment of a session as a page to read: each record once, whatever is in artifacts included, and behind them the
// commands that ran when it ended.

import type { Machine } from '../../adapters/open-chat.ts';
import { noMasking } from '../../core/evidence/secrets.ts';
import { rendersIn } from '../../core/executions/resume.ts';
import { exportSession } from '../../core/export/export-session.ts';
import { inlineCode } from '../../core/export/markdown/text.ts';
import { rootParts } from '../../core/export/transcript-parts.ts';
import { recordsToCut } from '../../core/sessions/segment-file.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import { texts } from '../texts.ts';

/** `number` counts from 1. */
export async function segmentText(
  session: SessionHandle,
  number: number,
  { prompts, sha256, pace }: Pick<Machine, 'prompts' | 'sha256' | 'pace'>,
  signal: AbortSignal,
): Promise<string> {
  const source = {
    session: session.session(),
    root: rootParts(session).slice(number - 1, number),
    agents: [],
    artifacts: session.artifacts,
  };
  const parts: string[] = [];
  const phrases = {
    opening: prompts.text('request/opening', {}),
    missingResult: prompts.text('request/missing-result', {}),
  };
  const deps = { masker: noMasking, sha256, pace };
  const { pieces } = exportSession(source, { format: 'markdown', texts: phrases }, deps, signal);
  for await (const piece of pieces) parts.push(piece);
  for (const command of await ranOn(session, number, signal))
    parts.push(`\n${texts.ranOn(inlineCode(command))}\n`);
  return parts.join('');
}

/** Commands whose end a later segment tells. What cannot be read of the segment is told by the page itself. */
async function ranOn(
  session: SessionHandle,
  number: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const read = number === session.active().number ? undefined : await session.segment(number, signal);
  if (read?.ok !== true) return [];
  const renders = [...rendersIn(recordsToCut(read.value), 'finalized').values()];
  return renders.flatMap(({ end, command }) => (end === 'archived' ? [command] : []));
}
