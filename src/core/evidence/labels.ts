// The labels around evidence and around the parts of a summary request, and the escape that keeps text from posing as
// one. A label is a whole line `--- … ---`; a line of text that looks like one gets a backslash in front.

export type Provenance =
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'tool-call'
  | 'tool-result'
  | 'agent-message'
  | 'system-reminder'
  | 'hook-context'
  | 'task-background'
  | 'skill-invocation'
  | 'prior-continuation-summary'
  /** What the host knows from structure and a cap could hide: paths changed, the last failing command. */
  | 'host-facts';

export interface EvidenceItem {
  readonly provenance: Provenance;
  readonly text: string;
}

const itemEnd = '--- end evidence item ---';
/** White space of any width that is no line break, as a reader would take it. */
const blank = '[^\\S\\r\\n\\u2028\\u2029]';
const labelLike = new RegExp(`^(${blank}*)(\\\\*---${blank}.*---${blank}*)$`, 'gm');
const escapedLabel = new RegExp(`^(${blank}*)\\\\(\\\\*---${blank}.*---${blank}*)$`, 'gm');

/** Text in which no line can be taken for a label. Reversible with `unescapeLabels`. */
export function escapeLabels(text: string): string {
  return text.includes('---') ? text.replace(labelLike, '$1\\$2') : text;
}

export function unescapeLabels(text: string): string {
  return text.includes('\\---') ? text.replace(escapedLabel, '$1$2') : text;
}

/** One item with its labels; the text is trimmed and escaped (behaviour 4.1). */
export function renderItem(item: EvidenceItem): string {
  return `--- evidence item; provenance: ${item.provenance} ---\n${escapeLabels(item.text.trim())}\n${itemEnd}`;
}

/** The whole document: items in order, separated by one blank line; blank ones are left out (behaviours 4.1, 4.2). */
export function renderEvidence(items: readonly EvidenceItem[]): string {
  return items
    .filter((item) => item.text.trim() !== '')
    .map(renderItem)
    .join('\n\n');
}

/** The items of a rendered document, texts unescaped. Anything outside an item is left out. */
export function parseEvidence(document: string): readonly EvidenceItem[] {
  const items: EvidenceItem[] = [];
  const opening = /^--- evidence item; provenance: ([a-z-]+) ---$/gm;
  for (;;) {
    const open = opening.exec(document);
    if (open === null) return items;
    const start = open.index + open[0].length + 1;
    const end = labelLine(document, itemEnd, start);
    const text = end < 0 ? document.slice(start) : document.slice(start, Math.max(start, end - 1));
    items.push({ provenance: open[1] as Provenance, text: unescapeLabels(text) });
    if (end < 0) return items;
    opening.lastIndex = end + itemEnd.length;
  }
}

/** A part of a summary request between its own labels (behaviour 6.2). */
export function labelled(label: string, text: string): string {
  return `--- ${label} ---\n${text}\n--- end ${label} ---`;
}

/** The text between the labels of a part, or undefined when it is not there. */
export function labelledPart(document: string, label: string): string | undefined {
  const open = `--- ${label} ---`;
  const opened = labelLine(document, open, 0);
  if (opened < 0) return undefined;
  const start = opened + open.length + 1;
  const end = labelLine(document, `--- end ${label} ---`, start);
  return end < 0 ? undefined : document.slice(start, Math.max(start, end - 1));
}

/** Where a label stands as a line of its own, at `from` or later; -1 when it does not. Part of a line is no label. */
function labelLine(document: string, label: string, from: number): number {
  let place = document.indexOf(label, from);
  while (place >= 0) {
    const after = document[place + label.length];
    if ((place === 0 || document[place - 1] === '\n') && (after === undefined || after === '\n'))
      return place;
    place = document.indexOf(label, place + 1);
  }
  return -1;
}
