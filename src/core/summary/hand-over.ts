// The stored form of a summary: one fixed hand-over sentence, a blank line, the summary (design 6.17).

/** What is stored. `sentence` is the hand-over prompt. */
export function withHandOver(summary: string, sentence: string): string {
  return `${sentence}\n\n${summary}`;
}

/** The summary alone. Only an exact beginning is stripped, so a foreign summary comes back as it is. */
export function withoutHandOver(stored: string, sentence: string): string {
  const beginning = `${sentence}\n\n`;
  return stored.startsWith(beginning) ? stored.slice(beginning.length) : stored;
}
