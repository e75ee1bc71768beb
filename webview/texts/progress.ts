// What the progress row says, and what is said aloud when work begins, ends or waits.

import type { ActivityView } from '../../src/protocol/snapshot.ts';

export const progressTexts = {
  stop: 'Stop',
  cancel: 'Cancel',
  show: 'Show',
  waitingForYou: 'Waiting for you',
  answered: 'Segue answered',
} as const;

export function activityText(activity: ActivityView): string {
  switch (activity.doing) {
    case 'nothing':
      return '';
    case 'held':
      return 'Held: delivery is paused';
    case 'thinking':
      return 'Thinking…';
    case 'retrying':
      return `Trying again in ${activity.seconds} s (attempt ${activity.attempt}): ${activity.reason}`;
    case 'tools':
      return toolsText(activity.calls);
    case 'compacting':
      return compactingText(activity);
  }
}

function toolsText(calls: Extract<ActivityView, { doing: 'tools' }>['calls']): string {
  const waiting = calls.find(({ state }) => state === 'waiting');
  if (waiting !== undefined) return `${progressTexts.waitingForYou}: ${named(waiting)}`;
  const [first] = calls;
  if (first === undefined) return 'Running tools…';
  return calls.length === 1 ? `Running ${named(first)}…` : `Running ${calls.length} tools…`;
}

function named(call: { readonly name: string; readonly label: string }): string {
  return call.label === '' ? call.name : `${call.name} ${call.label}`;
}

function compactingText(activity: Extract<ActivityView, { doing: 'compacting' }>): string {
  const attempt = activity.attempt > 1 ? ` (attempt ${activity.attempt} of ${activity.attempts})` : '';
  const why = activity.step === 'waiting' ? `, trying again: ${activity.reason}` : '';
  return `Compacting…${attempt}${why}`;
}
