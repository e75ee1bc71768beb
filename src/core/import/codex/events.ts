// Events of a Codex rollout. What was said stands in the file twice, as an event and as a response item: it counts once.

import * as z from 'zod';
import { assertNever } from '../../../base/fail.ts';
import type { JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Draft, DraftPart } from '../draft.ts';
import type { Place } from '../leftover.ts';
import { mediaOfUrl } from '../media.ts';
import { maybeFlag, maybeJson, maybeList, maybeObject } from '../tolerant.ts';
import { itemTexts } from './items.ts';
import type { CodexLine } from './line.ts';

const eventSchema = z.discriminatedUnion('type', [
  openObject({ type: z.literal('user_message'), message: z.string(), images: maybeList }),
  openObject({ type: z.literal('agent_message'), message: z.string() }),
  openObject({ type: z.enum(['agent_reasoning', 'agent_reasoning_raw_content']), text: z.string() }),
  openObject({ type: z.literal('token_count'), info: maybeJson }),
  openObject({ type: z.literal('turn_aborted') }),
  openObject({ type: z.literal('error') }),
  openObject({ type: z.literal('thread_rolled_back'), num_turns: z.number().int().positive() }),
  openObject({ type: z.literal('patch_apply_end'), success: maybeFlag, changes: maybeObject }),
]);

type CodexEvent = z.infer<typeof eventSchema>;

/** How far apart, in lines, a prompt's event and its item may stand. */
const nearby = 12;

/** Looks through a whole rollout for what is said twice. */
export function* findEchoes(lines: readonly CodexLine[]): Steps<CodexEchoes> {
  const echoes = new CodexEchoes();
  for (const line of lines) {
    if (line.kind === 'response_item') echoes.item(line);
    yield;
  }
  for (const line of lines) {
    if (line.kind === 'event_msg') echoes.event(line);
    yield;
  }
  return echoes;
}

/** Tells events that repeat an item from those that stand alone. All items are shown to it before the first event. */
export class CodexEchoes {
  private readonly said = new Map<string, number>();
  private readonly promptItems: { readonly number: number; readonly text: string; matched: boolean }[] = [];
  private readonly repeats = new Set<CodexLine>();
  private readonly typed = new Set<number>();
  /** Items further up than this are out of reach for every event still to come. */
  private reach = 0;

  /** The event says again what an item of the file says. */
  isRepeat(line: CodexLine): boolean {
    return this.repeats.has(line);
  }

  /** The user item of this line was typed by a person: an event says so. */
  isTyped(line: CodexLine): boolean {
    return this.typed.has(line.number);
  }

  item(line: CodexLine): void {
    const texts = itemTexts(line.payload);
    if (line.payload['role'] === 'user') {
      this.promptItems.push({ number: line.number, text: texts[0] ?? '', matched: false });
      return;
    }
    for (const text of texts) this.said.set(text, (this.said.get(text) ?? 0) + 1);
  }

  event(line: CodexLine): void {
    const event = codexEvent(line.payload);
    if (event?.type === 'user_message') this.prompt(line, event.message);
    else if (event !== undefined && this.isSaid(event)) this.repeats.add(line);
  }

  private prompt(line: CodexLine, text: string): void {
    const isBefore = (place: number): boolean =>
      (this.promptItems[place]?.number ?? Number.POSITIVE_INFINITY) < line.number - nearby;
    while (isBefore(this.reach)) this.reach++;
    const near: (typeof this.promptItems)[number][] = [];
    for (let place = this.reach; place < this.promptItems.length; place++) {
      const item = this.promptItems[place];
      if (item === undefined || item.number > line.number + nearby) break;
      if (!item.matched) near.push(item);
    }
    const item =
      near.find((candidate) => candidate.text === text) ??
      near.find((candidate) => text !== '' && candidate.text.includes(text));
    if (item === undefined) return;
    item.matched = true;
    this.typed.add(item.number);
    this.repeats.add(line);
  }

  private isSaid(event: CodexEvent): boolean {
    const text = spokenText(event);
    const times = text === undefined ? 0 : (this.said.get(text) ?? 0);
    if (text === undefined || times === 0) return false;
    this.said.set(text, times - 1);
    return true;
  }
}

/** The drafts of an event that no item repeats; none for an event without a place in a transcript. */
export function readEvent(payload: JsonObject, place: Place, model: string | undefined): readonly Draft[] {
  const event = codexEvent(payload);
  switch (event?.type) {
    case undefined:
      return [];
    case 'user_message': {
      const images = (event.images ?? []).flatMap((url) => (typeof url === 'string' ? [url] : []));
      const media = images.flatMap((url) => mediaOfUrl(url, 'image') ?? []);
      return said('user', [...textParts(event.message), ...media], place);
    }
    case 'agent_message':
      return said('assistant', textParts(event.message), place);
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      return said('reasoning', textParts(event.text), place);
    case 'token_count':
      if (event.info === undefined || event.info === null) return [];
      return [{ kind: 'usage', model, usage: event.info, ...place }];
    case 'turn_aborted':
      return [{ kind: 'settled', outcome: 'cancelled', ...place }];
    case 'error':
      return [{ kind: 'settled', outcome: 'failed', ...place }];
    case 'thread_rolled_back':
      return [{ kind: 'rollback', turns: event.num_turns, ...place }];
    case 'patch_apply_end': {
      const paths = event.success === false ? [] : Object.keys(event.changes ?? {});
      return paths.map((path) => ({ kind: 'file-touch', path, access: 'modified', ...place }));
    }
    default:
      return assertNever(event);
  }
}

/** Whether the line is kept verbatim too: not when a usage record carries all of it. */
export function isWholeInDrafts(payload: JsonObject): boolean {
  const event = codexEvent(payload);
  return (
    event?.type === 'token_count' && Object.keys(payload).every((key) => key === 'type' || key === 'info')
  );
}

function codexEvent(payload: JsonObject): CodexEvent | undefined {
  const parsed = eventSchema.safeParse(payload);
  return parsed.success ? parsed.data : undefined;
}

function spokenText(event: CodexEvent): string | undefined {
  if (event.type === 'agent_message') return event.message;
  if (event.type === 'agent_reasoning' || event.type === 'agent_reasoning_raw_content') return event.text;
  return undefined;
}

function textParts(text: string): DraftPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function said(
  kind: 'user' | 'assistant' | 'reasoning',
  content: readonly DraftPart[],
  place: Place,
): readonly Draft[] {
  return content.length === 0 ? [] : [{ kind, content, ...place }];
}
