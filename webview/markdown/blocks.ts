// Where the last block of a growing Markdown text begins. Everything before it is finished and is never rendered again.
// Pure: rendered and put into the page by growing-markdown.ts.

import { markdown, renderTokens, type MarkdownTokens } from './markdown.ts';

export interface SplitBlocks {
  /** HTML of the finished blocks; empty when there are none. */
  readonly finished: string;
  readonly last: LastBlock;
  /** Where in the text the last block begins. */
  readonly lastStart: number;
}

export type LastBlock =
  | { readonly kind: 'html'; readonly html: string }
  /** Code whose text can only grow: it is cheaper to append to it. */
  | { readonly kind: 'code'; readonly html: string; readonly text: string };

/** Undefined for a text without a block. */
export function splitBlocks(text: string): SplitBlocks | undefined {
  const tokens = markdown.parse(text, {});
  const starts: { readonly token: number; readonly line: number }[] = [];
  tokens.forEach((token, place) => {
    if (token.level === 0 && token.nesting >= 0 && token.map !== null) {
      starts.push({ token: place, line: token.map[0] });
    }
  });
  const last = starts.at(-1);
  if (last === undefined) return undefined;
  const finished = starts.length > 1 ? renderTokens(tokens.slice(0, last.token)) : '';
  return {
    finished,
    last: lastBlock(tokens.slice(last.token)),
    lastStart: starts.length > 1 ? offsetOfLine(text, last.line) : 0,
  };
}

function lastBlock(tokens: MarkdownTokens): LastBlock {
  const html = renderTokens(tokens);
  const [only] = tokens;
  if (tokens.length === 1 && only?.type === 'fence') return { kind: 'code', html, text: only.content };
  return { kind: 'html', html };
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let seen = 0; seen < line; seen++) {
    const end = text.indexOf('\n', offset);
    if (end < 0) return text.length;
    offset = end + 1;
  }
  return offset;
}
