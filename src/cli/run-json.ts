// What happens in a run as JSON, one object a line (design 7).

import type { ChatEvent } from '../core/agent/events.ts';
import type { ExecutionRender } from '../core/executions/render.ts';
import type { TranscriptRecord } from '../core/transcript/record.ts';
import type { CliHost } from './host.ts';
import type { RunEnd, RunTeller } from './run-teller.ts';
import { answerDropped, retryText } from './texts.ts';

/** The object that tells how a compaction ended; `undefined` of its run when none ran. */
export type CompactionJson = (event: Extract<ChatEvent, { event: 'compacted' }>) => object;

export class RunJson implements RunTeller {
  private readonly host: CliHost;
  private readonly compaction: CompactionJson;
  /** What was told last of each execution: its output alone is no news. */
  private readonly states = new Map<string, string>();
  /** Names of the calls, for their results. */
  private readonly names = new Map<string, string>();

  constructor(host: CliHost, compaction: CompactionJson) {
    this.host = host;
    this.compaction = compaction;
  }

  hear(event: ChatEvent): void {
    switch (event.event) {
      case 'records':
        for (const record of event.records) this.record(record);
        return;
      case 'text':
      case 'reasoning':
        this.say({ event: event.event, request: event.requestId, text: event.text });
        return;
      case 'answer-dropped':
        this.say({ event: 'notice', level: 'warning', text: answerDropped, dropped: event.requestId });
        return;
      case 'usage': {
        const { raw: _, ...tokens } = event.usage;
        this.say({ event: 'usage', request: event.requestId, ...tokens });
        return;
      }
      case 'gate':
        this.say(event);
        return;
      case 'activity':
        this.activity(event.activity);
        return;
      case 'compacted':
        this.say({
          event: 'compaction',
          trigger: event.trigger,
          phase: 'ended',
          ...this.compaction(event),
        });
        return;
      case 'execution':
        this.execution(event.render);
        return;
      case 'log':
        this.say({ event: 'notice', level: 'info', text: event.text });
        return;
      case 'notice':
        this.say(event);
        return;
      // Told by compactions, by the end, or by nothing a caller could do anything about.
      case 'segment':
      case 'counted':
      case 'queue':
      case 'settled':
    }
  }

  note(text: string): void {
    this.say({ event: 'notice', level: 'warning', text });
  }

  ended(end: RunEnd): void {
    this.say({ event: 'done', ...end });
  }

  private record(record: TranscriptRecord): void {
    if (record.kind === 'tool-call') {
      const { callId, name, input } = record;
      this.names.set(callId, name);
      this.say({ event: 'tool-call', callId, name, input });
    }
    if (record.kind === 'tool-result') {
      const { callId, content, isError = false } = record;
      this.say({ event: 'tool-result', callId, name: this.names.get(callId), isError, content });
    }
  }

  private activity(activity: Extract<ChatEvent, { event: 'activity' }>['activity']): void {
    if (activity.doing === 'retrying')
      this.say({ event: 'notice', level: 'warning', text: retryText(activity) });
    if (activity.doing !== 'compacting') return;
    this.say({ event: 'compaction', trigger: activity.trigger, ...activity.phase });
  }

  private execution(render: ExecutionRender): void {
    const { executionId, callId, command, state, end, outcome, exitCode, signal, output } = render;
    const news = `${state} ${end ?? ''}`;
    if (this.states.get(executionId) === news) return;
    this.states.set(executionId, news);
    const { characters } = output;
    this.say({
      event: 'execution',
      ...{ executionId, callId, command, state, end, outcome, exitCode, signal, characters },
    });
  }

  private say(value: object): void {
    this.host.out(`${JSON.stringify(value)}\n`);
  }
}
