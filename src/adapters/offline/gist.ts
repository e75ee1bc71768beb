// Short one-line extracts of longer texts. Every word is the conversation's own; nothing is added but an ellipsis and
// the marks between what stood on lines of its own.

import { codePointLength, firstCodePoints } from '../../base/code-points.ts';

/** Longest run without white space that is shown whole; what is longer is data nobody reads. */
const unreadableRun = /(?<![!-~])[!-~]{161,}/g;
const shownOfRun = 60;
/** No gist reaches further into a text. */
const farEnough = 20_000;
/** How much a cut gives up to end between words. */
const longestWord = 40;

const fencedCode = /(?:^|\n)[ \t]*(?:```|~~~)[\s\S]*?(?:\n[ \t]*(?:```|~~~)|$)/g;
const decoration = /[─━═╌│┃╭╰]{3,}|^[-=*_]{3,}$/u;
const listMark = /^(?:[-*+•]|\d+[.)])\s+/;
const headingMark = /^#+\s+/;
const ending = /[.!?:;,…。！？：；、]["'”’)\]]*$/u;
const sentenceEnd = /(?<=[.!?]["'”’)]{0,3})(?<!\b(?:vs|e\.g|i\.e|etc|cf)\.|\.\.\.\)?)\s+|(?<=[。！？])/iu;

/** The text as one line of at most `length` code points, cut between words where that is near. */
export function oneLine(text: string, length: number): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(unreadableRun, (run) => `${run.slice(0, shownOfRun)}…`)
    .trim();
  if (codePointLength(line) <= length) return line;
  const cut = firstCodePoints(line, length - 1);
  const space = cut.lastIndexOf(' ');
  const isWithinWord = space > Math.max(0, cut.length - longestWord) && line[cut.length] !== ' ';
  return `${(isWithinWord ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The beginning that says most: whole sentences and points up to `length`, code, tables and markup left out. */
export function gist(text: string, length: number): string {
  const whole = prose(text.slice(0, farEnough));
  const said = withoutOpener(whole === '' ? text : whole);
  if (codePointLength(said) <= length) return oneLine(said, length);
  let kept = '';
  for (const piece of said.split(sentenceEnd).flatMap((sentence) => sentence.split(/(?<=;) /))) {
    const longer = kept === '' ? piece : `${kept} ${piece}`;
    if (codePointLength(longer) > length) break;
    kept = longer;
  }
  const isEnough = codePointLength(kept) * 3 >= length;
  return isEnough ? oneLine(kept.replace(/;$/, ' …'), length) : oneLine(said, length);
}

/** Sentences of a text without its markup; code and tables left out. */
export function sentencesOf(text: string): readonly string[] {
  return proseLines(text)
    .flatMap(({ words }) => words.split(sentenceEnd))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** A text on one line, with marks where lines that were no sentences meet. */
export function prose(text: string): string {
  let said = '';
  let before: ProseLine | undefined;
  for (const line of proseLines(text)) {
    said += before === undefined ? line.words : `${joint(before, line)}${line.words}`;
    before = line;
  }
  return said;
}

interface ProseLine {
  readonly words: string;
  readonly form: 'heading' | 'item' | 'text';
  /** A blank line or something left out stands before it. */
  readonly isApart: boolean;
}

function proseLines(text: string): readonly ProseLine[] {
  const lines: ProseLine[] = [];
  let isApart = false;
  for (const raw of text.replace(fencedCode, '\n\n').split('\n')) {
    const line = raw.trim();
    const words = withoutMarkup(
      line.replace(/^>\s+/, '').replace(headingMark, '').replace(listMark, ''),
    ).trim();
    if (words === '' || decoration.test(line) || /^[|<{}[\]]/.test(line)) {
      isApart = true;
      continue;
    }
    const form = headingMark.test(line) ? 'heading' : listMark.test(line) ? 'item' : 'text';
    lines.push({ words, form, isApart });
    isApart = false;
  }
  return lines;
}

function joint(before: ProseLine, after: ProseLine): string {
  if (ending.test(before.words)) return ' ';
  if (before.form === 'heading') return ': ';
  return before.form === 'item' || after.form !== 'text' || after.isApart ? '; ' : ' ';
}

/** Emphasis and links to pictures taken away; code spans are exact and stay as they are. */
function withoutMarkup(line: string): string {
  return line
    .split(/(`[^`]*`)/)
    .map((piece) =>
      piece.startsWith('`')
        ? piece
        : piece
            .replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
            .replace(/(?<!\d)\*\*|\*\*(?!\d)/g, '')
            .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '$1')
            .replace(/(?<!\w)__(?=\S)([^_]+)(?<=\S)__(?!\w)/g, '$1'),
    )
    .join('');
}

/** An exclamation of a word or two before the first thing that is said. */
function withoutOpener(text: string): string {
  const [opener = ''] = text.split(sentenceEnd, 1);
  const rest = text.slice(opener.length).trim();
  const isEmpty = /!$/.test(opener) && opener.length <= 24 && opener.split(' ').length <= 3;
  return isEmpty && rest.length >= 20 ? rest : text;
}
