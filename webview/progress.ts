// What is being done now, for how long, and how to stop it. One row that changes its words; it is there at once.

import type { ActivityView } from '../src/protocol/snapshot.ts';
import { element, linkButton } from './element.ts';
import { elapsedText } from './figures.ts';
import { activityText, activityWords, progressTexts } from './texts/progress.ts';
import { progressRing } from './toolkit.ts';

export interface ProgressActions {
  stop(): void;
  cancelCompaction(): void;
  /** Brings the call that waits for the person into view. */
  show(callId: string): void;
}

export class ProgressRow {
  readonly element: HTMLElement;
  private readonly actions: ProgressActions;
  private readonly ring = progressRing();
  private readonly text = element('span', { class: 'progress-text' });
  /** The main argument of a tool: what there is no room for is cut here, and whole in the tooltip. */
  private readonly about = element('span', { class: 'progress-about' });
  private readonly elapsed = element('span', { class: 'progress-elapsed' });
  private readonly cancel: HTMLButtonElement;
  private readonly show_: HTMLButtonElement;
  private activity: ActivityView = { doing: 'nothing' };
  private since = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(actions: ProgressActions) {
    this.actions = actions;
    this.cancel = linkButton(progressTexts.cancel, () => this.press());
    this.show_ = linkButton(progressTexts.show, () => {
      const waiting = waitingCall(this.activity);
      if (waiting !== undefined) actions.show(waiting);
    });
    this.cancel.dataset['action'] = 'cancel';
    this.show_.dataset['action'] = 'show-waiting';
    const parts = [this.ring, this.text, this.about, this.elapsed, this.show_, this.cancel];
    this.element = element('div', { class: 'progress', attributes: { role: 'group' } }, parts);
    this.element.hidden = true;
  }

  set(activity: ActivityView): void {
    this.activity = activity;
    this.since = performance.now() - ('elapsedMs' in activity ? activity.elapsedMs : 0);
    const { element: row } = this;
    row.hidden = activity.doing === 'nothing';
    row.dataset['doing'] = activity.doing;
    const isWaiting = waitingCall(activity) !== undefined;
    this.ring.hidden = isWaiting || activity.doing === 'held';
    this.show_.hidden = !isWaiting;
    const { doing, about, details } = activityWords(activity);
    this.text.textContent = doing;
    this.about.textContent = about;
    this.text.title = details;
    this.about.title = details;
    row.setAttribute('aria-label', activityText(activity));
    this.cancel.hidden = activity.doing === 'held';
    this.cancel.textContent = activity.doing === 'compacting' ? progressTexts.cancel : progressTexts.stop;
    this.tick();
    clearInterval(this.timer);
    this.timer = row.hidden ? undefined : setInterval(() => this.tick(), 1000);
  }

  private press(): void {
    if (this.activity.doing === 'compacting') this.actions.cancelCompaction();
    else this.actions.stop();
  }

  private tick(): void {
    const isTimed = 'elapsedMs' in this.activity && waitingCall(this.activity) === undefined;
    this.elapsed.textContent = isTimed ? elapsedText(performance.now() - this.since) : '';
  }
}

/** The call that waits for the person. */
export function waitingCall(activity: ActivityView): string | undefined {
  if (activity.doing !== 'tools') return undefined;
  return activity.calls.find(({ state }) => state === 'waiting')?.callId;
}
