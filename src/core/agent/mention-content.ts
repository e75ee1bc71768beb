// What a mentioned file or folder holds, as a reminder tells it: numbered lines, or names; or why it was not read.

import { err, ok, type Result } from '../../base/result.ts';
import type { Place, Workspace } from '../tools/workspace.ts';
import { faultText } from '../tools/fault-texts.ts';
import { readLines, type FileLines, type LineRange } from '../tools/file-lines.ts';
import { signatureOf } from '../tools/file-signature.ts';
import { sniff, sniffedBytes } from '../tools/text-file.ts';
import type { MentionReading } from './mention-grammar.ts';

const usualLines = 800;
const mostEntries = 200;

interface MentionedPlace {
  readonly place: Place;
  readonly reading: MentionReading;
}

interface MentionedContent {
  readonly text: string;
  /** Of a file. */
  readonly path: string | undefined;
}

/** The error is the end of a sentence that says why. */
export async function mentionedContent(
  mentioned: MentionedPlace,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<MentionedContent, string>> {
  const { place, reading } = mentioned;
  const { files } = workspace;
  if (!place.isInside) return err('it lies outside the workspace; read_file asks the person for it.');
  const facts = await files.facts(place.real, signal);
  if (!facts.ok) return err(faultText(facts.error, place.shown));
  if (facts.value.kind === 'special') return err(faultText({ kind: 'special' }, place.shown));
  if (facts.value.kind === 'folder') return folderEntries(place, workspace, signal);
  const head = await files.read(place.real, { offset: 0, length: sniffedBytes }, signal);
  if (!head.ok) return err(faultText(head.error, place.shown));
  const start = textStart(head.value.bytes);
  if (!start.ok) return start;
  const { first, last } = reading.lines ?? { first: 1, last: usualLines };
  const range: LineRange = { first, count: last - first + 1, column: 1 };
  const source = (offset: number, length: number) => files.read(place.real, { offset, length }, signal);
  const read = await readLines(source, range, start.value);
  return read.ok
    ? ok({ text: numbered(read.value, range, place), path: place.real })
    : err(faultText(read.error, place.shown));
}

/** The byte at which text of UTF-8 begins; other content is left to the tool that knows it. */
function textStart(head: Uint8Array): Result<number, string> {
  if (signatureOf(head)?.kind === 'picture') return err('it is a picture; read_file shows it.');
  const encoding = sniff(head);
  switch (encoding) {
    case 'utf-8':
      return ok(0);
    case 'utf-8-bom':
      return ok(3);
    case 'utf-16le':
    case 'utf-16be':
      return err('it is text of UTF-16; read_file reads it.');
    case 'binary':
      return err('it is binary.');
  }
}

/** Numbered as read_file numbers lines; behind them whether there is more than was mentioned. */
function numbered({ lines, total }: FileLines, range: LineRange, { shown }: Place): string {
  const told = lines.map(({ number, text, isCut }) => `${number}\t${text}${isCut ? '…' : ''}`);
  const last = lines.at(-1)?.number;
  if (total === 0) told.push(`[segue: ${shown} is empty]`);
  else if (last === undefined) told.push(`[segue: ${shown} ends before line ${range.first}]`);
  else if (total === undefined)
    told.push(`[segue: more follows: read_file ${JSON.stringify({ path: shown, offset: last + 1 })}]`);
  return told.join('\n');
}

async function folderEntries(
  place: Place,
  { files }: Workspace,
  signal: AbortSignal,
): Promise<Result<MentionedContent, string>> {
  const entries = await files.list(place.real, signal);
  if (!entries.ok) return err(faultText(entries.error, place.shown));
  const lines = entries.value.slice(0, mostEntries).map(({ name, kind }) => {
    const shown = JSON.stringify(name).slice(1, -1);
    return `- ${shown}${kind === 'folder' ? '/' : ''}`;
  });
  const left = entries.value.length - lines.length;
  if (left > 0) lines.push(`[segue: and ${left} more; list_folder shows them]`);
  const text = lines.length === 0 ? '[segue: an empty folder]' : lines.join('\n');
  return ok({ text, path: undefined });
}
