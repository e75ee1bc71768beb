// One line of a foreign file as JSON. Values nested so deeply that later work on them could overflow the stack count
// as damage, like text that is not JSON at all.

import { isDeeperThan, maximumDepth, parseJsonOfAnyDepth, type Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';

/** The value, or why the line is damaged, in words for a person. */
export function parseSourceJson(text: string): Result<Json, string> {
  const value = parseJsonOfAnyDepth(text);
  if (isDeeperThan(value, maximumDepth)) return err(`JSON nested deeper than ${maximumDepth} levels`);
  if (value !== undefined) return ok(value);
  if (text.includes('\0')) return err('not JSON: it holds NUL bytes');
  return err(looksCut(text) ? 'cut short: JSON that ends in the middle' : 'not JSON');
}

function looksCut(text: string): boolean {
  const first = text.trimStart().charAt(0);
  const last = text.trimEnd().at(-1);
  return (first === '{' && last !== '}') || (first === '[' && last !== ']');
}
