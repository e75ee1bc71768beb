// What servers say of their own models (design 6.10): asked for once a server and key, beside everything else and for a
// bounded time. What is not known yet, or never told, is simply not known.

import { deriveAbort, neverAborted, unlessAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';

export interface ReportedModel {
  readonly id: string;
  /** Tokens; absent where the server does not say. */
  readonly window?: number | undefined;
  /** Most tokens of an answer. */
  readonly maxOutput?: number | undefined;
  /** The window is the most the model could have; its server says how much it really gets once it is loaded. */
  readonly isUpperBound?: true | undefined;
}

/** The models of a server, or undefined when it gave no list; throws nothing. */
export type AskForModels = (signal: AbortSignal) => Promise<readonly ReportedModel[] | undefined>;

export interface ModelServer {
  /** Differs wherever an answer may differ: by address, key and headers. Never shown. */
  readonly identity: string;
  readonly ask: AskForModels;
}

/** Milliseconds a list is waited for. */
export const listWait = 5000;

/** The answer, or undefined when it is not there after `ms`. */
export async function askInTime(
  ask: AskForModels,
  { clock, ms }: { readonly clock: Clock; readonly ms: number },
  signal: AbortSignal,
): Promise<readonly ReportedModel[] | undefined> {
  const own = deriveAbort(signal);
  void clock.delay(ms, own.signal).then(() => own.abort('idle'));
  try {
    return (await unlessAborted(ask(own.signal), own.signal))?.value;
  } finally {
    own.abort('superseded');
    own.release();
  }
}

/**
 * A model in a list: by its id, by an id that has a date behind it, of which the newest stands first, or by the tag that
 * Ollama means where none is named.
 */
export function reportedModel(models: readonly ReportedModel[], model: string): ReportedModel | undefined {
  return (
    models.find(({ id }) => id === model) ??
    models.find(({ id }) => withoutDate(id) === model) ??
    models.find(({ id }) => id === `${model}:latest`)
  );
}

/** `claude-sonnet-4-5` of `claude-sonnet-4-5-20250929`. */
export function withoutDate(id: string): string {
  return id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '');
}

export interface ReportedModelsDeps {
  /** Whom to ask for the models of a provider; undefined where nobody can be asked. */
  readonly server: (provider: string) => ModelServer | undefined;
  /** More, or something else, is known than before. */
  readonly changed: () => void;
  readonly clock: Clock;
}

interface Asked {
  readonly identity: string;
  /** Undefined until there is a list. */
  models: readonly ReportedModel[] | undefined;
  /** Settles with the answer that is waited for. */
  waiting: Promise<void> | undefined;
  /** Models that were asked for again after their first answer. */
  readonly seen: Set<string>;
}

export class ReportedModels {
  private readonly deps: ReportedModelsDeps;
  private readonly asked = new Map<string, Asked>();

  constructor(deps: ReportedModelsDeps) {
    this.deps = deps;
  }

  /** What is known now. Its server is asked when it never was; the answer comes later, with `changed`. */
  of({ provider, model }: { readonly provider: string; readonly model: string }): ReportedModel | undefined {
    const server = this.deps.server(provider);
    if (server === undefined) return undefined;
    const known = this.known(provider, server);
    if (known === undefined) void this.ask(provider, server);
    return known?.models === undefined ? undefined : reportedModel(known.models, model);
  }

  /** The list as it is known now; nobody is asked. */
  now(provider: string): readonly ReportedModel[] {
    const server = this.deps.server(provider);
    return (server === undefined ? undefined : this.known(provider, server)?.models) ?? [];
  }

  canAsk(provider: string): boolean {
    return this.deps.server(provider) !== undefined;
  }

  /** Asks a server that gave no list yet, and waits for it. */
  async listed(provider: string): Promise<readonly ReportedModel[]> {
    if (this.now(provider).length === 0) await this.refresh(provider);
    return this.now(provider);
  }

  /** Asks again, whatever is known. A list that does not come leaves the one that is there. */
  async refresh(provider: string): Promise<void> {
    const server = this.deps.server(provider);
    if (server !== undefined) await this.ask(provider, server);
  }

  /** A model has answered, so its server is there and has loaded it: what could not be known before can be now. */
  answered({ provider, model }: { readonly provider: string; readonly model: string }): void {
    const server = this.deps.server(provider);
    const known = server === undefined ? undefined : this.known(provider, server);
    if (server === undefined || known === undefined || known.seen.has(model)) return;
    known.seen.add(model);
    const told = reportedModel(known.models ?? [], model);
    if (told?.window === undefined || told.isUpperBound === true) void this.ask(provider, server);
  }

  private known(provider: string, { identity }: ModelServer): Asked | undefined {
    const asked = this.asked.get(provider);
    return asked?.identity === identity ? asked : undefined;
  }

  private ask(provider: string, server: ModelServer): Promise<void> {
    const { identity } = server;
    const asked = this.known(provider, server) ?? {
      ...{ identity, models: undefined, waiting: undefined },
      seen: new Set<string>(),
    };
    this.asked.set(provider, asked);
    asked.waiting ??= this.take(asked, server);
    return asked.waiting;
  }

  private async take(asked: Asked, server: ModelServer): Promise<void> {
    const models = await askInTime(server.ask, { clock: this.deps.clock, ms: listWait }, neverAborted());
    asked.waiting = undefined;
    if (models === undefined || JSON.stringify(models) === JSON.stringify(asked.models)) return;
    asked.models = models;
    this.deps.changed();
  }
}
