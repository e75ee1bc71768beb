// Sentences in which a person lays down a rule. Found by fixed words in the languages listed; no guess at meaning.

import { codePointLength } from '../../../base/code-points.ts';
import { personWords, withoutPastedOutput } from './person-words.ts';

const shortest = 8;
const longest = 300;
/** A line that a hard wrap cut is not shorter than this. */
const shortestWrapped = 50;

/** Where an order may begin within a sentence. */
const orderStart = String.raw`(?:^|[,;:()–—]\s*|\b(?:please|so|but|and|then|just|also|or|will you) )`;
/** Words before `always` and `never` that make a report of a sentence: "it never ends". */
const reporting = String.raw`(?<!\b(?:i|it|you|that|this|he|she|they|has|have|had|is|are|was|were|['’]ve|['’]s) )`;
const wishing = String.raw`(?:wants?|needs?|have|has|try|remember|you|us|like) to `;

const english: readonly RegExp[] = [
  /\bmust(?:n['’]?t)?\b(?! have been\b)/i,
  /\bshould(?:n['’]?t| not| never| always| only)\b/i,
  new RegExp(
    `${orderStart}(?:do not|do ?n['’]?t)\\b(?! (?:worry|know|think|remember|understand|see)\\b)`,
    'i',
  ),
  /\b(?:i|we)(?: really| also)? (?:do not|don['’]?t) (?:want|like|need|use|allow|accept|wish)\b/i,
  new RegExp(`${reporting}\\b(?:always|never(?! ?mind))\\b`, 'i'),
  /\bi always (?:want|prefer|use|need)\b/i,
  /(?<!\bto )\b(?:make sure|be sure to|ensure|avoid)\b/i,
  new RegExp(`\\b${wishing}(?:make sure|ensure|avoid)\\b`, 'i'),
  /\bwithout (?:using|changing|breaking|adding|touching|modifying)\b/i,
  /\b(?:use|do|call|write|put|make|name|return|run|show|pick|choose|take|go (?:for|with)|switch to)\b.*\binstead of\b/i,
  /\b(?:only use|use only|(?:is|are) not allowed|not allowed to|(?:is|are)(?:n['’]?t| not) to|no longer (?:use|do)|prefer(?:ably)?|keep (?:it|the|all|this)|stick to|at (?:most|least) (?:\d|one|two|three))\b/i,
  /^no (?:new|extra|other|further|external|third[- ]party|additional|global|hard-?coded|inline)\b/i,
];

const rules: readonly RegExp[] = [
  ...english,
  /\b(?:muss|müssen|darf nicht|dürfen nicht|niemals|nie|immer|keinesfalls|auf keinen Fall|stelle sicher|achte darauf|nur mit|bitte kein(?:e|en)?|verwende (?:nur|kein(?:e|en)?)|nicht (?:ändern|anfassen|verwenden|benutzen))\b/iu,
  /\b(?:il faut|ne pas|jamais|toujours|n['’]utilise|assure-toi|assurez-vous|uniquement)\b/iu,
  /\b(?:debe(?:n|s)?|nunca|siempre|no (?:uses|cambies|toques|modifiques)|asegúrate|solamente|evita)\b/iu,
  /\b(?:deve(?:m)?|nunca|sempre|não (?:use|mude|altere)|certifique-se|somente|evite)\b/iu,
  /(?:必ず|絶対|禁止|しないで|してはいけない|してはならない|使わないで|のみ(?:使用|使って)|べき(?:です|だ|で)|ようにして(?:ください|下さい))/u,
  /(?:必须|务必|禁止|不要|请勿|不得|始终|总是|只能|仅使用|确保)/u,
  /(?:반드시|절대|금지|하지 ?마|해야 ?합니다|항상|사용하지)/u,
  /(?:должн[аоы]?|никогда|всегда|нельзя|обязательно|не используй)/iu,
];

const question = /[?？]["'”’)]*$/;
/** A question that is an order in polite form. */
const politeOrder = /^(?:and |so |ok,? |please )*(?:can|could|would|will) (?:you|we)\b|\bplease\b/i;

/**
 * The rules in one text a person wrote, in order. What an editor put around the words, pasted terminal output, fenced
 * code, tables and markup are skipped, and so are questions, but for an order in the form of one.
 */
export function constraintsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const paragraph of paragraphsOf(proseLines(personWords(text)))) {
    for (const sentence of sentences(paragraph)) {
      const length = codePointLength(sentence);
      if (length < shortest || length > longest) continue;
      if (question.test(sentence) && !politeOrder.test(sentence)) continue;
      if (rules.some((rule) => rule.test(sentence))) found.push(sentence);
    }
  }
  return found;
}

/** Blank for every line that is skipped, so that nothing is joined over it. */
function proseLines(text: string): readonly string[] {
  let fenced = false;
  return withoutPastedOutput(text.split('\n')).map((line) => {
    const trimmed = line.trim();
    const isFence = /^(?:```|~~~)/.test(trimmed);
    if (isFence) fenced = !fenced;
    return isFence || fenced || /^[<|{}[\]]/.test(trimmed) ? '' : trimmed;
  });
}

/** Lines, those that a hard wrap cut in the middle of a sentence joined again. */
function paragraphsOf(lines: readonly string[]): readonly string[] {
  const paragraphs: string[] = [];
  let previous = '';
  for (const line of lines) {
    const isWrapped = previous.length >= shortestWrapped && !/[.!?:;。！？：；]$/.test(previous);
    const goesOn = isWrapped && /^\p{Ll}/u.test(line);
    if (goesOn) paragraphs.push(`${paragraphs.pop() ?? ''} ${line}`);
    else if (line !== '') paragraphs.push(line);
    previous = line;
  }
  return paragraphs;
}

function sentences(line: string): readonly string[] {
  return line
    .replace(/^(?:[-*+•]|\d+[.)]|>|#+)\s+/, '')
    .split(/(?<=[.!?])(?<!\b(?:vs|e\.g|i\.e|etc|cf)\.)\s+|(?<=[。！？])/iu)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
