// A generated summary without its secrets. Masking is part of an attempt: what it leaves must be a valid summary.

import { isAborted } from '../../base/abort.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import type { SummaryResult } from '../summary/generate.ts';
import type { SummaryPurpose } from '../summary/purpose.ts';
import { validateSummary } from '../summary/validate.ts';

export type MaskedResult =
  | Exclude<SummaryResult, { outcome: 'success' }>
  | { readonly outcome: 'success'; readonly summary: string; readonly maskedSecrets: number };

/** A secret that spans headings takes them with it: then the attempt failed its validation like any other. */
export async function maskedSummary(
  result: SummaryResult,
  deps: { readonly masker: SecretMasker; readonly purpose: SummaryPurpose },
  signal: AbortSignal,
): Promise<MaskedResult> {
  if (result.outcome !== 'success') return result;
  const masked = await deps.masker.mask(result.summary, signal);
  if (isAborted(signal)) return { outcome: 'aborted', usage: result.usage };
  const sound = validateSummary(masked.text, deps.purpose);
  if (sound.ok) return { outcome: 'success', summary: sound.value, maskedSecrets: masked.count };
  const message = `without its secrets the summary is not valid: ${sound.error}`;
  return { outcome: 'error', error: { class: 'validation', message }, usage: result.usage };
}
