// How large a model's context window is, and how we know (design 6.10). A model that is not in the table is not guessed.

import type { ProviderSettings, Settings } from '../settings/settings.ts';
import { withoutDate, type ReportedModel } from './reported-models.ts';

export type WindowProvenance = 'model-metadata' | 'configured-fallback' | 'built-in-fallback';

export interface ContextWindow {
  readonly tokens: number;
  readonly provenance: WindowProvenance;
  /** The provider itself said so. */
  readonly reported?: true | undefined;
  /** The most its server could give the model; how much it gives is known once the model is loaded. */
  readonly upperBound?: number | undefined;
  /** Most tokens an answer may have, where known. */
  readonly maxOutput?: number | undefined;
}

const fallbackWindow = 128_000;

/** `[window, most output]` in tokens, by model id as the SDKs type it; dates after the id are left out. */
const known: Readonly<Record<string, readonly [number, number]>> = {
  'claude-haiku-4-5': [200_000, 64_000],
  'claude-sonnet-4-5': [200_000, 64_000],
  'claude-opus-4-5': [200_000, 64_000],
  'claude-sonnet-4-6': [1_000_000, 64_000],
  'claude-opus-4-6': [1_000_000, 128_000],
  'claude-opus-4-7': [1_000_000, 128_000],
  'claude-opus-4-8': [1_000_000, 128_000],
  'claude-sonnet-5': [1_000_000, 128_000],
  'claude-opus-5': [1_000_000, 128_000],
  'claude-fable-5': [1_000_000, 128_000],
  'claude-mythos-5': [1_000_000, 128_000],
  'claude-mythos-preview': [1_000_000, 128_000],
  'gpt-5.4': [1_050_000, 128_000],
  'gpt-5.4-mini': [400_000, 128_000],
  'gpt-5.2': [400_000, 128_000],
  'gpt-5.2-pro': [400_000, 128_000],
  'gpt-5.1': [400_000, 128_000],
  'gpt-5.1-codex': [400_000, 128_000],
  'gpt-5': [400_000, 128_000],
  'gpt-5-codex': [400_000, 128_000],
  'gpt-5-mini': [400_000, 128_000],
  'gpt-5-nano': [400_000, 128_000],
  'gpt-5-chat-latest': [128_000, 16_384],
  'gpt-4.1': [1_047_576, 32_768],
  'gpt-4.1-mini': [1_047_576, 32_768],
  'gpt-4.1-nano': [1_047_576, 32_768],
  'o4-mini': [200_000, 100_000],
  o3: [200_000, 100_000],
  'o3-mini': [200_000, 100_000],
  o1: [200_000, 100_000],
  'codex-mini-latest': [200_000, 100_000],
  'gpt-4o': [128_000, 16_384],
  'gpt-4o-mini': [128_000, 16_384],
  'chatgpt-4o-latest': [128_000, 16_384],
  'gpt-4-turbo': [128_000, 4096],
  'gpt-4': [8192, 8192],
  'gpt-3.5-turbo': [16_385, 4096],
};

/** The ids whose windows are known, by the provider that has them. */
export const knownModels: readonly { readonly provider: string; readonly model: string }[] = Object.keys(
  known,
).map((model) => ({ provider: model.startsWith('claude-') ? 'anthropic' : 'openai', model }));

/** What a provider says of a model. */
export type Limits = Pick<ReportedModel, 'window' | 'maxOutput' | 'isUpperBound'>;

export interface WindowQuestion {
  readonly provider: string;
  readonly model: string;
  readonly settings: Settings;
  /** What the provider's own model list says, where it was asked. */
  readonly reported?: Limits | undefined;
}

/**
 * The window of a model: the provider's settings, its own list, the table, `budget.contextLimit`, 128000, in this
 * order. The limit is only a fallback, never an override (seed, Trigger predicate; behaviours 1.1, 1.2). The most a model
 * could have is no report: it lowers what else would be taken and never raises it.
 */
export function contextWindow(question: WindowQuestion): ContextWindow {
  const { provider, model, settings, reported } = question;
  const entry = knownModel(provider, model);
  const maxOutput = explicitMaxOutput(settings, provider, model) ?? reported?.maxOutput ?? entry?.[1];
  const own = windowSetting(settings, provider, model);
  if (own !== undefined) return { tokens: own, provenance: 'model-metadata', maxOutput };
  const assumed = { ...assumedWindow(entry?.[0], settings['budget.contextLimit']), maxOutput };
  if (reported?.window === undefined) return assumed;
  const { window, isUpperBound } = reported;
  if (isUpperBound !== true)
    return { tokens: window, provenance: 'model-metadata', reported: true, maxOutput };
  if (assumed.tokens <= window) return { ...assumed, upperBound: window };
  return { tokens: window, provenance: 'model-metadata', upperBound: window, maxOutput };
}

function assumedWindow(
  known: number | undefined,
  limit: number | null,
): Pick<ContextWindow, 'tokens' | 'provenance'> {
  if (known !== undefined) return { tokens: known, provenance: 'model-metadata' };
  if (limit !== null) return { tokens: limit, provenance: 'configured-fallback' };
  return { tokens: fallbackWindow, provenance: 'built-in-fallback' };
}

/** The window set for a model in the settings. */
export function windowSetting(settings: Settings, provider: string, model: string): number | undefined {
  return perModel(settings.providers[provider]?.contextWindow, model);
}

/** The most output tokens set for a model in the settings; only an explicit one enters the reserve (design 14.8). */
export function explicitMaxOutput(settings: Settings, provider: string, model: string): number | undefined {
  return perModel(settings.providers[provider]?.maxOutput, model);
}

function perModel(value: ProviderSettings['contextWindow'], model: string): number | undefined {
  if (value === undefined || typeof value === 'number') return value;
  return Object.hasOwn(value, model) ? value[model] : undefined;
}

/** The offline model is our own: its window is the fallback's size, but known. */
function knownModel(provider: string, model: string): readonly [number, number] | undefined {
  if (provider === 'offline') return [fallbackWindow, 16_384];
  const id = withoutDate(model);
  return Object.hasOwn(known, id) ? known[id] : undefined;
}
