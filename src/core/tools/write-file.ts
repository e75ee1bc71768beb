// The tool write_file: a new file, or a file replaced whole by a model that has read it.

import * as z from 'zod';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { applyChange, type ChangeDeps } from './apply-change.ts';
import type { Place } from './workspace.ts';
import { sameStamp } from './file-lines.ts';
import { brokenText, faultText } from './fault-texts.ts';
import { refusal } from './outcomes.ts';
import { faultAt, needForEdit, reachToChange } from './reach.ts';
import { encodeFile, lineEndsOf, withLineEnds } from './text-file.ts';
import type { Tool, ToolCall, ToolOutcome } from './tool.ts';
import { wholeFile } from './whole-file.ts';

const input = z.object({
  path: z.string().min(1).describe('the file, relative to the workspace folder; missing folders are made'),
  content: z.string().describe('all of the new content'),
});

type Input = z.infer<typeof input>;

export function writeFileTool(deps: ChangeDeps & { readonly prompts: PromptLibrary }): Tool<Input> {
  return {
    name: 'write_file',
    description: deps.prompts.text('tools/write_file', {}),
    input,
    needsTrust: true,
    label: ({ path }) => path,
    need: ({ path }, signal) => needForEdit(path, deps.workspace, signal),
    run: async ({ path, content }, call, signal) => {
      const reached = await reachToChange(path, call, deps, signal);
      if (!reached.ok) return reached.error;
      const place = reached.value;
      return deps.queue.run(place.real, () => write(place, { content, call, deps }, signal));
    },
  };
}

interface WriteCall {
  readonly content: string;
  readonly call: ToolCall;
  readonly deps: ChangeDeps;
}

async function write(
  place: Place,
  { content, call, deps }: WriteCall,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const read = await wholeFile(place, deps.workspace.files, signal);
  if (!read.ok) {
    if (read.error.kind !== 'not-found') return faultAt(read.error, place, deps.workspace, signal);
    return applyChange({ place, before: null, after: content }, call, deps, signal);
  }
  const before = read.value;
  if (before === 'binary') return refusal(`${place.shown} is binary: it is not replaced by text.`);
  if (before === 'broken') return refusal(brokenText(place.shown));
  const known = deps.memory.stampOf(place.real);
  if (known === undefined)
    return refusal(
      `${place.shown} exists, and you have not read it. Read it first, or change it with edit_file.`,
    );
  if (!sameStamp(known, before.stamp)) return refusal(faultText({ kind: 'changed' }, place.shown));
  const after = keptEnds(content, before.text);
  if (after === before.text) return refusal(`${place.shown} already has exactly this content.`);
  // All of the text is new: it may be in an encoding that has its characters.
  const encoding = encodeFile({ text: after, encoding: before.encoding }) ? before.encoding : 'utf-8';
  return applyChange({ place, before: { ...before, encoding }, after }, call, deps, signal);
}

/** The line ends of the file, and its last one, which models leave out without meaning anything by it. */
function keptEnds(content: string, before: string): string {
  const ended = before.endsWith('\n') && content !== '' && !content.endsWith('\n') ? `${content}\n` : content;
  return lineEndsOf(before) === 'crlf' ? withLineEnds(ended, 'crlf') : ended;
}
