// The one argument that says what a tool call is about, for places where a call is a single line.

import { isJsonObject, type Json } from '../../base/json.ts';

/** Keys whose value tells the most, in the order they are tried. */
const telling = [
  'command',
  'cmd',
  // Before the folder that is searched.
  'pattern',
  'glob',
  'query',
  'file_path',
  'filePath',
  'path',
  'file',
  'filename',
  'notebook_path',
  'url',
  'description',
  'prompt',
  'name',
  'input',
];

/** Keys whose value is a file, of which a call may take some lines only. */
const files = new Set(['file_path', 'filePath', 'path', 'file', 'filename']);

/**
 * The argument as text, not shortened; `''` when none of them tells. A list of words is joined, another value is JSON, and a
 * file of which only some lines are meant names them: `src/a.ts 10-20`.
 */
export function mainArgument(input: Json): string {
  if (!isJsonObject(input)) return textOf(input);
  for (const key of telling) {
    const text = textOf(input[key] ?? null);
    if (text !== '') return files.has(key) ? withLines(text, input) : text;
  }
  const first = Object.values(input).find((value) => typeof value === 'string' && value.trim() !== '');
  return textOf(first ?? null);
}

/** `offset` is the first line, from 1, `limit` how many there are at most. */
export function withLines(
  file: string,
  { offset, limit }: { readonly offset?: Json | undefined; readonly limit?: Json | undefined },
): string {
  if (typeof limit === 'number') {
    const first = typeof offset === 'number' ? offset : 1;
    return `${file} ${first}-${first + limit - 1}`;
  }
  return typeof offset === 'number' ? `${file} ${offset}-` : file;
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value.trim();
  if (value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  return JSON.stringify(value);
}
