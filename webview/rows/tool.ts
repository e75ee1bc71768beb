// A tool call: one line that opens to what it was given and what came of it, with what it asks and what its command
// prints below.

import type { OpenPart } from '../../src/protocol/messages.ts';
import type { RowOf, ShownText } from '../../src/protocol/rows.ts';
import { element, icon, linkButton } from '../element.ts';
import { rowTexts } from '../texts/rows.ts';
import { decisions, earlierOutputText, toolName, toolStateText, toolTexts } from '../texts/tools.ts';
import { cutNote } from './cut-note.ts';
import { fold } from './fold.ts';
import { diffBlock, fillOutput, unifiedDiff } from './lines.ts';
import type { RowContext, RowView } from './row-view.ts';
import { askBlock } from './tool-ask.ts';

type ToolRow = RowOf<'tool'>;
type Execution = NonNullable<ToolRow['execution']>;

const icons: Readonly<Record<ToolRow['state'], string>> = {
  called: 'circle-large-outline',
  waiting: 'question',
  running: 'sync',
  background: 'sync',
  done: 'check',
  failed: 'error',
};

export function toolView(first: ToolRow, context: RowContext): RowView<'tool'> {
  let row = first;
  const state = element('span', { class: 'tool-state' });
  const name = element('span', { class: 'tool-name' });
  const label = element('span', { class: 'tool-label' });
  const mark = element('span', { class: 'tool-mark' });
  const opened = fold(
    {
      key: first.key,
      line: [mark, name, label, state],
      fill: (body) => body.append(...detailsOf(row, context)),
    },
    context,
  );
  const below = element('div', { class: 'tool-below' });
  const whole = element('div', { class: 'row row-tool' }, [opened.element, below]);
  const draw = (next: ToolRow): void => {
    const before = row;
    row = next;
    const said = toolStateText(next);
    whole.dataset['state'] = next.state;
    whole.dataset['tool'] = next.name;
    whole.setAttribute(
      'aria-label',
      [toolName(next.name), next.label, said].filter((part) => part !== '').join(', '),
    );
    name.textContent = toolName(next.name);
    name.title = next.name;
    label.textContent = next.label;
    label.title = next.label;
    state.textContent = said;
    mark.replaceChildren(icon(icons[next.state]));
    if (detailsKey(before) !== detailsKey(next)) opened.refill();
    drawBelow(below, { before, next }, context);
  };
  draw(first);
  return { element: whole, update: draw };
}

/** What is seen of a row although it is closed: a question, and a command that lives. */
function drawBelow(
  below: HTMLElement,
  { before, next }: { readonly before: ToolRow; readonly next: ToolRow },
  context: RowContext,
): void {
  const { ask, execution } = next;
  if (ask !== undefined) {
    // An answer that is being typed must outlive news about the row.
    if (below.hasChildNodes() && JSON.stringify(ask) === JSON.stringify(before.ask)) return;
    below.replaceChildren(askBlock(next, ask, context));
  } else if (execution === undefined || execution.state === 'ended') below.replaceChildren();
  else drawLive(below, execution, context);
}

function drawLive(below: HTMLElement, execution: Execution, context: RowContext): void {
  let output = below.querySelector<HTMLElement>('.output-live');
  if (output === null) {
    output = element('pre', {
      class: 'output output-live',
      attributes: { tabindex: '0', 'aria-label': toolTexts.output },
    });
    const stop = linkButton(toolTexts.stopCommand, () =>
      context.actions.stopExecution(execution.executionId),
    );
    stop.dataset['action'] = 'stop-command';
    below.replaceChildren(output, element('div', { class: 'row-note' }, [stop]));
  }
  const isAtEnd = output.scrollHeight - output.clientHeight - output.scrollTop < 8;
  output.hidden = execution.output === '';
  fillOutput(output, execution.output);
  if (isAtEnd) output.scrollTop = output.scrollHeight;
}

/** What of a row its details show: while that stays the same they are left alone. */
function detailsKey(row: ToolRow): string {
  const { decision, result, execution } = row;
  return JSON.stringify([decision, row.arguments, result, execution?.state === 'ended' && execution]);
}

function detailsOf(row: ToolRow, context: RowContext): readonly Node[] {
  const parts: Node[] = [];
  const facts = [
    row.decision === undefined ? '' : decisions[row.decision],
    row.execution === undefined ? '' : row.execution.cwd,
  ].filter((fact) => fact !== '');
  if (facts.length > 0) parts.push(element('div', { class: 'row-note', text: facts.join(' · ') }));
  if (row.arguments.text !== '') parts.push(section(row, 'arguments', row.arguments, context));
  if (row.execution?.state === 'ended') parts.push(outputSection(row, row.execution, context));
  if (row.result !== undefined) parts.push(section(row, 'result', row.result, context));
  return parts;
}

function section(
  row: ToolRow,
  part: 'arguments' | 'result',
  shown: ShownText,
  context: RowContext,
): HTMLElement {
  const content = element('div');
  const fill = (text: ShownText): void => {
    const note = cutNote({ key: row.key, part, shown: text, more: fill }, context);
    content.replaceChildren(textBlock(text.text, toolTexts[part]), ...(note === undefined ? [] : [note]));
  };
  fill(shown);
  return element('div', { class: 'tool-section', attributes: { 'data-part': part } }, [
    sectionHead(row.key, part, context),
    content,
  ]);
}

function textBlock(text: string, label: string): HTMLElement {
  const diff = unifiedDiff(text);
  if (diff !== undefined) return diffBlock(diff, label);
  const block = element('pre', { class: 'output', attributes: { tabindex: '0', 'aria-label': label } });
  fillOutput(block, text);
  return block;
}

function outputSection(row: ToolRow, execution: Execution, context: RowContext): HTMLElement {
  const parts: Node[] = [sectionHead(row.key, 'output', context)];
  if (execution.omitted > 0) {
    parts.push(element('div', { class: 'cut-note', text: earlierOutputText(execution.omitted) }));
  }
  parts.push(textBlock(execution.output, toolTexts.output));
  return element('div', { class: 'tool-section', attributes: { 'data-part': 'output' } }, parts);
}

function sectionHead(
  key: string,
  part: Extract<OpenPart, keyof typeof toolTexts>,
  context: RowContext,
): HTMLElement {
  return element('div', { class: 'section-head' }, [
    element('span', { text: toolTexts[part] }),
    linkButton(rowTexts.openInEditor, () => context.actions.openRow(key, part)),
  ]);
}
