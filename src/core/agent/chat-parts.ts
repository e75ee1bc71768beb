// What the parts of the loop share: one value for each open chat, put together by create-chat.

import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import type { Executions } from '../executions/executions.ts';
import type { KeptReminders } from '../reminders/kept-reminders.ts';
import type { Reminders } from '../reminders/reminders.ts';
import type { Settings } from '../settings/settings.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { ToolSet } from '../tools/tool.ts';
import type { Compactions } from './compactions.ts';
import type { Conversation } from './conversation.ts';
import type { Activity } from './events.ts';
import type { ExpandMentions } from './expand-mentions.ts';
import type { InputQueue } from './input-queue.ts';
import type { ManualCompactions } from './manual-compactions.ts';
import type { ChatModels } from './policies.ts';
import type { Requests } from './requests.ts';
import type { SteeringMentions } from './steering-mentions.ts';
import type { StreamKeeper } from './stream-keeper.ts';
import type { UsageLedger } from './usage-ledger.ts';

/** The conversation whose mailbox this chat reads. */
export const rootOwner = '/root';

export interface ChatParts {
  readonly conversation: Conversation;
  readonly inputs: InputQueue;
  readonly requests: Requests;
  readonly compactions: Compactions;
  readonly manual: ManualCompactions;
  readonly keeper: StreamKeeper;
  readonly ledger: UsageLedger;
  readonly executions: Executions;
  readonly tools: ToolSet;
  readonly reminders: Reminders;
  readonly keptReminders: KeptReminders;
  readonly expandMentions: ExpandMentions;
  readonly steeringMentions: SteeringMentions;
  readonly models: ChatModels;
  readonly settings: () => Settings;
  readonly prompts: PromptLibrary;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly ids: Ids;
  /** What the chat is doing now. */
  readonly show: (activity: Activity) => void;
}
