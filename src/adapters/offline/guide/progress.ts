// How far the guide has come, read off the messages alone: what is asked, which rounds of it have been done, and what came
// of the last one. The same messages always tell the same.

import { stoppedText } from '../../../core/tools/fault-texts.ts';
import type {
  AssistantContent,
  Message,
  ToolCallContent,
  ToolResultContent,
} from '../../../core/provider/request.ts';
import { headingsFor } from '../../../core/summary/purpose.ts';
import { summarySections } from '../../../core/summary/validate.ts';
import { openRequestsOf } from '../previous-lines.ts';
import { roundOfCall } from './call-ids.ts';
import type { Order } from './orders.ts';
import { saidIn, type Round } from './plan.ts';

export interface DoneCall {
  readonly call: ToolCallContent;
  readonly result: ToolResultContent;
}

export interface Progress {
  /** Everything that is asked now, what has been done of it included; only orders there is a tool for. */
  readonly rounds: readonly Round[];
  /** How many of the rounds have been done. */
  readonly done: number;
  /** What came of the calls nobody has been told of yet. */
  readonly results: readonly DoneCall[];
  /** What was said since the last answer and is not understood. */
  readonly unclear: readonly string[];
  /** What was asked since the last answer and no tool is there for, in words. */
  readonly missing: readonly string[];
  readonly wantsHelp: boolean;
}

/** `tools` are the names of those that are there. */
export function progressIn(messages: readonly Message[], tools: ReadonlySet<string>): Progress {
  const story = new Story(tools);
  messages.forEach((message, place) => {
    if (message.role === 'assistant') story.answered(message.content);
    else
      for (const part of message.content) {
        if (part.type === 'tool-result') story.returned(part);
        else if (part.type === 'text') story.heard(part.text, place === 0 ? 'first' : 'later');
      }
  });
  return story.progress();
}

class Story {
  private readonly tools: ReadonlySet<string>;
  private rounds: readonly Round[] = [];
  private done = 0;
  /** The plan is what a summary says, and nothing has been done of it since. */
  private isFromSummary = false;
  /** It is made of the person's own words, so it is the plan there was before the summary. */
  private isExact = false;
  private isOpen = false;
  private calls: readonly ToolCallContent[] = [];
  private results: DoneCall[] = [];
  private unclear: string[] = [];
  private missing: string[] = [];
  private wantsHelp = false;

  constructor(tools: ReadonlySet<string>) {
    this.tools = tools;
  }

  answered(content: readonly AssistantContent[]): void {
    this.calls = content.filter((part) => part.type === 'tool-call');
    this.results = [];
    this.unclear = [];
    this.missing = [];
    this.wantsHelp = false;
    if (this.calls.length === 0) this.isOpen = false;
    else if (this.isFromSummary) this.done = this.doneBefore(this.calls);
    else this.done = Math.min(this.done + 1, this.rounds.length);
    this.isFromSummary = false;
  }

  returned(result: ToolResultContent): void {
    const call = this.calls.find(({ callId }) => callId === result.callId);
    if (call !== undefined) this.results.push({ call, result });
  }

  heard(text: string, where: 'first' | 'later'): void {
    if (isReminder(text)) return;
    if (where === 'first' && isSummary(text)) {
      const requests = openRequestsOf(text);
      this.takePlan(requests.flatMap(({ words }) => roundsIn(words)));
      this.isFromSummary = true;
      this.isExact = requests.every(({ isExact }) => isExact);
      return;
    }
    const said = saidIn(text);
    switch (said.kind) {
      case 'help':
        this.isOpen = this.goesOn();
        this.wantsHelp = true;
        return;
      case 'go-on':
        this.isOpen = true;
        return;
      case 'unclear':
        this.isOpen = this.goesOn();
        this.unclear.push(said.part);
        return;
      case 'orders':
        if (this.goesOn()) this.rounds = [...this.rounds, ...this.available(said.rounds)];
        else this.takePlan(said.rounds);
    }
  }

  progress(): Progress {
    const { rounds, done, results, unclear, missing, wantsHelp } = this;
    const told = { results, unclear, missing, wantsHelp };
    return this.isOpen ? { rounds, done, ...told } : { rounds: [], done: 0, ...told };
  }

  private takePlan(rounds: readonly Round[]): void {
    this.missing = [];
    this.rounds = this.available(rounds);
    this.done = 0;
    this.isOpen = true;
    this.isFromSummary = false;
  }

  private available(rounds: readonly Round[]): readonly Round[] {
    const has = ({ tool }: Order): boolean => this.tools.has(tool);
    this.missing.push(...rounds.flat().flatMap((order) => (has(order) ? [] : [order.words])));
    return rounds.map((round) => round.filter(has)).filter((round) => round.length > 0);
  }

  /**
   * How many rounds of the plan are done when the first batch behind a summary is one of them. Ids say which round it was
   * of the plan there was before; of a plan of other words the round that is alike, the last of several, so that nothing
   * is done twice.
   */
  private doneBefore(calls: readonly ToolCallContent[]): number {
    const named = roundOfCall(calls[0]?.callId ?? '');
    if (this.isExact && named !== undefined && named <= this.rounds.length) return named;
    return this.rounds.findLastIndex((round) => isSameRound(round, calls)) + 1;
  }

  /** What is said adds to what is being done; after a stop, and right behind a summary, it stands alone. */
  private goesOn(): boolean {
    return this.isOpen && !this.isFromSummary && !this.results.some(({ result }) => isStopped(result));
  }
}

function isSameRound(round: Round, calls: readonly ToolCallContent[]): boolean {
  if (round.length !== calls.length) return false;
  return calls.every((call) =>
    round.some(
      ({ tool, input }) => tool === call.name && JSON.stringify(input) === JSON.stringify(call.input),
    ),
  );
}

/** Of several messages that were left open, those that are understood. */
function roundsIn(request: string): readonly Round[] {
  const said = saidIn(request);
  if (said.kind === 'orders') return said.rounds;
  return request.split(/\n{2,}/).flatMap((message) => {
    const part = saidIn(message);
    return part.kind === 'orders' ? part.rounds : [];
  });
}

function isReminder(text: string): boolean {
  return text.startsWith('<system-reminder>') && text.trimEnd().endsWith('</system-reminder>');
}

function isSummary(text: string): boolean {
  const found = new Set(summarySections(text).map(({ heading }) => heading));
  return headingsFor('continuation').every((heading) => found.has(heading));
}

/** What the host or a tool writes where the person stopped a call. */
function isStopped(result: ToolResultContent): boolean {
  if (!result.isError) return false;
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  return text === stoppedText || text.startsWith('cancelled by the user');
}
