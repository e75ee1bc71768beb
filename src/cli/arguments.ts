// The command line as typed values, or one message that says what is wrong with it.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { err, ok, type Result } from '../base/result.ts';
import { quote, usageFailure, type CliFailure } from './failure.ts';
import { commands, type CommandName, type CommandSpec, type FlagSpec } from './usage.ts';

export interface ParsedCommand {
  readonly name: CommandName;
  /** Empty where a flag stands in its place. */
  readonly operand: string;
  readonly text: (flag: string) => string | undefined;
  readonly has: (flag: string) => boolean;
  readonly list: (flag: string) => readonly string[];
}

export type CommandLine =
  | { readonly kind: 'help'; readonly name?: CommandName | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'command'; readonly command: ParsedCommand };

/** `args` are the words after the program's name. */
export function parseCommandLine(args: readonly string[]): Result<CommandLine, CliFailure> {
  const [first, ...rest] = args;
  if (first === undefined) return ok({ kind: 'help' });
  if (first === 'help' || isHelpFlag(first)) return helpFor(rest[0]);
  if (first === '--version' || first === '-V') return ok({ kind: 'version' });
  if (!isCommand(first)) return err(noCommand(first));
  if (wordsBeforeOperands(rest).some(isHelpFlag)) return ok({ kind: 'help', name: first });
  const parsed = parseWords(first, rest);
  return parsed.ok ? ok({ kind: 'command', command: parsed.value }) : parsed;
}

function helpFor(word: string | undefined): Result<CommandLine, CliFailure> {
  if (word === undefined || isHelpFlag(word)) return ok({ kind: 'help' });
  return isCommand(word) ? ok({ kind: 'help', name: word }) : err(noCommand(word));
}

function noCommand(word: string): CliFailure {
  return usageFailure(`there is no command ${quote(word)}; segue --help lists the commands`);
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** What stands before `--`; everything behind it is taken as it is. */
function wordsBeforeOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}

function parseWords(name: CommandName, words: readonly string[]): Result<ParsedCommand, CliFailure> {
  const spec: CommandSpec = commands[name];
  const wrong = (message: string): Result<never, CliFailure> =>
    err(usageFailure(`${message}; segue ${name} --help explains the command`));
  const split = splitWords(spec, words);
  if (!split.ok) return wrong(split.error);
  const { values, positionals } = split.value;
  const [operand, ...more] = positionals;
  const wanted = spec.operand.replace(' | ', ' or a ');
  const instead = spec.insteadOfOperand;
  const isMissing = operand === undefined && (instead === undefined || values[instead] === undefined);
  if (isMissing || operand === '') {
    return wrong(`${name} needs a ${wanted}${instead === undefined ? '' : `, or --${instead}`}`);
  }
  if (more.length > 0) return wrong(`${name} takes one ${wanted}, ${quote(more[0] ?? '')} is one too many`);
  for (const [flag, { choices, required }] of Object.entries(spec.flags)) {
    const value = values[flag];
    if (required === true && value === undefined) return wrong(`${name} needs --${flag}`);
    if (typeof value !== 'string') continue;
    if (value.trim() === '') return wrong(`--${flag} is empty`);
    if (choices !== undefined && !choices.includes(value)) {
      return wrong(`--${flag} is ${quote(value)}, allowed is ${choices.join(', ')}`);
    }
  }
  return ok({
    name,
    operand: operand ?? '',
    text: (flag) => asText(values[flag]),
    has: (flag) => values[flag] === true,
    list: (flag) => asList(values[flag]),
  });
}

interface Words {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function splitWords(spec: CommandSpec, words: readonly string[]): Result<Words, string> {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [flag, { type }] of Object.entries(spec.flags)) {
    options[flag] = type === 'boolean' ? { type } : { type: 'string', multiple: type === 'list' };
  }
  const parsed = parseArgs({
    args: [...words],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const seen = new Set<string>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(spec.flags, token.name) ? spec.flags[token.name] : undefined;
    const isAgain = flag !== undefined && flag.type !== 'list' && seen.has(token.name);
    const fault = isAgain ? `${token.rawName} is given twice` : flagFault(flag, token);
    if (fault !== undefined) return err(fault);
    seen.add(token.name);
  }
  return ok(parsed);
}

interface FlagToken {
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value stands behind `=`. */
  readonly inlineValue: boolean | undefined;
}

function flagFault(flag: FlagSpec | undefined, token: FlagToken): string | undefined {
  const { rawName, value, inlineValue } = token;
  if (flag === undefined) return `there is no flag ${quote(rawName)}`;
  if (flag.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value`;
  if (value === undefined) return `${rawName} needs a value`;
  // A forgotten value would otherwise swallow the next flag.
  const isFlag = inlineValue === false && /^--(?:[a-z]|$)/i.test(value);
  return isFlag
    ? `${rawName} needs a value, ${quote(value)} is none; ${rawName}=… takes anything`
    : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
