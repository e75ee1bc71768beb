// An earlier summary that another product wrote: its points go under our headings by the words of its own, short ones
// gathered, code left out. What its host wrote around it is no part of it, and none of its orders is one any more.

import { foldRuns } from '../../core/evidence/fold.ts';
import { constraintsIn } from '../../core/evidence/facts/constraints.ts';
import { oneLine } from './gist.ts';
import type { Heading, LineList } from './lines.ts';
import type { Earlier } from './story-lines.ts';
import { goesOn, type Story } from './story.ts';

const longestLine = 480;
const longestOpen = 320;
const shortestAlone = 60;
const shortCode = 120;

/** The words of a foreign heading, tried in this order. Whatever fits none is context. */
const places: readonly { readonly words: RegExp; readonly heading: Heading; readonly isNamed?: true }[] = [
  { words: /primary request|intent|\bgoals?\b|objective|scope|overview|task description/i, heading: 'Scope' },
  { words: /constraint|preference|\brules?\b|guideline/i, heading: 'Constraints & Preferences' },
  {
    words:
      /pending|to-?do|remaining|still needed|next step|open question|unresolved|blocked|risk|in progress/i,
    heading: 'Open Questions & Risks',
    isNamed: true,
  },
  { words: /user messages/i, heading: 'Critical Context', isNamed: true },
  { words: /\bfiles?\b/i, heading: 'Relevant Files' },
  { words: /decision|problem solving|rationale|architecture/i, heading: 'Key Decisions' },
  {
    words: /current work|progress|\bdone\b|completed|accomplish|errors?|fix(?:es)?\b|changes|results/i,
    heading: 'Work & Evidence',
    isNamed: true,
  },
];

/** Sentences in which a host hands a summary over or asks to go on. */
const hostSentence =
  /^(?:this session is being continued from|the (?:conversation|summary below|conversation history)\b.*\b(?:summari[sz]ed|summary|covers the earlier)|if you need specific details from before|please continue the conversation|continue the conversation from|continue with the last task|another language model started)/i;

const label = /^\s*(?:\d+[.)]\s+)?\**([\p{L}][\p{L}\p{N} &/,.'()-]{2,60}?)\**:\**\s*(.*)$/u;
const mark = /^\s*(?:[-*+•]|\d+[.)]|[a-z][.)])\s+/;

/** Adds its points. What it left to do is what the story begins with, when that begins without a request. */
export function addForeignSummary(text: string, story: Story, lines: LineList): Earlier {
  let scope: Earlier['scope'];
  const open: string[] = [];
  let lastOutcome = '';
  for (const section of sectionsOf(summaryPart(text))) {
    const place = places.find(({ words }) => words.test(section.label));
    const heading = place?.heading ?? 'Critical Context';
    const isNamed = section.label !== '' && (place === undefined || place.isNamed === true);
    const points = section.points.filter((point) => !/^\(?none\b/i.test(point.text));
    for (const line of gathered(points, heading === 'Relevant Files' ? 'apart' : 'together')) {
      if (heading === 'Scope') scope = 'other';
      if (heading === 'Work & Evidence') lastOutcome = line;
      if (heading === 'Open Questions & Risks' && goesOn(story)) open.push(line);
      else lines.add(heading, isNamed ? `${section.label}: ${line}` : line, { rank: 0 });
    }
    if (/user messages/i.test(section.label)) addRules(points, lines);
  }
  return { scope, openRequest: oneLine(open.join('; '), longestOpen), lastOutcome, changes: new Map() };
}

/** Rules among the person's words that a summary repeats. */
function addRules(points: readonly Point[], lines: LineList): void {
  for (const rule of points.flatMap(({ text }) => constraintsIn(text))) {
    lines.add('Constraints & Preferences', rule.replace(/^["“]|["”]$/g, ''), { rank: 0 });
  }
}

/** What stands in the summary's own element, or behind its own label; a draft before it is left out. */
function summaryPart(text: string): string {
  const own = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(text)?.[1];
  if (own !== undefined) return own;
  const undrafted = withoutDrafts(text);
  return /^[ \t]*\**Summary:?\**[ \t]*\n([\s\S]*)$/m.exec(undrafted)?.[1] ?? undrafted;
}

interface Section {
  readonly label: string;
  readonly points: Point[];
}

/** A point with what stands below it. */
interface Point {
  readonly text: string;
  readonly details: string[];
  readonly indent: number;
}

function sectionsOf(text: string): readonly Section[] {
  let section: Section = { label: '', points: [] };
  const sections = [section];
  let code: string[] | undefined;
  let isApart = true;
  for (const raw of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(raw)) {
      if (code !== undefined) addCode(section, code);
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) code.push(raw.trim());
    else if (raw.trim() === '') isApart = true;
    else {
      const headed = headingIn(raw);
      if (headed === undefined) addPoint(section, raw, { indent: raw.search(/\S/), isApart });
      else {
        section = { label: headed.label, points: [] };
        sections.push(section);
        addPoint(section, headed.rest, { indent: 0, isApart: true });
      }
      isApart = false;
    }
  }
  return sections;
}

function withoutDrafts(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const begin = text.indexOf('<analysis>', at);
    const end = begin < 0 ? -1 : text.indexOf('</analysis>', begin);
    if (end < 0) break;
    kept.push(text.slice(at, begin));
    at = end + '</analysis>'.length;
  }
  kept.push(text.slice(at));
  return kept.join('');
}

/** A heading without the `#` that may close it. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (end > 1 && heading.charAt(end - 1) === '#') end--;
  return heading.slice(0, end).trimEnd();
}

/** A Markdown heading, or a label that names one of the known places. */
function headingIn(line: string): { readonly label: string; readonly rest: string } | undefined {
  const heading = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1];
  if (heading !== undefined) return { label: plain(withoutClosing(heading)).replace(/:$/, ''), rest: '' };
  if (/^\s*[-*+•]\s/.test(line)) return undefined;
  const [, name = '', rest = ''] = label.exec(line) ?? [];
  return places.some(({ words }) => words.test(name)) ||
    (rest === '' && /^\d+[.)]\s/.test(line) && name !== '')
    ? { label: name, rest }
    : undefined;
}

function addPoint(
  section: Section,
  raw: string,
  how: { readonly indent: number; readonly isApart: boolean },
): void {
  const isItem = mark.test(raw);
  const text = plain(raw.replace(mark, ''));
  const last = section.points.at(-1);
  if (text === '' || hostSentence.test(text)) return;
  const isBelow = last !== undefined && how.indent > last.indent && (isItem || !how.isApart);
  const goesOn = last !== undefined && !isItem && !how.isApart;
  if (isBelow || goesOn) last.details.push(text);
  else section.points.push({ text, details: [], indent: how.indent });
}

/** Code is the conversation's own and still there in the earlier segment; a line or two may be worth more than a word. */
function addCode(section: Section, code: readonly string[]): void {
  const text = code.filter((line) => line !== '').join(' ');
  if (text.length <= shortCode && text !== '') section.points.at(-1)?.details.push(`\`${text}\``);
}

/** Points as lines: details behind what they belong to, long ones over several lines, short ones together. */
function gathered(points: readonly Point[], how: 'together' | 'apart'): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of points.flatMap(({ text, details }) => withDetails(text, details))) {
    const longer = line === '' ? piece : `${line}${/[.:;!?]$/.test(line) ? ' ' : '; '}${piece}`;
    const isFull = longer.length > longestLine || (how === 'apart' && piece.length >= shortestAlone);
    if (line !== '' && isFull) lines.push(line);
    line = isFull ? piece : longer;
  }
  return line === '' ? lines : [...lines, line];
}

function withDetails(text: string, details: readonly string[]): readonly string[] {
  const joint = /[.:;!?]$/.test(text) ? ' ' : ': ';
  const pieces: string[] = [];
  let piece = text;
  for (const detail of details) {
    const longer = piece === text ? `${piece}${joint}${detail}` : `${piece}; ${detail}`;
    if (longer.length <= longestLine) piece = longer;
    else {
      pieces.push(piece);
      piece = `${oneLine(text, shortestAlone)} … ${detail}`;
    }
  }
  return [...pieces, piece].map((line) => oneLine(line, longestLine));
}

/** One line without emphasis and tags. */
function plain(text: string): string {
  return foldRuns(text)
    .replace(/\*\*/g, '')
    .replace(/^<\/?[\w-]+>$/, '')
    .trim();
}
