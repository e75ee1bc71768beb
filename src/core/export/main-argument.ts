// The one argument that says what a tool call is about, for places where a call is a single line.

import { isJsonObject, type Json } from '../../base/json.ts';

/** Keys whose value tells the most, in the order they are tried. */
const telling = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'file',
  'filename',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
  'name',
  'input',
];

/** The argument as text, not shortened; `''` when none of them tells. A list of words is joined, another value is JSON. */
export function mainArgument(input: Json): string {
  if (!isJsonObject(input)) return textOf(input);
  for (const key of telling) {
    const text = textOf(input[key] ?? null);
    if (text !== '') return text;
  }
  const first = Object.values(input).find((value) => typeof value === 'string' && value.trim() !== '');
  return textOf(first ?? null);
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value.trim();
  if (value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  return JSON.stringify(value);
}
