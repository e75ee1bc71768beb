// A text as one line, for places where a line break would begin something new.

/** Every run of line breaks, with the white space around it, becomes one space. */
export function singleLine(text: string): string {
  const [first = '', ...lines] = text.split(/[\r\n\u2028\u2029]+/);
  const last = lines.pop();
  if (last === undefined) return text;
  const between = lines.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
}
