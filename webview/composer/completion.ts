// What is being typed at the caret that the composer can complete: a command, or the name of a file. Pure.

import type { SlashCommand } from '../../src/protocol/snapshot.ts';

export interface Completion {
  readonly kind: 'slash' | 'mention';
  /** Without the sign and without an opening quote. */
  readonly prefix: string;
  /** The stretch of text a choice takes the place of. */
  readonly from: number;
  readonly to: number;
}

export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  const slash = /^\/([a-z-]*)$/.exec(before);
  if (slash !== null) return { kind: 'slash', prefix: slash[1] ?? '', from: 0, to: caret };
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const mention = /(?:^|[\s([{])@(?:"([^"]*)|([^\s"]*))$/.exec(line);
  if (mention === null) return undefined;
  const prefix = mention[1] ?? mention[2] ?? '';
  const quote = mention[1] === undefined ? 0 : 1;
  return { kind: 'mention', prefix, from: caret - prefix.length - quote - 1, to: caret };
}

/** The text with the choice in place of what was typed, and where the caret goes. */
export function completed(
  text: string,
  completion: Completion,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const name = completion.kind === 'slash' ? `/${choice}` : mentionOf(choice);
  const head = `${text.slice(0, completion.from)}${name} `;
  return { text: head + text.slice(completion.to).replace(/^ /, ''), caret: head.length };
}

/** A path as it is written in a message. */
function mentionOf(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}

/** A message that is a command the host offers; any other that begins with a slash is a message. */
export function slashOf(
  text: string,
  commands: readonly SlashCommand[],
): { readonly name: string; readonly argument: string } | undefined {
  const match = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const name = match?.[1];
  if (name === undefined || !commands.some((command) => command.name === name)) return undefined;
  return { name, argument: match?.[2] ?? '' };
}
