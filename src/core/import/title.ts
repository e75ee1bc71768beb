// What an imported session is called where the source has no name for it.

import { firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import { draftText, type Draft } from './draft.ts';

const maximumTitle = 80;

export const untitled = 'Imported conversation';

/**
 * The first line of the first text a person typed, at most 80 characters; a command without words gives way to the next
 * line. `request` takes what the source's host wrote around the person's words off a text.
 */
export function titleOf(drafts: readonly Draft[], request: (text: string) => string = plain): string {
  let command: string | undefined;
  for (const draft of drafts) {
    if (draft.kind !== 'user' || draft.origin === 'host') continue;
    const text = request(draftText(draft.content));
    const title = titleFrom(text, isCommand);
    if (title !== undefined) return title;
    command ??= titleFrom(text);
  }
  return command ?? untitled;
}

/** The first line that says something and is not passed over, shortened; undefined where none does. */
export function titleFrom(text: string, passedOver = nothing): string | undefined {
  const line = text
    .split('\n', 200)
    .map((candidate) => candidate.trim())
    .find((candidate) => /[\p{L}\p{N}]/u.test(candidate) && !passedOver(candidate));
  if (line === undefined) return undefined;
  return isLongerThan(line, maximumTitle) ? `${firstCodePoints(line, maximumTitle - 1)}…` : line;
}

function isCommand(line: string): boolean {
  return /^\/\S*$/.test(line);
}

function nothing(_line: string): boolean {
  return false;
}

function plain(text: string): string {
  return text;
}
