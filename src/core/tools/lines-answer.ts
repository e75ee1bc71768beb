// Lines of a file as the model gets them: numbered, and followed by how to read what is not there.

import { codePointLength } from '../../base/code-points.ts';
import { counted } from '../../base/counted.ts';
import type { FileLines } from './file-lines.ts';
import { answer, refusal } from './outcomes.ts';
import type { FileTouch, ToolOutcome } from './tool.ts';

/** What read_file was asked for, and the name its content goes by. */
export interface AskedLines {
  readonly shown: string;
  readonly path?: string | undefined;
  readonly artifact?: string | undefined;
  readonly offset?: number | undefined;
  readonly column?: number | undefined;
}

/** Numbered lines, then what is to be known about the rest. */
export function linesAnswer(
  read: FileLines,
  asked: AskedLines,
  touches: readonly FileTouch[] = [],
): ToolOutcome {
  const { lines, total } = read;
  const last = lines.at(-1);
  if (last === undefined && total !== undefined && total > 0)
    return refusal(
      `${asked.shown} has ${counted(total, 'line')}: line ${asked.offset ?? 1} is behind its end.`,
    );
  if (last === undefined) return answer(`[segue: ${asked.shown} is empty]`, touches);
  const numbered = lines.map(({ number, text, isCut }) => `${number}\t${text}${isCut ? '…' : ''}`);
  const notes = [...cutNotes(read, asked), restNote(read, asked, last.number)];
  if (read.crlf) notes.push('lines end with CRLF');
  return answer(`${numbered.join('\n')}\n[segue: ${notes.join('; ')}]`, touches);
}

function cutNotes({ lines }: FileLines, asked: AskedLines): readonly string[] {
  const cut = lines.find(({ isCut }) => isCut);
  if (cut === undefined) return [];
  const start = cut.number === (asked.offset ?? 1) ? (asked.column ?? 1) : 1;
  const next = { offset: cut.number, limit: 1, column: start + codePointLength(cut.text) };
  return [`long lines end with …; line ${cut.number} goes on with ${readCall(asked, next)}`];
}

function restNote({ total }: FileLines, asked: AskedLines, last: number): string {
  if (total !== undefined) return `the end; ${counted(total, 'line')} in all`;
  return `more follows: ${readCall(asked, { offset: last + 1 })}`;
}

function readCall(asked: AskedLines, range: object): string {
  const source = asked.path === undefined ? { artifact: asked.artifact } : { path: asked.path };
  return `read_file ${JSON.stringify({ ...source, ...range })}`;
}
