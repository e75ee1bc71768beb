// What of a chat is worth a line in the log: decisions, runs and failures; never what anybody said but for
// the name of a session.

import { assertNever } from '../../base/fail.ts';
import { outcomeText, settledText } from '../../core/agent/notices.ts';
import type { ChatEvent } from '../../core/agent/events.ts';

export interface LogLine {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** Undefined for an event that is not logged. */
export function logLine(event: ChatEvent): LogLine | undefined {
  switch (event.event) {
    case 'gate': {
      const { where, estimate, source, thresholds, decision } = event;
      const smaller = Math.min(thresholds.target, thresholds.summary);
      const text = `${where} gate: ${estimate} tokens (${source}), threshold ${smaller}: ${decision}`;
      return { level: 'info', text };
    }
    case 'compacted': {
      const { trigger, outcome } = event;
      const isFine = outcome.outcome === 'applied' || outcome.outcome === 'cancelled';
      const text = `${trigger} compaction: ${outcome.outcome}, ${outcomeText(outcome)}`;
      return { level: isFine ? 'info' : 'warning', text };
    }
    case 'segment':
      return { level: 'info', text: `segment ${event.number} begins` };
    case 'settled': {
      const { turn, settled } = event;
      const why = settledText(settled);
      const text = `turn ${turn}: ${settled.outcome}${why === undefined ? '' : `, ${why}`}`;
      return { level: settled.outcome === 'failed' ? 'error' : 'info', text };
    }
    case 'notice':
      return event.level === 'info' ? undefined : { level: event.level, text: event.text };
    case 'log':
      return { level: 'info', text: event.text };
    case 'activity': {
      const { activity } = event;
      if (activity.doing !== 'retrying') return undefined;
      const text = `asked again in ${activity.seconds} s (attempt ${activity.attempt}): ${activity.reason}`;
      return { level: 'warning', text };
    }
    case 'records':
    case 'text':
    case 'reasoning':
    case 'answer-dropped':
    case 'usage':
    case 'counted':
    case 'execution':
    case 'queue':
      return undefined;
    default:
      return assertNever(event);
  }
}
