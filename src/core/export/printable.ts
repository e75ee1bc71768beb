// Text for people's eyes: what would steer a terminal, or turn the order of letters around, is shown instead of obeyed.

/** Control characters but tab and line feed, line separators, marks of direction, lone halves of surrogate pairs. */
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with `\x1b` for an escape character and the like; CRLF becomes a line feed. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unprintable, escaped);
}

/** The same on one line, white space run together. */
export function printableLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}
