// The models of this window as the core sees them: who answers for one, with which key and address.

import { createOffline } from '../../adapters/offline/provider.ts';
import { createPatientFetch } from '../../adapters/system/patient-fetch.ts';
import {
  connectable,
  idleSeconds,
  isLoopback,
  modelServer,
  wireKind,
  type WireAddress,
} from '../../adapters/wire-provider.ts';
import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import type { Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ChatModels } from '../../core/agent/policies.ts';
import type { ModelReference } from '../../core/models/policy.ts';
import {
  askInTime,
  listWait,
  ReportedModels,
  type ReportedModel,
} from '../../core/models/reported-models.ts';
import { windowSetting } from '../../core/models/windows.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { FoundKey } from './keys.ts';
import { texts } from '../texts.ts';

export interface HostModelsDeps {
  readonly settings: () => Settings;
  readonly key: (provider: string) => FoundKey;
  readonly ids: Ids;
  readonly pace: Pace;
  readonly clock: Clock;
  /** A server told something about its models. */
  readonly told: () => void;
}

/** A compatible server that is not in the settings yet. */
export interface UnsettledServer {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HostModels extends ChatModels {
  /** What the servers tell of their models, for the life of the window. */
  readonly lists: ReportedModels;
  /** The models of a compatible server that is not in the settings; none where it tells none in time. */
  listAt(server: UnsettledServer, signal: AbortSignal): Promise<readonly ReportedModel[]>;
}

export function createHostModels(deps: HostModelsDeps): HostModels {
  const { settings, ids, pace, clock } = deps;
  const fetch = createPatientFetch();
  const baseUrl = ({ provider }: ModelReference): string | undefined =>
    settings().providers[provider]?.baseUrl;
  const lists = new ReportedModels({
    server: (provider) => {
      const address = provider === 'offline' ? undefined : addressOf(provider, deps);
      return address?.ok === true ? modelServer(address.value, fetch) : undefined;
    },
    changed: deps.told,
    clock,
  });
  return {
    provider: ({ provider }) => {
      if (provider === 'offline') return ok(createOffline(pace));
      const address = addressOf(provider, deps);
      return address.ok ? connectable(address.value, { ids, fetch }) : address;
    },
    idleSeconds: (model) => idleSeconds(settings(), baseUrl(model)),
    // A window that the person set needs no list.
    reported: (model) =>
      windowSetting(settings(), model.provider, model.model) === undefined ? lists.of(model) : undefined,
    lists,
    listAt: async (given, signal) => {
      const server = modelServer({ ...unnamed, ...given }, fetch);
      return (
        (server === undefined ? undefined : await askInTime(server.ask, { clock, ms: listWait }, signal)) ??
        []
      );
    },
  };
}

const unnamed = { provider: '', kind: 'openai-chat', key: '', keyName: '' } as const;

/** Where a provider is and with which key, or the clause that says why it cannot be asked and what to do. */
function addressOf(
  provider: string,
  { settings, key }: Pick<HostModelsDeps, 'settings' | 'key'>,
): Result<WireAddress, string> {
  const own = settings().providers[provider];
  const kind = own?.kind ?? wireKind(provider);
  if (kind === undefined) return err(texts.unknownProvider(provider));
  const found = key(provider);
  // A server on this machine seldom wants a key, and one with headers of its own may have it there.
  const isFree = isLoopback(own?.baseUrl) || (own?.baseUrl !== undefined && own.headers !== undefined);
  if (found.key === '' && !isFree) return err(texts.noKey(provider));
  const address = { provider, kind, key: found.key, keyName: texts.keyOf(provider) };
  return ok({ ...address, baseUrl: own?.baseUrl, headers: own?.headers });
}
