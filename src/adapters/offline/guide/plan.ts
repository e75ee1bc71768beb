// What a message of the person asks of the guide: rounds of orders, one round a batch of calls.

import { isBareContinuation } from '../../../core/evidence/facts/bare-continuation.ts';
import { orderOf, verbs, type Order } from './orders.ts';
import { splitOutside } from './quoted-parts.ts';

export type Round = readonly Order[];

export type Said =
  | { readonly kind: 'orders'; readonly rounds: readonly Round[] }
  | { readonly kind: 'help' }
  /** Go on with what is left of what was asked before. */
  | { readonly kind: 'go-on' }
  /** `part` is the first that is not understood. */
  | { readonly kind: 'unclear'; readonly part: string };

/** A longer message is no list of orders. */
const longest = 8000;

const verb = `(?=(?:please\\s+)?(?:${verbs})\\b)`;
/** Before an order that waits for the one before it. */
const thenWord = new RegExp(`(?:[\\s,;]|^)\\s{0,3}(?:and\\s+)?then\\b[,:]?\\s+${verb}`, 'gi');
const andWord = new RegExp(`[\\s,]\\s{0,3}and\\s+${verb}`, 'gi');
const [next, beside, line] = ['\ue010', '\ue011', '\ue012'];

/**
 * Orders joined by "then" come one round after the other, those joined by "and" belong to one round; of lines, those that
 * only look share a round until a blank one. A message in which anything is not understood asks for nothing.
 */
export function saidIn(message: string): Said {
  const text = message.trim();
  if (/^(?:help|\?+)[.!]?$/i.test(text)) return { kind: 'help' };
  const pieces = text.length > longest ? [] : piecesOf(text);
  if (pieces.length === 0) return wordsOnly(text);
  const rounds: Order[][] = [];
  let mayShare = false;
  for (const { joint, text: piece } of pieces) {
    const order = orderOf(piece);
    if (order === undefined) return wordsOnly(text, piece);
    const shares: boolean = joint === 'and' || (joint === 'line' && mayShare && order.looks);
    if (shares) rounds.at(-1)?.push(order);
    else rounds.push([order]);
    mayShare = order.looks && (shares ? mayShare : true);
  }
  return { kind: 'orders', rounds };
}

function wordsOnly(text: string, part = text): Said {
  return isBareContinuation(text) || /(?:^|[.!?]\s+)(?:please\s+)?(?:go on|continue|carry on)\b/i.test(text)
    ? { kind: 'go-on' }
    : { kind: 'unclear', part };
}

interface Piece {
  readonly joint: 'first' | 'then' | 'and' | 'line';
  readonly text: string;
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const split = (hidden: string): readonly string[] =>
    hidden
      .replace(/[\ue010-\ue012]/g, '')
      .replace(thenWord, next)
      .replace(andWord, beside)
      .replace(/\n[^\S\n]{0,99}\n\s{0,99}/g, next)
      .replace(/\n/g, line)
      .split(/(?=[\ue010-\ue012])/);
  for (const marked of splitOutside(text, split)) {
    const mark = /^[\ue010-\ue012]/.exec(marked)?.[0] ?? '';
    const bare = bareOrder(marked.slice(mark.length));
    const joint = mark === next ? 'then' : mark === beside ? 'and' : 'line';
    // A line that begins with "then" leaves an empty one before it.
    if (bare !== '') pieces.push({ joint: pieces.length === 0 ? 'first' : joint, text: bare });
  }
  return pieces;
}

/** Without the mark of a list and without politeness. */
function bareOrder(text: string): string {
  return text
    .trim()
    .replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, '')
    .replace(/^please[,:]?\s+/i, '')
    .trim();
}
