// One pass over a piece of text: what our own table finds, and whether the preset has to look. Places are found by short
// literals and judged on the whole text, so it makes no difference where a piece was cut.

import { addressOpening, addressPasswordAt } from './address-passwords.ts';
import { assignedSecret, assignmentSigns } from './assignments.ts';
import { blockOpening, keyBlockAt } from './key-blocks.ts';
import { prefixedTokens, tokenAt } from './prefixed-tokens.ts';
import { presetOpenings } from './preset-openings.ts';
import type { Span } from './spans.ts';

export interface Scanned {
  readonly spans: readonly Span[];
  /** True when a rule of the preset could find something in this piece that is not among the spans. */
  readonly presetNeeded: boolean;
}

interface Opening {
  readonly secretAt: (text: string, at: number) => Span | undefined;
  readonly presetPatterns: RegExp[];
}

/** An opening is shorter than this, and so is what a sign looks back on. */
const openingMargin = 64;
const anything = /(?:)/y;

const openings = openingTable();
const openingLiterals = new RegExp(
  [...openings.keys()].map((literal) => literal.replace(/[.-]/g, '\\$&')).join('|'),
  'g',
);

/**
 * A scan of consecutive pieces, first to last. A place inside a secret already found is passed over, so that one huge
 * token is read once.
 */
export function createScan(text: string): (piece: Span) => Scanned {
  let openingsFrom = 0;
  let signsFrom = 0;
  return (piece) => {
    const spans: Span[] = [];
    let presetNeeded = false;
    for (const { at, found } of foundIn(openingLiterals, text, piece)) {
      const opening = openings.get(found);
      if (opening === undefined) continue;
      if (at < openingsFrom) continue;
      const span = opening.secretAt(text, at);
      if (span !== undefined) {
        spans.push(span);
        openingsFrom = span.end;
      } else presetNeeded ||= opening.presetPatterns.some((pattern) => matchesAt(pattern, text, at));
    }
    for (const { at } of foundIn(assignmentSigns, text, piece)) {
      const span = at < signsFrom ? undefined : assignedSecret(text, at);
      if (span === undefined) continue;
      spans.push(span);
      signsFrom = span.end;
    }
    return { spans, presetNeeded };
  };
}

/** Every place of the piece where the pattern matches, also one that overlaps the match before. */
function* foundIn(
  pattern: RegExp,
  text: string,
  piece: Span,
): Generator<{ readonly at: number; readonly found: string }> {
  const from = Math.max(0, piece.start - openingMargin);
  const window = text.slice(from, piece.end + openingMargin);
  let next = piece.start - from;
  for (;;) {
    pattern.lastIndex = next;
    const match = pattern.exec(window);
    if (match === null || from + match.index >= piece.end) return;
    yield { at: from + match.index, found: match[0] };
    next = match.index + 1;
  }
}

function openingTable(): ReadonlyMap<string, Opening> {
  const table = new Map<string, Opening>();
  const add = (literal: string, secretAt: Opening['secretAt']): void => {
    table.set(literal, { secretAt, presetPatterns: [] });
  };
  for (const token of prefixedTokens) {
    for (const literal of token.openings) add(literal, (text, at) => tokenAt(text, at, token));
  }
  add(addressOpening, addressPasswordAt);
  add(blockOpening, keyBlockAt);
  for (const preset of presetOpenings) {
    for (const literal of preset.openings) {
      if (!table.has(literal)) add(literal, () => undefined);
      table.get(literal)?.presetPatterns.push(preset.pattern ?? anything);
    }
  }
  return table;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
