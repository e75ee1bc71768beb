// The panel as it stands: rows, activity, queue and what the host adds to them. It makes snapshots and numbered patches;
// whether anybody is there to see them, and when they are posted, is decided by its caller.

import { assertNever } from '../../base/fail.ts';
import type { Activity, ChatEvent, Queue } from '../../core/agent/events.ts';
import { endText } from '../../core/executions/end-texts.ts';
import type { ExecutionRender } from '../../core/executions/render.ts';
import type { OutboxEntry } from '../../core/sessions/session-record.ts';
import type { Patch } from '../../protocol/patch.ts';
import type { ToolAsk, ToolDecision } from '../../protocol/rows.ts';
import {
  snapshotRows,
  type BackgroundView,
  type Banner,
  type Draft,
  type MeterView,
  type ModelView,
  type PermissionMode,
  type QueueView,
  type SessionView,
  type SlashCommand,
  type Snapshot,
} from '../../protocol/snapshot.ts';
import { texts } from '../texts.ts';
import { ActivityClock } from './activity-view.ts';
import { BackgroundCommands, shownCommand } from './background-commands.ts';
import { TranscriptRows, type TranscriptSource } from './transcript-rows.ts';

/** What the host knows besides the conversation. */
export interface ScreenFacts {
  readonly session: SessionView;
  readonly model: ModelView;
  readonly meter: MeterView | undefined;
  /** A compaction the person asked for waits for the running turn. */
  readonly compactionWaits: boolean;
  readonly permissions: PermissionMode;
  readonly commands: readonly SlashCommand[];
  readonly banners: readonly Banner[];
}

export interface ScreenStart extends TranscriptSource {
  readonly facts: ScreenFacts;
  readonly activity: Activity;
  readonly queue: Queue;
  readonly outbox: readonly OutboxEntry[];
  /** Milliseconds since 1970; where it goes back, times that are shown begin anew. */
  readonly now: () => number;
}

type Changed = 'activity' | 'queue' | keyof ScreenFacts;

export class ChatScreen {
  readonly transcript: TranscriptRows;
  private readonly activity: ActivityClock;
  private facts_: ScreenFacts;
  private queue: QueueView;
  private readonly commands = new BackgroundCommands();
  /** As it was told last. */
  private background: BackgroundView[] = [];
  private revision = 0;
  private readonly changed = new Set<Changed>();

  constructor(start: ScreenStart) {
    this.transcript = new TranscriptRows(start);
    this.activity = new ActivityClock(start.now);
    this.activity.set(start.activity);
    this.facts_ = start.facts;
    this.queue = queueView(start.queue);
    this.transcript.unsent(start.outbox);
    this.transcript.running(callsOf(start.activity));
  }

  get facts(): ScreenFacts {
    return this.facts_;
  }

  /** Takes over what an event says. Callers hand in every event, in order. */
  apply(event: ChatEvent): void {
    const { transcript } = this;
    switch (event.event) {
      case 'records':
        transcript.add(event.records);
        return;
      case 'text':
        transcript.stream('assistant', event.requestId, event.text);
        return;
      case 'reasoning':
        transcript.stream('reasoning', event.requestId, event.text);
        return;
      case 'answer-dropped':
        transcript.dropStreamed();
        return;
      case 'activity':
        this.activity.set(event.activity);
        this.changed.add('activity');
        transcript.running(callsOf(event.activity));
        return;
      case 'compacted':
        this.activity.compacted(event.outcome);
        if (event.outcome.outcome === 'applied') transcript.compacted(event.outcome.applied);
        return;
      case 'segment':
        transcript.redraw();
        this.change({ session: { ...this.facts_.session, segment: event.number } });
        return;
      case 'execution':
        this.hearCommand(event.render);
        return;
      case 'queue':
        this.queue = queueView(event.queue);
        this.changed.add('queue');
        transcript.unsent(event.outbox);
        return;
      case 'notice':
        transcript.notice(event.level, event.text);
        return;
      case 'settled':
        this.activity.settled(event.settled);
        transcript.settled(event.turn, event.settled);
        return;
      case 'usage':
      case 'counted':
      case 'gate':
      case 'log':
        return;
      default:
        assertNever(event);
    }
  }

  ask(callId: string, ask: ToolAsk): void {
    this.transcript.ask(callId, ask);
  }

  decided(callId: string, decision: ToolDecision | undefined): void {
    this.transcript.decided(callId, decision);
  }

  /** Replaces the named facts. */
  change(facts: Partial<ScreenFacts>): void {
    this.facts_ = { ...this.facts_, ...facts };
    for (const name of Object.keys(facts) as (keyof ScreenFacts)[]) this.changed.add(name);
  }

  /** Everything. Patches go on from its revision. */
  snapshot(draft: Draft): Snapshot {
    this.transcript.rows.forgetChanges();
    this.changed.clear();
    this.background = this.backgroundNow();
    this.revision++;
    const { rows, before } = this.transcript.rows.newest(snapshotRows);
    const { session, model, meter, compactionWaits, permissions, commands, banners } = this.facts_;
    return {
      revision: this.revision,
      session,
      model,
      activity: this.activity.view(),
      rows: [...rows],
      before,
      queue: this.queue,
      compactionWaits,
      background: this.background,
      ...(meter === undefined ? {} : { meter }),
      permissions,
      draft,
      commands: [...commands],
      banners: [...banners],
    };
  }

  /** What changed since the last patch or snapshot; undefined when nothing did. */
  patch(): Patch | undefined {
    const rows = this.transcript.rows.take(snapshotRows);
    const background = this.backgroundNow();
    const isSame = JSON.stringify(background) === JSON.stringify(this.background);
    if (rows === undefined && isSame && this.changed.size === 0) return undefined;
    const { changed, facts_: facts } = this;
    this.background = background;
    const patch: Patch = {
      revision: ++this.revision,
      ...(rows === undefined ? {} : { rows }),
      ...(changed.has('session') ? { session: facts.session } : {}),
      ...(changed.has('model') ? { model: facts.model } : {}),
      ...(changed.has('activity') ? { activity: this.activity.view() } : {}),
      ...(changed.has('queue') ? { queue: this.queue } : {}),
      ...(changed.has('compactionWaits') ? { compactionWaits: facts.compactionWaits } : {}),
      ...(isSame ? {} : { background }),
      ...(changed.has('meter') && facts.meter !== undefined ? { meter: facts.meter } : {}),
      ...(changed.has('permissions') ? { permissions: facts.permissions } : {}),
      ...(changed.has('commands') ? { commands: [...facts.commands] } : {}),
      ...(changed.has('banners') ? { banners: [...facts.banners] } : {}),
    };
    changed.clear();
    return patch;
  }

  private backgroundNow(): BackgroundView[] {
    return this.commands.views((callId) => this.transcript.calls.isAwaited(callId));
  }

  /** The end of a command is told by its row; where a compaction took that away, by a line of its own. */
  private hearCommand(render: ExecutionRender): void {
    const { transcript } = this;
    this.commands.hear(render);
    transcript.execution(render);
    if (render.state !== 'ended' || transcript.calls.has(render.callId)) return;
    transcript.notice('info', texts.commandEnded(shownCommand(render.command), endText(render)));
  }
}

function callsOf(activity: Activity): Extract<Activity, { doing: 'tools' }>['calls'] {
  return activity.doing === 'tools' ? activity.calls : [];
}

/** Steering goes before what waits behind the turn. */
function queueView(queue: Queue): QueueView {
  const steering = queue.steering.map(({ id, text }) => ({ id, text, as: 'steering' as const }));
  const followUps = queue.followUps.map(({ id, text }) => ({ id, text, as: 'follow-up' as const }));
  const paused = queue.deliveryPaused ? 'person' : queue.failurePaused ? 'failure' : 'no';
  return { items: [...steering, ...followUps], paused };
}
