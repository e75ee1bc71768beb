// A whole conversation with a chat, told as Markdown in the order in which it happened: what the person does, what the
// gates decide, what is asked, what becomes a record, what is shown.

import type { ChatEvent } from '../../src/core/agent/events.ts';
import { settledText } from '../../src/core/agent/notices.ts';
import type { CompactionOutcome } from '../../src/core/compaction/outcome.ts';
import { isExecutionRecord, renderOf } from '../../src/core/executions/records.ts';
import type { ExecutionRender } from '../../src/core/executions/render.ts';
import type { Message, ChatRequest } from '../../src/core/provider/request.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { isVisible } from '../../src/core/transcript/visibility.ts';
import { folded } from './folded-lines.ts';

const longestLine = 160;

interface Chapter {
  readonly title: string;
  readonly lines: string[];
}

export class ChatStory {
  private readonly title: string;
  private readonly chapters: Chapter[] = [];
  private requests = 0;
  private asked: readonly string[] = [];

  constructor(title: string) {
    this.title = title;
  }

  /** What the person, or fate, does next. */
  happens(title: string): void {
    this.chapters.push({ title, lines: [] });
  }

  request(to: 'chat' | 'other' | 'summary', request: ChatRequest): void {
    if (to === 'summary') {
      this.line('→ summary request');
      return;
    }
    const messages = request.messages.map(messageText);
    const same = messages.findIndex((text, place) => text !== this.asked[place]);
    const known = same < 0 ? messages.length : same;
    this.asked = messages;
    const name = `request ${++this.requests}${to === 'other' ? ', to the other provider' : ''}`;
    this.line(`→ ${name}${known > 0 ? `: ${known} messages as before, then` : ':'}`);
    for (const text of messages.slice(known)) for (const part of text.split('\n')) this.line(`    ${part}`);
  }

  event(event: ChatEvent): void {
    const text = eventText(event);
    if (text !== undefined) this.line(text);
    if (event.event !== 'records') return;
    for (const record of event.records) this.line(`+ ${recordText(record)}`);
  }

  /** What the transcript is in the end. */
  segment(number: number, records: readonly TranscriptRecord[]): void {
    this.happens(`In the end: segment ${number}`);
    for (const record of records) this.line(recordText(record));
  }

  /** How much has happened. */
  get length(): number {
    return this.chapters.reduce((sum, { lines }) => sum + 1 + lines.length, 0);
  }

  text(): string {
    const parts = this.chapters.map(({ title, lines }) =>
      lines.length === 0 ? `## ${title}` : `## ${title}\n\n\`\`\`text\n${folded(lines).join('\n')}\n\`\`\``,
    );
    return [`# ${this.title}`, ...parts].join('\n\n');
  }

  private line(text: string): void {
    if (this.chapters.length === 0) this.happens('The chat is opened');
    this.chapters.at(-1)?.lines.push(text.trimEnd());
  }
}

function eventText(event: ChatEvent): string | undefined {
  switch (event.event) {
    case 'records':
    case 'counted':
      return undefined;
    case 'text':
      return `streams: ${short(event.text)}`;
    case 'reasoning':
      return `thinks: ${short(event.text)}`;
    case 'answer-dropped':
      return 'what was streamed is dropped';
    case 'activity':
      return `shows: ${activityText(event.activity)}`;
    case 'usage':
      return `usage: ${event.usage.input} in, ${event.usage.output} out`;
    case 'gate': {
      const { where, estimate, source, thresholds, decision } = event;
      const limits = `${thresholds.target} / ${thresholds.summary}`;
      return `${where} gate: ${estimate} (${source}) against ${limits}: ${decision}`;
    }
    case 'compacted':
      return `compaction (${event.trigger}): ${outcomeText(event.outcome)}`;
    case 'segment':
      return `segment ${event.number} is active`;
    case 'execution':
      return `execution ${renderText(event.render)}`;
    case 'queue': {
      const { queue, outbox } = event;
      const pauses = `${queue.deliveryPaused ? ', delivery paused' : ''}${queue.failurePaused ? ', paused by a failure' : ''}`;
      return `waits: outbox ${texts(outbox)}, steering ${texts(queue.steering)}, follow-ups ${texts(queue.followUps)}${pauses}`;
    }
    case 'log':
      return `log: ${event.text}`;
    case 'notice':
      return `${event.level}: ${event.text}`;
    case 'settled': {
      const why = settledText(event.settled);
      return `turn ${event.turn} settled: ${event.settled.outcome}${why === undefined ? '' : ` (${why})`}`;
    }
  }
}

function activityText(activity: Extract<ChatEvent, { event: 'activity' }>['activity']): string {
  switch (activity.doing) {
    case 'nothing':
    case 'thinking':
    case 'held':
      return activity.doing;
    case 'retrying':
      return `retrying, try ${activity.attempt} in ${activity.seconds} s: ${activity.reason}`;
    case 'tools':
      return `running ${activity.calls.map(({ callId, label, state }) => `${callId} ${label} (${state})`).join(', ')}`;
    case 'compacting':
      return `compacting (${activity.trigger}), ${JSON.stringify(activity.phase)}`;
  }
}

function outcomeText(outcome: CompactionOutcome): string {
  if (outcome.outcome !== 'applied') return JSON.stringify(outcome);
  const { segment, turns, summary } = outcome.applied;
  return `applied, segment ${segment.from} to ${segment.to}, ${turns.kept} of ${turns.total} turns kept, ${summary.attempts} attempts`;
}

function renderText({ executionId, command, state, end, exitCode }: ExecutionRender): string {
  const code = exitCode === undefined ? '' : ` with ${exitCode}`;
  return `${executionId} (${command}): ${end ?? state}${code}`;
}

function texts(entries: readonly { readonly text: string }[]): string {
  return `[${entries.map(({ text }) => short(text)).join(' | ')}]`;
}

function messageText({ role, content }: Message): string {
  return content
    .map((part) => {
      if (part.type === 'text') return `${role}: ${short(part.text)}`;
      if (part.type === 'tool-call')
        return `${role} calls ${part.callId} ${part.name} ${JSON.stringify(part.input)}`;
      if (part.type === 'reasoning') return `${role} thought: ${short(part.text)}`;
      if (part.type === 'image') return `${role}: an image`;
      const text = part.content.map((item) => (item.type === 'text' ? item.text : 'an image')).join(' ');
      return `result of ${part.callId}${part.isError ? ' (error)' : ''}: ${short(text)}`;
    })
    .join('\n');
}

function recordText(record: TranscriptRecord): string {
  const head = `${record.id}, turn ${record.turn}, ${record.kind}`;
  if (record.kind === 'tool-call')
    return `${head}: ${record.callId} ${record.name} ${JSON.stringify(record.input)}`;
  if (record.kind === 'fork-point') return `${head}: ${record.outcome}`;
  if (record.kind === 'notice') return `${head}: ${record.text}`;
  if (record.kind === 'file-touch') return `${head}: ${record.access} ${record.path}`;
  if (isExecutionRecord(record)) {
    const render = renderOf(record);
    return render === undefined ? head : `${head}: ${renderText(render)}`;
  }
  if (!isVisible(record)) return head;
  const origin = record.kind === 'user' && record.origin !== undefined ? ` (${record.origin})` : '';
  const answers =
    record.kind === 'tool-result' ? ` of ${record.callId}${record.isError === true ? ' (error)' : ''}` : '';
  const name = record.kind === 'reminder' ? ` ${record.name ?? ''}` : '';
  return `${head}${origin}${answers}${name}: ${short(inlineText(record.content))}`;
}

/** One line, cut where nobody reads on. */
function short(text: string): string {
  const line = text.replaceAll('\n', ' ⏎ ');
  return line.length > longestLine ? `${line.slice(0, longestLine)}… (${text.length} characters)` : line;
}
