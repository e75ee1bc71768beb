// Evidence read back as a story: exchanges of a request, what was done for it, and what was answered.

import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import type { Steps } from '../../base/steps.ts';
import { commandOf, failed, outputOf, refused } from '../../core/evidence/facts/commands.ts';
import { isBareContinuation } from '../../core/evidence/facts/bare-continuation.ts';
import { parseHostFacts, type HostFacts } from '../../core/evidence/facts/host-facts.ts';
import { personWords, promptLines, withoutPastedOutput } from '../../core/evidence/facts/person-words.ts';
import { parseEvidence, type EvidenceItem } from '../../core/evidence/labels.ts';
import { noticeOfError, noticeOfNoResult } from '../../core/evidence/project.ts';

export interface Action {
  readonly tool: string;
  readonly input: Json;
  /** The command line, when the tool runs one. */
  readonly command: string | undefined;
  readonly output: string;
  /** `unknown` when the result is not known; an empty one is as good as any. */
  readonly outcome: 'done' | 'failed' | 'refused' | 'unknown';
}

export interface Exchange {
  /** The exact request; empty when the story begins in the middle of work. */
  readonly request: string;
  /** The texts it is made of, one a record: what one of them leaves open ends with it. */
  readonly requests: readonly string[];
  /** What of it the person typed: pasted output is left out, or else all but the commands in it. */
  readonly words: string;
  readonly actions: readonly Action[];
  readonly answers: readonly string[];
  /** Whether prose was the last word: work that goes on behind an answer leaves it open. */
  readonly isSettled: boolean;
}

export interface Story {
  readonly exchanges: readonly Exchange[];
  readonly facts: HostFacts;
  /** Texts of items that are neither words nor work: skills, hook context, earlier summaries, tasks. */
  readonly background: readonly EvidenceItem[];
}

interface OpenExchange {
  requests: string[];
  actions: Action[];
  answers: string[];
  isSettled: boolean;
}

const noFacts: HostFacts = { changedPaths: [], failedCommand: null, openRequests: 0, earlierRequests: 0 };

/**
 * An exchange begins with a user item that follows any work or answer; results belong to the call before them. Yields
 * between items.
 */
export function* readStory(evidence: string): Steps<Story> {
  const exchanges: OpenExchange[] = [];
  const background: EvidenceItem[] = [];
  let facts = noFacts;
  let isCallOpen = false;
  for (const item of parseEvidence(evidence)) {
    if (item.provenance === 'tool-result') {
      if (isCallOpen) answerCall(exchanges.at(-1), item.text);
    } else if (item.provenance === 'user') hear(exchanges, item.text);
    else if (item.provenance === 'assistant') {
      current(exchanges).answers.push(item.text);
      current(exchanges).isSettled = true;
    } else if (item.provenance === 'tool-call') {
      current(exchanges).actions.push(readCall(item.text));
      current(exchanges).isSettled = false;
    } else if (item.provenance === 'host-facts') facts = parseHostFacts(item.text);
    else if (item.provenance !== 'reasoning' && item.provenance !== 'system-reminder') background.push(item);
    isCallOpen = item.provenance === 'tool-call';
    yield;
  }
  const told: Exchange[] = [];
  for (const exchange of exchanges) {
    const request = exchange.requests.join('\n\n').trim();
    told.push({ ...exchange, request, words: typedWords(request) });
    yield;
  }
  return { exchanges: told, facts, background };
}

/** The exact words of the person's last messages that nothing has answered yet; empty when all are. */
export function openWords(story: Story): string {
  const { openRequests } = story.facts;
  if (openRequests === 0) return '';
  const said = story.exchanges.flatMap(({ requests }) => requests);
  return said.slice(-openRequests).join('\n\n').trim();
}

/** The first line of a command, as facts name it. */
export function commandLine(command: string): string {
  return command.trim().split('\n', 1)[0] ?? '';
}

/** Whether a story begins in the middle of work, with what was asked for before it. */
export function goesOn(story: Story): boolean {
  const [first] = story.exchanges;
  return first !== undefined && first.request === '';
}

/** Whether a story begins with what was asked before it: without a request, or with one that only says to go on. */
export function takesUp(story: Story): boolean {
  const [first] = story.exchanges;
  return first !== undefined && first.requests.every(isBareContinuation);
}

function typedWords(request: string): string {
  const words = personWords(request);
  const lines = words.split('\n');
  const typed = withoutPastedOutput(lines).join('\n').trim();
  return typed === '' ? promptLines(lines).join('\n').trim() || words : typed;
}

function hear(exchanges: OpenExchange[], text: string): void {
  const last = exchanges.at(-1);
  const isFresh = last !== undefined && last.actions.length === 0 && last.answers.length === 0;
  if (isFresh) last.requests.push(text);
  else exchanges.push({ requests: [text], actions: [], answers: [], isSettled: false });
}

function current(exchanges: OpenExchange[]): OpenExchange {
  const last = exchanges.at(-1);
  if (last !== undefined) return last;
  const first: OpenExchange = { requests: [], actions: [], answers: [], isSettled: false };
  exchanges.push(first);
  return first;
}

function readCall(text: string): Action {
  const value = parseJson(text);
  const call = isJsonObject(value) ? value : {};
  const tool = typeof call['tool'] === 'string' ? call['tool'] : '';
  const input = isJsonObject(value) ? (value['arguments'] ?? null) : text;
  return { tool, input, command: commandOf({ name: tool, input }), output: '', outcome: 'done' };
}

function answerCall(exchange: OpenExchange | undefined, text: string): void {
  const action = exchange?.actions.pop();
  if (exchange === undefined || action === undefined) return;
  const isError = text.startsWith(noticeOfError);
  const isMissing = text.startsWith(noticeOfNoResult);
  const body = text.replace(/^\[segue: [^\]\n]*\]\n?/gm, '').trim();
  const runs = action.command === undefined ? 'other' : 'command';
  const hasFailed = failed({ text: body, isError }, runs);
  const outcome = isMissing ? 'unknown' : refused(body) ? 'refused' : hasFailed ? 'failed' : 'done';
  exchange.actions.push({ ...action, output: outputOf(body), outcome });
}
