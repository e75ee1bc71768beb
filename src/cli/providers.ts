// Which model summarises and which one is asked, and the provider that reaches it, from flags, settings and keys.

import { createOffline } from '../adapters/offline/provider.ts';
import { createPace } from '../adapters/system/pace.ts';
import { createPatientFetch } from '../adapters/system/patient-fetch.ts';
import {
  connectable,
  isLoopback,
  keyNames,
  usualModels,
  wireKind,
  wireProvider,
  modelServer,
  type WireAddress,
  type WireKind,
} from '../adapters/wire-provider.ts';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import { err, ok, type Result } from '../base/result.ts';
import { modelFor, parseModelReference, type ModelReference } from '../core/models/policy.ts';
import { askInTime, type ReportedModel } from '../core/models/reported-models.ts';
import { windowSetting } from '../core/models/windows.ts';
import type { Provider } from '../core/provider/provider.ts';
import type { Settings } from '../core/settings/settings.ts';
import type { ParsedCommand } from './arguments.ts';
import type { CliHost } from './host.ts';

export interface ProviderFlags {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
}

export function providerFlags(command: ParsedCommand): ProviderFlags {
  const { text } = command;
  return { provider: text('provider'), model: text('model'), baseUrl: text('base-url') };
}

export interface SummariserQuestion {
  /** What the session chose. */
  readonly chosen: ModelReference | undefined;
  readonly imported: boolean;
  readonly host: CliHost;
  readonly ids: Ids;
}

export interface Summariser {
  readonly model: ModelReference;
  /** The model of an imported session that cannot be reached, and why; the offline model stands in for it. */
  readonly insteadOf?: string;
}

/**
 * The summariser: flags first, then `models.summarization`, then what the session uses. A session that was imported names
 * the model of its source; where no key for that is at hand, the offline model summarises instead.
 */
export function summariser(
  flags: ProviderFlags,
  settings: Settings,
  session: SummariserQuestion,
): Summariser {
  const inherited = modelFor('summarization', settings, session.chosen);
  if (flags.provider !== undefined) return { model: named(flags.provider, flags.model, inherited) };
  if (flags.model !== undefined) return { model: { ...inherited, model: flags.model, effort: undefined } };
  const isSaid =
    flags.baseUrl !== undefined || settings['models.summarization'] !== undefined || !session.imported;
  if (isSaid) return { model: inherited };
  const reached = providerFor(inherited, { flags, settings, host: session.host, ids: session.ids });
  if (reached.ok) return { model: inherited };
  const missing = `${inherited.provider}/${inherited.model}: ${reached.error}`;
  return { model: { provider: 'offline', model: 'offline' }, insteadOf: missing };
}

/**
 * The flag that says nothing to the offline model, when that is the one a session inherits and no provider is named:
 * leaving it unheard would look as if it had been followed.
 */
export function unheardFlag(
  flags: ProviderFlags,
  settings: Settings,
  chosen: ModelReference | undefined,
): 'model' | 'base-url' | undefined {
  if (flags.provider !== undefined) return undefined;
  if (modelFor('summarization', settings, chosen).provider !== 'offline') return undefined;
  if (flags.model !== undefined) return 'model';
  return flags.baseUrl === undefined ? undefined : 'base-url';
}

/** The model of a provider: the one given, else the session's when it is of that provider, else the usual one. */
export function named(
  provider: string,
  model: string | undefined,
  chosen: ModelReference | undefined,
): ModelReference {
  if (provider === 'offline') return { provider, model: 'offline' };
  if (model !== undefined) {
    const reference = parseModelReference(`${provider}/${model}`);
    return reference ?? { provider, model };
  }
  const isSame = chosen !== undefined && maker(chosen.provider) === maker(provider);
  if (isSame) return { ...chosen, provider };
  return { provider, model: usualModels[provider as WireKind] };
}

export interface ProviderSources {
  /** `provider` is there where the person named it for what is asked now. */
  readonly flags: Pick<ProviderFlags, 'baseUrl'> & Partial<Pick<ProviderFlags, 'provider'>>;
  readonly settings: Settings;
  readonly host: CliHost;
  readonly ids: Ids;
}

/** The provider of a model, or the clause that says why there is none and what to do. Nothing is sent. */
export function providerFor(model: ModelReference, sources: ProviderSources): Result<Provider, string> {
  if (model.provider === 'offline') return ok(createOffline(createPace()));
  const address = addressOf(model, sources);
  return address.ok ? connectable(address.value, { ids: sources.ids, fetch: createPatientFetch() }) : address;
}

/**
 * The models of the server that `--base-url` names, as far as it lists them within two seconds. Nobody else is asked:
 * without that flag a command sends nothing but its requests.
 */
export async function listedModels(
  model: ModelReference,
  sources: ProviderSources & { readonly clock: Clock },
  signal: AbortSignal,
): Promise<readonly ReportedModel[]> {
  const { settings, flags, clock } = sources;
  const isKnown = windowSetting(settings, model.provider, model.model) !== undefined;
  if (flags.baseUrl === undefined || model.provider === 'offline' || isKnown) return [];
  const address = addressOf(model, sources);
  const server = address.ok ? modelServer(address.value, createPatientFetch()) : undefined;
  return (server === undefined ? undefined : await askInTime(server.ask, { clock, ms: 2000 }, signal)) ?? [];
}

function addressOf(model: ModelReference, sources: ProviderSources): Result<WireAddress, string> {
  const own = sources.settings.providers[model.provider];
  const kind = own?.kind ?? wireKind(model.provider);
  if (kind === undefined)
    return err(`nothing is known of a provider ${model.provider}; set providers.${model.provider}.kind`);
  const baseUrl = sources.flags.baseUrl ?? own?.baseUrl;
  // A session remembers the model of a compatible server, not its address: what was said there goes nowhere else.
  if (kind === 'openai-chat' && baseUrl === undefined && sources.flags.provider !== model.provider)
    return err(
      `${model.provider}/${model.model} is the model of a compatible server; name its address with --base-url, or another model with --provider and --model`,
    );
  const name = keyNames[kind];
  const key = sources.host.env[name]?.trim() ?? '';
  if (key === '' && !isLoopback(baseUrl)) return err(`${name} is not set; set it, or use --provider offline`);
  return ok({ provider: model.provider, kind, key, keyName: name, baseUrl, headers: own?.headers });
}

/** A provider for its body only: it needs no key and sends nothing. */
export function bodyProvider(model: ModelReference, ids: Ids): Provider {
  return wireProvider(wireKind(model.provider) ?? 'openai-chat', { apiKey: 'none', ids });
}

/** Both of OpenAI's APIs reach the same models. */
function maker(provider: string): string {
  return provider === 'openai-chat' ? 'openai' : provider;
}
