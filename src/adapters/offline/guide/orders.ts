// What one order of a person means as a call of a tool. An order that is not wholly understood is not understood: the
// guide guesses nothing.

import type { Json, JsonObject } from '../../../base/json.ts';
import { unquoted } from './quoted-parts.ts';

export interface Order {
  readonly tool: string;
  readonly input: JsonObject;
  /** The order in a few words, for people. */
  readonly words: string;
  /** It changes nothing, so it may run beside others. */
  readonly looks: boolean;
}

/** A path: quoted, or one word. */
const path = String.raw`"[^"\n]+"|\x60[^\x60\n]+\x60|[^\s"\x60]+`;
const quote = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\x60[^\x60]*\x60`;

const readOrder = new RegExp(
  `^read\\s+(?:file\\s+)?(${path})(?:\\s+(?:lines?\\s+)?(\\d+)\\s*(?:-|to)\\s*(\\d+))?$`,
  'i',
);
const listOrder = new RegExp(`^list(?:\\s+(?:folder\\s+|files\\s+in\\s+)?(${path}))?$`, 'i');
const findOrder = new RegExp(`^find\\s+(${path})(?:\\s+in\\s+(${path}))?$`, 'i');
const searchOrder = new RegExp(`^search\\s+(?:for\\s+)?(${quote}|.+?)(?:\\s+in\\s+(${path}))?$`, 'i');
const runOrder = /^run\s+([\s\S]+?)(\s+in\s+(?:the\s+)?background)?$/i;
const backgroundOrder = /^(output|stop)\s+([\w-]+)$/i;
const editOrder = new RegExp(
  `^edit\\s+(${path}?):?\\s+replace\\s+(all\\s+)?(${quote})\\s+(?:with|by)\\s+(${quote})$`,
  'i',
);
const writeOrder = new RegExp(
  `^write\\s+("[^"\\n]+"|\\x60[^\\x60\\n]+\\x60|\\S+?):(?=\\s|$)([\\s\\S]*)$`,
  'i',
);
const todoOrder = /^todo:?\s+([\s\S]+)$/i;
const askOrder = /^ask(?:\s+me)?:?\s+([\s\S]+?)(?:\s*\(([^()\n]*\/[^()\n]*)\))?$/i;

/** The words an order may begin with, as a choice of a regular expression; nothing else is an order. */
export const verbs = 'read|list|find|search|run|output|stop|edit|write|todo|ask';

/** Undefined when the text is no order, or says more than the guide understands. */
export function orderOf(text: string): Order | undefined {
  for (const read of [readFile, listFolder, findFiles, searchText, run, background, edit, write, todo, ask]) {
    const order = read(text) ?? read(text.replace(/[.!]$/, ''));
    if (order !== undefined) return order;
  }
  return undefined;
}

type Reader = (text: string) => Order | undefined;

const readFile: Reader = (text) => {
  const [, file, first, last] = readOrder.exec(text) ?? [];
  if (file === undefined) return undefined;
  const lines = /^(.+)#L(\d+)(?:-L?(\d+))?$/.exec(pathIn(file));
  const from = Number(first ?? lines?.[2] ?? 0);
  const to = Number(last ?? lines?.[3] ?? from);
  const range = from > 0 && to >= from ? { offset: from, limit: to - from + 1 } : {};
  const input = { path: lines?.[1] ?? pathIn(file), ...range };
  const shown = from > 0 && to >= from ? `${input.path} ${from}-${to}` : input.path;
  return looking('read_file', input, `read ${shown}`);
};

const listFolder: Reader = (text) => {
  const match = listOrder.exec(text);
  if (match === null) return undefined;
  const folder = match[1] === undefined ? '.' : pathIn(match[1]);
  return looking('list_folder', { path: folder }, `list ${folder}`);
};

const findFiles: Reader = (text) => {
  const [, glob, folder] = findOrder.exec(text) ?? [];
  if (glob === undefined) return undefined;
  const input = { glob: withoutEnd(unquoted(glob), glob), ...inside(folder) };
  return looking('find_files', input, `find ${input.glob}`);
};

const searchText: Reader = (text) => {
  const [, wanted, folder] = searchOrder.exec(text) ?? [];
  if (wanted === undefined) return undefined;
  const input = { pattern: unquoted(wanted), ...inside(folder) };
  return looking('search_text', input, `search ${input.pattern}`);
};

const run: Reader = (text) => {
  const [, command, behind] = runOrder.exec(text) ?? [];
  if (command === undefined) return undefined;
  // The end of a sentence; where a dot means a folder, no letter stands before it.
  const line = /^`[^`]+`$/.test(command) ? command.slice(1, -1) : command.replace(/(?<=\w)[.!]$/, '');
  const input = behind === undefined ? { command: line } : { command: line, yield_seconds: 0 };
  return doing('run_command', input, `run ${line}`);
};

const background: Reader = (text) => {
  const [, verb, id] = backgroundOrder.exec(text) ?? [];
  if (verb === undefined || id === undefined) return undefined;
  const input = { execution_id: id };
  return verb.toLowerCase() === 'stop'
    ? doing('stop_command', input, `stop ${id}`)
    : looking('command_output', input, `output ${id}`);
};

const edit: Reader = (text) => {
  const [, file, all, old, replacement] = editOrder.exec(text) ?? [];
  if (file === undefined || old === undefined || replacement === undefined) return undefined;
  const input = { path: pathIn(file), old: unquoted(old), new: unquoted(replacement) };
  return doing('edit_file', all === undefined ? input : { ...input, all: true }, `edit ${input.path}`);
};

const write: Reader = (text) => {
  const [, file, rest] = writeOrder.exec(text) ?? [];
  if (file === undefined || rest === undefined || rest.trim() === '') return undefined;
  const fenced = /^\s*```[^\n]*\n([\s\S]*?\n)[^\S\n]*```\s*$/.exec(rest)?.[1];
  const content = fenced ?? `${unquoted(rest.trim())}\n`;
  return doing('write_file', { path: pathIn(file), content }, `write ${pathIn(file)}`);
};

const states: Readonly<Record<string, string>> = { '[x]': 'done', '[~]': 'doing' };

const todo: Reader = (text) => {
  const list = todoOrder.exec(text)?.[1];
  if (list === undefined) return undefined;
  const items = list
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item): Json => {
      const mark = /^\[[ x~]\]/i.exec(item)?.[0] ?? '';
      return { text: item.slice(mark.length).trim(), state: states[mark.toLowerCase()] ?? 'open' };
    });
  return items.length === 0 ? undefined : doing('update_todo', { items }, 'todo');
};

const ask: Reader = (text) => {
  const [, question, choice] = askOrder.exec(text) ?? [];
  if (question === undefined) return undefined;
  const options = (choice ?? '')
    .split('/')
    .map((option) => option.trim())
    .filter((option) => option !== '');
  const input = { question: unquoted(question), ...(options.length === 0 ? {} : { options }) };
  return doing('ask_person', input, `ask ${input.question}`);
};

/** A mention is the path it mentions; the end of a sentence is no part of a path. */
function pathIn(written: string): string {
  return withoutEnd(unquoted(written.replace(/^@/, '')), written).replace(/^@/, '');
}

/** Dots that are all there is mean a folder. */
function withoutEnd(path: string, written: string): string {
  return /["`]$/.test(written) ? path : path.replace(/(?<=[^.])[.,!]$/, '');
}

function inside(folder: string | undefined): { readonly path?: string } {
  return folder === undefined ? {} : { path: pathIn(folder) };
}

function looking(tool: string, input: JsonObject, words: string): Order {
  return { tool, input, words, looks: true };
}

function doing(tool: string, input: JsonObject, words: string): Order {
  return { tool, input, words, looks: false };
}
