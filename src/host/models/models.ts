// The models of this window as the core sees them: who answers for one, with which key and address.

import { createOffline } from '../../adapters/offline/provider.ts';
import { createPatientFetch } from '../../adapters/system/patient-fetch.ts';
import { connectable, idleSeconds, isLoopback, wireKind } from '../../adapters/wire-provider.ts';
import type { Ids } from '../../base/ids.ts';
import type { Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ChatModels } from '../../core/agent/policies.ts';
import type { ModelReference } from '../../core/models/policy.ts';
import type { Provider } from '../../core/provider/provider.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { FoundKey } from './keys.ts';
import { texts } from '../texts.ts';

export interface HostModelsDeps {
  readonly settings: () => Settings;
  readonly key: (provider: string) => FoundKey;
  readonly ids: Ids;
  readonly pace: Pace;
}

export function createHostModels(deps: HostModelsDeps): ChatModels {
  const { settings, ids, pace } = deps;
  const fetch = createPatientFetch();
  const baseUrl = ({ provider }: ModelReference): string | undefined =>
    settings().providers[provider]?.baseUrl;
  return {
    provider: (model) => providerOf(model, deps, (address) => connectable(address, { ids, fetch }), pace),
    idleSeconds: (model) => idleSeconds(settings(), baseUrl(model)),
    // No provider is asked for its own list yet: what is known is declared locally.
    window: () => undefined,
  };
}

type Connect = (address: Parameters<typeof connectable>[0]) => Result<Provider, string>;

function providerOf(
  model: ModelReference,
  { settings, key }: HostModelsDeps,
  connect: Connect,
  pace: Pace,
): Result<Provider, string> {
  const { provider } = model;
  if (provider === 'offline') return ok(createOffline(pace));
  const own = settings().providers[provider];
  const kind = own?.kind ?? wireKind(provider);
  if (kind === undefined) return err(texts.unknownProvider(provider));
  const found = key(provider);
  const address = {
    ...{ provider, kind, key: found.key },
    keyName: texts.keyOf(provider),
    baseUrl: own?.baseUrl,
    headers: own?.headers,
  };
  // A server on this machine seldom wants a key, and one with headers of its own may have it there.
  const isFree = isLoopback(own?.baseUrl) || (own?.baseUrl !== undefined && own.headers !== undefined);
  return found.key === '' && !isFree ? err(texts.noKey(provider)) : connect(address);
}
