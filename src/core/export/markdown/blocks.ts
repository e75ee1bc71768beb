// The blocks of a Markdown export: who spoke, what was said, what was called and what came back.

import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { isLongerThan } from '../../../base/code-points.ts';
import type { MediaPart, Part } from '../../transcript/parts.ts';
import type { RecordOf } from '../../transcript/record.ts';
import type { ExportContents } from '../contents.ts';
import type { AnsweredCall, HeardRecord, SaidRecord } from '../items.ts';
import { mainArgument } from '../main-argument.ts';
import { mediaNote } from '../media-note.ts';
import type { Aside } from '../survey.ts';
import { fenced } from './fences.ts';
import { containedMarkdown, inlineCode, plainLine, quoted } from './text.ts';

/** `**User**`, and whether what follows was taken back since. */
export function label(who: string, aside: Aside | undefined): string {
  const marks = { 'taken-back': ' (taken back)', directive: ' (directive)' };
  return `**${who}**${aside === undefined ? '' : marks[aside]}`;
}

/** Whose words a record is, besides those of the model. */
export function heardBy(record: HeardRecord): string {
  switch (record.kind) {
    case 'user':
      if (record.origin === 'host') return 'Host';
      return record.origin === 'steering' ? 'User, steering' : 'User';
    case 'task':
      return 'Task';
    case 'reminder':
      return 'Reminder';
    case 'agent-message':
      return `Agent ${plainLine(record.from)}`;
  }
}

/** The content as a quotation; its media as notes below. Undefined when there is none. */
export async function quotation(
  content: readonly Part[],
  contents: ExportContents,
): Promise<string | undefined> {
  const { text, notes } = await told(content, contents);
  const blocks = [...(text.trim() === '' ? [] : [quoted(text)]), ...notes.map((note) => `> ${note}`)];
  return blocks.length === 0 ? undefined : blocks.join('\n>\n');
}

/** What the model said; undefined for a thought that can only be given back to its provider. */
export async function saidBlock(record: SaidRecord, contents: ExportContents): Promise<string | undefined> {
  if (record.kind === 'reasoning') return quotation(record.content, contents);
  const { text, notes } = await told(record.content, contents);
  const blocks = [...(text.trim() === '' ? [] : [containedMarkdown(text)]), ...notes];
  return blocks.length === 0 ? undefined : blocks.join('\n\n');
}

/** The call in a line, its arguments where the line does not tell them all, and its result between fences. */
export async function callBlocks(
  { call, result }: AnsweredCall,
  contents: ExportContents,
): Promise<readonly string[]> {
  const input = await contents.callInput(call);
  const argument = mainArgument(input);
  const line = `**Tool** ${inlineCode(call.name)}${argument === '' ? '' : ` ${inlineCode(argument)}`}`;
  const rest = isTold(input, argument) ? [] : [fenced(JSON.stringify(input, null, 2), 'json')];
  const answer = result === undefined ? ['No result was recorded.'] : await resultBlocks(result, contents);
  return [line, ...rest, ...answer];
}

/** A result between fences, its media as notes below; whether it was an error, or nothing, is said above. */
export async function resultBlocks(
  result: RecordOf<'tool-result'>,
  contents: ExportContents,
): Promise<readonly string[]> {
  const { text, notes } = await told(result.content, contents);
  const name = result.isError === true ? 'Result, an error' : 'Result';
  if (text.trim() === '' && notes.length === 0) return [`${name}: nothing`];
  return [`${name}:`, ...(text.trim() === '' ? [] : [fenced(text)]), ...notes];
}

/** The one line of a call says all there is to say of it. */
function isTold(input: JsonObject, argument: string): boolean {
  const values = Object.values(input);
  if (values.length === 0) return true;
  const [only] = values;
  return (
    values.length === 1 &&
    !isJsonObject(only) &&
    only === argument &&
    !argument.includes('\n') &&
    !isLongerThan(argument, 100)
  );
}

async function told(
  content: readonly Part[],
  contents: ExportContents,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const texts: string[] = [];
  const notes: string[] = [];
  for (const part of content) {
    if (part.type === 'media') notes.push(await noteOf(part, contents));
    else texts.push(part.type === 'text' ? await contents.text(part.text) : await contents.stored(part));
  }
  return { text: texts.join('\n'), notes };
}

async function noteOf(part: MediaPart, contents: ExportContents): Promise<string> {
  // An artifact's name is longer than what is shown of other code.
  return `\`${printableNote(await contents.text(mediaNote(part)))}\``;
}

function printableNote(note: string): string {
  return note.replace(/[`\p{Cc}]/gu, ' ');
}
