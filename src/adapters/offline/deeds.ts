// What was done in one exchange: its commands and calls that prove or changed something, each with how it ended.

import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import { decisiveErrorLine } from '../../core/evidence/error-lines.ts';
import { changedPaths } from '../../core/evidence/facts/changed-paths.ts';
import { gist, oneLine } from './gist.ts';
import { isLookingCommand, isLookingTool, toolWords } from './looking.ts';
import { commandLine, type Action, type Exchange } from './story.ts';

const mostDeeds = 6;
const longestCall = 140;
const longestDetail = 160;

const marks = { done: '✓', failed: '✗', refused: '⊘', unknown: '?' } as const;

/** A line that sums up what a command did: tests, builds, commits. */
const summingLine =
  /\b\d+ (?:tests?|specs?|examples?|assertions?|passed|passing|failed|failing|pending|failures?|errors?|warnings?|problems?|suites?|doctests?|files? changed)\b(?![/.]\w)|^\[[\w./-]+ [0-9a-f]{7,}\]/i;

/** Tools whose answer is prose worth a word. */
const tellingTool = /^(?:ask|question|questions|task|agent|subagent|review)$/;

export interface Deed {
  /** The call itself: a command in backticks, a patch by its files, a tool with its arguments. */
  readonly call: string;
  /** `✓`, `✗` with the error, `⊘` for one the person refused, `?` where nothing is known. */
  readonly ending: string;
  /** 0 for what is not worth a word: looking around, and changes of files, which have a heading of their own. */
  readonly weight: number;
}

/** Every call of an exchange once, with its last outcome, oldest first. */
export function deedsOf(exchange: Exchange): readonly Deed[] {
  const last = new Map<string, Deed>();
  const changed = new Set(exchange.actions.filter(({ outcome }) => outcome === 'done').flatMap(pathsOf));
  for (const action of exchange.actions) {
    const call = callOf(action);
    const isMadeUpFor = action.outcome === 'failed' && pathsOf(action).some((path) => changed.has(path));
    last.delete(call);
    last.set(call, { call, ending: endingOf(action), weight: isMadeUpFor ? 0 : weightOf(action) });
  }
  return [...last.values()];
}

/** Those that tell most, oldest first; calls that succeed again later without a word are left to the later place. */
export function tellingDeeds(deeds: readonly Deed[], comesAgain: (call: string) => boolean): readonly Deed[] {
  const worth = deeds.filter(
    ({ call, ending, weight }) => weight > 0 && (ending !== marks.done || !comesAgain(call)),
  );
  const ranked = worth.map((deed, place) => ({ deed, place }));
  ranked.sort((a, b) => b.deed.weight - a.deed.weight || b.place - a.place);
  return ranked
    .slice(0, mostDeeds)
    .sort((a, b) => a.place - b.place)
    .map(({ deed }) => deed);
}

/** How often each tool was called, for work that left nothing else to tell. */
export function toolCounts(exchange: Exchange): string {
  const counts = new Map<string, number>();
  for (const { tool } of exchange.actions) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return [...counts].map(([tool, count]) => `${tool} ${count}×`).join(', ');
}

function weightOf(action: Action): number {
  if (action.outcome === 'refused') return 4;
  if (pathsOf(action).length > 0) return action.outcome === 'failed' ? 1 : 0;
  if (action.command === undefined) {
    if (isLookingTool(action)) return 0;
    const isPassing = toolWords(action.tool).some((word) =>
      /^(?:get|search|list|find|fetch|browser)$/.test(word),
    );
    return isPassing ? 1 : 3;
  }
  if (isLookingCommand(action.command)) return 0;
  return action.outcome !== 'done' || sumOf(action) !== undefined ? 3 : 2;
}

function pathsOf({ tool, input }: Action): readonly string[] {
  return changedPaths({ name: tool, input });
}

function callOf(action: Action): string {
  const { tool, input, command } = action;
  const paths = pathsOf(action);
  if (paths.length > 0) {
    const program = command === undefined ? tool : (/\w+/.exec(command)?.[0] ?? tool);
    return `${program} ${oneLine(paths.join(' '), longestCall)}`;
  }
  if (command !== undefined) {
    const line = commandLine(command);
    return `\`${oneLine(line === command.trim() ? line : `${line} …`, longestCall)}\``;
  }
  return `${tool} ${oneLine(argumentsOf(input), longestCall)}`.trim();
}

/** The description where there is one, the only argument, or each with its name. */
function argumentsOf(input: Json): string {
  if (!isJsonObject(input)) return textOf(input);
  if (typeof input['description'] === 'string') return input['description'];
  const entries = Object.entries(input);
  const [only] = entries;
  if (only !== undefined && entries.length === 1) return textOf(only[1]);
  return entries.map(([name, value]) => `${name}=${textOf(value)}`).join(', ');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function endingOf(action: Action): string {
  const outcome = toldOutcome(action);
  const detail = oneLine(detailOf(action, outcome).replace(/<\/?[a-z_]+>/g, ''), longestDetail);
  return detail === '' ? marks[outcome] : `${marks[outcome]} ${detail}`;
}

/** A tool that runs no command may tell of a failure only in the first word it says. */
function toldOutcome(action: Action): Action['outcome'] {
  const isError =
    action.command === undefined && action.outcome === 'done' && /^error\b/i.test(action.output);
  return isError ? 'failed' : action.outcome;
}

function detailOf(action: Action, outcome: Action['outcome']): string {
  switch (outcome) {
    case 'failed':
      return decisiveErrorLine(action.output) ?? '';
    case 'refused':
      return /^[^.\n]*/.exec(action.output)?.[0] ?? '';
    case 'done':
      return sumOf(action) ?? '';
    case 'unknown':
      return '';
  }
}

function sumOf(action: Action): string | undefined {
  if (action.command === undefined) {
    const isProse = parseJson(action.output) === undefined;
    const isTelling = toolWords(action.tool).some((word) => tellingTool.test(word));
    return isTelling && isProse ? gist(action.output, longestDetail) : undefined;
  }
  const lines = action.output.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line.length < 200 && summingLine.test(line));
}
