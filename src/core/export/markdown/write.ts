// A session as a document for people: turns, who said what, tool calls with their results, and a separator with the
// summary where a compaction was. All that was said is there, also what was taken back later, marked as such.

import { assertNever } from '../../../base/fail.ts';
import type { SessionRecord } from '../../sessions/session-record.ts';
import type { ExportContents } from '../contents.ts';
import type { CompactionItem, Gap, Item } from '../items.ts';
import { callBlocks, heardBy, label, quotation, resultBlocks, saidBlock } from './blocks.ts';
import { inlineCode, plainLine } from './text.ts';

/** The head of the document. */
export async function markdownTitle(session: SessionRecord, contents: ExportContents): Promise<string> {
  const { name, workspace, model } = session;
  const facts = [
    `Session ${inlineCode(session.id)}`,
    ...(workspace === undefined ? [] : [`Folder ${inlineCode(await contents.text(workspace))}`]),
    ...(model === undefined ? [] : [`Model ${inlineCode(`${model.provider}/${model.model}`)}`]),
  ];
  return `# ${plainLine(await contents.text(name))}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n`;
}

/** The heading above an agent's transcript. */
export function agentTitle(path: string): string {
  return `\n## Agent ${inlineCode(path)}\n`;
}

/** The blocks of one conversation, each with the blank line before it. `level` is that of the headings of turns. */
export async function* markdownBlocks(
  items: AsyncIterable<Item>,
  contents: ExportContents,
  level: 2 | 3,
): AsyncGenerator<string> {
  const writer = new MarkdownWriter(contents, level);
  for await (const item of items) for await (const block of writer.item(item)) yield `\n${block}\n`;
}

class MarkdownWriter {
  private readonly contents: ExportContents;
  private readonly level: number;
  private turn: number | undefined;

  constructor(contents: ExportContents, level: number) {
    this.contents = contents;
    this.level = level;
  }

  async *item(item: Item): AsyncGenerator<string> {
    switch (item.kind) {
      case 'compaction':
        yield* this.compaction(item);
        break;
      case 'heard': {
        const content = await quotation(item.record.content, this.contents);
        if (content === undefined) break;
        yield* this.turnHeading(item.record);
        yield label(heardBy(item.record), item.aside);
        yield content;
        break;
      }
      case 'spoken':
        yield* this.spoken(item);
        break;
      case 'stray-result':
        yield* this.turnHeading(item.record);
        yield label('A result without its call', item.aside);
        yield* await resultBlocks(item.record, this.contents);
        break;
      case 'noted':
        yield* this.noted(item.record);
        break;
      case 'gap':
        yield `*${plainLine(gapText(item.gap))}*`;
        break;
      default:
        assertNever(item);
    }
  }

  private async *compaction({ summary, place }: CompactionItem): AsyncGenerator<string> {
    yield '---';
    yield `**Conversation compacted** · segment ${place} begins · what came before, in summary:`;
    const content = await quotation(summary.content, this.contents);
    if (content !== undefined) yield content;
    yield '---';
  }

  private async *spoken({ said, calls, aside }: Extract<Item, { kind: 'spoken' }>): AsyncGenerator<string> {
    const first = said[0] ?? calls[0]?.call;
    if (first !== undefined) yield* this.turnHeading(first);
    let speaking: string | undefined;
    for (const record of said) {
      const block = await saidBlock(record, this.contents);
      if (block === undefined) continue;
      const who = record.kind === 'reasoning' ? 'Reasoning' : 'Assistant';
      if (who !== speaking) yield label(who, aside);
      speaking = who;
      yield block;
    }
    for (const call of calls) yield* await callBlocks(call, this.contents);
  }

  private async *noted(record: Extract<Item, { kind: 'noted' }>['record']): AsyncGenerator<string> {
    if (record.kind === 'notice') {
      yield `*Notice: ${plainLine(await this.contents.text(record.text))}*`;
      return;
    }
    const { outcome } = record;
    if (outcome !== 'success' && outcome !== 'imported') yield `*This turn ended: ${outcome}.*`;
  }

  private *turnHeading({ turn, at }: { readonly turn: number; readonly at: string }): Generator<string> {
    if (this.turn === turn) return;
    this.turn = turn;
    yield `${'#'.repeat(this.level)} Turn ${turn} · ${timeText(at)}`;
  }
}

function gapText(gap: Gap): string {
  return gap.what === 'part'
    ? `${gap.file} could not be read: what it held is missing here.`
    : `${gap.file} has damaged lines that are missing here: ${gap.lines.join(', ')}.`;
}

/** `2026-11-30 12:00` of an ISO time; anything else as it is. */
function timeText(at: string): string {
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at);
  return time === null ? plainLine(at) : `${time[1] ?? ''} ${time[2] ?? ''}`;
}
