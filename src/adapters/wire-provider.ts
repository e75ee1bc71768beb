// Providers that are reached over the network, by what they speak: shared by both hosts. Which key is used, and what is
// said when there is none, is theirs to decide.

import type { Ids } from '../base/ids.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Provider } from '../core/provider/provider.ts';
import type { ModelServer } from '../core/models/reported-models.ts';
import type { ProviderSettings, Settings } from '../core/settings/settings.ts';
import { createAnthropic } from './anthropic/client.ts';
import { anthropicModels } from './anthropic/model-list.ts';
import { createOpenAi, createOpenAiChat, type OpenAiChatOptions } from './openai/client.ts';
import { openAiModels } from './openai/model-list.ts';

export type WireKind = NonNullable<ProviderSettings['kind']>;

/** The model a provider is asked for when nothing names one. */
export const usualModels: Readonly<Record<WireKind, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5',
  'openai-chat': 'gpt-5',
};

/** The environment variable that holds the key of a kind. */
export const keyNames: Readonly<Record<WireKind, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-chat': 'OPENAI_API_KEY',
};

/** Those that need no settings are named by what they speak. */
export function wireKind(provider: string): WireKind | undefined {
  return Object.hasOwn(usualModels, provider) ? (provider as WireKind) : undefined;
}

export interface WireAddress {
  readonly provider: string;
  readonly kind: WireKind;
  /** `''` where none is needed. */
  readonly key: string;
  /** What the key is called in a message, such as the variable it comes from. */
  readonly keyName: string;
  readonly baseUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** The error is a clause that says what of the address cannot be sent and what to do. Sends nothing. */
export function connectable(
  address: WireAddress,
  deps: { readonly ids: Ids; readonly fetch: typeof globalThis.fetch },
): Result<Provider, string> {
  const fault = addressFault(address);
  return fault === undefined ? ok(wireProvider(address.kind, { ...way(address), ...deps })) : err(fault);
}

/** Who tells the models of an address. Nobody where that says nothing: OpenAI's own list has no windows. */
export function modelServer(address: WireAddress, fetch: typeof globalThis.fetch): ModelServer | undefined {
  if (addressFault(address) !== undefined) return undefined;
  const { kind, baseUrl } = address;
  const options = { ...way(address), fetch };
  const identity = JSON.stringify([kind, way(address)]);
  if (kind === 'anthropic') return { identity, ask: anthropicModels(options) };
  return baseUrl === undefined ? undefined : { identity, ask: openAiModels({ ...options, baseUrl }) };
}

function addressFault({ provider, key, keyName, headers }: WireAddress): string | undefined {
  if (!/^[\x21-\x7e]*$/.test(key)) return `${keyName} holds characters that no key has; set it anew`;
  return areHeaders(headers)
    ? undefined
    : `providers.${provider}.headers cannot be sent; correct their names and values`;
}

function way({ key, baseUrl, headers }: WireAddress): Omit<OpenAiChatOptions, 'ids' | 'fetch'> {
  return { apiKey: key === '' ? 'none' : key, baseUrl, headers };
}

export function wireProvider(kind: WireKind, options: OpenAiChatOptions): Provider {
  if (kind === 'anthropic') return createAnthropic(options);
  return kind === 'openai' ? createOpenAi(options) : createOpenAiChat(options);
}

/** Seconds a request may stay silent (design 5): local models take their time. */
export function idleSeconds(settings: Settings, baseUrl: string | undefined): number {
  return settings['compaction.idleTimeoutSeconds'] ?? (isLoopback(baseUrl) ? 600 : 120);
}

export function isLoopback(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether they can be sent; none can. */
export function areHeaders(headers: Readonly<Record<string, string>> | undefined): boolean {
  try {
    new Headers(headers);
    return true;
  } catch {
    // Names and values have an alphabet of their own, which only the platform knows.
    return false;
  }
}
