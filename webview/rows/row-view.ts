// What the transcript needs of a row on screen, and what a row needs of the panel.

import type { OpenPart } from '../../src/protocol/messages.ts';
import type { Row, RowKind, RowOf, TurnAction } from '../../src/protocol/rows.ts';
import type { Disclosure } from '../state/kept-state.ts';

export interface RowView<Kind extends RowKind = RowKind> {
  readonly element: HTMLElement;
  /** The same row as it is now. */
  update(row: RowOf<Kind>): void;
}

/** What a row may ask for; none of it changes the row by itself. */
export interface RowActions {
  openRow(key: string, part: OpenPart): void;
  openEarlierSegment(segment: number): void;
  openDiff(callId: string): void;
  stopExecution(executionId: string): void;
  turnAction(action: TurnAction): void;
  sendUnsent(id: string): void;
  removeUnsent(id: string): void;
  /** More of a part than the row has; undefined when it cannot be had. */
  inspect(
    key: string,
    part: OpenPart,
  ): Promise<{ readonly text: string; readonly omitted: number } | undefined>;
  permit(callId: string, answer: 'allow' | 'always' | 'deny'): void;
  review(callId: string, answer: 'accept' | 'always' | 'reject'): void;
  say(callId: string, text: string): void;
}

export interface RowContext {
  readonly actions: RowActions;
  readonly disclosure: Disclosure;
  /** The row's height may have changed. */
  readonly resized: (key: string) => void;
}

/** A guess at the height in pixels, from the text alone. */
export function estimateHeight(row: Row, width: number): number {
  const perLine = Math.max(20, Math.floor(width / 7.2));
  const lines = (text: string): number => {
    let count = 0;
    for (let start = 0; start <= text.length && count < 400; count++) {
      const end = text.indexOf('\n', start);
      const stop = end < 0 ? text.length : end;
      count += Math.floor((stop - start) / perLine);
      start = stop + 1;
    }
    return count;
  };
  switch (row.kind) {
    case 'user':
      return 34 + 18 * Math.min(14, lines(row.text.text));
    case 'assistant':
      return 16 + 20 * lines(row.text.text);
    case 'tool':
      return 28;
    case 'reasoning':
      return 28;
    case 'separator':
      return 40;
    case 'notice':
    case 'ended':
      return 34;
  }
}
