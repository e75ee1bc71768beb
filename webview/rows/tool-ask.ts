// What a tool asks the person, and the buttons that answer it.

import type { RowOf, ToolAsk } from '../../src/protocol/rows.ts';
import { element } from '../element.ts';
import {
  alwaysEditText,
  alwaysText,
  askTexts,
  editText,
  omittedLinesText,
  permissionText,
} from '../texts/tools.ts';
import { button } from '../toolkit.ts';
import { diffBlock } from './lines.ts';
import type { RowContext } from './row-view.ts';

/** The question of a tool row; its buttons are found by `data-action`. */
export function askBlock(row: RowOf<'tool'>, ask: ToolAsk, context: RowContext): HTMLElement {
  const { callId } = row;
  const parts = partsOf(ask, callId, context);
  const attributes = { role: 'group', 'aria-label': questionOf(ask) };
  return element('div', { class: 'ask', attributes }, parts);
}

/** The question in one line, for those who hear it. */
export function questionOf(ask: ToolAsk): string {
  switch (ask.kind) {
    case 'permission':
      return `${permissionText(ask)} ${ask.subject}`;
    case 'edit':
      return editText(ask);
    case 'question':
      return ask.question;
  }
}

function partsOf(ask: ToolAsk, callId: string, context: RowContext): readonly Node[] {
  switch (ask.kind) {
    case 'permission':
      return permissionParts(ask, callId, context);
    case 'edit':
      return editParts(ask, callId, context);
    case 'question':
      return questionParts(ask, callId, context);
  }
}

type AskOf<Kind extends ToolAsk['kind']> = Extract<ToolAsk, { kind: Kind }>;

function permissionParts(ask: AskOf<'permission'>, callId: string, { actions }: RowContext): readonly Node[] {
  const buttons = [
    named('allow', askTexts.allow, () => actions.permit(callId, 'allow')),
    ...(ask.rule === undefined
      ? []
      : [named('always', alwaysText(ask.rule), () => actions.permit(callId, 'always'))]),
    named('deny', askTexts.deny, () => actions.permit(callId, 'deny')),
  ];
  return [
    element('div', { class: 'ask-title', text: permissionText(ask) }),
    element('pre', { class: 'ask-subject', text: ask.subject, attributes: { tabindex: '0' } }),
    element('div', { class: 'buttons' }, buttons),
  ];
}

function editParts(ask: AskOf<'edit'>, callId: string, { actions }: RowContext): readonly Node[] {
  const parts: Node[] = [element('div', { class: 'ask-title', text: editText(ask) })];
  if (ask.lines.length > 0) parts.push(diffBlock(ask.lines, editText(ask)));
  if (ask.omittedLines > 0) {
    parts.push(element('div', { class: 'cut-note', text: omittedLinesText(ask.omittedLines) }));
  }
  const buttons = [
    named('accept', askTexts.accept, () => actions.review(callId, 'accept')),
    ...(ask.rule === undefined
      ? []
      : [named('accept-always', alwaysEditText(ask.rule), () => actions.review(callId, 'always'))]),
    named('reject', askTexts.reject, () => actions.review(callId, 'reject')),
    named('open-diff', askTexts.openDiff, () => actions.openDiff(callId)),
  ];
  parts.push(element('div', { class: 'buttons' }, buttons));
  return parts;
}

function questionParts(ask: AskOf<'question'>, callId: string, { actions }: RowContext): readonly Node[] {
  const field = element('input', {
    class: 'text-field',
    attributes: { type: 'text', 'aria-label': askTexts.yourAnswer, placeholder: askTexts.yourAnswer },
  });
  const say = (): void => {
    const text = field.value.trim();
    if (text !== '') actions.say(callId, text);
  };
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    say();
  });
  const options = ask.options.map((option) => named('option', option, () => actions.say(callId, option)));
  return [
    element('div', { class: 'ask-title', text: ask.question }),
    ...(options.length === 0 ? [] : [element('div', { class: 'buttons' }, options)]),
    element('div', { class: 'ask-answer' }, [field, named('answer', askTexts.answer, say)]),
  ];
}

/** The first answer stands out. */
function named(action: string, label: string, press: () => void): HTMLElement {
  const isFirst = action === 'allow' || action === 'accept';
  const made = button({ label, look: isFirst ? 'primary' : 'secondary', press });
  made.dataset['action'] = action;
  return made;
}
