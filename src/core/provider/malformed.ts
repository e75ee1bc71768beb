// The failure of an answer that is not what its protocol promises.

import type * as z from 'zod';
import type { ProviderEvent } from './events.ts';

export function malformed(detail: string): ProviderEvent {
  return { type: 'failure', failure: { kind: 'malformed', detail } };
}

/** The first thing wrong with a value, with its place: `choices.0.delta: Invalid input`. */
export function schemaFault(error: { readonly issues: readonly z.core.$ZodIssue[] }): string {
  const issue = error.issues[0];
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? 'the answer' : place}: ${issue?.message ?? 'not valid'}`;
}
