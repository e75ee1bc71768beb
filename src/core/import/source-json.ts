// One line of a foreign file as JSON. Values nested so deeply that later work on them could overflow the stack count
// as damage, like text that is not JSON at all.

import { parseJson, type Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';

/** No transcript comes near it; recursion over a value this deep is safe everywhere. */
export const maximumDepth = 256;

/** The value, or why the line is damaged, in words for a person. */
export function parseSourceJson(text: string): Result<Json, string> {
  if (isDeeperThan(text, maximumDepth)) return err(`JSON nested deeper than ${maximumDepth} levels`);
  const value = parseJson(text);
  if (value !== undefined) return ok(value);
  if (text.includes('\0')) return err('not JSON: it holds NUL bytes');
  return err(looksCut(text) ? 'cut short: JSON that ends in the middle' : 'not JSON');
}

function looksCut(text: string): boolean {
  const first = text.trimStart().charAt(0);
  const last = text.trimEnd().at(-1);
  return (first === '{' && last !== '}') || (first === '[' && last !== ']');
}

/** Brackets within strings do not count. Text too short to reach the limit is not looked at. */
function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  const quote = 0x22;
  const backslash = 0x5c;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) {
        if (text.charCodeAt(at) === backslash) at++;
      }
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
