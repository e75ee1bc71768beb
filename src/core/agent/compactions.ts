// The compactions of one chat: what surrounds the runner. It shows phases, names the run, and stages what the model is to be
// told afterwards. When to run is decided by gates and the person; manual runs that wait are kept in manual-compactions.ts.

import { deriveAbort } from '../../base/abort.ts';
import { isoTime, type Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import type { Pace } from '../../base/pace.ts';
import type { WorkCheckpoints } from '../compaction/checkpoint.ts';
import type { StartFacts } from '../compaction/eligibility.ts';
import type { AppliedCompaction, CompactionOutcome } from '../compaction/outcome.ts';
import type { CompactionPhase } from '../compaction/phases.ts';
import type { CompactionRequest } from '../compaction/request.ts';
import { createRootTarget } from '../compaction/root-target.ts';
import { runCompaction } from '../compaction/runner.ts';
import type { CompactionTarget } from '../compaction/target.ts';
import type { Removal } from '../executions/archive.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import { prepareArchives } from '../executions/archive.ts';
import type { Executions } from '../executions/executions.ts';
import type { CompactionHooks } from '../hooks/compact-hooks.ts';
import {
  compactionReminders,
  liveWorkName,
  liveWorkReminder,
  omittedFilesName,
} from '../reminders/after-compaction.ts';
import type { KeptReminders } from '../reminders/kept-reminders.ts';
import type { Reminder, Reminders } from '../reminders/reminders.ts';
import type { Settings } from '../settings/settings.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { ToolSet } from '../tools/tool.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { Conversation } from './conversation.ts';
import type { Activity } from './events.ts';
import { accuracyNotice, compactionDoneText, compactionStartText } from './notices.ts';
import type { CompactionPolicies } from './policies.ts';

export interface CompactionsPorts {
  readonly conversation: Conversation;
  readonly settings: () => Settings;
  readonly executions: Executions;
  readonly tools: ToolSet;
  readonly reminders: Reminders;
  readonly keptReminders: KeptReminders;
  readonly prompts: PromptLibrary;
  readonly masker: SecretMasker;
  readonly hooks: CompactionHooks;
  readonly checkpoints: WorkCheckpoints;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pace: Pace;
  readonly show: (activity: Activity) => void;
}

/** One run: the request to the runner but for what follows from the policies. */
export interface ChatCompaction extends Omit<CompactionRequest, 'purpose' | 'target' | 'summary'> {
  readonly policies: CompactionPolicies;
  /** Turns that are complete: a running one is not. */
  readonly turnCount: number;
}

export class Compactions {
  private readonly ports: CompactionsPorts;
  private readonly target: CompactionTarget;
  private current: { cancel(): void } | undefined;
  /** Reminders that belong to the current request alone. */
  private readonly currentNames = new Set<string>();

  constructor(ports: CompactionsPorts) {
    this.ports = ports;
    const { conversation, telemetry } = ports;
    this.target = createRootTarget({
      session: conversation.session,
      telemetry,
      automatic: () => ({
        enabled: ports.settings()['compaction.auto'],
        switchedOff: conversation.runs.auto.switchedOff,
      }),
      carry: (removal) => this.carry(removal),
    });
  }

  startFacts(): StartFacts {
    return { ...this.target.startFacts(), inFlight: this.ports.conversation.runs.inFlight };
  }

  /** Ends the run that is on its way; from its commit point on this changes nothing. */
  cancel(): void {
    this.current?.cancel();
  }

  async run(compaction: ChatCompaction, signal: AbortSignal): Promise<CompactionOutcome> {
    const { conversation } = this.ports;
    const { trigger } = compaction;
    const before = conversation.records();
    const own = deriveAbort(signal);
    this.current = { cancel: () => own.abort('user') };
    try {
      const outcome = await this.ran(compaction, own.signal);
      conversation.emit({ event: 'compacted', trigger, outcome });
      if (outcome.outcome === 'applied') await this.applied(compaction, outcome.applied, before);
      return outcome;
    } finally {
      this.current = undefined;
      own.release();
    }
  }

  /** A command ended: what is still to be told of running commands is told of those that run on (design 13.8). */
  commandEnded(): void {
    const { reminders, executions, prompts } = this.ports;
    if (!reminders.staged().some(({ name }) => name === liveWorkName)) return;
    reminders.drop(liveWorkName);
    const reminder = liveWorkReminder(executions.live(), prompts);
    if (reminder !== undefined) reminders.stage(reminder);
  }

  /** The request is over: what was to be told in it alone is told no more (behaviour 11.4). */
  requestEnded(): void {
    for (const name of this.currentNames) this.ports.reminders.drop(name);
    this.currentNames.clear();
  }

  private ran(compaction: ChatCompaction, signal: AbortSignal): Promise<CompactionOutcome> {
    const { conversation, settings, show, tools, ...ports } = this.ports;
    const { policies, turnCount: _, ...request } = compaction;
    const { target, summary, summarizer } = policies;
    const report = (phase: CompactionPhase): void => {
      if (phase.phase === 'accuracy-notice') {
        conversation.emit({ event: 'notice', level: 'info', text: accuracyNotice });
        return;
      }
      if (phase.phase === 'summarizing' && phase.attempt === 1) {
        this.say(compactionStartText(this.names(policies), request.tokensBefore.tokens));
      }
      show({ doing: 'compacting', trigger: request.trigger, phase });
    };
    return runCompaction(
      { ...request, purpose: 'continuation', target, summary },
      {
        ...ports,
        target: this.target,
        state: conversation.runs,
        settings: settings(),
        provider: summarizer,
        report,
        committed: () => {
          conversation.rotated();
          tools.forgetReads();
        },
      },
      signal,
    );
  }

  private async applied(
    compaction: ChatCompaction,
    applied: AppliedCompaction,
    before: readonly TranscriptRecord[],
  ): Promise<void> {
    const { conversation, executions, settings, prompts } = this.ports;
    const { trigger, turnCount, policies } = compaction;
    this.say(compactionDoneText(this.names(policies), applied));
    for (const text of applied.warnings) conversation.emit({ event: 'notice', level: 'warning', text });
    const context = {
      records: before,
      turnCount,
      preservedTurns: applied.turns.kept - (this.keepsTurn(turnCount + 1) ? 1 : 0),
      limit: settings()['compaction.fileReferenceReminderLimit'],
      trigger,
      live: executions.live(),
    };
    const kept = await this.stage(compactionReminders(context, prompts), trigger);
    if (!kept.ok) conversation.tell(kept.error);
  }

  /** Only files are kept for a later host: no command runs on that could be told of then. */
  private stage(
    given: readonly Omit<Reminder, 'id'>[],
    trigger: 'manual' | 'auto',
  ): ReturnType<KeptReminders['stage']> {
    const { reminders, keptReminders } = this.ports;
    const isKept = ({ name }: Omit<Reminder, 'id'>): boolean =>
      trigger === 'manual' && name === omittedFilesName;
    // A run says all of it anew, so what an earlier one left need not be told any more.
    for (const name of [omittedFilesName, liveWorkName]) {
      reminders.drop(name);
      this.currentNames.delete(name);
    }
    const kept = keptReminders.stage(given.filter(isKept));
    for (const reminder of given) {
      if (!isKept(reminder)) reminders.stage(reminder);
      if (trigger === 'auto') this.currentNames.add(reminder.name);
    }
    return kept;
  }

  /** Whether the successor still has the request of a turn. */
  private keepsTurn(turn: number): boolean {
    return this.ports.conversation
      .records()
      .some((record) => record.kind === 'user' && record.origin !== 'steering' && record.turn === turn);
  }

  /** Archives and completions of executions whose rows go, and the newest touch of each file. */
  private carry(removal: Removal): readonly TranscriptRecord[] {
    const { conversation, executions, ids, clock } = this.ports;
    const place = { id: () => ids.next('record'), at: isoTime(clock) };
    const kept = new Set(removal.kept.map((record) => record.id));
    const gone = new Set(removal.removed.map((record) => record.id));
    const touches = conversation.touched().filter(({ id }) => gone.has(id) && !kept.has(id));
    return [...prepareArchives(removal, executions, place), ...touches];
  }

  private names(policies: CompactionPolicies): Parameters<typeof compactionStartText>[0] {
    const { name } = this.ports.conversation.session.session();
    return { conversation: name, path: '/root', target: policies.target, summary: policies.summary };
  }

  private say(text: string): void {
    this.ports.conversation.emit({ event: 'log', text });
  }
}
