// The line below a text that is not all there: more of it in place, or all of it in an editor.

import type { OpenPart } from '../../src/protocol/messages.ts';
import type { ShownText } from '../../src/protocol/rows.ts';
import { element, linkButton } from '../element.ts';
import { moreText, omittedText, rowTexts } from '../texts/rows.ts';
import type { RowContext } from './row-view.ts';

export interface CutNoteSpec {
  readonly key: string;
  readonly part: OpenPart;
  readonly shown: ShownText;
  /** Shows more in place; absent where only an editor can. */
  readonly more?: ((text: ShownText) => void) | undefined;
}

/** Undefined where nothing is left out. */
export function cutNote(spec: CutNoteSpec, context: RowContext): HTMLElement | undefined {
  const { key, part, shown, more } = spec;
  if (shown.omitted === 0) return undefined;
  const note = element('div', { class: 'cut-note' });
  const all = linkButton(rowTexts.openInEditor, () => context.actions.openRow(key, part));
  if (more === undefined) {
    note.append(element('span', { text: omittedText(shown.omitted) }), all);
    return note;
  }
  const show = linkButton(moreText(shown.omitted), () => {
    void context.actions.inspect(key, part).then((text) => {
      if (text === undefined) return;
      more(text);
      context.resized(key);
    });
  });
  note.append(show, all);
  return note;
}
