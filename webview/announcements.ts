// What of a change is said aloud: that something waits, that work began or ended, and what went wrong. Pure.

import type { Row } from '../src/protocol/rows.ts';
import type { ActivityView } from '../src/protocol/snapshot.ts';
import { questionOf } from './rows/tool-ask.ts';
import { panelTexts } from './texts/panel.ts';
import { activityText, progressTexts } from './texts/progress.ts';
import { endedText, separatorText } from './texts/rows.ts';

export interface Announcement {
  readonly text: string;
  readonly manner: 'polite' | 'urgent';
}

/** Undefined for a change that is not worth an interruption. */
export function activityAnnouncement(before: ActivityView, now: ActivityView): Announcement | undefined {
  if (before.doing === now.doing) return undefined;
  switch (now.doing) {
    case 'nothing':
      return endAnnouncement(now.after);
    case 'compacting':
    case 'retrying':
    case 'held':
      return { text: activityText(now), manner: 'polite' };
    case 'thinking':
      return before.doing === 'nothing' ? { text: activityText(now), manner: 'polite' } : undefined;
    case 'tools':
      return undefined;
  }
}

/** A compaction was applied; its separator may not be among the rows the page has. */
export function compactionAnnouncement(separator: Row | undefined): Announcement {
  const text = separator?.kind === 'separator' ? separatorText(separator) : panelTexts.compacted;
  return { text, manner: 'polite' };
}

/** How a turn ended that did not simply end is said by its row, and what a compaction did by its separator. */
function endAnnouncement(
  after: Extract<ActivityView, { doing: 'nothing' }>['after'],
): Announcement | undefined {
  switch (after) {
    case 'answered':
      return { text: progressTexts.answered, manner: 'polite' };
    case 'not-compacted':
      return { text: progressTexts.notCompacted, manner: 'urgent' };
    case 'compaction-cancelled':
      return { text: progressTexts.compactionCancelled, manner: 'polite' };
    case 'not-answered':
    case 'compacted':
    case undefined:
      return undefined;
  }
}

/** Of rows as they were and are; `before` is undefined for a new one. */
export function rowAnnouncement(before: Row | undefined, now: Row): Announcement | undefined {
  switch (now.kind) {
    case 'tool':
      if (now.ask === undefined || (before?.kind === 'tool' && before.ask !== undefined)) return undefined;
      return { text: `${progressTexts.waitingForYou}: ${questionOf(now.ask)}`, manner: 'urgent' };
    case 'ended':
      return before === undefined ? { text: endedText(now), manner: 'urgent' } : undefined;
    case 'notice':
      if (before !== undefined) return undefined;
      return { text: now.text, manner: now.level === 'info' ? 'polite' : 'urgent' };
    case 'user':
    case 'assistant':
    case 'reasoning':
    case 'separator':
      return undefined;
  }
}
