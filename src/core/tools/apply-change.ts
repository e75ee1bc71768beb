// The end of every edit: the person sees it where they have to, the file is written whole, and the model is told what
// really changed.

import { isAborted } from '../../base/abort.ts';
import { counted } from '../../base/counted.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Place } from './workspace.ts';
import { faultText, stoppedText } from './fault-texts.ts';
import { answer, refusal } from './outcomes.ts';
import type { PathQueue } from './path-queue.ts';
import { describeRule } from './permission-rules.ts';
import type { PermissionMode } from './permissions.ts';
import type { Person } from './person.ts';
import type { Reach } from './reach.ts';
import type { ReadMemory } from './read-memory.ts';
import { shownDiff, type TextDiff } from './text-diff.ts';
import { encodeFile, lineEndsOf, withLineEnds, type TextFile } from './text-file.ts';
import type { ToolCall, ToolOutcome } from './tool.ts';
import type { FileStamp } from './workspace-files.ts';

export interface ChangeDeps extends Reach {
  readonly memory: ReadMemory;
  readonly person: Person;
  readonly diff: TextDiff;
  readonly queue: PathQueue;
  readonly mode: () => PermissionMode;
}

export interface Change {
  readonly place: Place;
  /** As it is on disk; null for a file that is not there yet. */
  readonly before: (TextFile & { readonly stamp: FileStamp }) | null;
  readonly after: string;
}

interface Accepted {
  readonly content: string;
  readonly by?: 'mode' | 'rule';
}

export async function applyChange(
  change: Change,
  call: ToolCall,
  deps: ChangeDeps,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const first = encoded(change.after, change);
  if (!first.ok) return refusal(first.error);
  const accepted = await accept(change, call, deps, signal);
  if ('refused' in accepted) return refusal(accepted.refused);
  const { content, by } = accepted;
  return { ...(await changed(content, { change, deps }, signal)), permission: by };
}

interface Changing {
  readonly change: Change;
  readonly deps: ChangeDeps;
}

async function changed(
  content: string,
  { change, deps }: Changing,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { place, before } = change;
  if (isAborted(signal)) return refusal(stoppedText);
  if (before?.text === content)
    return answer(`${place.shown} stays as it was: the person took the change back.`);
  const written = await write(content, { change, deps }, signal);
  if (!written.ok) return refusal(written.error);
  deps.memory.noteWritten(place.real, written.value);
  return answer(whatWasDone(change, content, deps.diff), [{ path: place.real, access: 'modified' }]);
}

async function write(
  content: string,
  { change, deps }: Changing,
  signal: AbortSignal,
): Promise<Result<FileStamp, string>> {
  const { place, before } = change;
  const bytes = encoded(content, change);
  if (!bytes.ok) return bytes;
  const written = await deps.workspace.files.write(place.real, bytes.value, before?.stamp ?? null, signal);
  if (written.ok) return written;
  const isTaken = written.error.kind === 'changed' && before === null;
  return err(
    isTaken ? `${place.shown} is there by now. Read it first.` : faultText(written.error, place.shown),
  );
}

/** The content in the encoding of the file, or why that cannot hold it. */
function encoded(content: string, { place, before }: Change): Result<Uint8Array, string> {
  const encoding = before?.encoding ?? 'utf-8';
  const bytes = encodeFile({ text: content, encoding });
  if (bytes !== undefined) return ok(bytes);
  return err(
    encoding === 'latin-1'
      ? `${place.shown} is no UTF-8 and has one byte a character: the new text has characters it cannot hold, and nothing was written. Use others, or write_file for all of it in UTF-8.`
      : `The new text of ${place.shown} has half a character (an unpaired surrogate); nothing was written. Quote whole characters.`,
  );
}

/** The content that is to be written, once nobody has anything against it; `by` says what spared the person a look. */
async function accept(
  { place, before, after }: Change,
  call: ToolCall,
  { permissions, person, mode }: ChangeDeps,
  signal: AbortSignal,
): Promise<Accepted | { readonly refused: string }> {
  const file = { path: place.real, isInside: place.isInside };
  const by = permissions.unreviewedBy(file, mode());
  if (by !== undefined) return { content: after, by };
  const rule = permissions.ruleForEdit(file);
  const reviewed = await person.review(
    {
      callId: call.callId,
      path: place.real,
      before: before?.text ?? '',
      after,
      isNew: before === null,
      rule: rule && describeRule(rule),
    },
    signal,
  );
  if (reviewed.answer === 'nobody')
    return {
      refused: `${place.shown} was not changed: that needs a permission, and nobody can be asked here; ${reviewed.instead}. Do not try it in another way: go on without it, or say at the end what was left undone.`,
    };
  if (reviewed.answer === 'reject') {
    const why = reviewed.why === undefined ? 'Ask what they want instead.' : `They say: ${reviewed.why}`;
    return { refused: `The person rejected this change of ${place.shown}; the file is as it was. ${why}` };
  }
  if (reviewed.always === true && rule !== undefined) await permissions.remember(rule);
  return { content: keptLineEnds(reviewed.content, before) };
}

/** Editors may hand a text back with other line ends than the file has. */
function keptLineEnds(content: string, before: TextFile | null): string {
  const ends = lineEndsOf(before?.text ?? '\n');
  return ends === 'crlf' ? withLineEnds(content, ends) : content;
}

function whatWasDone({ place, before, after }: Change, content: string, diff: TextDiff): string {
  const done = `${before === null ? 'Created' : 'Changed'} ${place.shown}.`;
  const lines =
    content === after
      ? done
      : `${done} The person altered the change before accepting it; this is what was written.`;
  const changes = diff.unified(before?.text ?? '', content);
  // The model has just written all of a new file; it need not read it again.
  if (before === null && content === after) return `${done} ${counted(lineCount(content), 'line')}.`;
  return `${lines}\n${shownDiff(changes)}`;
}

/** As read_file counts them: a line break ends a line and begins none. */
function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length;
}
