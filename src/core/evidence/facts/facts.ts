// What a summary must not lose: rules the person laid down, files changed, the last command that failed, and a request
// nobody has answered. All of it follows from records by rule (design 13.3).

import { firstCodePoints } from '../../../base/code-points.ts';
import { parseJson } from '../../../base/json.ts';
import type { Pace } from '../../../base/pace.ts';
import { inlineText, storedText, wholeText, type ArtifactReader } from '../../transcript/parts.ts';
import type { OpenRequest, RecordOf, TranscriptRecord } from '../../transcript/record.ts';
import { resultsByCall } from '../../transcript/tool-batches.ts';
import { withoutDirectives } from '../../transcript/turns.ts';
import { withoutSuperseded } from '../../transcript/visibility.ts';
import { contentText } from '../content-text.ts';
import { decisiveErrorLine } from '../error-lines.ts';
import { isBareContinuation } from './bare-continuation.ts';
import { changedPaths } from './changed-paths.ts';
import { commandOf, failed, outputOf, refused, type Call } from './commands.ts';
import { constraintsIn } from './constraints.ts';

/** The newest rules that count as facts. */
export const mostConstraints = 40;
const longestFact = 200;

export interface FailedCommand {
  /** First line of the command, at most 200 code points. */
  readonly command: string;
  /** The line that says what went wrong, at most 200 code points; empty when the result said nothing. */
  readonly error: string;
}

export interface ConversationFacts {
  /** Oldest first, each once; the newest 40. */
  readonly constraints: readonly string[];
  /** As the calls named them, in order of the last change, each once. */
  readonly changedPaths: readonly string[];
  /** The last command that failed and did not succeed later. */
  readonly failedCommand: FailedCommand | null;
  /**
   * The exact words of a last request without a settled answer, and of what steered the turn that works on it, separated
   * by a blank line. Behind a request that only says to go on stands what it goes on with, if that is still open.
   */
  readonly trailingRequest: string | null;
  /** What was open when the summary before these records was written, and still is; said before the trailing request. */
  readonly earlierRequests: readonly string[];
  /** The turn that works on what is open; null when nothing is. */
  readonly openTurn: number | null;
  /** How many messages of these records the trailing request is made of. */
  readonly openRequests: number;
}

export interface FactsDeps {
  readonly artifacts: ArtifactReader;
  readonly pace: Pace;
  /** What was open when the summary before these records was written: a turn may outlast any number of them. */
  readonly before?: OpenRequest | undefined;
}

/** The facts of some records, directives and superseded records left out. */
export async function conversationFacts(
  records: readonly TranscriptRecord[],
  deps: FactsDeps,
  signal: AbortSignal,
): Promise<ConversationFacts> {
  const history = withoutDirectives(withoutSuperseded(records));
  const results = resultsByCall(history);
  const constraints = new Set<string>();
  const paths = new Set<string>();
  const failures = new Map<string, RecordOf<'tool-result'>>();
  for (const record of history) {
    if (signal.aborted) break;
    const rest = deps.pace.breathe();
    if (rest !== undefined) await rest;
    if (record.kind === 'user' && record.origin !== 'host') {
      for (const rule of constraintsIn(inlineText(record.content))) refresh(constraints, rule);
    } else if (record.kind === 'file-touch' && record.access === 'modified') refresh(paths, record.path);
    else if (record.kind === 'tool-call') {
      const result = results.get(record.callId);
      if (result !== undefined) {
        await noteCall(await callOf(record, deps.artifacts), result, { paths, failures }, deps.artifacts);
      }
    }
  }
  const open = await openRequests(history, deps.artifacts);
  return {
    constraints: [...constraints].slice(-mostConstraints),
    changedPaths: [...paths],
    failedCommand: await lastFailure(failures, deps.artifacts),
    ...whatIsOpen(open, deps.before),
  };
}

type OpenFacts = Pick<ConversationFacts, 'trailingRequest' | 'earlierRequests' | 'openTurn' | 'openRequests'>;

function whatIsOpen(
  { requests, turn, reachesBack }: OpenRequests,
  before: OpenRequest | undefined,
): OpenFacts {
  const earlier = before !== undefined && reachesBack(before.turn) ? before : undefined;
  return {
    trailingRequest: requests.length === 0 ? null : requests.join('\n\n'),
    earlierRequests: earlier?.texts ?? [],
    openTurn: turn ?? earlier?.turn ?? null,
    openRequests: requests.length,
  };
}

async function callOf(call: RecordOf<'tool-call'>, artifacts: ArtifactReader): Promise<Call> {
  const { name, input, storedInput } = call;
  if (storedInput === undefined) return { name, input };
  const text = await storedText(storedInput, artifacts);
  return { name, input: parseJson(text) ?? text };
}

interface Notes {
  readonly paths: Set<string>;
  /** The result of each command that failed and did not succeed later, in order. */
  readonly failures: Map<string, RecordOf<'tool-result'>>;
}

/** A failed call changes no file, and one the person refused says nothing. A result kept in an artifact is read, since an exit status stands at its end. */
async function noteCall(
  call: Call,
  result: RecordOf<'tool-result'>,
  notes: Notes,
  artifacts: ArtifactReader,
): Promise<void> {
  const command = commandOf(call)?.trim() ?? '';
  const paths = changedPaths(call);
  if (command === '' && paths.length === 0) return;
  const text = await wholeText(result.content, artifacts);
  if (refused(text)) return;
  const runs = command === '' ? 'other' : 'command';
  const broken = failed({ text, isError: result.isError === true }, runs);
  if (!broken) for (const path of paths) refresh(notes.paths, path);
  if (command === '') return;
  notes.failures.delete(command);
  if (broken && result.synthetic !== true) notes.failures.set(command, result);
}

async function lastFailure(
  failures: ReadonlyMap<string, RecordOf<'tool-result'>>,
  artifacts: ArtifactReader,
): Promise<FailedCommand | null> {
  const last = [...failures].at(-1);
  if (last === undefined) return null;
  const [command, result] = last;
  const error = decisiveErrorLine(outputOf(await wholeText(result.content, artifacts))) ?? '';
  return {
    command: firstCodePoints(firstLine(command), longestFact),
    error: firstCodePoints(error, longestFact),
  };
}

interface OpenRequests {
  readonly requests: readonly string[];
  readonly turn: number | undefined;
  /** Whether what an earlier turn, or the same one before these records, left open is open still. */
  readonly reachesBack: (turn: number) => boolean;
}

/**
 * What the person said last, as far as no prose answered it or its turn ended without success. A turn that was only told
 * to go on works on what the turn before it left open.
 */
async function openRequests(
  history: readonly TranscriptRecord[],
  artifacts: ArtifactReader,
): Promise<OpenRequests> {
  const requests: string[] = [];
  let turn: number | undefined;
  const goesOn = (): boolean => requests[0] !== undefined && isBareContinuation(requests[0]);
  const isOfTurn = (next: number): boolean => turn === undefined || next === turn || goesOn();
  for (let place = history.length - 1; place >= 0; place--) {
    const record = history[place];
    if (record === undefined || endsOpen(history, place)) return { requests, turn, reachesBack: () => false };
    if (record.kind !== 'user' || record.origin === 'host') continue;
    if (!isOfTurn(record.turn)) return { requests, turn, reachesBack: () => false };
    turn = record.turn;
    const text = (await contentText(record.content, artifacts)).trim();
    if (text !== '') requests.unshift(text);
  }
  return { requests, turn, reachesBack: isOfTurn };
}

function endsOpen(history: readonly TranscriptRecord[], place: number): boolean {
  return history[place]?.kind === 'assistant' && isSettledAnswer(history, place);
}

/** Prose answers a request when it is the last word of its turn and the turn did not end in failure. */
function isSettledAnswer(history: readonly TranscriptRecord[], place: number): boolean {
  const { turn } = history[place] ?? {};
  for (let later = place + 1; later < history.length; later++) {
    const record = history[later];
    if (record === undefined) break;
    if (record.kind === 'tool-call' || record.kind === 'tool-result') return false;
    if (record.kind === 'fork-point') return record.outcome === 'success' || record.outcome === 'imported';
    if (record.kind === 'user' && record.origin !== 'host' && record.turn !== turn) return true;
  }
  return true;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Adds a value as the newest one. */
function refresh(values: Set<string>, value: string): void {
  values.delete(value);
  values.add(value);
}
