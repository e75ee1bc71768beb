// Model policies and baselines for tests that are about what follows from them.

import { readSettings } from '../../src/core/settings/settings.ts';
import { resolvePolicy, type ModelPolicy } from '../../src/core/models/policy.ts';
import { decideBaseline, type Baseline } from '../../src/core/tokens/baseline.ts';

/** `local/model` with the window given and the default settings; single figures can be set instead. */
export function policyOf(window: number, figures: Partial<ModelPolicy> = {}): ModelPolicy {
  const { settings } = readSettings({ providers: { local: { contextWindow: window } } });
  return { ...resolvePolicy({ provider: 'local', model: 'model' }, settings), ...figures };
}

/** The baseline of a request that measured so many tokens. */
export function measured(tokens: number, requestId = 'request-1'): Baseline {
  const request = { requestId, policy: policyOf(10_000_000), usage: { input: tokens }, cumulative: null };
  return decideBaseline(request, () => {
    throw new Error('A measured baseline asks for no estimate');
  });
}
