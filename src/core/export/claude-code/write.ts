// A session as Claude Code would have written it: one JSON object a line, read back by whatever reads such transcripts.
// Records taken back and directives are left out: their lines would count as part of the conversation.

import { assertNever } from '../../../base/fail.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { ExportContents } from '../contents.ts';
import type { CompactionItem, HeardRecord, Item } from '../items.ts';
import { alone, blocksOf, callBlock, heardContent, resultBlock, saidBlocks } from './blocks.ts';
import type { LineChain } from './chain.ts';

/** One conversation: its chain of lines, and the name of the model that answered. */
export interface ClaudeWriterOptions {
  readonly chain: LineChain;
  readonly contents: ExportContents;
  readonly model: string;
}

/** The lines of one conversation, each with its end. A call without a result gets no line for it. */
export async function* claudeLines(
  items: AsyncIterable<Item>,
  options: ClaudeWriterOptions,
): AsyncGenerator<string> {
  const writer = new ClaudeWriter(options);
  for await (const item of items) for await (const line of writer.item(item)) yield `${line}\n`;
}

/** Stands where the session does not say which model answered; readers take it for no model. */
export const unknownModel = '<synthetic>';

class ClaudeWriter {
  private readonly chain: LineChain;
  private readonly contents: ExportContents;
  private readonly model: string;

  constructor({ chain, contents, model }: ClaudeWriterOptions) {
    this.chain = chain;
    this.contents = contents;
    this.model = model;
  }

  async *item(item: Item): AsyncGenerator<string> {
    switch (item.kind) {
      case 'compaction':
        yield* this.compaction(item);
        break;
      case 'heard':
        if (item.aside === undefined) yield* this.heard(item.record);
        break;
      case 'spoken':
        if (item.aside === undefined) yield* this.spoken(item);
        break;
      case 'stray-result': {
        const { record } = item;
        if (item.aside !== undefined) break;
        // A result without a call is refused by services; its text is not lost.
        const content = alone(await blocksOf(record.content, this.contents));
        if (content !== '') yield this.userLine(record, content, { isMeta: true });
        break;
      }
      case 'noted':
      case 'gap':
        break;
      default:
        assertNever(item);
    }
  }

  private async *compaction(item: CompactionItem): AsyncGenerator<string> {
    const { summary, kept, betweenTurns, tokensBefore } = item;
    // Who asked for it is not recorded; what readers make of it is whether it came between turns or within one.
    const trigger = betweenTurns ? 'manual' : 'auto';
    yield this.chain.boundary(summary, { trigger, preTokens: tokensBefore }, kept);
    const content = alone(await blocksOf(summary.content, this.contents));
    yield this.userLine(summary, content, { isVisibleInTranscriptOnly: true, isCompactSummary: true });
  }

  private async *heard(record: HeardRecord): AsyncGenerator<string> {
    const content = await heardContent(record, this.contents);
    if (content === undefined) return;
    if (record.kind === 'user' && record.origin === 'steering') {
      const attachment = { type: 'queued_command', prompt: content, commandMode: 'prompt' };
      yield this.chain.line('attachment', record, { attachment });
      return;
    }
    const typed = record.kind === 'task' || (record.kind === 'user' && record.origin !== 'host');
    yield this.userLine(record, content, typed ? {} : { isMeta: true });
  }

  private async *spoken({ said, calls }: Extract<Item, { kind: 'spoken' }>): AsyncGenerator<string> {
    const first = said[0] ?? calls[0]?.call;
    if (first === undefined) return;
    const messageId = `msg_${this.chain.name(`${first.id}\nmessage`).replaceAll('-', '')}`;
    const line = (record: { id: string; at: string }, content: readonly JsonObject[]): string => {
      const { model } = this;
      const head = { id: messageId, type: 'message', role: 'assistant', model };
      const message = { ...head, content, stop_reason: null, stop_sequence: null };
      return this.chain.line('assistant', record, { message });
    };
    for (const record of said) {
      const blocks = await saidBlocks(record, this.contents);
      if (blocks.length > 0) yield line(record, blocks);
    }
    for (const { call } of calls) yield line(call, [await callBlock(call, this.contents)]);
    for (const { result } of calls) {
      if (result !== undefined) yield this.userLine(result, [await resultBlock(result, this.contents)]);
    }
  }

  private userLine(
    record: { readonly id: string; readonly at: string },
    content: string | readonly JsonObject[],
    marks: JsonObject = {},
  ): string {
    return this.chain.line('user', record, { ...marks, message: { role: 'user', content } });
  }
}
