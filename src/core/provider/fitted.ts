// Names and ids cut to what a service accepts, always in the same way, so that calls, results and declarations still
// match and the beginning of a request stays the same from one request to the next.

import type { ToolSpec } from './request.ts';

/**
 * The text itself when it has only letters, digits, `-` and `_` and at most `most` of them; otherwise others become `_`
 * and what was changed ends in eight digits that depend on the whole text.
 */
export function fitted(text: string, most: number): string {
  const plain = text.replace(/[^a-zA-Z0-9_-]/g, '_');
  if (plain === text && text.length <= most && text !== '') return text;
  return `${plain.slice(0, most - 9)}_${fingerprint(text)}`;
}

/** The way back for calls: from the name a model uses to the name the tool was declared with in the neutral request. */
export function declaredNames(tools: readonly ToolSpec[], most: number): (name: string) => string {
  const names = new Map(tools.map((tool) => [fitted(tool.name, most), tool.name]));
  return (name) => names.get(name) ?? name;
}

/** FNV-1a over UTF-16 units, as eight hexadecimal digits. Tells names apart; protects nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++) {
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
