// Commands among tool calls, and whether one failed.

import { isJsonObject, parseJsonObject, type Json, type JsonObject } from '../../../base/json.ts';

const commandKeys = ['command', 'cmd', 'script', 'commandLine'];
const shellNames = /bash|shell|terminal|exec|command|powershell|zsh|\brun\b|^run/i;
const interpreters = /^(?:\/\S*\/)?(?:ba|z|da|fi)?sh$/;

/** How much of a text, in UTF-16 units, is its beginning or its end. */
const edge = 400;
const ownStatus =
  /^(?:(?:command|process) )?(?:exit(?:ed)?(?: with)? (?:code|status)|exited with)[: ]+(-?\d{1,5})\W*$/i;
const anyStatus = /\b(?:exit(?:ed)?(?: with)? (?:code|status)|exited with|return code)[: ]+(-?\d{1,5})\b/gi;
const refusal =
  /^(?:(?:patch|command|exec(?:ution)?(?: command)?) rejected by user\b|the user doesn['’]t want to (?:proceed with this tool use|take this action)|the person (?:did not allow this|rejected this change)\b|this was not done \(|[^\n]+ was not changed: that needs a permission\b)/i;

/** A tool call as facts see it. */
export interface Call {
  readonly name: string;
  readonly input: Json;
}

/**
 * The command line a call runs, or undefined when it runs none. An argument list is joined; `sh -lc X` is X; of several
 * commands each is a line.
 */
export function commandOf(call: Call): string | undefined {
  if (!isJsonObject(call.input)) return undefined;
  for (const key of commandKeys) {
    const value = call.input[key];
    if (typeof value === 'string' && shellNames.test(call.name)) return value;
    if (isTextList(value)) return joined(value);
  }
  const lines = call.input['commands'];
  return isTextList(lines) && shellNames.test(call.name) ? lines.join('\n') : undefined;
}

/** The person did not let the call run. Told by the words agents put in the place of its result. */
export function refused(text: string): boolean {
  return refusal.test(text.trimStart());
}

/**
 * A call fails when its result is marked so, when the person refused it, or when the text tells of an exit status other
 * than 0. The text of a tool that runs no command may quote a status, so there only a JSON envelope tells one.
 */
export function failed(
  result: { readonly text: string; readonly isError: boolean },
  runs: 'command' | 'other' = 'command',
): boolean {
  const { text, isError } = result;
  if (isError || refused(text)) return true;
  const status = exitStatusOf(parseJsonObject(text)) ?? (runs === 'command' ? exitStatusIn(text) : undefined);
  return status !== undefined && status !== 0;
}

/** The readable output of a result: the `output` field where the result is a JSON envelope, else its text. */
export function outputOf(text: string): string {
  const output = parseJsonObject(text)?.['output'];
  return typeof output === 'string' ? output : text;
}

function isTextList(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function joined(words: readonly string[]): string {
  const [program, option, script] = words;
  if (
    words.length === 3 &&
    program !== undefined &&
    interpreters.test(program) &&
    /^-\w*c$/.test(option ?? '')
  ) {
    return script ?? '';
  }
  return words.join(' ');
}

function exitStatusOf(value: JsonObject | undefined): number | undefined {
  if (value === undefined) return undefined;
  const inner = isJsonObject(value['metadata']) ? value['metadata'] : value;
  const status = inner['exit_code'] ?? inner['exitCode'];
  return typeof status === 'number' ? status : undefined;
}

/**
 * Tools put it at the very beginning or at the very end, so only there a status counts: one that is a line of its own
 * among the first five, else the last one told at the end, else the first one told at the beginning.
 */
function exitStatusIn(text: string): number | undefined {
  const beginning = text.slice(0, edge);
  const own = beginning
    .split('\n', 5)
    .map((line) => ownStatus.exec(line.trim())?.[1])
    .find((status) => status !== undefined);
  const told = [...text.slice(-edge).matchAll(anyStatus)].at(-1) ?? [...beginning.matchAll(anyStatus)][0];
  const found = own ?? told?.[1];
  return found === undefined ? undefined : Number(found);
}
