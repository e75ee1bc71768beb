// The tool edit_file: replaces text that stands in a file, letter by letter.

import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { applyChange, type ChangeDeps } from './apply-change.ts';
import type { Place } from './workspace.ts';
import { sameStamp } from './file-lines.ts';
import { brokenText, faultText } from './fault-texts.ts';
import { replaceText, type Replaced, type Replacement } from './match-text.ts';
import { refusal } from './outcomes.ts';
import { faultAt, needForEdit, reachToChange } from './reach.ts';
import { lineEndsOf, withLineEnds } from './text-file.ts';
import type { Tool, ToolCall, ToolOutcome } from './tool.ts';
import { wholeFile } from './whole-file.ts';

const input = z.object({
  path: z.string().min(1).describe('the file, relative to the workspace folder'),
  old: z.string().describe('the text to replace, exactly as it stands in the file, without line numbers'),
  new: z.string().describe('the text to put in its place'),
  all: z.boolean().optional().describe('true to replace every place; else there must be just one'),
});

type Input = z.infer<typeof input>;

export function editFileTool(deps: ChangeDeps & { readonly prompts: PromptLibrary }): Tool<Input> {
  return {
    name: 'edit_file',
    description: deps.prompts.text('tools/edit_file', {}),
    input,
    needsTrust: true,
    label: ({ path }) => path,
    need: ({ path }, signal) => needForEdit(path, deps.workspace, signal),
    run: async (given, call, signal) => {
      if (given.old === '')
        return refusal('old is empty. Quote the text beside the place, or use write_file.');
      if (given.old === given.new) return refusal('old and new are the same: nothing would change.');
      const reached = await reachToChange(given.path, call, deps, signal);
      if (!reached.ok) return reached.error;
      const place = reached.value;
      return deps.queue.run(place.real, () => edit(place, { given, call, deps }, signal));
    },
  };
}

interface EditCall {
  readonly given: Input;
  readonly call: ToolCall;
  readonly deps: ChangeDeps;
}

async function edit(
  place: Place,
  { given, call, deps }: EditCall,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const read = await wholeFile(place, deps.workspace.files, signal);
  if (!read.ok) return faultAt(read.error, place, deps.workspace, signal);
  if (read.value === 'binary') return refusal(`${place.shown} is binary: it cannot be edited as text.`);
  if (read.value === 'broken') return refusal(brokenText(place.shown));
  const known = deps.memory.stampOf(place.real);
  if (known !== undefined && !sameStamp(known, read.value.stamp))
    return refusal(faultText({ kind: 'changed' }, place.shown));
  const after = edited(
    read.value.text,
    { old: given.old, new: given.new, all: given.all === true },
    place.shown,
  );
  if (!after.ok) return refusal(after.error);
  return applyChange({ place, before: read.value, after: after.value }, call, deps, signal);
}

/** The new text, or why there is none. Models write line feeds: a file of CRLF is edited as if it had them. */
function edited(text: string, replacement: Replacement, shown: string): Result<string, string> {
  const ends = lineEndsOf(text);
  const replaced =
    ends === 'crlf'
      ? replaceText(withLineEnds(text, 'lf'), asLf(replacement))
      : (ends === 'mixed' ? replacedInMixed : replaceText)(text, replacement);
  switch (replaced.kind) {
    case 'replaced':
      return ok(ends === 'crlf' ? withLineEnds(replaced.text, 'crlf') : replaced.text);
    case 'none':
      return err(`The old text does not stand in ${shown}. ${replaced.hint}`.trim());
    case 'many': {
      const lines = replaced.lines.join(', ') + (replaced.count > replaced.lines.length ? ', …' : '');
      return err(
        `The old text stands ${replaced.count} times in ${shown}, at lines ${lines}. Quote more around the one you mean, or set all.`,
      );
    }
  }
}

/** Where both kinds of line ends occur, the text is tried as given, then with those of Windows. */
function replacedInMixed(text: string, replacement: Replacement): Replaced {
  const replaced = replaceText(text, replacement);
  if (replaced.kind !== 'none') return replaced;
  const windows = {
    ...replacement,
    old: withLineEnds(replacement.old, 'crlf'),
    new: withLineEnds(replacement.new, 'crlf'),
  };
  const again = replaceText(text, windows);
  return again.kind === 'none' ? replaced : again;
}

function asLf(replacement: Replacement): Replacement {
  return {
    ...replacement,
    old: withLineEnds(replacement.old, 'lf'),
    new: withLineEnds(replacement.new, 'lf'),
  };
}
