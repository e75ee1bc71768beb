// Results are written for a model; the guide's answers are read by the person. What a result says about them is said to
// them here, and what it advises the model is left out.

import { quoted } from './texts.ts';

/** What the guide says of a result that tells what the person did; undefined for any other result. */
export function saidToPerson(first: string, name: string): string | undefined {
  for (const { pattern, say } of decisions) {
    const match = pattern.exec(first);
    if (match !== null) return say(match[1] ?? '', name);
  }
  return undefined;
}

/** Without advice to the model, and without a full stop: a sentence goes on around it. */
export function withoutAdvice(line: string): string {
  const told = line.replace(advice, '').trim();
  return (told === '' ? line : told).replace(/(?<=[^.])\.$/, '');
}

const advice =
  /(?:^|\s)(?:Use (?:list_folder|find_files|read_file|write_file)|Read it|Ask what|Decide yourself|Decide anew|Do not|Tell them|Quote the|To change part)\b.*$/;

interface Decision {
  readonly pattern: RegExp;
  /** `part` is what the pattern found, `name` the call in words. */
  readonly say: (part: string, name: string) => string;
}

const decisions: readonly Decision[] = [
  {
    pattern: /^The person rejected this change of (.+?); the file is as it was\./,
    say: (file) => `You rejected the change; ${quoted(file)} is as it was.`,
  },
  {
    pattern: /^The person did not allow this \(/,
    say: (_, name) => `You did not allow ${name}, so it was not done.`,
  },
  {
    pattern:
      /^This was not done \(.*\): it needs a permission, and nobody can be asked here; (.+?)\. Do not try/s,
    say: (instead, name) =>
      `${name} was not done: it needs a permission, and nobody can be asked here; ${instead}.`,
  },
  {
    pattern:
      /^(.+ was not changed: that needs a permission, and nobody can be asked here; .+?)\. Do not try/s,
    say: (told) => `${told}.`,
  },
  {
    pattern: /^The person stopped this call|^cancelled by the user/,
    say: (_, name) => `You stopped ${name} before it was done.`,
  },
  {
    pattern: /^(\S+) is off: the person has not said that they trust this workspace/,
    say: (tool) => `${quoted(tool)} is off, because you have not said that you trust this folder.`,
  },
  {
    pattern: /^(.+) stays as it was: the person took the change back\./,
    say: (file) => `${quoted(file)} stays as it was: you took the change back.`,
  },
  {
    pattern: /^(?:Changed|Created) (.+?)\. The person altered the change before accepting it/,
    say: (file) => `${quoted(file)} was written as you altered it.`,
  },
  {
    pattern: /^(.+): unchanged since you read it;/,
    say: (file) => `${quoted(file)} is unchanged since it was read last.`,
  },
];
