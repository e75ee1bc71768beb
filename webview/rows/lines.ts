// Texts of lines as elements: what a command printed, and what an edit would change.

import type { DiffLine } from '../../src/protocol/rows.ts';
import { element } from '../element.ts';
import { terminalPieces } from './terminal-text.ts';

/** Fills a block with output, colours included. */
export function fillOutput(block: HTMLElement, text: string): void {
  block.replaceChildren(
    ...terminalPieces(text).map((piece) =>
      piece.style === ''
        ? document.createTextNode(piece.text)
        : element('span', { class: piece.style, text: piece.text }),
    ),
  );
}

const signs = { same: ' ', added: '+', removed: '-', gap: '' } as const;

export function diffBlock(lines: readonly DiffLine[], label: string): HTMLElement {
  const rows = lines.map(({ sign, text }) =>
    element('div', { class: `diff-line diff-${sign}`, text: `${signs[sign]}${text}` }),
  );
  const attributes = { tabindex: '0', role: 'group', 'aria-label': label };
  return element('div', { class: 'diff', attributes }, rows);
}

/** A text of a tool that is a unified diff as its lines; undefined for any other text. */
export function unifiedDiff(text: string): readonly DiffLine[] | undefined {
  if (!/^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/m.test(text)) return undefined;
  let isInside = false;
  return text.split('\n').map((line): DiffLine => {
    if (line.startsWith('@@ ')) isInside = true;
    const rest = line.slice(1);
    if (isInside && line.startsWith('+')) return { sign: 'added', text: rest };
    if (isInside && line.startsWith('-')) return { sign: 'removed', text: rest };
    return {
      sign: isInside && line.startsWith(' ') ? 'same' : 'gap',
      text: isInside && line.startsWith(' ') ? rest : line,
    };
  });
}
