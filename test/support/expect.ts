// Short ways to say what a result must be.

import assert from 'node:assert/strict';
import type { Result } from '../../src/base/result.ts';

/** A signal that never aborts. */
export const never: AbortSignal = new AbortController().signal;

/** A signal that has aborted. */
export const aborted: AbortSignal = AbortSignal.abort('user');

/** The value of a result that must be fine. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) assert.fail(`Expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The error of a result that must have failed. */
export function errorOf<E>(result: Result<unknown, E>): E {
  if (result.ok) assert.fail('Expected a failure, got a value');
  return result.error;
}
