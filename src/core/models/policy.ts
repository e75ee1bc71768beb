// Which model does what, with the budget that follows from its window. A policy is resolved once and then frozen.

import { roundHalfEven } from '../../base/round-half-even.ts';
import type { Settings } from '../settings/settings.ts';
import { contextWindow, explicitMaxOutput, type Limits, type WindowProvenance } from './windows.ts';

export interface ModelReference {
  readonly provider: string;
  readonly model: string;
  readonly effort?: string | undefined;
}

export interface ModelPolicy extends ModelReference {
  /** Tokens. */
  readonly window: number;
  readonly provenance: WindowProvenance;
  /** The provider itself told the window. */
  readonly reported?: true | undefined;
  /** The most its server could give the model, while it has not said how much it gives. */
  readonly upperBound?: number | undefined;
  readonly reserve: number;
  /** Tokens a request may use: window minus reserve, never below 1. */
  readonly usable: number;
  /** Setting `compaction.tokenThreshold` when the policy was resolved: what its threshold was made with. */
  readonly ratio: number;
  /** The estimate at which automatic compaction starts, for this model alone. */
  readonly threshold: number;
  /** Most output tokens, only when set explicitly. */
  readonly maxOutput?: number | undefined;
  /** Most output tokens the model is known to allow. */
  readonly modelMaxOutput?: number | undefined;
}

export type Workload = 'chat' | 'summarization' | 'journal' | 'planning';

export const offlineModel: ModelReference = { provider: 'offline', model: 'offline' };

/**
 * `reserve = min(max(reserveTokens, explicit max output), window / 2)`; the cap keeps small windows from collapsing the
 * threshold (seed, Trigger predicate; behaviour 1.3).
 */
export function reserveTokens(window: number, reserveSetting: number, maxOutput: number | undefined): number {
  return Math.min(Math.max(reserveSetting, maxOutput ?? 0), Math.floor(window / 2));
}

export function usableTokens(window: number, reserve: number): number {
  return Math.max(1, window - reserve);
}

/** `round(ratio × usable)` (behaviour 1.5). */
export function thresholdTokens(ratio: number, usable: number): number {
  return roundHalfEven(ratio * usable);
}

/** The budget of one model under the settings given. `reported` is what the provider itself told of it. */
export function resolvePolicy(model: ModelReference, settings: Settings, reported?: Limits): ModelPolicy {
  const window = contextWindow({ ...model, settings, reported });
  const maxOutput = explicitMaxOutput(settings, model.provider, model.model);
  const reserve = reserveTokens(window.tokens, settings['budget.reserveTokens'], maxOutput);
  const usable = usableTokens(window.tokens, reserve);
  const ratio = settings['compaction.tokenThreshold'];
  return {
    ...model,
    window: window.tokens,
    provenance: window.provenance,
    ...(window.reported === undefined ? {} : { reported: window.reported }),
    ...(window.upperBound === undefined ? {} : { upperBound: window.upperBound }),
    reserve,
    usable,
    ratio,
    threshold: thresholdTokens(ratio, usable),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(window.maxOutput === undefined ? {} : { modelMaxOutput: window.maxOutput }),
  };
}

/**
 * The model a workload uses: its own setting, else what the session chose, else `models.default`, else the offline
 * model. A setting without an effort inherits the session's when it names the same model.
 */
export function modelFor(
  workload: Workload,
  settings: Settings,
  chosen: ModelReference | undefined,
): ModelReference {
  const session = chosen ?? parseModelReference(settings['models.default']) ?? offlineModel;
  if (workload === 'chat') return session;
  const own = parseModelReference(settings[`models.${workload}`]);
  if (own === undefined) return session;
  const inherits =
    own.effort === undefined && own.provider === session.provider && own.model === session.model;
  return inherits ? { ...own, effort: session.effort } : own;
}

/**
 * `provider/model@effort`: the first slash ends the provider, the last `@` begins the effort (design 5). A model whose own
 * name has an `@` keeps it with another one behind: `vertex/model@20250929@` has no effort, a leading `@` begins none.
 */
export function parseModelReference(text: string | undefined): ModelReference | undefined {
  if (text === undefined) return undefined;
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) return undefined;
  const provider = text.slice(0, slash);
  const rest = text.slice(slash + 1);
  const at = rest.lastIndexOf('@');
  if (at <= 0) return { provider, model: rest };
  const name = { provider, model: rest.slice(0, at) };
  const effort = rest.slice(at + 1);
  return effort === '' ? name : { ...name, effort };
}

const roomWithoutReserve = 4096;

/**
 * Output tokens for a provider that demands a number: the explicit maximum, else the smaller of the model's maximum and
 * the reserve (design 14.8).
 */
export function outputRoom(policy: ModelPolicy): number {
  if (policy.maxOutput !== undefined) return policy.maxOutput;
  const reserve = policy.reserve > 0 ? policy.reserve : roomWithoutReserve;
  return Math.min(policy.modelMaxOutput ?? reserve, reserve);
}
