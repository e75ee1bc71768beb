// Prompts a person typed while Claude Code was at work. They wait in a queue; one delivered in the middle of a turn
// often stands nowhere else in the file, so it is taken from the queue's own lines.

import type { Json } from '../../../base/json.ts';
import type { Steps } from '../../../base/steps.ts';
import { draftText, textPart, type Draft, type DraftPart } from '../draft.ts';
import { contentItems } from '../tolerant.ts';
import { readBlock } from './blocks.ts';
import { isHostText } from './host-texts.ts';
import type { ClaudeFields, ClaudeLine } from './line.ts';

/** Follows the queue through the file. */
export class ClaudeQueue {
  private readonly deliveredElsewhere: Map<string, number>;
  private waiting: string[] = [];

  /** `delivered` counts the texts that reached the conversation by lines of their own. */
  constructor(delivered: ReadonlyMap<string, number>) {
    this.deliveredElsewhere = new Map(delivered);
  }

  /** The steering draft of a prompt that left the queue into the running turn, if this line tells of one. */
  read(line: ClaudeLine): readonly Draft[] {
    const { operation, content } = line.fields;
    if (operation === 'enqueue') this.enqueue(textOf(content));
    else if (operation === 'popAll') this.waiting = [];
    else if (operation === 'remove') {
      const text = this.remove(textOf(content));
      if (text !== undefined) return [steering([textPart(text)], line)];
    }
    return [];
  }

  private enqueue(text: string): void {
    if (text === '') return;
    const times = this.deliveredElsewhere.get(text) ?? 0;
    if (times > 0) this.deliveredElsewhere.set(text, times - 1);
    else if (!isHostText(text)) this.waiting.push(text);
  }

  private remove(named: string): string | undefined {
    if (named === '') return this.waiting.shift();
    const place = this.waiting.indexOf(named);
    return place < 0 ? undefined : this.waiting.splice(place, 1)[0];
  }
}

/** The drafts of an `attachment` line that delivers a queued prompt; undefined for any other attachment. */
export function queuedPrompt(line: ClaudeLine): readonly Draft[] | undefined {
  const { attachment } = line.fields;
  if (attachment?.type !== 'queued_command') return undefined;
  const content = partsOf(attachment.prompt);
  if (content.length === 0) return undefined;
  const typed = attachment.commandMode === undefined || attachment.commandMode === 'prompt';
  if (typed && !isHostText(draftText(content))) return [steering(content, line)];
  const { number, fields } = line;
  return [{ kind: 'user', content, origin: 'host', opensTurn: false, line: number, at: fields.timestamp }];
}

function steering(content: readonly DraftPart[], line: ClaudeLine): Draft {
  return { kind: 'user', content, origin: 'steering', line: line.number, at: line.fields.timestamp };
}

/** How often each text reached the conversation by a line of its own; nothing where there is no queue. */
export function* deliveredTexts(lines: readonly ClaudeLine[]): Steps<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (!lines.some(({ fields }) => fields.operation === 'enqueue')) return counts;
  for (const { fields } of lines) {
    const text = deliveredText(fields);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    yield;
  }
  return counts;
}

function deliveredText(fields: ClaudeFields): string {
  if (fields.type === 'user') return textOf(fields.message?.content);
  if (fields.type === 'attachment' && fields.attachment?.type === 'queued_command') {
    return textOf(fields.attachment.prompt);
  }
  return '';
}

function textOf(content: Json | undefined): string {
  return draftText(partsOf(content));
}

function partsOf(content: Json | undefined): readonly DraftPart[] {
  return contentItems(content).flatMap((block) => {
    const { piece } = readBlock(block);
    return piece?.kind === 'part' ? [piece.part] : [];
  });
}
