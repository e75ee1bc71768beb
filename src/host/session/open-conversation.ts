// One open conversation of the window: its chat, the screen it is shown on, the person who is asked, and what is known
// about both. Which one is open, and who sees the screen, is decided by its callers.

import { deriveAbort, neverAborted, whenAborted } from '../../base/abort.ts';
import { openChat, type Machine, type OpenedChat } from '../../adapters/open-chat.ts';
import type { Result } from '../../base/result.ts';
import type { ChatEvent } from '../../core/agent/events.ts';
import { compactionPolicies, type ChatModels, type CompactionPolicies } from '../../core/agent/policies.ts';
import { describeRepair } from '../../core/sessions/describe-repair.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { RuleStore } from '../../core/tools/permission-rules.ts';
import type { EditReview } from '../../core/tools/person.ts';
import type { MeterView, PermissionMode } from '../../protocol/snapshot.ts';
import { ChatScreen, type ScreenFacts } from '../rows/chat-screen.ts';
import { bannersFor, modelView, slashCommands } from './facts.ts';
import { meterView } from '../window/meter.ts';
import { isSameJson } from '../window/same-json.ts';
import { texts } from '../texts.ts';
import { WaitingPerson } from './waiting-person.ts';
import type { WorkspaceFacts } from '../window/workspace.ts';

export interface ConversationDeps {
  readonly machine: Machine;
  readonly settings: () => Settings;
  readonly models: ChatModels;
  readonly rules: RuleStore;
  readonly roots: () => readonly string[];
  readonly workspace: () => WorkspaceFacts;
  readonly mode: () => PermissionMode;
  readonly reviewing: (review: EditReview, state: 'open' | 'over') => void;
  /** How a path is told to a person. */
  readonly shownPath: (path: string) => string;
  /** Something of the screen is different. */
  readonly changed: () => void;
  /** System prompt and tools were counted, which happens after it was opened and after every turn: the meter has them. */
  readonly weighed: () => void;
  /** How many questions wait for the person. */
  readonly waiting: (count: number) => void;
  readonly heard: (event: ChatEvent) => void;
  /** For the log. */
  readonly report: (problem: string) => void;
}

/** `readOnly` says why nothing can be sent, when the session was opened for reading. */
export async function openConversation(
  session: SessionHandle,
  readOnly: string | undefined,
  deps: ConversationDeps,
): Promise<OpenConversation> {
  const shown: { conversation?: OpenConversation } = {};
  const person = new WaitingPerson({
    ask: (callId, ask) => {
      shown.conversation?.screen.ask(callId, ask);
      deps.changed();
    },
    decided: (callId, decision) => {
      shown.conversation?.screen.decided(callId, decision);
      deps.changed();
    },
    reviewing: deps.reviewing,
    shown: deps.shownPath,
    waiting: deps.waiting,
  });
  const opened = await openChat(deps.machine, {
    session,
    ...deps,
    person,
    trusted: () => deps.workspace().isTrusted,
    warn: (text) => shown.conversation?.warn(text),
  });
  const conversation = new OpenConversation({ opened, person, readOnly, deps });
  shown.conversation = conversation;
  // Where nothing was set aside or taken back there is nothing anybody could miss.
  const missed = session.repairs.filter(({ what, kept }) => kept !== null || what === 'unfinished-rotation');
  for (const repair of missed) conversation.warn(texts.repaired(describeRepair(repair)));
  return conversation;
}

/** A command that does not end when it is asked is ended by force well before. */
const mostStopMs = 4000;

interface ConversationParts {
  readonly opened: OpenedChat;
  readonly person: WaitingPerson;
  readonly readOnly: string | undefined;
  readonly deps: ConversationDeps;
}

export class OpenConversation {
  readonly chat: OpenedChat['chat'];
  readonly person: WaitingPerson;
  readonly screen: ChatScreen;
  private readonly parts: ConversationParts;
  private readonly stopListening: () => void;
  private fixedTokens_ = 0;
  private areFactsOld = true;

  constructor(parts: ConversationParts) {
    const { opened, person, deps } = parts;
    const { chat } = opened;
    this.parts = parts;
    this.chat = chat;
    this.person = person;
    this.screen = new ChatScreen({
      facts: this.facts(),
      activity: chat.activity(),
      queue: chat.session.session().queue,
      outbox: chat.session.session().outbox,
      segment: () => chat.session.active(),
      handOver: deps.machine.prompts.text('context-summary/hand-over', {}),
      interrupted: chat.interrupted(),
      now: () => deps.machine.clock.now(),
    });
    for (const render of chat.executions.live()) this.screen.apply({ event: 'execution', render });
    this.stopListening = chat.listen((event) => this.hear(event));
    void this.weigh();
  }

  get session(): SessionHandle {
    return this.chat.session;
  }

  /** A turn, also one that is held, or a compaction. */
  get isBusy(): boolean {
    return this.chat.activity().doing !== 'nothing';
  }

  get policies(): CompactionPolicies {
    const { settings, models } = this.parts.deps;
    return compactionPolicies(this.session.session().model, settings(), models);
  }

  /** Tokens of system prompt and tools, as of the last turn. */
  get fixedTokens(): number {
    return this.fixedTokens_;
  }

  get meter(): MeterView {
    const { target, summary } = this.policies;
    return meterView({
      ...{ target, summary, fixedTokens: this.fixedTokens_ },
      estimate: this.chat.count.estimate(),
      counting: this.chat.count.counting,
      settings: this.parts.deps.settings(),
      auto: this.chat.runs.auto,
    });
  }

  /** Settings, keys, trust or the model changed: what is said of them is made anew with the next patch. */
  factsChanged(): void {
    this.areFactsOld = true;
    this.parts.deps.changed();
  }

  /** To be called before the screen is asked for a patch or a snapshot. */
  refreshFacts(): void {
    if (!this.areFactsOld) return;
    this.areFactsOld = false;
    const known = this.screen.facts;
    const names = Object.keys(known) as (keyof ScreenFacts)[];
    const facts = this.facts();
    const changed = names.filter((name) => !isSameJson(known[name], facts[name]));
    if (changed.length > 0)
      this.screen.change(Object.fromEntries(changed.map((name) => [name, facts[name]])));
  }

  warn(text: string): void {
    const event = { event: 'notice', level: 'warning', text } as const;
    this.screen.apply(event);
    this.parts.deps.changed();
    this.parts.deps.heard(event);
  }

  /** The person goes on without what cannot be read; it stays where it is (design 4.2). */
  async acceptDamage(): Promise<Result<undefined, StoreFailure>> {
    const { acceptedDamage } = this.session.session();
    const damaged = this.session.active().damage.map(({ hash }) => hash);
    const change = { acceptedDamage: [...acceptedDamage, ...damaged] };
    const kept = await this.session.write.update(change, neverAborted());
    this.factsChanged();
    return kept;
  }

  /** The person leaves it: what runs in the background is stopped, and said to be. */
  async leave(): Promise<void> {
    const { executions } = this.chat;
    this.chat.stop();
    for (const { executionId } of executions.live()) executions.stop(executionId);
    const deadline = deriveAbort(AbortSignal.timeout(mostStopMs));
    const stopListening = this.chat.listen(() => {
      if (executions.live().length === 0) deadline.abort('superseded');
    });
    if (executions.live().length > 0) await whenAborted(deadline.signal).aborted;
    stopListening();
    deadline.release();
    await this.dispose();
  }

  async dispose(): Promise<void> {
    await this.chat.dispose();
    this.stopListening();
  }

  private hear(event: ChatEvent): void {
    this.screen.apply(event);
    if (event.event === 'settled') void this.weigh();
    if (event.event !== 'text' && event.event !== 'reasoning' && event.event !== 'execution')
      this.areFactsOld = true;
    this.parts.deps.changed();
    this.parts.deps.heard(event);
  }

  /** What every request has besides the transcript: instruction files may have changed it. */
  private async weigh(): Promise<void> {
    this.fixedTokens_ = await this.parts.opened.fixedTokens(neverAborted());
    this.factsChanged();
    this.parts.deps.weighed();
  }

  private facts(): ScreenFacts {
    const { deps, readOnly } = this.parts;
    const { name } = this.session.session();
    const { number } = this.session.active();
    return {
      session: {
        title: name,
        path: this.session.path,
        segment: number,
        ...(readOnly === undefined ? {} : { readOnly }),
      },
      model: modelView(this.policies.target),
      meter: this.meter,
      compactionWaits: this.chat.compactionWaits(),
      permissions: deps.mode(),
      commands: slashCommands,
      banners: bannersFor({
        ...deps.workspace(),
        isSwitchedOff: this.chat.runs.auto.switchedOff,
        damagedLines: this.session.active().damage.length,
        readOnly,
      }),
    };
  }
}
