// What the Messages API demands that the neutral request may leave open: a limit for the answer, and the form in which
// a model takes an effort. Windows and reserves are the core's.

import type { ChatRequest } from '../../core/provider/request.ts';

/** `max_tokens`, which the service demands: the explicit limit, else the room the request names (design 14.8). */
export function mostOutputTokens(request: ChatRequest): number {
  return Math.min(request.maxOutput ?? request.outputRoom, request.outputCeiling ?? Infinity);
}

export interface EffortFields {
  readonly thinking?:
    { readonly type: 'adaptive' | 'disabled' } | { readonly type: 'enabled'; readonly budget_tokens: number };
  readonly output_config?: { readonly effort: string };
}

/**
 * How the model is told to think. `none` switches thinking off. From 4.6 on, and for ids that tell no version, the
 * model decides by the effort itself; models before know only a budget of tokens, and of these only Opus 4.5 an effort.
 * An effort word that is unknown here is the provider's to accept or refuse. `messages` says whether they
 * allow a budget: a running tool batch must have begun with a thought.
 */
export function effortFields(request: ChatRequest, messages: 'allow-budget' | 'forbid-budget'): EffortFields {
  const { effort, model } = request;
  if (effort === undefined) return {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  const word = effort === 'minimal' ? 'low' : effort;
  if (!takesBudget(model)) return { thinking: { type: 'adaptive' }, output_config: { effort: word } };
  const budget = Math.min(budgets[word] ?? 8192, mostOutputTokens(request) - roomForAnswer);
  return {
    ...(messages === 'allow-budget' && budget >= leastBudget
      ? { thinking: { type: 'enabled', budget_tokens: budget } }
      : {}),
    ...(model.startsWith('claude-opus-4-5') ? { output_config: { effort: word } } : {}),
  };
}

/** Whether thoughts may stand in the messages. Models up to 4 do not think unless asked, later ones unless told not to. */
export function takesThoughts(model: string, fields: EffortFields): boolean {
  if (fields.thinking !== undefined) return fields.thinking.type !== 'disabled';
  return !/^claude-(?:[a-z]+-4|3)(?:-|$)/.test(model);
}

const roomForAnswer = 1024;
const leastBudget = 1024;

const budgets: Readonly<Record<string, number>> = {
  low: 2048,
  medium: 8192,
  high: 16_000,
  xhigh: 32_000,
  max: 32_000,
};

/** Claude 3.7 to 4.5; the ids of 4.0 carry a date instead of a second number. */
function takesBudget(model: string): boolean {
  return /^claude-(?:3-7-|(?:haiku|sonnet|opus)-4-(?:[0-5](?!\d)|\d{8}))/.test(model);
}
