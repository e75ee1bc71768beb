// What a story says, heading by heading: scope, rules, work, decisions, what is open, files.

import type { Steps } from '../../base/steps.ts';
import { constraintsIn } from '../../core/evidence/facts/constraints.ts';
import { mostConstraints } from '../../core/evidence/facts/facts.ts';
import { quoted } from '../../core/summary/coverage.ts';
import { deedsOf } from './deeds.ts';
import { addDecisions, addValues, addWork, named } from './exchange-lines.ts';
import { addFiles } from './file-lines.ts';
import { gist, oneLine, sentencesOf } from './gist.ts';
import type { LineList } from './lines.ts';
import { commandLine, openWords, takesUp, type Exchange, type Story } from './story.ts';

const longestInLine = 200;
const contextLength = 160;
const questionLength = 320;
const openRequestLength = 320;
const shortestQuestion = 20;

/** Before a question of the assistant that nobody has answered yet. */
export const questionMark = '? ';

/** What an earlier summary knows of what the story goes on with. */
export interface Earlier {
  /** Its scope: the first request it names in our own form, or any words of its own. */
  readonly scope: { readonly first: string } | 'other' | undefined;
  /** The request it left open and the beginning of the story works on; empty when there is none. */
  readonly openRequest: string;
  /** What was told last before the story begins. */
  readonly lastOutcome: string;
  /** How often each file was changed before. */
  readonly changes: ReadonlyMap<string, number>;
}

export const nothingEarlier: Earlier = {
  scope: undefined,
  openRequest: '',
  lastOutcome: '',
  changes: new Map(),
};

/** Adds the lines of a whole story, oldest first; newer ones rank higher. Yields between exchanges. */
export function* addStory(told: Story, lines: LineList, earlier: Earlier): Steps<void> {
  const story = withOpenRequest(told, earlier.openRequest);
  const lastPlaces = yield* placesOfCalls(story.exchanges);
  addScope(told, lines, earlier.scope);
  yield* addRules(told, lines);
  const firstOpen = firstOpenPlace(story);
  for (const [place, exchange] of story.exchanges.entries()) {
    const rank = place + 1;
    const isLast = place === story.exchanges.length - 1;
    const isOpen = place >= firstOpen;
    if (place === firstOpen) addOpenRequest(story, place, { lines, lastOutcome: earlier.lastOutcome });
    if (!isOpen || exchange.actions.length > 0 || exchange.answers.length > 0)
      addWork(exchange, lines, {
        ...{ rank, isLast, comesAgain: (call) => (lastPlaces.get(call) ?? place) > place },
        ...(exchange.request === '' ? { requestLength: openRequestLength } : {}),
      });
    addDecisions(exchange, rank, lines);
    addValues(exchange, rank, lines);
    yield;
  }
  addFailure(story, lines);
  addQuestion(story, lines);
  addFiles(story, lines, earlier.changes);
}

/** The exchange in which the oldest message without an answer stands; behind the last when there is none. */
function firstOpenPlace({ exchanges, facts }: Story): number {
  let left = facts.openRequests;
  for (let place = exchanges.length - 1; place >= 0 && left > 0; place--) {
    left -= exchanges[place]?.requests.length ?? 0;
    if (left <= 0) return place;
  }
  return exchanges.length;
}

/** Work that begins without a request of its own belongs to the one that was open before. */
function withOpenRequest(story: Story, openRequest: string): Story {
  const [first, ...rest] = story.exchanges;
  if (first === undefined || !takesUp(story) || openRequest === '') return story;
  return { ...story, exchanges: [{ ...first, words: openRequest }, ...rest] };
}

/** The last exchange in which each call stands. */
function* placesOfCalls(exchanges: readonly Exchange[]): Steps<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const [place, exchange] of exchanges.entries()) {
    for (const { call } of deedsOf(exchange)) places.set(call, place);
    yield;
  }
  return places;
}

/** From the first request to the newest. */
function addScope(story: Story, lines: LineList, before: Earlier['scope']): void {
  const asked = story.exchanges.map((exchange) => exchange.words).filter((words) => words !== '');
  const [first] = asked;
  const newest = asked.at(-1);
  if (before === 'other' && first === newest) return;
  const from = before === undefined || before === 'other' ? first && named(first) : before.first;
  const to = newest && named(newest);
  const ends = [...new Set([from, to])].filter((end) => end !== undefined && end !== '');
  lines.add('Scope', ends.join(' … '), { must: true, rank: 1 });
}

/** The newest must stay, as many as facts hold, in the order of their last mention; older ones while there is room. */
function* addRules(story: Story, lines: LineList): Steps<void> {
  const rules = new Map<string, string>();
  for (const { requests } of story.exchanges) {
    for (const rule of requests.flatMap(constraintsIn)) {
      rules.delete(rule.toLowerCase());
      rules.set(rule.toLowerCase(), rule);
    }
    yield;
  }
  [...rules.values()].forEach((rule, place) => {
    const isNew = place >= rules.size - mostConstraints;
    lines.add('Constraints & Preferences', rule, isNew ? { must: true, rank: place } : { rank: place });
  });
}

/**
 * The exact words, whole: the only order a summary may give. What fits a line stands in one, behind it what was said
 * before, since "yes" alone says nothing.
 */
function addOpenRequest(
  story: Story,
  place: number,
  to: { readonly lines: LineList; readonly lastOutcome: string },
): void {
  const { lines, lastOutcome } = to;
  const request = openWords(story);
  const words = story.exchanges[place]?.words ?? '';
  if (request === '') return;
  const before = story.exchanges[place - 1]?.answers.at(-1) ?? lastOutcome;
  const context = before === '' ? '' : ` ← ${saidBefore(before)}`;
  const isShort = request.length <= longestInLine && !request.includes('\n');
  const text = isShort
    ? `“${request}”${context}`
    : `${named(words, 60)}${context}\n${quoted(request).join('\n')}`;
  lines.add('Next Steps', text, { must: true, rank: 1 });
}

function addFailure(story: Story, lines: LineList): void {
  const { failedCommand } = story.facts;
  if (failedCommand === null) return;
  const { command, error } = failedCommand;
  const exchange = story.exchanges.findLast(({ actions }) =>
    actions.some((action) => action.command !== undefined && commandLine(action.command).startsWith(command)),
  );
  const reason = exchange === undefined || exchange.words === '' ? '' : ` — ${named(exchange.words, 60)}`;
  const told = error === '' ? '' : ` → ${error}`;
  lines.add('Open Questions & Risks', `✗ \`${command}\`${told}${reason}`, { must: true, rank: 1 });
}

/** What the last answer asked the person. */
function addQuestion(story: Story, lines: LineList): void {
  const last = story.exchanges.at(-1);
  if (last === undefined || !last.isSettled) return;
  const question = sentencesOf(last.answers.at(-1) ?? '').findLast((sentence) => /[?？]$/.test(sentence));
  if (question === undefined || question.length < shortestQuestion) return;
  const asked = last.words === '' ? '' : `${named(last.words, 60)} → `;
  const text = `${questionMark}${asked}${oneLine(question, questionLength)}`;
  lines.add('Open Questions & Risks', text, { rank: story.exchanges.length + 1 });
}

/** What a short answer of the person answers: the beginning of what was said before it, and what that asked. */
function saidBefore(answer: string): string {
  const beginning = gist(answer, contextLength);
  const asked = sentencesOf(answer)
    .slice(-3)
    .findLast((sentence) => /[?？]$/.test(sentence));
  const shown = asked === undefined ? '' : oneLine(asked, contextLength);
  return shown === '' || beginning.includes(shown) ? beginning : `${beginning.replace(/ …$/, '')} … ${shown}`;
}
