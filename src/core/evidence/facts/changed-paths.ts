// Which files a tool call changes, by the name of the tool and the shape of its input.

import { addAll } from '../../../base/add-all.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { commandOf, type Call } from './commands.ts';

/** What the name of a tool that changes files holds, and which words in it say that it only looks. */
const changing = /(?:edit|write|create|patch|replace|insert|update|delete|remove|rename|move|append|apply)/;
const looking = /^(?:read|view|list|search|find|grep|glob|get|fetch|todos?|memory|diagnos\w*)$/;
const pathKeys = [
  'file_path',
  'filePath',
  'path',
  'file',
  'filename',
  'fileName',
  'notebook_path',
  'target_file',
  'targetFile',
  'relative_path',
  'old_path',
  'oldPath',
  'new_path',
  'newPath',
  'destination',
  'uri',
];
/** Commands of editors that hide behind one tool name. */
const editorCommands = new Set(['create', 'str_replace', 'insert', 'undo_edit', 'delete', 'rename']);

/** The paths as the call names them, in order, each once. */
export function changedPaths(call: Call): readonly string[] {
  const paths = new Set<string>();
  const { input } = call;
  if (isJsonObject(input) && isChangingTool(call.name, input)) {
    for (const path of namedPaths(input)) paths.add(path);
  }
  for (const path of patchedPaths(patchText(call))) paths.add(path);
  return [...paths];
}

function isChangingTool(name: string, input: JsonObject): boolean {
  const words = wordsOf(name);
  const command = input['command'];
  if (typeof command === 'string' && words.some((word) => word.includes('edit')))
    return editorCommands.has(command);
  return words.some((word) => changing.test(word)) && !words.some((word) => looking.test(word));
}

/** `mcp__files__writeFile` → mcp, files, write, file. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function namedPaths(input: JsonObject): readonly string[] {
  const paths: string[] = [];
  for (const key of pathKeys) {
    const value = input[key];
    if (typeof value === 'string' && looksLikePath(value)) paths.push(value);
  }
  const many = input['edits'] ?? input['files'] ?? input['replacements'];
  if (Array.isArray(many)) {
    for (const item of many as Json[]) if (isJsonObject(item)) addAll(paths, namedPaths(item));
  }
  return paths;
}

/** Text that may hold a patch in the `*** Update File:` form: an argument of its own, or inside a shell command. */
function patchText(call: Call): string {
  const { input } = call;
  if (typeof input === 'string') return input;
  if (!isJsonObject(input)) return '';
  const own = input['patch'] ?? input['input'] ?? input['diff'];
  return typeof own === 'string' ? own : (commandOf(call) ?? '');
}

function patchedPaths(text: string): readonly string[] {
  if (!text.includes('*** ')) return [];
  const heads = text.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm);
  return [...heads].map((head) => (head[1] ?? head[2] ?? '').trim()).filter((path) => path !== '');
}

function looksLikePath(value: string): boolean {
  return value.length > 0 && value.length <= 400 && !value.includes('\n');
}
