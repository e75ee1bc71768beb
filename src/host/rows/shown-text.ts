// How much of a text a row carries. Whatever is left out is counted, and an editor shows all of it.

import { codePointLength, firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { Part } from '../../core/transcript/parts.ts';
import type { ShownText } from '../../protocol/rows.ts';

/** Code points a row carries of each kind of text. */
export const rowCaps = { prompt: 20_000, answer: 400_000, arguments: 2_000, result: 4_000, output: 4_000 };

/** Code points of a text when a person asks for more of it than the row has by itself. */
export const inspectCap = 200_000;

export function cutText(text: string, most: number): ShownText {
  if (!isLongerThan(text, most)) return { text, omitted: 0 };
  const shown = firstCodePoints(text, most);
  return { text: shown, omitted: codePointLength(text) - most };
}

/** The texts of the content, cut; what is kept in artifacts beyond its beginning counts as omitted. */
export function shownContent(content: readonly Part[], most: number): ShownText {
  const texts: string[] = [];
  let stored = 0;
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'stored-text') {
      texts.push(part.head);
      stored += part.characters - codePointLength(part.head);
    }
  }
  const { text, omitted } = cutText(texts.join('\n'), most);
  return { text, omitted: omitted + Math.max(0, stored) };
}

/** Media of the content, a line each. */
export function attachmentLines(content: readonly Part[]): string[] {
  const lines: string[] = [];
  for (const part of content) {
    if (part.type !== 'media') continue;
    const what = part.path ?? part.mime ?? part.media;
    lines.push(part.path === undefined ? what : `${part.media}: ${what}`);
  }
  return lines;
}

/**
 * A call's arguments for a person to read: a line for each, text of several lines below its name. Input that is no
 * object is shown as it is. Long strings are cut before anything else is done, so that a huge call costs little.
 */
export function argumentsText(input: Json, most: number): ShownText {
  if (typeof input === 'string') return cutText(input, most);
  if (!isJsonObject(input)) return cutText(JSON.stringify(input), most);
  let omitted = 0;
  const short = (value: string): string => {
    const cut = cutText(value, most);
    omitted += cut.omitted;
    return cut.text;
  };
  const lines: string[] = [];
  for (const [name, value] of Object.entries<Json>(input)) {
    if (typeof value !== 'string') {
      const json = JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'string' ? short(inner) : inner,
      );
      lines.push(`${name}: ${json}`);
    } else if (value.includes('\n')) lines.push(`${name}:`, short(value));
    else lines.push(`${name}: ${short(value)}`);
  }
  const cut = cutText(lines.join('\n'), most);
  return { text: cut.text, omitted: cut.omitted + omitted };
}
