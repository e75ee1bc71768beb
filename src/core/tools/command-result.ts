// What a model gets of a command: how it ended or stands, and the beginning and the end of what it printed.

import {
  codePointIndex,
  codePointLength,
  firstCodePoints,
  isLongerThan,
  wellFormed,
} from '../../base/code-points.ts';
import type { Sha256 } from '../../base/sha256.ts';
import { leftOut, outputText, statusLines } from '../executions/end-texts.ts';
import { isLive, type ExecutionRender } from '../executions/render.ts';
import { textContent } from '../transcript/parts.ts';
import type { ToolOutcome } from './tool.ts';

/** Code points of output in one result: the end of what a command prints says most. */
const shownHead = 6000;
const shownTail = 22_000;

const background =
  'It goes on in the background: you will be told when it ends. command_output shows what it prints, stop_command ends it.';

/** `execution` is set only for the call that started the command. */
export function commandOutcome(render: ExecutionRender, sha256: Sha256): ToolOutcome {
  const { text, artifacts } = shownOutput(outputText(render), sha256);
  const isRunning = render.state === 'running';
  const head = [statusLines(render), ...(isRunning ? [background] : [])].join('\n');
  return {
    content: textContent(`${head}\n\n${text === '' ? '(no output)' : text}`),
    isError: !isLive(render) && render.outcome === 'failure',
    artifacts,
    touches: [],
    execution: render,
  };
}

/** What is left out is in an artifact, as far as it was kept at all. */
function shownOutput(given: string, sha256: Sha256): { text: string; artifacts: ToolOutcome['artifacts'] } {
  if (!isLongerThan(given, shownHead + shownTail)) return { text: given, artifacts: [] };
  const whole = wellFormed(given);
  const length = codePointLength(whole);
  const name = sha256.of(whole);
  const head = firstCodePoints(whole, shownHead);
  const tail = whole.slice(codePointIndex(whole, length - shownTail));
  const omitted = leftOut(length - shownHead - shownTail).replace(/\]$/, '');
  const note = `${omitted}; all that was kept is read with read_file ${JSON.stringify({ artifact: name })}]`;
  return {
    text: `${head}\n${note}\n${tail}`,
    artifacts: [{ name, content: { encoding: 'utf8', text: whole } }],
  };
}
