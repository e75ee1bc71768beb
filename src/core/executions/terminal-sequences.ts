// Terminal escape sequences in what a command prints: where they begin and end, so that no cut goes through one, and the
// text without them for readers that are no terminal.

/** UTF-16 units. What is longer is no sequence but text that begins like one. */
const longestSequence = 4096;

const sequence =
  // Control sequences, operating system commands, strings, and the short ones, in this order.
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-OQ-WYZ\\`-~])/g;

const unfinished = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)$/;

/** Where a sequence begins that the end of the text cuts off; the length of the text when there is none. */
export function wholeLength(text: string): number {
  const from = Math.max(0, text.length - longestSequence);
  const rest = text.slice(from);
  if (!rest.includes('\x1b')) return text.length;
  const cut = unfinished.exec(rest);
  return cut === null ? text.length : from + cut.index;
}

/** The place itself, or the nearest one on the named side of the sequence it lies in. */
export function outsideSequence(text: string, place: number, side: 'before' | 'after'): number {
  const from = Math.max(0, place - longestSequence);
  const near = text.slice(from, place + longestSequence);
  if (!near.includes('\x1b')) return place;
  for (const match of near.matchAll(sequence)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (start >= place) return place;
    if (end > place) return side === 'before' ? start : end;
  }
  return place;
}

/** The bell, and what a backspace took back. */
const noise = /[^\n\x08]?\x08|\x07/g;

/**
 * The text as a reader without a terminal would want it: no sequences, and of a line that was written over several times,
 * such as a progress bar, only what it said last.
 */
export function plainText(text: string): string {
  const bare = (text.includes('\x1b') ? text.replace(sequence, '') : text).replace(noise, '');
  if (!bare.includes('\r')) return bare;
  return bare
    .split('\n')
    .map((line) => {
      const whole = line.replace(/\r+$/, '');
      return whole.slice(whole.lastIndexOf('\r') + 1);
    })
    .join('\n');
}
