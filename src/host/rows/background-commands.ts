// The commands that run in the background, from live state: a compaction may take their rows away, but what runs stays to be
// seen and stopped for as long as it runs (design 13.8).

import { singleLine } from '../../base/single-line.ts';
import { visibleText } from '../../base/visible-text.ts';
import type { ExecutionRender } from '../../core/executions/render.ts';
import { plainText } from '../../core/executions/terminal-sequences.ts';
import type { BackgroundView } from '../../protocol/snapshot.ts';
import { cutText } from './shown-text.ts';

const mostCommand = 200;
const mostLine = 200;
/** UTF-16 units of the newest output in which a last line is looked for. */
const newestOutput = 4000;

export class BackgroundCommands {
  private readonly live = new Map<string, ExecutionRender>();

  hear(render: ExecutionRender): void {
    if (render.state === 'ended') this.live.delete(render.executionId);
    else this.live.set(render.executionId, render);
  }

  /** Without those whose call still waits for them. */
  views(isAwaited: (callId: string) => boolean): BackgroundView[] {
    return [...this.live.values()].flatMap((render) => (isAwaited(render.callId) ? [] : viewOf(render)));
  }
}

function viewOf({ executionId, command, state, output }: ExecutionRender): readonly BackgroundView[] {
  if (state === 'ended') return [];
  return [{ executionId, command: shownCommand(command), state, last: lastLine(output) }];
}

/** A command on one line, as it is told where its row is not. */
export function shownCommand(command: string): string {
  const { text, omitted } = cutText(visibleText(singleLine(command)), mostCommand);
  return omitted === 0 ? text : `${text}…`;
}

function lastLine({ head, tail, omitted }: ExecutionRender['output']): string {
  const newest = (omitted === 0 ? head + tail : tail).slice(-newestOutput);
  const lines = plainText(newest).split(/[\r\n]+/);
  return cutText(visibleText(lines.findLast((line) => line.trim() !== '')?.trim() ?? ''), mostLine).text;
}
