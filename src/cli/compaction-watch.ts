// What a report of a compaction needs beside its outcome, noted while it runs.

import type { Clock } from '../base/clock.ts';
import type { ChatSession } from '../core/agent/chat-session.ts';
import type { ChatEvent } from '../core/agent/events.ts';
import { compactionPolicies } from '../core/agent/policies.ts';
import type { Settings } from '../core/settings/settings.ts';
import { turnSpans } from '../core/transcript/turns.ts';
import { compactOutput } from './compact-report.ts';
import type { AskedModels } from './run-models.ts';

interface Begun {
  readonly at: number;
  /** Milliseconds that had been waited for models. */
  readonly waited: number;
  readonly requests: number;
  readonly turns: number;
}

export class CompactionWatch {
  private readonly chat: ChatSession;
  private readonly ports: {
    readonly models: AskedModels;
    readonly settings: Settings;
    readonly clock: Clock;
  };
  private begun: Begun | undefined;
  private estimate = 0;
  /** Requests that summaries took. */
  private summaryRequests_ = 0;

  constructor(chat: ChatSession, ports: CompactionWatch['ports']) {
    this.chat = chat;
    this.ports = ports;
  }

  get summaryRequests(): number {
    return this.summaryRequests_;
  }

  /** To be told of every event, before anybody asks for a report. */
  hear(event: ChatEvent): void {
    const { models, clock } = this.ports;
    if (event.event === 'gate') this.estimate = event.estimate;
    if (event.event === 'activity' && event.activity.doing === 'compacting' && this.begun === undefined) {
      const { records } = this.chat.session.active();
      const { ms, requests } = models.asked();
      const turns = turnSpans(records, 0, records.length).length;
      this.begun = { at: clock.now(), waited: ms, requests, turns };
    }
    if (event.event === 'activity' && event.activity.doing !== 'compacting') this.begun = undefined;
    if (event.event === 'compacted' && this.begun !== undefined)
      this.summaryRequests_ += models.asked().requests - this.begun.requests;
  }

  /** The value that `segue compact --json` prints. */
  report({ outcome }: Extract<ChatEvent, { event: 'compacted' }>): object {
    const { models, settings, clock } = this.ports;
    const { session } = this.chat;
    const now = clock.now();
    const { at, waited, turns } = this.begun ?? { at: now, waited: models.asked().ms, turns: 0 };
    const { target, summary } = compactionPolicies(session.session().model, settings, models);
    const total = now - at;
    const { json } = compactOutput(outcome, {
      ...{ session, target, summaryModel: summary, turns },
      asked: { isOffline: summary.provider === 'offline', isWhole: false },
      tokensBefore: this.estimate,
      ms: { total, local: total - (models.asked().ms - waited) },
      ...{ noticeDue: false, damaged: [], hints: [], program: '' },
    });
    return json as object;
  }
}
