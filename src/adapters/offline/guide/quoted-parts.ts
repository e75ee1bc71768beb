// Parts of a message that stand for themselves: what is quoted or fenced is never split, and comes back as it was.

const part = /(?:\n[^\S\n]*)?```[^\n]*\n[\s\S]*?\n[^\S\n]*```|"(?:\\.|[^"\\\n])*"|`[^`\n]+`/g;
/** Letters for private use: no message means anything by them. */
const [before, after] = ['\ue000', '\ue001'];
const marks = /\ue000(\d+)\ue001/g;

/** Splits the text with its quoted parts hidden, and gives each piece back with them. */
export function splitOutside(text: string, split: (hidden: string) => readonly string[]): readonly string[] {
  const parts: string[] = [];
  const hidden = text.replace(/[\ue000\ue001]/g, '').replace(part, (quoted) => {
    parts.push(quoted);
    return `${before}${parts.length - 1}${after}`;
  });
  return split(hidden).map((piece) => piece.replace(marks, (_, place: string) => parts[Number(place)] ?? ''));
}

/** The words inside quotation marks or backticks, their escapes read; any other text as it is. */
export function unquoted(text: string): string {
  const inner = /^(["'`])([\s\S]*)\1$/.exec(text)?.[2];
  if (inner === undefined || text.length < 2) return text;
  return inner.replace(/\\([nt"'`\\])/g, (_, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : letter,
  );
}
