// How a person mentions a file: `@src/main.ts`, `@"a file.txt"`, with lines as `@src/main.ts#L10-20`. Whether there is such a
// file is for others to find out.

export interface Mention {
  /** What it may mean, likeliest first: a sentence may go on right behind a path. */
  readonly readings: readonly MentionReading[];
}

export interface MentionReading {
  readonly path: string;
  /** From 1, both included; undefined for all of it. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
}

/** An `@` inside a word, as in an address of electronic mail, mentions nothing. */
const mention =
  /(?<![^\s([{<"'`,;:])@(?:"([^"\n]{1,4096})"(#L\d{1,9}(?:-L?\d{1,9})?)?|([^\s"'`<>|*?]{1,4096}))/g;
const lineRange = /#L(\d{1,9})(?:-L?(\d{1,9}))?$/;
const punctuation = '.,;:!?)]}';

/** Each once, in the order they stand, the first `most`. */
export function mentionsIn(text: string, most: number): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [whole, quoted, quotedLines = '', bare = ''] of text.matchAll(mention)) {
    if (found.size === most) break;
    if (found.has(whole)) continue;
    const written = quoted === undefined ? [bare, withoutEnd(bare)] : [quoted + quotedLines];
    const readings = [...new Set(written)].filter((reading) => !/^\.*$/.test(reading)).map(readingOf);
    if (readings.length > 0) found.set(whole, { readings });
  }
  return [...found.values()];
}

/** How a path is written so that it reads back as this path. */
export function writtenMention(path: string): string {
  const isPlain = /^[^\s"'`<>|*?]+$/.test(path) && withoutEnd(path) === path;
  return isPlain ? `@${path}` : `@"${path}"`;
}

/** Without the punctuation at the end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 0 && punctuation.includes(path.charAt(end - 1))) end--;
  return path.slice(0, end);
}

function readingOf(written: string): MentionReading {
  const match = lineRange.exec(written);
  if (match === null) return { path: written, lines: undefined };
  const first = Math.max(1, Number(match[1]));
  const last = Math.max(first, Number(match[2] ?? match[1]));
  return { path: written.slice(0, match.index), lines: { first, last } };
}
