// One attempt at a summary: preflight, one tool-free request, validation. Stateless; retries, hooks, persistence and
// application are the caller's. Independent attempts may overlap.

import type { Clock } from '../../base/clock.ts';
import { codePointLength, utf8Length } from '../../base/code-points.ts';
import { invariant } from '../../base/fail.ts';
import { outputRoom, type ModelReference } from '../models/policy.ts';
import { reasoningOff } from '../models/reasoning.ts';
import type { TokenUsage } from '../provider/events.ts';
import { describeProviderFailure, type ProviderFailure } from '../provider/failures.ts';
import type { Provider } from '../provider/provider.ts';
import type { ChatRequest } from '../provider/request.ts';
import { watchedStream } from '../provider/watch.ts';
import { renderSummaryInput, type SummaryInput } from './input.ts';
import type { SummaryPolicy } from './policy.ts';
import { preflight } from './preflight.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { summarySystemPrompt } from './system-prompt.ts';
import { digestMaxBytes, validateSummary } from './validate.ts';

export const guidanceMaxLength = 4000;
const digestMaxTokens = 4000;

/** What the summary is made from and by whom, and nothing else. */
export interface SummaryParameters extends SummaryInput {
  readonly policy: SummaryPolicy;
}

export interface SummaryDeps {
  readonly provider: Provider;
  readonly prompts: PromptLibrary;
  readonly clock: Clock;
}

export type SummaryError =
  /** Refused before anything was sent (behaviour 6.9). */
  | { readonly class: 'size'; readonly message: string; readonly estimate: number; readonly usable: number }
  | { readonly class: 'validation'; readonly message: string }
  | { readonly class: 'provider'; readonly message: string; readonly failure: ProviderFailure };

export type SummaryResult = { readonly usage: TokenUsage | null } & (
  | { readonly outcome: 'success'; readonly summary: string }
  | { readonly outcome: 'error'; readonly error: SummaryError }
  | { readonly outcome: 'aborted' }
);

/** A result says who was asked (behaviour 6.7). */
export type GeneratedSummary = SummaryResult & { readonly author: ModelReference };

/** The exact request a set of parameters makes: what preflight measures and what is sent. */
export function summaryRequest(
  parameters: SummaryParameters,
  input: string,
  prompts: PromptLibrary,
): ChatRequest {
  const { policy, purpose } = parameters;
  const previous = isBlank(parameters.previousSummary) ? 'first' : 'with-previous';
  const outputCeiling =
    purpose === 'digest' ? Math.min(digestMaxTokens, policy.maxOutput ?? digestMaxTokens) : undefined;
  return {
    model: policy.model,
    system: summarySystemPrompt(prompts, purpose, previous),
    messages: [{ role: 'user', content: [{ type: 'text', text: input }] }],
    tools: [],
    effort: policy.effort ?? (purpose === 'digest' ? reasoningOff(policy) : undefined),
    stream: policy.stream,
    maxOutput: policy.maxOutput,
    outputRoom: outputRoom(policy),
    outputCeiling,
  };
}

/**
 * Generates and validates one summary. Streamed and one-shot answers are both accepted; reasoning is ignored. Settles
 * exactly once; after an abort the result is `aborted`, whatever comes later (behaviours 6.4, 6.7, 6.8).
 */
export async function generateSummary(
  parameters: SummaryParameters,
  deps: SummaryDeps,
  signal: AbortSignal,
): Promise<GeneratedSummary> {
  checkParameters(parameters);
  const { provider, model, effort } = parameters.policy;
  return { ...(await attempt(parameters, deps, signal)), author: { provider, model, effort } };
}

async function attempt(
  parameters: SummaryParameters,
  deps: SummaryDeps,
  signal: AbortSignal,
): Promise<SummaryResult> {
  const { policy } = parameters;
  const input = renderSummaryInput(parameters);
  const request = summaryRequest(parameters, input, deps.prompts);
  const check = preflight(request.system, input, policy.usable);
  if (!check.fits && policy.takesAnySize !== true)
    return { outcome: 'error', error: tooLarge(check), usage: null };
  const answer = await collect(request, parameters, deps, signal);
  if (answer.outcome !== 'text') return answer;
  const valid = validateSummary(answer.text, parameters.purpose);
  if (valid.ok) return { outcome: 'success', summary: valid.value, usage: answer.usage };
  return { outcome: 'error', error: { class: 'validation', message: valid.error }, usage: answer.usage };
}

type Answer =
  | Exclude<SummaryResult, { outcome: 'success' }>
  | { outcome: 'text'; text: string; usage: TokenUsage | null };

async function collect(
  request: ChatRequest,
  parameters: SummaryParameters,
  deps: SummaryDeps,
  signal: AbortSignal,
): Promise<Answer> {
  const { policy, purpose } = parameters;
  const watch = { clock: deps.clock, idleSeconds: purpose === 'digest' ? 0 : policy.idleSeconds };
  let usage: TokenUsage | null = null;
  let text = '';
  let bytes = 0;
  for await (const event of watchedStream(deps.provider, request, watch, signal)) {
    if (event.type === 'text') {
      bytes += addedBytes(text, event.text);
      if (purpose === 'digest' && bytes > digestMaxBytes)
        return invalid(`the digest is longer than ${digestMaxBytes} bytes`, usage);
      text += event.text;
    } else if (event.type === 'usage') usage = event.usage;
    else if (event.type === 'failure') return failed(event.failure, usage);
    else if (event.type === 'stop') {
      if (event.reason === 'refusal')
        return failed({ kind: 'refused', detail: 'stop reason refusal' }, usage);
      if (event.reason === 'length') return invalid('the answer was cut off at the output limit', usage);
    }
  }
  return { outcome: 'text', text, usage };
}

/** UTF-8 bytes by which a piece lengthens a text: a character cut in two between them counts once, and whole. */
function addedBytes(text: string, piece: string): number {
  const last = text.slice(-1);
  return utf8Length(last + piece) - utf8Length(last);
}

function failed(failure: ProviderFailure, usage: TokenUsage | null): Answer {
  if (failure.kind === 'cancelled') return { outcome: 'aborted', usage };
  const message = `Context summary request failed: ${describeProviderFailure(failure)}`;
  return { outcome: 'error', error: { class: 'provider', message, failure }, usage };
}

function invalid(message: string, usage: TokenUsage | null): Answer {
  return { outcome: 'error', error: { class: 'validation', message }, usage };
}

function tooLarge(check: { readonly estimate: number; readonly usable: number }): SummaryError {
  const { estimate, usable } = check;
  const message = `Context summary request (${estimate} tokens) exceeds usable context (${usable} tokens)`;
  return { class: 'size', message, estimate, usable };
}

/** Mistakes of the caller, not of the conversation (behaviour 6.1). */
function checkParameters(parameters: SummaryParameters): void {
  const { evidence, purpose, previousSummary, guidance } = parameters;
  invariant(!isBlank(evidence), 'a summary needs evidence');
  invariant(purpose === 'continuation' || isBlank(previousSummary), `a ${purpose} takes no previous summary`);
  invariant(
    codePointLength(guidance ?? '') <= guidanceMaxLength,
    `Context summary guidance exceeds ${guidanceMaxLength} characters`,
  );
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
