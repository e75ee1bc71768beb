// Running executions as the model is told of them after a compaction: from live state, never from the summary
// (design 13.8).

import { firstCodePoints } from '../../base/code-points.ts';
import { singleLine } from '../../base/single-line.ts';
import { isLive, type ExecutionRender } from '../executions/render.ts';

const longestCommand = 300;

/** One line for each command that still runs, oldest first; empty when none does. */
export function liveWorkLines(executions: readonly ExecutionRender[]): string {
  return executions
    .filter(isLive)
    .map((render) => {
      const command = firstCodePoints(singleLine(render.command), longestCommand);
      const state = render.state === 'stopping' ? 'being stopped' : render.state;
      const where = `in ${singleLine(render.cwd)}, ${state}, started ${render.startedAt}`;
      return `- execution ${render.executionId}: \`${command}\` (${where})`;
    })
    .join('\n');
}
