// A text as one line, for places where a line break would begin something new.

/** Every run of line breaks, with the white space around it, becomes one space. */
export function singleLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');
}
