// The matches in ripgrep's JSON output, file by file: those of a file count when its end is told, since only then it is
// known not to be binary.

import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { TextMatch } from '../../core/tools/workspace-files.ts';
import { shownLine } from './matched-line.ts';

/** Bytes that are no UTF-8 come as base64. */
const dataSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.base64() })]);

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin') }),
  z.object({
    type: z.literal('match'),
    data: z.object({
      lines: dataSchema,
      line_number: z.number(),
      submatches: z.array(z.object({ start: z.number() })),
    }),
  }),
  z.object({
    type: z.literal('end'),
    data: z.object({ path: dataSchema, binary_offset: z.number().nullable() }),
  }),
  z.object({ type: z.literal('summary') }),
]);

export class RipgrepMatches {
  readonly matches: TextMatch[] = [];
  /** Ripgrep got as far as searching at all: it could read the pattern. */
  hasSearched = false;
  private readonly isIncluded: (path: string) => boolean;
  private waiting: Omit<TextMatch, 'path'>[] = [];

  /** `isIncluded` is asked about paths as ripgrep gives them. */
  constructor(isIncluded: (path: string) => boolean) {
    this.isIncluded = isIncluded;
  }

  /** Reads one line of output; paths are kept as ripgrep gives them. Lines of other kinds say nothing. */
  take(line: string): void {
    const parsed = messageSchema.safeParse(parseJson(line));
    if (!parsed.success) return;
    this.hasSearched = true;
    const message = parsed.data;
    switch (message.type) {
      case 'begin':
        this.waiting = [];
        return;
      case 'match':
        this.waiting.push(matchOf(message.data));
        return;
      case 'end':
        this.finish(textOf(message.data.path), message.data.binary_offset);
        return;
      case 'summary':
        return;
    }
  }

  private finish(path: string, binaryOffset: number | null): void {
    if (binaryOffset === null && this.isIncluded(path))
      this.matches.push(...this.waiting.map((match) => ({ path, ...match })));
    this.waiting = [];
  }
}

function matchOf(match: {
  readonly lines: z.infer<typeof dataSchema>;
  readonly line_number: number;
  readonly submatches: readonly { readonly start: number }[];
}): Omit<TextMatch, 'path'> {
  const bytes = bytesOf(match.lines);
  const start = bytes.subarray(0, match.submatches[0]?.start ?? 0).toString('utf8').length;
  const line = bytes.toString('utf8').replace(/\r?\n$/, '');
  return { line: match.line_number, text: shownLine(line, start) };
}

function textOf(data: z.infer<typeof dataSchema>): string {
  return bytesOf(data).toString('utf8');
}

function bytesOf(data: z.infer<typeof dataSchema>): Buffer {
  return 'text' in data ? Buffer.from(data.text, 'utf8') : Buffer.from(data.bytes, 'base64');
}
