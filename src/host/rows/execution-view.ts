// What a tool row shows of a command that was started by its call.

import { codePointLength } from '../../base/code-points.ts';
import { counted } from '../../base/counted.ts';
import type { ExecutionRender } from '../../core/executions/render.ts';
import type { ExecutionView } from '../../protocol/rows.ts';
import { rowCaps } from './shown-text.ts';

/** The newest of what was printed, cut at the front; the omitted count is exact. */
export function executionView(render: ExecutionRender): ExecutionView {
  const { head, tail, characters, omitted } = render.output;
  const known = omitted === 0 ? head + tail : tail;
  const output = lastCodePoints(known, rowCaps.output);
  const { end, outcome, exitCode, signal } = render;
  return {
    executionId: render.executionId,
    command: render.command,
    cwd: render.cwd,
    state: render.state,
    ...(end === undefined ? {} : { end: { how: end, outcome, exitCode, signal } }),
    output,
    omitted: Math.max(0, characters - codePointLength(output)),
  };
}

/** All that is kept of what was printed, with a line where something is missing. */
export function keptOutput(render: ExecutionRender): string {
  const { head, tail, omitted } = render.output;
  return omitted === 0 ? head + tail : `${head}\n[segue: ${counted(omitted, 'character')} left out]\n${tail}`;
}

/**
 * Which of two renders of a call is shown. What has ended never lives again; of two that ended the newer stands, unless
 * it only says that nobody saw the end. Of two that live the one that has printed more: a record of an earlier moment may
 * come behind it.
 */
export function newerRender(known: ExecutionRender | undefined, next: ExecutionRender): ExecutionRender {
  if (known?.executionId !== next.executionId) return next;
  if (known.state !== 'ended') {
    const isEarlier = next.state !== 'ended' && next.output.characters < known.output.characters;
    return isEarlier ? known : next;
  }
  if (next.state !== 'ended' || next.end === 'lost' || next.end === 'archived') return known;
  return next;
}

function lastCodePoints(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  const code = text.charCodeAt(start);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? start + 1 : start);
}
