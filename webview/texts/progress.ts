// What the progress row says, and what is said aloud when work begins, ends or waits.

import type { ActivityView } from '../../src/protocol/snapshot.ts';
import { toolName } from './tools.ts';

export const progressTexts = {
  stop: 'Stop',
  cancel: 'Cancel',
  show: 'Show',
  waitingForYou: 'Waiting for you',
  answered: 'Segue answered',
  compactionWaits: 'Compaction waits for the next step of the turn',
  cancelWaiting: 'Cancel the compaction that waits',
  notCompacted: 'The conversation was not compacted',
  compactionCancelled: 'Compaction cancelled',
} as const;

/** What is being done, in parts: what they do not say where there is no room is in `details`. */
export interface ActivityWords {
  readonly doing: string;
  /** What it is done to; empty where that needs no words. */
  readonly about: string;
  readonly details: string;
}

export function activityWords(activity: ActivityView): ActivityWords {
  switch (activity.doing) {
    case 'nothing':
      return plain('');
    case 'held':
      return plain('Held: delivery is paused');
    case 'thinking':
      return plain('Thinking…');
    case 'retrying':
      return plain(`Trying again in ${activity.seconds} s (attempt ${activity.attempt}): ${activity.reason}`);
    case 'tools':
      return toolWords(activity.calls);
    case 'compacting':
      return plain(compactingText(activity));
  }
}

/** In one line. */
export function activityText(activity: ActivityView): string {
  const { doing, about } = activityWords(activity);
  return about === '' ? doing : `${doing} ${about}`;
}

function plain(doing: string): ActivityWords {
  return { doing, about: '', details: doing };
}

type Call = Extract<ActivityView, { doing: 'tools' }>['calls'][number];

function toolWords(calls: readonly Call[]): ActivityWords {
  const details = calls.map((call) => `${toolName(call.name)} ${call.label}`.trim()).join('\n');
  const waiting = calls.find(({ state }) => state === 'waiting');
  if (waiting !== undefined) {
    const { name, label } = waiting;
    return { doing: `${progressTexts.waitingForYou}: ${toolName(name)}`, about: label, details };
  }
  const [first] = calls;
  if (first === undefined) return plain('Running tools…');
  if (calls.length > 1) return { doing: `Running ${calls.length} tools…`, about: '', details };
  // A command is what is run: its tool’s own name would only say so twice.
  const doing = first.name === 'run_command' ? 'Running…' : `Running ${toolName(first.name)}…`;
  return { doing, about: first.label, details };
}

function compactingText(activity: Extract<ActivityView, { doing: 'compacting' }>): string {
  const attempt = activity.attempt > 1 ? ` (attempt ${activity.attempt} of ${activity.attempts})` : '';
  const why = activity.step === 'waiting' ? `, trying again: ${activity.reason}` : '';
  return `Compacting…${attempt}${why}`;
}
