// The arguments of a call as a tool takes them. What a model writes is mended only where nothing can be meant but one
// thing; everything else comes back as words it can act on.

import * as z from 'zod';
import { isJsonObject, maximumDepth, parseJson, parseJsonOfAnyDepth, type Json } from '../../base/json.ts';
import { jsonFault } from '../../base/json-fault.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { longestInput } from '../provider/call-input.ts';

const mostProblems = 5;
const excerptLength = 40;

/** The input, or what is wrong with it, for the model. No arguments at all are an empty object. */
export function readArguments<Input>(schema: z.ZodType<Input>, text: string): Result<Input, string> {
  if (text.length > longestInput) {
    return err(
      `The arguments are longer than the ${longestInput} characters that are taken at most. Do it in smaller pieces.`,
    );
  }
  const json = readJson(text);
  if (!json.ok) return json;
  const first = schema.safeParse(json.value);
  if (first.success) return ok(first.data);
  const mended = mend(json.value, first.error.issues);
  const second = schema.safeParse(mended);
  return second.success ? ok(second.data) : err(problems(second.error.issues, mended, schema));
}

/** A JSON object, also one that was written as a JSON string of its own. */
function readJson(text: string): Result<Json, string> {
  if (text.trim() === '') return ok({});
  const value = parseJson(text);
  if (value === undefined) return err(badJson(text));
  const inner = typeof value === 'string' ? parseJson(value) : undefined;
  const object = isJsonObject(inner) ? inner : value;
  return isJsonObject(object) ? ok(object) : err('The arguments must be one JSON object.');
}

function badJson(text: string): string {
  if (parseJsonOfAnyDepth(text) !== undefined)
    return `The arguments are nested more than ${maximumDepth} deep. Send the call again with flatter ones.`;
  const fault = jsonFault(text) ?? { offset: text.length, what: 'the text cannot be read' };
  const before = text.slice(0, fault.offset);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  if (fault.offset >= text.length) {
    const end = JSON.stringify(before.slice(-excerptLength));
    return `The arguments are not complete JSON: they end too early, after ${end}. Send the whole call again.`;
  }
  const near = JSON.stringify(text.slice(Math.max(0, fault.offset - 20), fault.offset + 20));
  return `The arguments are not JSON: at line ${line}, column ${column}, near ${near}: ${fault.what}. Send the call again with valid JSON.`;
}

/** A copy in which numbers, flags, lists and objects written as texts are what they say, and optional nulls are gone. */
function mend(value: Json, issues: readonly z.core.$ZodIssue[]): Json {
  const copy = structuredCloneOf(value);
  for (const issue of issues) {
    if (issue.code !== 'invalid_type') continue;
    const key = issue.path.at(-1);
    const holder = issue.path.slice(0, -1).reduce<unknown>((inside, step) => fieldOf(inside, step), copy);
    if (key === undefined || typeof holder !== 'object' || holder === null) continue;
    const found = fieldOf(holder, key);
    if (found === null) Reflect.deleteProperty(holder, key);
    else if (typeof found === 'string') {
      const meant = parseJson(found);
      if (meant !== undefined && isOfType(meant, issue.expected)) Reflect.set(holder, key, meant);
    }
  }
  return copy;
}

function isOfType(value: Json, expected: string): boolean {
  if (expected === 'array') return Array.isArray(value);
  if (expected === 'object') return isJsonObject(value);
  if (expected === 'int') return typeof value === 'number';
  return (expected === 'number' || expected === 'boolean') && typeof value === expected;
}

function problems(issues: readonly z.core.$ZodIssue[], given: Json, schema: z.ZodType): string {
  const lines = issues.slice(0, mostProblems).map((issue) => {
    const place = issue.path.map(String).join('.');
    const missing = fieldAt(given, issue.path) === undefined;
    return `- ${place === '' ? 'arguments' : place}: ${missing ? 'is missing' : issue.message}`;
  });
  const more = issues.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more`);
  const known = fieldsOf(schema);
  const unknown = isJsonObject(given) ? Object.keys(given).filter((key) => !known.includes(key)) : [];
  if (known.length > 0 && unknown.length > 0) {
    lines.push(
      `- not known: ${unknown.slice(0, mostProblems).join(', ')}; the arguments are ${known.join(', ')}`,
    );
  }
  return ['The arguments do not fit:', ...lines].join('\n');
}

function fieldsOf(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function fieldAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inside, step) => fieldOf(inside, step), value);
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

function structuredCloneOf(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
