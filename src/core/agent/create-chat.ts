// Opens the chat of a session: puts the parts of the loop together from the ports a host gives, and settles what a crash
// left open.

import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import type { Pace } from '../../base/pace.ts';
import type { WorkCheckpoints } from '../compaction/checkpoint.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import type { Executions } from '../executions/executions.ts';
import { isLive, type ExecutionRender } from '../executions/render.ts';
import { executionTranscript, type ExecutionTranscript } from '../executions/transcript.ts';
import type { CompactionHooks } from '../hooks/compact-hooks.ts';
import { KeptReminders } from '../reminders/kept-reminders.ts';
import type { Reminders } from '../reminders/reminders.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { Settings } from '../settings/settings.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { Tokenizer } from '../tokens/tokenizer.ts';
import type { ToolSet } from '../tools/tool.ts';
import { Chat } from './chat.ts';
import type { ChatParts } from './chat-parts.ts';
import type { ExpandMentions } from './expand-mentions.ts';
import type { ChatSession } from './chat-session.ts';
import { Compactions } from './compactions.ts';
import { Conversation } from './conversation.ts';
import type { Activity } from './events.ts';
import { InputQueue } from './input-queue.ts';
import { Listeners } from './listeners.ts';
import { ManualCompactions } from './manual-compactions.ts';
import type { ChatModels } from './policies.ts';
import { settleInterrupted } from './recovery.ts';
import { Requests } from './requests.ts';
import { SteeringMentions } from './steering-mentions.ts';
import { StreamKeeper } from './stream-keeper.ts';
import type { SystemPrompts } from './system-prompt.ts';
import { TokenCounts } from './token-counts.ts';
import { UsageLedger } from './usage-ledger.ts';

/** What executions need of their chat. */
export interface ExecutionPorts {
  /** What is appended through it is counted and shown like every record. */
  readonly transcript: ExecutionTranscript;
  /** Shows a command as it is now. */
  readonly emit: (render: ExecutionRender) => void;
}

export interface ChatDeps {
  /** Open for writing, or for reading only: then nothing that is said is taken. */
  readonly session: SessionHandle;
  /** The settings in force now; asked again whenever they matter. */
  readonly settings: () => Settings;
  readonly models: ChatModels;
  /** Made once; the chat disposes of them. */
  readonly executions: (ports: ExecutionPorts) => Executions;
  /** Made once, over the executions of this chat. */
  readonly tools: (executions: Executions) => ToolSet;
  readonly reminders: Reminders;
  readonly systemPrompts: SystemPrompts;
  readonly expandMentions: ExpandMentions;
  readonly prompts: PromptLibrary;
  readonly masker: SecretMasker;
  readonly hooks: CompactionHooks;
  readonly checkpoints: WorkCheckpoints;
  readonly telemetry: Telemetry;
  /** Asked where `compaction.tokenizer` wants one; the chat closes it. Without it characters are the answer. */
  readonly tokenizer?: Tokenizer | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pace: Pace;
  /** For the log, one sentence: what somebody who listens to the chat could not take. Never throws. */
  readonly report: (problem: string) => void;
}

/**
 * The chat of an open session. An interrupted turn is settled before this resolves; where the disk takes nothing it is
 * settled before the next turn. Nothing that waits is sent before the person does something.
 */
export async function createChat(deps: ChatDeps): Promise<ChatSession> {
  const { session, settings, clock, ids } = deps;
  const listeners = new Listeners(deps.report);
  const { emit } = listeners;
  const imageTokens = settings()['compaction.imageTokenEstimate'];
  const conversation = new Conversation({ session, imageTokens, emit, clock, ids });
  const inputs = new InputQueue(session, { emit, clock, ids });
  const executions = deps.executions({
    transcript: {
      ...executionTranscript(session),
      append: (records) => conversation.append(records),
    },
    emit: (render) => {
      emit({ event: 'execution', render });
      if (!isLive(render)) parts.compactions.commandEnded();
    },
  });
  const tools = deps.tools(executions);
  let activity: Activity = { doing: 'nothing' };
  const show = (next: Activity): void => {
    if (isSame(activity, next)) return;
    activity = next;
    emit({ event: 'activity', activity });
  };
  const { systemPrompts, prompts } = deps;
  const keptReminders = new KeptReminders({ session, reminders: deps.reminders, ids });
  const parts: ChatParts = {
    ...{ conversation, inputs, executions, tools, settings, show, clock, ids, prompts },
    requests: new Requests({ conversation, systemPrompts, prompts, tools: tools.specs }),
    compactions: new Compactions({ ...deps, conversation, executions, tools, show, keptReminders }),
    manual: new ManualCompactions(),
    keeper: new StreamKeeper(session, clock),
    ledger: new UsageLedger(conversation, deps.telemetry),
    reminders: deps.reminders,
    keptReminders,
    expandMentions: deps.expandMentions,
    steeringMentions: new SteeringMentions(inputs, deps.expandMentions),
    models: deps.models,
    telemetry: deps.telemetry,
  };
  if (session.access === 'write') {
    const settled = await settleInterrupted(conversation);
    if (!settled.ok) conversation.tell(settled.error);
    const restored = await keptReminders.restore();
    if (!restored.ok) conversation.tell(restored.error);
    const tidied = await inputs.tidy();
    if (!tidied.ok) conversation.tell(tidied.error);
    // What waits since an earlier process waits on, and is seen to: until a turn goes well or the person lets it go.
    await inputs.settled('badly');
    await executions.resume();
  }
  const counts = countedRecords(deps, conversation, listeners);
  return new Chat({ parts, listeners, activity: () => activity, counts });
}

/** What is there now, and what comes. */
function countedRecords(
  { tokenizer, settings }: ChatDeps,
  conversation: Conversation,
  listeners: Listeners,
): TokenCounts {
  const counts = new TokenCounts({
    ...{ tokenizer, settings, count: conversation.count },
    records: () => conversation.records(),
    changed: () => conversation.emit({ event: 'counted' }),
  });
  void counts.restart();
  listeners.add((event) => {
    if (event.event === 'records') void counts.add(event.records);
    if (event.event === 'segment') void counts.restart();
  });
  return counts;
}

/** Thinking is thinking; everything else has news. */
function isSame(one: Activity, other: Activity): boolean {
  const plain = ['nothing', 'thinking', 'held'];
  return one.doing === other.doing && plain.includes(one.doing);
}
