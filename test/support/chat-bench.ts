// An open chat with everything around it scripted, and all that happens in it written down.

import { unpaced } from '../../src/base/pace.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import type { ChatSession } from '../../src/core/agent/chat-session.ts';
import { createChat, type ChatDeps } from '../../src/core/agent/create-chat.ts';
import type { ChatEvent } from '../../src/core/agent/events.ts';
import { noCheckpoints } from '../../src/core/compaction/checkpoint.ts';
import { noMasking } from '../../src/core/evidence/secrets.ts';
import { noHooks } from '../../src/core/hooks/compact-hooks.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';
import { createReminders } from '../../src/core/reminders/create-reminders.ts';
import type { Reminders } from '../../src/core/reminders/reminders.ts';
import type { SessionHandle, SessionStore } from '../../src/core/sessions/store.ts';
import { readSettings } from '../../src/core/settings/settings.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import type { Ids } from '../../src/base/ids.ts';
import { PlacedExecutions, modelsOver } from './chat-doubles.ts';
import { prompts } from './compaction-bench.ts';
import { countingIds } from './counting-ids.ts';
import { never, valueOf } from './expect.ts';
import { createMemoryStore } from './memory-store.ts';
import { RecordingProvider } from './recording-provider.ts';
import { ScriptedProvider, type Script } from './scripted-provider.ts';
import { ScriptedTools } from './scripted-tools.ts';
import { TelemetryLog } from './telemetry-log.ts';
import { VirtualClock, settle } from './virtual-clock.ts';

export interface ChatBenchOptions {
  /** What the session holds before. */
  readonly records?: readonly TranscriptRecord[];
  /** One script a request of the chat. */
  readonly scripts?: readonly Script[];
  /** One script a summary request. */
  readonly summaries?: readonly Script[];
  /** One script a request to a model of the provider `other`. */
  readonly others?: readonly Script[];
  /** Answers instead of the scripts. */
  readonly providers?: { readonly chat: Provider; readonly summary: Provider; readonly other?: Provider };
  readonly tools?: ScriptedTools;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Tokens the chat's model can take; with a reserve of nothing all of them are usable. */
  readonly window?: number;
  /** Tokens the summariser can take. */
  readonly summaryWindow?: number;
  /** Why a model has no provider, by model. */
  readonly missing?: Readonly<Record<string, string>>;
  /** How long the silence of a model is borne; for ever without it. */
  readonly idleSeconds?: number;
  readonly deps?: Partial<ChatDeps>;
  readonly clock?: VirtualClock;
  readonly ids?: Ids;
  /** An open session instead of a new one. */
  readonly session?: SessionHandle;
  readonly store?: SessionStore;
  /** What the chat is given in place of the session. */
  readonly wrap?: (session: SessionHandle) => SessionHandle;
  /** Told of each request as it is made, and of each event as it happens. */
  readonly onRequest?: (to: 'chat' | 'other' | 'summary', request: ChatRequest) => void;
  readonly onEvent?: (event: ChatEvent) => void;
}

/** What the settings of the bench are made of; a test may change it while the chat runs. */
interface LiveSettings {
  given: Readonly<Record<string, unknown>>;
}

export interface ChatBench {
  readonly chat: ChatSession;
  readonly session: SessionHandle;
  readonly provider: RecordingProvider;
  readonly summarizer: RecordingProvider;
  readonly tools: ScriptedTools;
  readonly reminders: Reminders;
  readonly executions: PlacedExecutions;
  readonly clock: VirtualClock;
  readonly ids: Ids;
  readonly log: TelemetryLog;
  readonly events: readonly ChatEvent[];
  readonly settings: LiveSettings;
  /** The events of one kind, in order. */
  of<Name extends ChatEvent['event']>(name: Name): readonly Extract<ChatEvent, { event: Name }>[];
  records(): readonly TranscriptRecord[];
  /** Sends and waits until nothing runs. */
  say(text: string): Promise<void>;
}

const chatModel = { provider: 'local', model: 'chat' };

export async function chatBench(options: ChatBenchOptions = {}): Promise<ChatBench> {
  const clock = options.clock ?? new VirtualClock();
  const ids = options.ids ?? countingIds();
  const store = options.store ?? createMemoryStore({ clock, ids, sha256: nodeSha256 });
  const session =
    options.session ??
    valueOf(await store.create({ name: 'bench', workspace: '/w', model: chatModel }, never));
  if (options.records !== undefined) valueOf(await session.write.append(options.records, never));
  const provider = new RecordingProvider(
    options.providers?.chat ?? new ScriptedProvider(options.scripts ?? [], 'local'),
    (request) => options.onRequest?.('chat', request),
  );
  const summarizer = new RecordingProvider(
    options.providers?.summary ?? new ScriptedProvider(options.summaries ?? [], 'summaries'),
    (request) => options.onRequest?.('summary', request),
  );
  const other = new RecordingProvider(
    options.providers?.other ?? new ScriptedProvider(options.others ?? [], 'other'),
    (request) => options.onRequest?.('other', request),
  );
  const tools = options.tools ?? new ScriptedTools();
  const reminders = createReminders();
  const executions = new PlacedExecutions();
  const log = new TelemetryLog();
  const settings: LiveSettings = {
    given: {
      'budget.reserveTokens': 0,
      'models.summarization': 'summaries/summarizer',
      providers: {
        local: { contextWindow: options.window ?? 100_000 },
        summaries: { contextWindow: options.summaryWindow ?? 100_000 },
      },
      ...options.settings,
    },
  };
  const chat = await createChat({
    session: options.wrap?.(session) ?? session,
    settings: () => readSettings(settings.given).settings,
    models: modelsOver({ chat: provider, summary: summarizer, other }, options),
    executions: () => executions,
    tools: () => tools,
    reminders,
    systemPrompts: { text: async () => 'You are Segue.' },
    expandMentions: async () => [],
    report: () => undefined,
    prompts,
    masker: noMasking,
    hooks: noHooks,
    checkpoints: noCheckpoints,
    telemetry: log,
    clock,
    ids,
    pace: unpaced,
    ...options.deps,
  });
  const events: ChatEvent[] = [];
  chat.listen((event) => {
    events.push(event);
    options.onEvent?.(event);
  });
  return {
    ...{
      chat,
      session,
      provider,
      summarizer,
      tools,
      reminders,
      executions,
      clock,
      ids,
      log,
      events,
      settings,
    },
    of: (name) =>
      events.filter((event): event is Extract<ChatEvent, { event: typeof name }> => event.event === name),
    records: () => session.active().records,
    say: async (text) => {
      valueOf(await chat.submit(text, { whileBusy: 'follow-up' }));
      await settle();
      await chat.idle();
    },
  };
}
