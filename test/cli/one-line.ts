// What every failure of a command owes the person: one line that says what, why and what to do, and nothing beside it.

import assert from 'node:assert/strict';
import type { Printed } from './program.ts';

/** Whatever would steer a terminal or turn the order of letters around. */
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** Standard error is one line of the program, free of control characters; returns it without its `segue: `. */
export function oneLine({ err }: Pick<Printed, 'err'>): string {
  assert.match(err, /^segue: [^\n]+\n$/);
  const line = err.slice('segue: '.length, -1);
  assert.doesNotMatch(line, steering);
  return line;
}

/** The command failed with this status, printed nothing else, and its line says this. */
export function assertFails(ended: Printed, exit: 1 | 2 | 130, says: RegExp): void {
  assert.match(oneLine(ended), says);
  assert.equal(ended.out, '');
  assert.equal(ended.exit, exit);
}
