// What the chat does now, as the progress row shows it: with the time since it began, which goes on while only its details
// change, and stands still while the person is asked.

import { assertNever } from '../../base/fail.ts';
import type { Activity } from '../../core/agent/events.ts';
import type { SettledTurn } from '../../core/agent/settled-turn.ts';
import type { CompactionOutcome } from '../../core/compaction/outcome.ts';
import type { CompactionPhase } from '../../core/compaction/phases.ts';
import type { ActivityView } from '../../protocol/snapshot.ts';

export class ActivityClock {
  private readonly now: () => number;
  private activity: Activity = { doing: 'nothing' };
  private since = 0;
  private after: Extract<ActivityView, { doing: 'nothing' }>['after'];
  /** Milliseconds in which it waited for the person, and since when it does so now. */
  private waited = 0;
  private waitsSince: number | undefined;
  /** Of the attempt that runs or has just failed. */
  private attempt = { attempt: 0, attempts: 0 };

  constructor(now: () => number) {
    this.now = now;
  }

  set(activity: Activity): void {
    if (this.activity.doing === 'nothing' && activity.doing !== 'nothing') this.after = undefined;
    const now = this.now();
    if (this.waitsSince !== undefined) this.waited += now - this.waitsSince;
    if (activity.doing !== this.activity.doing) {
      this.since = now;
      this.waited = 0;
      this.attempt = { attempt: 0, attempts: 0 };
    }
    this.waitsSince = waitsForPerson(activity) ? now : undefined;
    this.activity = activity;
    if (activity.doing !== 'compacting' || activity.phase.phase !== 'summarizing') return;
    const { attempt, attempts } = activity.phase;
    this.attempt = { attempt, attempts };
  }

  /** A turn settled. */
  settled({ outcome }: SettledTurn): void {
    this.after = outcome === 'success' ? 'answered' : 'not-answered';
  }

  /** A compaction ended; one within a turn is followed by how the turn settled. */
  compacted({ outcome }: CompactionOutcome): void {
    if (outcome === 'applied') this.after = 'compacted';
    else this.after = outcome === 'cancelled' ? 'compaction-cancelled' : 'not-compacted';
  }

  view(): ActivityView {
    const { activity } = this;
    const until = this.waitsSince ?? this.now();
    const elapsedMs = Math.max(0, until - this.since - this.waited);
    switch (activity.doing) {
      case 'nothing':
        return { doing: 'nothing', ...(this.after === undefined ? {} : { after: this.after }) };
      case 'held':
        return { doing: 'held' };
      case 'thinking':
        return { doing: 'thinking', elapsedMs };
      case 'retrying': {
        const { attempt, seconds, reason } = activity;
        return { doing: 'retrying', elapsedMs, attempt, seconds, reason };
      }
      case 'tools':
        return { doing: 'tools', elapsedMs, calls: activity.calls.map((call) => ({ ...call })) };
      case 'compacting':
        return { doing: 'compacting', elapsedMs, ...this.attempt, ...stepOf(activity.phase) };
      default:
        return assertNever(activity);
    }
  }
}

function waitsForPerson(activity: Activity): boolean {
  return activity.doing === 'tools' && activity.calls.some(({ state }) => state === 'waiting');
}

type Step = Pick<Extract<ActivityView, { doing: 'compacting' }>, 'step' | 'reason'>;

function stepOf(phase: CompactionPhase): Step {
  switch (phase.phase) {
    case 'preparing':
      return { step: 'preparing', reason: '' };
    case 'summarizing':
      return { step: 'summarizing', reason: '' };
    case 'waiting':
      return { step: 'waiting', reason: phase.reason };
    case 'applying':
    case 'completed':
    case 'accuracy-notice':
      return { step: 'applying', reason: '' };
  }
}
