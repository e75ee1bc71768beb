// Numbers as a person reads them, always with their unit.

/** `0.4 s`, `12 s`, `3 min 5 s`; nothing for what took no time to speak of. */
export function durationText(ms: number): string {
  if (ms < 100) return '';
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : elapsedText(ms);
}

/** Whole seconds, for a time that is still running. */
export function elapsedText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `84k`; k is floored. */
export function thousands(tokens: number): string {
  return tokens < 1000 ? String(Math.floor(tokens)) : `${Math.floor(tokens / 1000)}k`;
}

/** `1 turn`, `2 turns`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
