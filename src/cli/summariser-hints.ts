// What a person should know of the model that summarised, beside its name.

import type { ModelReference } from '../core/models/policy.ts';

/** One sentence each: another model stood in, or what was asked of it could not be heeded. */
export function summariserHints(
  model: ModelReference,
  asked: { readonly insteadOf: string | undefined; readonly guidance: string | undefined },
): readonly string[] {
  if (model.provider !== 'offline') return [];
  const hints: string[] = [];
  if (asked.insteadOf !== undefined) {
    hints.push(`the offline model summarised in place of ${asked.insteadOf}`);
  }
  if (asked.guidance !== undefined) {
    hints.push(
      'the offline model works by fixed rules, so --instructions changed nothing; name a provider for that',
    );
  }
  return hints;
}
