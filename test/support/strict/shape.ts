// Judges a value by a zod shape and words what does not fit as violations with their place.

import type * as z from 'zod';
import { violation, type Path } from './place.ts';

type Issue = z.core.$ZodIssue;

export type Shaped<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly violations: string[] };

/** `path` is where the value stands in the body. */
export function shaped<T>(shape: z.ZodType<T>, value: unknown, path: Path): Shaped<T> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, violations: parsed.error.issues.flatMap((issue) => worded(issue, path)) };
}

function worded(issue: Issue, base: readonly PropertyKey[]): string[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => violation([...path, key], 'is not a field known here'));
  }
  if (issue.code !== 'invalid_union') return [violation(path, issue.message)];
  const meant = issue.errors.find(isInside) ?? issue.errors.find(isOfItsType);
  if (meant !== undefined) return meant.flatMap((inner) => worded(inner, path));
  const wanted = issue.errors.flat().map((inner) => inner.message);
  return [violation(path, wanted.length === 0 ? issue.message : wanted.join(' or '))];
}

/** The value is of the branch's type, something inside it is not. */
function isInside(branch: readonly Issue[]): boolean {
  return branch.every((inner) => inner.path.length > 0);
}

function isOfItsType(branch: readonly Issue[]): boolean {
  return branch.every((inner) => inner.path.length > 0 || inner.code !== 'invalid_type');
}
