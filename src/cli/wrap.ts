// Lines for a terminal: how wide a text stands there, and where a line too wide is broken.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const none = /[\p{Mn}\p{Me}\u200b-\u200d\u2060\ufe00-\ufe0f]/u;
const plain = /^[\x20-\x7e]*$/;
const tab = '    ';

/** Columns of a printable text without line ends: wide letters and pictures take two, marks on letters none. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** The lines of a printable text, none wider than `width`; broken at a space where there is one not too far back. */
export function wrapped(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line.replaceAll('\t', tab).trimEnd(), width));
}

/** The beginning of a line that fits, with a mark where more would follow. */
export function cutToWidth(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  let shown = '';
  let used = 1;
  for (const character of line) {
    used += widthOf(character);
    if (used > width) break;
    shown += character;
  }
  return `${shown}…`;
}

function wrappedLine(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line];
  const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(width / 3));
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const character of line) {
    const step = widthOf(character);
    if (used + step > width) {
      const [head, rest] = broken(row, character, width);
      rows.push(head);
      row = indent + rest;
      used = displayWidth(row);
    }
    // A space at which the line was broken is not carried over.
    if (character === ' ' && row === indent && rows.length > 0) continue;
    row += character;
    used += step;
  }
  return row.trim() === '' ? rows : [...rows, row];
}

/** A full row as the line that is finished and the beginning of the next. */
function broken(row: string, next: string, width: number): readonly [string, string] {
  if (next === ' ') return [row, ''];
  const space = row.lastIndexOf(' ');
  const isNear = space > 0 && displayWidth(row.slice(0, space)) * 2 > width;
  return isNear ? [row.slice(0, space).trimEnd(), row.slice(space + 1)] : [row, ''];
}

function widthOf(character: string): number {
  if (character.length === 1 && character <= '~') return 1;
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
