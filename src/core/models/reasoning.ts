// Which models can be told not to reason. A model that is not known to take it is not told.

import type { ModelReference } from './policy.ts';

/** `none` where a request without an effort should switch reasoning off, undefined where that is not known to work. */
export function reasoningOff({ provider, model }: ModelReference): 'none' | undefined {
  const takesIt =
    provider === 'anthropic'
      ? /^claude-(?:haiku|sonnet|opus)-/.test(model)
      : /^openai/.test(provider) && /^gpt-5\.[1-9]/.test(model);
  return takesIt ? 'none' : undefined;
}
