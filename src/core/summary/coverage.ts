// Proof that a summary kept what must not be lost, and the lines the host adds where it did not (design 13.3).

import { addAll } from '../../base/add-all.ts';
import { codePointLength } from '../../base/code-points.ts';
import { invariant } from '../../base/fail.ts';
import { singleLine } from '../../base/single-line.ts';
import type { ConversationFacts, FailedCommand } from '../evidence/facts/facts.ts';
import { summarySections } from './validate.ts';

const mostCarried = 2000;
const carriedMark = 'Carried over:';
/** A bullet's two characters and the end of its line. */
const bulletLength = 3;
const requestPlaces: ReadonlySet<string> = new Set(['Critical Context', 'Next Steps']);

export interface Coverage {
  /** Host facts the summary lacks, ready to be appended as bullets: the failing command, then files, newest first. */
  readonly missingFacts: readonly string[];
  /** Rules of the person the summary lacks; only ever reported. */
  readonly missingConstraints: readonly string[];
  /** The exact words of what is open, as far as the summary lacks them. */
  readonly missingRequest: string | null;
}

/**
 * What of the facts a summary lacks. A trailing request counts as kept where the next model looks for it: word for word
 * under Critical Context or Next Steps (seed, Context-summary generation).
 */
export function checkCoverage(facts: ConversationFacts, summary: string): Coverage {
  const text = flattened(summary);
  const { failedCommand, trailingRequest } = facts;
  const open = [...facts.earlierRequests, ...(trailingRequest === null ? [] : [trailingRequest])];
  const missingRequests = open.filter((request) => !keepsRequest(summary, request));
  const missingFacts: string[] = [];
  if (failedCommand !== null && !coversFailure(text, failedCommand)) {
    const error = failedCommand.error === '' ? '' : ` → ${failedCommand.error}`;
    missingFacts.push(`last failing command: ${failedCommand.command}${error}`);
  }
  const withSlashes = slashed(text);
  const lost = facts.changedPaths.filter((path) => !coversPath(withSlashes, path));
  addAll(missingFacts, lost.map((path) => `changed ${path}`).reverse());
  return {
    missingFacts,
    missingConstraints: facts.constraints.filter((rule) => !coversRule(text, rule)),
    missingRequest: missingRequests.length === 0 ? null : missingRequests.join('\n\n'),
  };
}

export interface Carried {
  readonly summary: string;
  /** The lines that were added, without their bullets. */
  readonly carried: readonly string[];
}

/**
 * Appends what is missing under Critical Context: host facts as marked bullets within 2000 characters, the last of them
 * telling how many files found no room, and the trailing request as a quotation, whole. Rules of the person are never
 * appended: one that was withdrawn must not come back. The rest of the summary stays as it is.
 */
export function carryOver(summary: string, coverage: Coverage): Carried {
  const carried = fittingFacts(coverage.missingFacts);
  const lines = carried.map((line) => `- ${line}`);
  if (coverage.missingRequest !== null) {
    carried.push(`${carriedMark} ${coverage.missingRequest}`);
    lines.push(`- ${carriedMark}`, ...quoted(coverage.missingRequest));
  }
  if (lines.length === 0) return { summary, carried };
  return { summary: appendToSection(summary, 'Critical Context', lines), carried };
}

/** A text as a block quotation, so that none of its lines can be a heading. */
export function quoted(text: string): readonly string[] {
  return text.split(/\r\n?|\n/).map((line) => `> ${line}`.trimEnd());
}

/** The first facts that fit, each a marked line: a line break in a path must not begin a heading. */
function fittingFacts(facts: readonly string[]): string[] {
  const lines = facts.map((fact) => `${carriedMark} ${singleLine(fact)}`);
  const size = (line: string): number => codePointLength(line) + bulletLength;
  if (lines.reduce((sum, line) => sum + size(line), 0) <= mostCarried) return lines;
  const rest = (count: number): string =>
    `${carriedMark} ${count} more changed files, named in the earlier segment`;
  const kept: string[] = [];
  let room = mostCarried - size(rest(facts.length));
  for (const line of lines) {
    room -= size(line);
    if (room < 0) break;
    kept.push(line);
  }
  return [...kept, rest(facts.length - kept.length)];
}

function appendToSection(summary: string, heading: string, added: readonly string[]): string {
  const section = summarySections(summary).find((candidate) => candidate.heading === heading);
  invariant(section !== undefined, `the summary has no ${heading}`);
  const lines = summary.split('\n');
  const own = section.lines.slice(0, section.lines.findLastIndex((line) => line.trim() !== '') + 1);
  const isFiller = own.every((line) => /^(?:[-*] )?(?:\(none\))?$/.test(line.trim()));
  return [
    ...lines.slice(0, section.at + 1),
    ...(isFiller ? [] : own),
    ...added,
    '',
    ...lines.slice(section.at + 1 + section.lines.length),
  ]
    .join('\n')
    .trimEnd();
}

function coversFailure(text: string, failure: FailedCommand): boolean {
  return holds(text, flattened(failure.command)) && holds(text, flattened(failure.error));
}

/** By the whole path, or by its last two segments when it has more. */
function coversPath(text: string, path: string): boolean {
  const wanted = slashed(flattened(path));
  if (holds(text, wanted)) return true;
  const segments = wanted.split('/').filter((segment) => segment !== '');
  return segments.length > 2 && holds(text, segments.slice(-2).join('/'));
}

function slashed(text: string): string {
  return text.replace(/\\+/g, '/');
}

/** Covered when nearly all of its words stand in the summary; a paraphrase keeps most of them. */
function coversRule(text: string, rule: string): boolean {
  const wanted = flattened(rule);
  if (holds(text, wanted)) return true;
  const words = wanted.match(/[\p{L}\p{N}_./-]{4,}/gu) ?? [];
  if (words.length < 3) return false;
  return words.filter((word) => text.includes(word)).length >= 0.8 * words.length;
}

/** Word for word; only line breaks and quotation marks at line starts may differ. */
function keepsRequest(summary: string, request: string): boolean {
  const wanted = oneLine(request);
  return summarySections(summary)
    .filter((section) => requestPlaces.has(section.heading))
    .some((section) => holds(oneLine(section.lines.join('\n')), wanted));
}

/** True when the text has these words, and not only as a part of longer ones. */
function holds(text: string, wanted: string): boolean {
  if (wanted === '') return true;
  for (let place = text.indexOf(wanted); place >= 0; place = text.indexOf(wanted, place + 1)) {
    if (!splitsWord(text, place) && !splitsWord(text, place + wanted.length)) return true;
  }
  return false;
}

/** Whether a word, or a file name with another ending, goes on over this place. */
function splitsWord(text: string, place: number): boolean {
  return (
    /[\w-]$/.test(text.slice(Math.max(0, place - 1), place)) &&
    /^(?:[\w-]|\.\w)/.test(text.slice(place, place + 2))
  );
}

function flattened(text: string): string {
  return oneLine(text).toLowerCase();
}

function oneLine(text: string): string {
  return text
    .replace(/^(?:[ \t]*>)+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
