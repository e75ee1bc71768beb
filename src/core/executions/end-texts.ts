// What a model is told of a command: how it stands or how it ended, and what it has printed.

import { assertNever } from '../../base/fail.ts';
import { codePointIndex, codePointLength, firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import { counted } from '../../base/counted.ts';
import { singleLine } from '../../base/single-line.ts';
import { isLive, type ExecutionRender } from './render.ts';
import { plainText } from './terminal-sequences.ts';

/** Code points of a command line, and of the newest output, in a message nobody asked for. */
const shownCommand = 200;
const shownOutput = 4000;

/** The command line as a message names it: one line, and no long one. */
export function namedCommand({ command }: Pick<ExecutionRender, 'command'>): string {
  const line = singleLine(command);
  return isLongerThan(line, shownCommand) ? `${firstCodePoints(line, shownCommand)}…` : line;
}

/** Without terminal sequences; where something is missing it says how much. Empty when nothing was printed. */
export function outputText({ output }: ExecutionRender): string {
  const { head, tail, omitted } = output;
  if (omitted === 0) return plainText(head + tail).trimEnd();
  return `${plainText(head)}\n${leftOut(omitted)}\n${plainText(tail)}`.trimEnd();
}

/** The end of the text, with how much stands before it. */
export function newestText(text: string, most: number): string {
  if (!isLongerThan(text, most)) return text;
  const over = codePointLength(text) - most;
  return `${leftOut(over)}\n${text.slice(codePointIndex(text, over))}`;
}

export function leftOut(characters: number): string {
  return `[segue: ${counted(characters, 'character')} of output left out]`;
}

/** A clause such as `exit code 1 after 3.2 s`. */
export function endText(render: ExecutionRender): string {
  const time = durationText(render);
  switch (render.end) {
    case 'exited':
      return `exit code ${render.exitCode ?? 0}${meaning(render)}${time}`;
    case 'signalled':
      return `ended by ${render.signal ?? 'a signal'}${time}`;
    case 'stopped':
      return `stopped${render.exitCode === undefined ? '' : ` with exit code ${render.exitCode}`}${time}`;
    case 'not-started':
      return 'not started';
    case 'lost':
      return 'cut off when the session closed; nobody saw it end';
    case 'archived':
      return 'told in a later segment';
    case undefined:
      return isLive(render) ? 'still running' : 'ended';
    default:
      return assertNever(render.end);
  }
}

/** The message for the model when a command has ended that its call did not wait for. */
export function mailText(render: ExecutionRender): string {
  const output = newestText(outputText(render), shownOutput);
  const began = `The command \`${namedCommand(render)}\` (execution ${render.executionId}) has ended`;
  const printed = output === '' ? 'It printed nothing.' : `What it printed last:\n${output}`;
  return `${began}: ${endText(render)}. ${printed}`;
}

/**
 * How a command ended or stands, as the first lines of a tool result. An exit code that means a failure, or none, has a
 * line of its own: whoever looks for the last failing command finds it there.
 */
export function statusLines(render: ExecutionRender): string {
  const took = durationText(render).replace(/^ after /, 'Took ');
  return [statusLine(render), took].filter((line) => line !== '').join('\n');
}

function statusLine(render: ExecutionRender): string {
  const { end, outcome, exitCode = 0, executionId } = render;
  if (isLive(render))
    return render.state === 'stopping' ? 'Stopping' : `Still running as execution ${executionId}`;
  if (end !== 'exited') return capital(endText({ ...render, endedAt: undefined }));
  if (outcome === 'success' || outcome === 'failure') return `Exit code ${exitCode}`;
  return `${capital(meaning(render).replace(/^ \(|\)$/g, ''))} (status ${exitCode})`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function meaning({ outcome }: ExecutionRender): string {
  switch (outcome) {
    case 'no-match':
      return ' (nothing found)';
    case 'different':
      return ' (there are differences)';
    case 'false':
      return ' (false)';
    case 'success':
    case 'failure':
    case undefined:
      return '';
    default:
      return assertNever(outcome);
  }
}

function durationText({ startedAt, endedAt }: ExecutionRender): string {
  if (endedAt === undefined) return '';
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  if (seconds < 60) return ` after ${seconds.toFixed(1)} s`;
  return ` after ${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
