// The records of a segment as a person reads them on 80 columns: turns, who spoke, calls in one line, results cut. What
// stands in a record never reaches the terminal unescaped. Which records are shown is decided by the caller.

import { firstCodePoints, isLongerThan } from '../base/code-points.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import type { Aside } from '../core/export/survey.ts';
import { mainArgument } from '../core/export/main-argument.ts';
import { mediaNote } from '../core/export/media-note.ts';
import { printable, printableLine } from '../core/export/printable.ts';
import { sizeText } from '../core/export/size-text.ts';
import type { Part, StoredText } from '../core/transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../core/transcript/record.ts';
import { resultsByCall } from '../core/transcript/tool-batches.ts';
import { isVisible, type VisibleRecord } from '../core/transcript/visibility.ts';
import { counted } from '../base/counted.ts';
import { hiddenNote, kindOf, type HiddenRecord } from './show-hidden.ts';
import { cutToWidth, displayWidth, wrapped } from './wrap.ts';

const columns = 80;
const shownLines = 8;
const shownOfLine = 240;
const shownOfStored = 2000;

/** Lines that are made while they are taken. */
export interface ShownText {
  /** Each ends its line. */
  readonly lines: Iterable<string>;
  /** True once all lines were taken, when a result or a stored text was cut. */
  readonly cut: () => boolean;
}

/** The records in order, but for results: each stands under its call. `asides` are by record id. */
export function recordLines(
  records: readonly TranscriptRecord[],
  asides: ReadonlyMap<string, Aside>,
): ShownText {
  const text = new RecordText(records, asides);
  return { lines: text.lines(), cut: () => text.cut };
}

class RecordText {
  cut = false;
  private readonly records: readonly TranscriptRecord[];
  private readonly asides: ReadonlyMap<string, Aside>;
  private readonly results: ReadonlyMap<string, RecordOf<'tool-result'>>;
  private readonly shownResults = new Set<TranscriptRecord>();
  private turn: number | undefined;

  constructor(records: readonly TranscriptRecord[], asides: ReadonlyMap<string, Aside>) {
    this.records = records;
    this.asides = asides;
    this.results = resultsByCall(records);
  }

  *lines(): Generator<string> {
    let hidden: HiddenRecord[] = [];
    for (const record of this.records) {
      const [first] = hidden;
      const goesOn = first !== undefined && !isVisible(record) && kindOf(first) === kindOf(record);
      if (first !== undefined && !goesOn) {
        yield `${hiddenNote(hidden, columns)}\n`;
        hidden = [];
      }
      if (isVisible(record)) yield* this.visible(record);
      else hidden.push(record);
    }
    if (hidden.length > 0) yield `${hiddenNote(hidden, columns)}\n`;
  }

  private *visible(record: VisibleRecord): Generator<string> {
    if (this.shownResults.has(record)) return;
    if (record.turn !== this.turn && record.kind !== 'summary') {
      this.turn = record.turn;
      yield turnHeading(record);
    }
    yield '\n';
    yield `${cutToWidth(printableLine(this.label(record)), columns)}\n`;
    if (record.kind === 'tool-result') yield* this.result(record);
    else if (record.kind !== 'tool-call') yield* this.content(record.content);
    else {
      const result = this.results.get(record.callId);
      if (result === undefined) yield '  no result\n';
      else {
        this.shownResults.add(result);
        yield* this.result(result);
      }
    }
  }

  private label(record: VisibleRecord): string {
    const aside = this.asides.get(record.id);
    const mark = aside === undefined ? '' : aside === 'directive' ? ' (directive)' : ' (taken back)';
    if (record.kind !== 'tool-call') return speaker(record) + mark;
    const { storedInput, malformed } = record;
    const argument =
      storedInput === undefined
        ? mainArgument(record.input) || argumentsText(record.input)
        : `${sizeText(storedInput.bytes)} of arguments in artifacts/${storedInput.artifact}`;
    const noJson = malformed === true ? ' (arguments that are no JSON)' : '';
    return `tool ${record.name}${noJson}${mark}${argument === '' ? '' : `: ${argument}`}`;
  }

  private *content(content: readonly Part[]): Generator<string> {
    for (const part of content) {
      if (part.type === 'text') yield* indented(part.text, 2);
      else if (part.type === 'media') yield* indented(mediaNote(part), 2);
      else {
        yield* indented(firstCodePoints(part.head, shownOfStored), 2);
        yield* this.stored(part);
      }
    }
  }

  private *result(result: RecordOf<'tool-result'>): Generator<string> {
    if (result.isError === true) yield '  the tool reported an error:\n';
    const texts = result.content.filter((part) => part.type !== 'media');
    const text = texts.map((part) => (part.type === 'text' ? part.text : part.head)).join('\n');
    if (text.trim() !== '') yield* this.cutText(text.trimEnd());
    else if (result.content.length === 0 || texts.length > 0) yield '  (no output)\n';
    for (const part of texts) if (part.type === 'stored-text') yield* this.stored(part);
    for (const part of result.content) if (part.type === 'media') yield* indented(mediaNote(part), 2);
  }

  private *cutText(text: string): Generator<string> {
    const lines = text.split('\n');
    for (const line of lines.slice(0, shownLines)) {
      const long = isLongerThan(line, shownOfLine);
      this.cut ||= long;
      yield* indented(long ? `${firstCodePoints(line, shownOfLine)}…` : line, 2);
    }
    const more = lines.length - shownLines;
    if (more <= 0) return;
    this.cut = true;
    yield `  … ${counted(more, 'more line')}\n`;
  }

  private *stored(part: StoredText): Generator<string> {
    this.cut = true;
    yield `  … ${sizeText(part.bytes)} in all, kept whole in\n  artifacts/${part.artifact}\n`;
  }
}

function argumentsText(input: Json): string {
  const isNone = input === null || (isJsonObject(input) && Object.keys(input).length === 0);
  return isNone ? '' : JSON.stringify(input);
}

function speaker(record: Exclude<VisibleRecord, { kind: 'tool-call' }>): string {
  switch (record.kind) {
    case 'summary':
      return 'summary of what came before';
    case 'user':
      return record.origin === undefined || record.origin === 'person' ? 'user' : `user (${record.origin})`;
    case 'assistant':
      return 'assistant';
    case 'reasoning':
      return 'reasoning';
    case 'task':
      return `task of ${record.path}`;
    case 'reminder':
      return 'reminder';
    case 'agent-message':
      return `message of agent ${record.from}`;
    case 'tool-result':
      return `result of ${record.name ?? record.callId}`;
  }
}

function turnHeading({ turn, at }: VisibleRecord): string {
  const time = at.slice(0, 16).replace('T', ' ');
  const title = printableLine(`── Turn ${turn} · ${time} `);
  return `\n${title} ${'─'.repeat(Math.max(0, columns - displayWidth(title) - 1))}\n`;
}

function* indented(text: string, by: number): Generator<string> {
  const indent = ' '.repeat(by);
  for (const line of wrapped(printable(text), columns - by)) yield line === '' ? '\n' : `${indent}${line}\n`;
}
