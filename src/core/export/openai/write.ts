// A conversation as one JSON array of chat messages: what a service would take as history. Thoughts, agents, records taken
// back and directives have no place in it; an earlier summary is left out when all it stands for is there.

import { addAll } from '../../../base/add-all.ts';
import { assertNever } from '../../../base/fail.ts';
import { fitted } from '../../provider/fitted.ts';
import type { RecordOf } from '../../transcript/record.ts';
import type { ExportContents } from '../contents.ts';
import type { AnsweredCall, Item } from '../items.ts';
import { heardParts, imageParts, plainTexts, type ChatPart } from './contents.ts';

/** Sentences of the host's own, from the prompt files. */
export interface ChatTexts {
  /** Stands in front of a history that begins with an assistant. */
  readonly opening: string;
  /** The result of a call that never got one. */
  readonly missingResult: string;
}

/** What a chat is written with. */
export interface ChatWriterOptions {
  readonly contents: ExportContents;
  readonly texts: ChatTexts;
}

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

type ChatContent = string | readonly ChatPart[];

type ChatMessage =
  | { readonly role: 'user'; readonly content: ChatContent }
  | {
      readonly role: 'assistant';
      readonly content: ChatContent | null;
      readonly tool_calls?: readonly ToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** Most calls of one message, and the longest ids and names, that every service takes. */
const mostCalls = 128;
const longestCallId = 40;
const longestToolName = 64;

/** The array in pieces, a message a line. */
export async function* chatArray(
  items: AsyncIterable<Item>,
  options: ChatWriterOptions,
): AsyncGenerator<string> {
  const writer = new ChatWriter(options);
  let separator = '[\n';
  const written = (message: ChatMessage): string => {
    const piece = separator + JSON.stringify(message);
    separator = ',\n';
    return piece;
  };
  for await (const item of items) for await (const message of writer.item(item)) yield written(message);
  for (const message of writer.finish()) yield written(message);
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

class ChatWriter {
  private readonly contents: ExportContents;
  private readonly texts: ChatTexts;
  private readonly callIds = new Set<string>();
  private heard: ChatPart[] = [];
  private said: ChatPart[] = [];
  private begun = false;

  constructor({ contents, texts }: ChatWriterOptions) {
    this.contents = contents;
    this.texts = texts;
  }

  async *item(item: Item): AsyncGenerator<ChatMessage> {
    switch (item.kind) {
      case 'compaction':
        if (!item.covered) yield* this.hear(await heardParts(item.summary, this.contents));
        break;
      case 'heard':
        if (item.aside === undefined) yield* this.hear(await heardParts(item.record, this.contents));
        break;
      case 'stray-result':
        if (item.aside === undefined) yield* this.hear(await plainTexts(item.record.content, this.contents));
        break;
      case 'spoken':
        if (item.aside === undefined) yield* this.spoken(item);
        break;
      case 'noted':
      case 'gap':
        break;
      default:
        assertNever(item);
    }
  }

  finish(): readonly ChatMessage[] {
    return [...this.endHearing(), ...this.endSaying()];
  }

  /** Adjacent users are one message, and so are adjacent answers: some services insist that they alternate. */
  private *hear(parts: readonly ChatPart[]): Generator<ChatMessage> {
    if (parts.length === 0) return;
    yield* this.endSaying();
    addAll(this.heard, parts);
  }

  private async *spoken({ said, calls }: Extract<Item, { kind: 'spoken' }>): AsyncGenerator<ChatMessage> {
    const texts: ChatPart[] = [];
    for (const record of said) {
      if (record.kind === 'assistant') addAll(texts, await plainTexts(record.content, this.contents));
    }
    if (texts.length === 0 && calls.length === 0) return;
    yield* this.endHearing();
    if (!this.begun) yield this.message({ role: 'user', content: this.texts.opening });
    addAll(this.said, texts);
    for (let from = 0; from < calls.length; from += mostCalls) {
      yield* this.batch(calls.slice(from, from + mostCalls));
    }
  }

  /** The calls with what was said before them, then their results; the images of results follow as the user's. */
  private async *batch(calls: readonly AnsweredCall[]): AsyncGenerator<ChatMessage> {
    yield* this.endHearing();
    const toolCalls: ToolCall[] = [];
    for (const { call } of calls) toolCalls.push(await this.toolCall(call));
    const { said } = this;
    this.said = [];
    const content = said.length === 0 ? null : plain(said);
    yield this.message({ role: 'assistant', content, tool_calls: toolCalls });
    for (const [place, { result }] of calls.entries()) {
      const id = toolCalls[place]?.id ?? '';
      yield this.message({ role: 'tool', tool_call_id: id, content: await this.resultText(result) });
      if (result !== undefined) addAll(this.heard, await imageParts(result.content, this.contents));
    }
  }

  private async toolCall(call: RecordOf<'tool-call'>): Promise<ToolCall> {
    const input = await this.contents.callInput(call);
    const name = fitted(call.name, longestToolName);
    return { id: this.callId(call), type: 'function', function: { name, arguments: JSON.stringify(input) } };
  }

  /** Unique in the export; ids may repeat between segments. */
  private callId({ callId }: RecordOf<'tool-call'>): string {
    let id = fitted(callId, longestCallId);
    for (let number = 2; this.callIds.has(id); number++) id = fitted(`${callId} ${number}`, longestCallId);
    this.callIds.add(id);
    return id;
  }

  private async resultText(result: RecordOf<'tool-result'> | undefined): Promise<string> {
    if (result === undefined) return this.texts.missingResult;
    const texts = await plainTexts(result.content, this.contents);
    return texts.map(({ text }) => text).join('\n');
  }

  private *endHearing(): Generator<ChatMessage> {
    const { heard } = this;
    this.heard = [];
    if (heard.length > 0) yield this.message({ role: 'user', content: plain(heard) });
  }

  private *endSaying(): Generator<ChatMessage> {
    const { said } = this;
    this.said = [];
    if (said.length > 0) yield this.message({ role: 'assistant', content: plain(said) });
  }

  private message(message: ChatMessage): ChatMessage {
    this.begun = true;
    return message;
  }
}

/** The narrow form that every service understands, where it holds the parts. */
function plain(parts: readonly ChatPart[]): ChatContent {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts;
}
