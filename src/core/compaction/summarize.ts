// The attempts of one run: PreCompact, request, validation, and the waits between them. Returns a summary or the outcome
// that ends the run.

import { isAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import { askPreCompact, type CompactionHooks, type PreCompactPayload } from '../hooks/compact-hooks.ts';
import type { Provider } from '../provider/provider.ts';
import { generateSummary, type SummaryError, type SummaryResult } from '../summary/generate.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { validateSummary } from '../summary/validate.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { HookHandler } from '../transcript/record.ts';
import type { EndedRun, RunFailure } from './outcome.ts';
import { maskedSummary } from './masked-summary.ts';
import type { CompactionPhase } from './phases.ts';
import type { PreparedInput } from './prepare-input.ts';
import type { CompactionRequest } from './request.ts';
import { maximumAttempts, retryDelay } from './retry.ts';
import { withinRequestSpan } from './summary-request-span.ts';

export interface SummarizeDeps {
  readonly provider: Provider;
  readonly prompts: PromptLibrary;
  readonly clock: Clock;
  readonly hooks: CompactionHooks;
  readonly masker: SecretMasker;
  readonly telemetry: Telemetry;
  readonly report: (phase: CompactionPhase) => void;
}

export interface SummarizeJob {
  readonly run: string;
  readonly request: CompactionRequest;
  readonly payload: PreCompactPayload;
  readonly input: PreparedInput;
}

export type Summarized =
  | {
      readonly kind: 'summary';
      /** Valid, and without its secrets. */
      readonly text: string;
      readonly attempts: number;
      /** Handlers whose context reached the request that succeeded. */
      readonly handlers: readonly HookHandler[];
      readonly tightened: boolean;
      /** In evidence and summary. */
      readonly maskedSecrets: number;
    }
  | { readonly kind: 'ended'; readonly outcome: EndedRun };

/**
 * Up to three attempts. Each runs PreCompact anew and uses only what that run added; a block, a size refusal and an abort
 * end the run at once (behaviours 7.1 to 7.6, 7.14).
 */
export async function summarize(
  job: SummarizeJob,
  deps: SummarizeDeps,
  signal: AbortSignal,
): Promise<Summarized> {
  for (let attempt = 1; ; attempt++) {
    const hook = await askPreCompact(deps.hooks, job.payload, signal);
    if (hook === undefined) return ended({ outcome: 'cancelled' });
    if (hook.decision === 'block') return ended({ outcome: 'blocked', by: 'hook', reason: hook.reason });
    const { handlers } = hook;
    deps.report({ phase: 'summarizing', attempt, attempts: maximumAttempts });
    const ready = await job.input.ready(
      handlers.flatMap((handler) => handler.contexts),
      signal,
    );
    if (isAborted(signal)) return ended({ outcome: 'cancelled' });
    const answered = await attemptOnce({ ...job, attempt, evidence: ready.evidence }, deps, signal);
    const { masker } = deps;
    const result = await maskedSummary(answered, { masker, purpose: job.request.purpose }, signal);
    if (result.outcome === 'aborted') return ended({ outcome: 'cancelled' });
    if (result.outcome === 'success') {
      const { summary: text } = result;
      const maskedSecrets = ready.maskedSecrets + result.maskedSecrets;
      return {
        kind: 'summary',
        ...{ text, attempts: attempt, handlers, tightened: ready.tightened, maskedSecrets },
      };
    }
    // A prepared summary would be the same the next time.
    const delay = job.request.preparedSummary === undefined ? retryDelay(result.error, attempt) : undefined;
    if (delay === undefined) return ended({ outcome: 'failed', failure: runFailure(result.error, attempt) });
    deps.report({ phase: 'waiting', ms: delay, reason: result.error.message });
    await deps.clock.delay(delay, signal);
    if (isAborted(signal)) return ended({ outcome: 'cancelled' });
  }
}

async function attemptOnce(
  job: SummarizeJob & { readonly attempt: number; readonly evidence: string },
  deps: SummarizeDeps,
  signal: AbortSignal,
): Promise<SummaryResult> {
  const { run, attempt, request, input } = job;
  if (request.preparedSummary !== undefined) return prepared(request.preparedSummary, request);
  const parameters = { ...input.parameters, evidence: job.evidence, policy: request.summary };
  return withinRequestSpan({ run, attempt, request }, deps, () => generateSummary(parameters, deps, signal));
}

function prepared(text: string, request: CompactionRequest): SummaryResult {
  const valid = validateSummary(text, request.purpose);
  if (valid.ok) return { outcome: 'success', summary: valid.value, usage: null };
  return { outcome: 'error', error: { class: 'validation', message: valid.error }, usage: null };
}

function runFailure(error: SummaryError, attempts: number): RunFailure {
  if (error.class === 'size') return { class: 'size', estimate: error.estimate, usable: error.usable };
  if (error.class === 'validation') return { class: 'validation', message: error.message, attempts };
  return { class: 'provider', message: error.message, failure: error.failure, attempts };
}

function ended(outcome: EndedRun): Summarized {
  return { kind: 'ended', outcome };
}
