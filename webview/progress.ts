// What is being done now, for how long, and how to stop it. One row that changes its words; it is there at once.

import type { ActivityView } from '../src/protocol/snapshot.ts';
import { element, linkButton } from './element.ts';
import { elapsedText } from './figures.ts';
import { activityText, progressTexts } from './texts/progress.ts';
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
      const waiting = this.waiting();
      if (waiting !== undefined) actions.show(waiting);
    });
    this.cancel.dataset['action'] = 'cancel';
    this.show_.dataset['action'] = 'show-waiting';
    const parts = [this.ring, this.text, this.elapsed, this.show_, this.cancel];
    this.element = element('div', { class: 'progress', attributes: { role: 'group' } }, parts);
    this.element.hidden = true;
  }

  set(activity: ActivityView): void {
    this.activity = activity;
    this.since = performance.now() - ('elapsedMs' in activity ? activity.elapsedMs : 0);
    const { element: row } = this;
    row.hidden = activity.doing === 'nothing';
    row.dataset['doing'] = activity.doing;
    const isWaiting = this.waiting() !== undefined;
    this.ring.hidden = isWaiting || activity.doing === 'held';
    this.show_.hidden = !isWaiting;
    this.text.textContent = activityText(activity);
    this.text.title = activityText(activity);
    row.setAttribute('aria-label', activityText(activity));
    this.cancel.hidden = activity.doing === 'held';
    this.cancel.textContent = activity.doing === 'compacting' ? progressTexts.cancel : progressTexts.stop;
    this.tick();
    clearInterval(this.timer);
    this.timer = row.hidden ? undefined : setInterval(() => this.tick(), 1000);
  }

  private waiting(): string | undefined {
    if (this.activity.doing !== 'tools') return undefined;
    return this.activity.calls.find(({ state }) => state === 'waiting')?.callId;
  }

  private press(): void {
    if (this.activity.doing === 'compacting') this.actions.cancelCompaction();
    else this.actions.stop();
  }

  private tick(): void {
    const isTimed = 'elapsedMs' in this.activity && this.waiting() === undefined;
    this.elapsed.textContent = isTimed ? elapsedText(performance.now() - this.since) : '';
  }
}
