// What a summary says of one exchange: the request with what came of it, the decisions in its answers, and the exact
// values in the request.

import { addAll } from '../../base/add-all.ts';
import { changedPaths } from '../../core/evidence/facts/changed-paths.ts';
import { withoutPastedOutput } from '../../core/evidence/facts/person-words.ts';
import { deedsOf, tellingDeeds, toolCounts } from './deeds.ts';
import { gist, oneLine, prose, sentencesOf } from './gist.ts';
import type { LineList } from './lines.ts';
import type { Exchange } from './story.ts';

const requestLength = 160;
const outcomeLength = 320;
const lastOutcomeLength = 900;
const shortestTelling = 20;
const shortestAlone = 40;
const mostDecisions = 3;
const shortestDecision = 40;
const mostValues = 8;

/** Words that name a choice outright: it is told even where the outcome shows it. */
const plainChoice =
  /\b(?:decided|let['’]s go with|we(?:['’]ll| will) (?:go with|keep|use|stick)|opted for|settled on)\b|\bdecision:|決定|决定|entschieden/iu;
/** Words that tell of a choice or its reason wherever they stand. */
const choice =
  /\b(?:decision|(?:us(?:e|es|ed|ing)|ke(?:ep|eps|pt|eping)|ch(?:ose|oose|oosing|osen)|prefer(?:red)?|go(?:ing)? with|went with|replac(?:e|ed|ing))\b[^.;]*\b(?:instead of|rather than)|the root cause|turn(?:s|ed) out|chose|chosen|opted|trade-?offs?|switched to|rejected)\b|代わりに|因为|改用|stattdessen|au lieu de|en lugar de|вместо/iu;
/** What holds for the moment only is no decision. */
const passing = /\b(?:right now|at the moment|currently|for now|not possible|isn['’]t possible)\b/i;
/** Words that tell of one in the answer that closes an exchange. */
const reason =
  /\b(?:because|the (?:reason|problem|issue|culprit|cause) (?:is|was)|will use)\b|ため|理由|原因|weil|parce que|porque|потому что/iu;
const intention =
  /^(?:let me|let['’]s|i['’]ll|i will|i need to|now |next|if |would |should i|to \w+ because)/i;

const exactValue =
  /https?:\/\/[^\s)>\]"'`]+|`[^`\n]{2,80}`|#[0-9a-f]{6}\b|~?(?:[\w.@-]*\/)+[\w.@-]+\.\w{1,8}\b|\b\w+_\d{2,}\b|\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6,12}\b|\b\d{5,}\b/gu;

/** How much of the words of a request is shown where it is named. */
export function named(words: string, length = requestLength): string {
  return `“${gist(words, length)}”`;
}

export interface WorkPlace {
  readonly rank: number;
  /** Whether a call stands at a later exchange too. */
  readonly comesAgain: (call: string) => boolean;
  readonly isLast: boolean;
  /** Most characters of the request. */
  readonly requestLength?: number;
}

/** `“request” → outcome`, or `⋯` where work went on without an answer; behind it what was done. */
export function addWork(exchange: Exchange, lines: LineList, place: WorkPlace): void {
  const { words, isSettled, actions } = exchange;
  const { rank, comesAgain, isLast } = place;
  const told = outcomeOf(exchange, isLast ? lastOutcomeLength : outcomeLength);
  if (told === '' && actions.length === 0) {
    if (words !== '') lines.add('Open Questions & Risks', `${named(words)} → ?`, { rank });
    return;
  }
  const deeds = tellingDeeds(deedsOf(exchange), comesAgain).map(({ call, ending }) => `${call} ${ending}`);
  if (told === '') addAll(deeds, changesIn(exchange));
  const done = deeds.length > 0 ? deeds.join(' · ') : told === '' ? toolCounts(exchange) : '';
  if (words === '' && told.length < shortestAlone && deeds.length === 0) return;
  const asked = words === '' ? '' : `${named(words, place.requestLength)} ${isSettled ? '→' : '⋯'} `;
  lines.add('Work & Evidence', `${asked}${told}${told !== '' && done !== '' ? ' — ' : ''}${done}`, { rank });
}

/**
 * Sentences that tell of a choice or a reason. Those the outcome shows already are left out, but for one that names a choice
 * outright, by the person or in an answer.
 */
export function addDecisions(exchange: Exchange, rank: number, lines: LineList): void {
  const { answers, words, isSettled } = exchange;
  const shown = outcomeOf(exchange, outcomeLength);
  const chosen = sentencesOf(words).filter(
    (sentence) => isSettled && plainChoice.test(sentence) && !/[?？]$/.test(sentence),
  );
  const found = answers.flatMap((answer, place) => {
    const isFinal = isSettled && place === answers.length - 1;
    return sentencesOf(answer).filter(
      (sentence) =>
        !/[:?？：]$/.test(sentence) &&
        !passing.test(sentence) &&
        (plainChoice.test(sentence) ||
          ((choice.test(sentence) || (isFinal && reason.test(sentence))) &&
            sentence.length >= shortestDecision &&
            !intention.test(sentence) &&
            !shown.includes(sentence))),
    );
  });
  for (const sentence of [...chosen, ...found].slice(-mostDecisions)) {
    lines.add('Key Decisions', oneLine(sentence, outcomeLength), { rank });
  }
}

/** Addresses, paths, colours, numbers and names the person gave and the short form of the request does not show. */
export function addValues(exchange: Exchange, rank: number, lines: LineList): void {
  const { request, words } = exchange;
  if (request === '') return;
  const shown = gist(words, requestLength);
  const typed = withoutPastedOutput(words.split('\n'))
    .join('\n')
    .replace(/\S{300,}/g, ' ');
  const values = new Set([...typed.matchAll(exactValue)].map(([value]) => value));
  const hidden = [...values].filter((value) => !shown.includes(value)).slice(0, mostValues);
  if (hidden.length === 0) return;
  const text = `${named(words, 80)}: ${hidden.map((value) => oneLine(value, 120)).join(', ')}`;
  lines.add('Critical Context', text, { rank });
}

/** The files that were changed, by name, for work nobody has summed up. */
function changesIn(exchange: Exchange): readonly string[] {
  const done = exchange.actions.filter(({ outcome }) => outcome === 'done');
  const paths = new Set(done.flatMap(({ tool, input }) => changedPaths({ name: tool, input })));
  return paths.size === 0 ? [] : [`✎ ${oneLine([...paths].map(fileName).join(', '), requestLength)}`];
}

function fileName(path: string): string {
  return /[^/\\]+$/.exec(path)?.[0] ?? path;
}

/** The last answer that says something; a word alone gives way to the answer before it. */
function outcomeOf(exchange: Exchange, length: number): string {
  const telling = exchange.answers.findLast((answer) => prose(answer).length >= shortestTelling);
  const answer = telling ?? exchange.answers.at(-1);
  return answer === undefined ? '' : gist(answer, length);
}
