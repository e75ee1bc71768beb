// What happens in a run for a person: the answer on standard output; on a terminal, what is done meanwhile beside it.

import type { Activity, ChatEvent } from '../core/agent/events.ts';
import { printable } from '../core/export/printable.ts';
import type { TranscriptRecord } from '../core/transcript/record.ts';
import { asOneLine } from './failure.ts';
import type { CliHost } from './host.ts';
import { phaseText, type Progress } from './progress.ts';
import type { RunTeller } from './run-teller.ts';
import { answerDropped, retryText } from './texts.ts';

export class RunText implements RunTeller {
  private readonly host: CliHost;
  private readonly progress: Progress;
  /** The last line of the answer has no end yet: nothing else may be written behind it. */
  private isLineOpen = false;
  /** Names of the calls that were not told yet, by call. */
  private readonly untold = new Map<string, string>();

  constructor(host: CliHost, progress: Progress) {
    this.host = host;
    this.progress = progress;
  }

  hear(event: ChatEvent): void {
    switch (event.event) {
      case 'text':
        this.answer(event.text);
        return;
      case 'answer-dropped':
        this.note(answerDropped);
        return;
      case 'activity':
        this.activity(event.activity);
        return;
      case 'log':
        if (this.host.watched) this.note(event.text);
        return;
      case 'notice':
        this.note(event.text);
        return;
      case 'records':
        for (const record of event.records) this.record(record);
        return;
      case 'reasoning':
      case 'usage':
      case 'counted':
      case 'gate':
      case 'compacted':
      case 'segment':
      case 'execution':
      case 'queue':
      case 'settled':
    }
  }

  note(text: string): void {
    this.alone();
    this.host.err(`segue: ${asOneLine(text)}\n`);
  }

  /** How it ended is said by the command. */
  ended(): void {
    this.alone();
  }

  private answer(text: string): void {
    if (text === '') return;
    this.progress.clear();
    this.host.out(printable(text));
    this.isLineOpen = !text.endsWith('\n');
  }

  private activity(activity: Activity): void {
    if (activity.doing === 'tools') for (const { callId, label } of activity.calls) this.call(callId, label);
    const text = activityText(activity);
    if (text === undefined) this.progress.clear();
    else if (!this.isLineOpen) this.progress.show(text);
  }

  private record(record: TranscriptRecord): void {
    // An answer is over when it is kept: what follows begins on a line of its own.
    if (record.kind === 'assistant') this.endLine();
    if (record.kind === 'tool-call') this.untold.set(record.callId, record.name);
    // One that was refused before anybody knew what it is about.
    if (record.kind === 'tool-result') this.call(record.callId, '');
  }

  private call(callId: string, label: string): void {
    const name = this.untold.get(callId);
    if (name === undefined || name === label) return;
    this.untold.delete(callId);
    if (!this.host.watched) return;
    this.alone();
    this.host.err(`  ${asOneLine(`${name} ${label}`)}\n`);
  }

  private alone(): void {
    this.endLine();
    this.progress.clear();
  }

  private endLine(): void {
    if (this.isLineOpen) this.host.out('\n');
    this.isLineOpen = false;
  }
}

function activityText(activity: Activity): string | undefined {
  switch (activity.doing) {
    case 'nothing':
    case 'held':
      return undefined;
    case 'thinking':
      return 'Thinking… Ctrl-C stops';
    case 'retrying':
      return retryText(activity);
    case 'tools':
      return `Running ${activity.calls.map(({ name, label }) => (name === label ? name : `${name} ${label}`)).join(', ')}`;
    case 'compacting':
      return phaseText(activity.phase);
  }
}
