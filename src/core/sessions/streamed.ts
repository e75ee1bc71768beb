// The copy of an answer that is being streamed, as lines of a file: a head, then the text in pieces, so that a torn file
// still tells the beginning.

import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import { openObject } from '../../base/open-object.ts';
import type { StreamedAnswer } from './store.ts';

/** UTF-16 units of text in one line. */
const pieceLength = 4096;

const headSchema = openObject({ turn: z.number().int().nonnegative(), requestId: z.string() });
const pieceSchema = openObject({ text: z.string() });

export function streamedLines(answer: StreamedAnswer): readonly object[] {
  const { turn, requestId, text } = answer;
  const lines: object[] = [{ turn, requestId }];
  for (let place = 0; place < text.length; place += pieceLength) {
    lines.push({ text: text.slice(place, place + pieceLength) });
  }
  return lines;
}

/** Null when not even the head is there. */
export function readStreamed([first, ...rest]: readonly Json[]): StreamedAnswer | null {
  const head = headSchema.safeParse(first);
  if (!head.success) return null;
  let text = '';
  for (const line of rest) {
    const piece = pieceSchema.safeParse(line);
    if (!piece.success) break;
    text += piece.data.text;
  }
  return { turn: head.data.turn, requestId: head.data.requestId, text };
}
