// Records → neutral messages: the only place where a transcript becomes what a model is asked. Messages alternate, begin
// with a user message, and every tool call is answered right after it, in call order (design 14.7).

import { addAll } from '../../base/add-all.ts';
import { wellFormed } from '../../base/code-points.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.ts';
import { mediaPlaceholder } from '../evidence/media-placeholder.ts';
import type {
  AssistantContent,
  ImageContent,
  Message,
  TextContent,
  ToolResultContent,
  UserContent,
} from '../provider/request.ts';
import { inlineText, storedText, wholeText, type ArtifactReader, type Part } from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { resultsByCall } from '../transcript/tool-batches.ts';
import { withoutDirectives } from '../transcript/turns.ts';
import { isVisible, withoutSuperseded, type VisibleRecord } from '../transcript/visibility.ts';
import { longestCallId, longestToolName, WireNames } from './wire-names.ts';

export interface MessageTexts {
  /** Stands in front of a history that begins with an assistant. */
  readonly opening: string;
  /** The result of a call that never got one. */
  readonly missingResult: string;
}

export interface MessageOptions {
  /** Whose reasoning may go back: records of any other provider are left out. */
  readonly provider: string;
  readonly artifacts: ArtifactReader;
  readonly texts: MessageTexts;
}

export interface BuiltMessages {
  readonly messages: readonly Message[];
  /** Names of the tools the history calls, as they stand in the messages. */
  readonly toolNames: readonly string[];
}

/**
 * The messages of a transcript that grows. Directives and superseded records are left out; blank content is no content. What
 * was built before is kept, as the same objects, and only new records are looked at. Anything but growth is built anew: another segment, superseded records, directives, a result that came late.
 */
export class MessageHistory {
  private readonly options: MessageOptions;
  private taken:
    { readonly count: number; readonly last: TranscriptRecord; readonly exchange: Exchange } | undefined;

  constructor(options: MessageOptions) {
    this.options = options;
  }

  async take(records: readonly TranscriptRecord[]): Promise<BuiltMessages> {
    const taken = this.taken;
    this.taken = undefined;
    const grown = taken !== undefined && records[taken.count - 1] === taken.last && taken.exchange.isWhole;
    const added = grown ? records.slice(taken.count) : records;
    const isPlain = grown && !added.some((record) => reshaping.has(record.kind));
    const exchange = isPlain ? taken.exchange : new Exchange(this.options);
    const news = isPlain ? added : withoutDirectives(withoutSuperseded(records));
    await exchange.take(news.filter(isVisible));
    const last = records.at(-1);
    if (last !== undefined) this.taken = { count: records.length, last, exchange };
    return exchange.built();
  }
}

/** Kinds that change what earlier records are to a model. */
const reshaping: ReadonlySet<TranscriptRecord['kind']> = new Set<TranscriptRecord['kind']>([
  'superseded',
  'directive-start',
  'directive-end',
]);

/** The messages so far, the assistant message being put together, and the user content that waits to follow. */
class Exchange {
  private readonly options: MessageOptions;
  private results: ReadonlyMap<string, RecordOf<'tool-result'>> = new Map();
  private readonly callIds = new WireNames(longestCallId);
  private readonly toolNames = new WireNames(longestToolName);
  private readonly usedTools = new Set<string>();
  private readonly answered = new Set<string>();
  private readonly messages: Message[] = [];
  private spoken: AssistantContent[] = [];
  private calls: RecordOf<'tool-call'>[] = [];
  private heard: UserContent[] = [];
  /** No call went without its result so far. */
  isWhole = true;

  constructor(options: MessageOptions) {
    this.options = options;
  }

  /** Records that follow those taken before; the results of their calls are among them. */
  async take(records: readonly VisibleRecord[]): Promise<void> {
    this.results = resultsByCall(records);
    for (const record of records) {
      if (record.kind === 'tool-call') this.call(record, await callInput(record, this.options.artifacts));
      else if (record.kind === 'tool-result') await this.result(record);
      else if (record.kind === 'assistant')
        this.speak(textParts(await wholeText(record.content, this.options.artifacts)));
      else if (record.kind === 'reasoning') this.speak(reasoning(record, this.options.provider));
      else await this.hear(await userContent(record, this.options.artifacts));
    }
    await this.answer();
  }

  built(): BuiltMessages {
    const messages: readonly Message[] =
      this.heard.length > 0
        ? [...this.messages, { role: 'user', content: [...this.heard] }]
        : [...this.messages];
    return { messages, toolNames: [...this.usedTools] };
  }

  private speak(content: readonly AssistantContent[]): void {
    addAll(this.spoken, content);
  }

  private call(record: RecordOf<'tool-call'>, input: JsonObject): void {
    const name = this.toolNames.of(record.name);
    this.usedTools.add(name);
    const providerData = record.provider?.name === this.options.provider ? record.provider.data : undefined;
    this.speak([{ type: 'tool-call', callId: this.callIds.of(record.callId), name, input, providerData }]);
    this.calls.push(record);
  }

  /** The first result ends the batch; all results of the batch follow it. One without a call is only text. */
  private async result(record: RecordOf<'tool-result'>): Promise<void> {
    await this.answer();
    if (!this.answered.has(record.callId))
      addAll(this.heard, await resultContent(record, this.options.artifacts));
  }

  private async hear(content: readonly UserContent[]): Promise<void> {
    await this.answer();
    addAll(this.heard, content);
  }

  /** Ends the assistant message, behind what the user said before it, and answers its calls. */
  private async answer(): Promise<void> {
    const spoken = withoutTrailingReasoning(this.spoken);
    const calls = this.calls;
    this.spoken = [];
    this.calls = [];
    if (spoken.length === 0) return;
    if (this.heard.length > 0) this.messages.push({ role: 'user', content: this.heard });
    this.heard = [];
    if (this.messages.length === 0) {
      this.messages.push({ role: 'user', content: [{ type: 'text', text: this.options.texts.opening }] });
    }
    const last = this.messages.at(-1);
    if (last?.role === 'assistant') this.messages.pop();
    this.messages.push({
      role: 'assistant',
      content: [...(last?.role === 'assistant' ? last.content : []), ...spoken],
    });
    for (const call of calls) this.heard.push(await this.resultOf(call));
  }

  private async resultOf(call: RecordOf<'tool-call'>): Promise<ToolResultContent> {
    const callId = this.callIds.of(call.callId);
    this.answered.add(call.callId);
    const result = this.results.get(call.callId);
    if (result === undefined) {
      this.isWhole = false;
      return {
        type: 'tool-result',
        callId,
        content: textParts(this.options.texts.missingResult),
        isError: true,
      };
    }
    const content = await resultContent(result, this.options.artifacts);
    return { type: 'tool-result', callId, content, isError: result.isError === true };
  }
}

async function callInput(call: RecordOf<'tool-call'>, artifacts: ArtifactReader): Promise<JsonObject> {
  const input =
    call.storedInput === undefined ? call.input : parseJson(await storedText(call.storedInput, artifacts));
  if (isJsonObject(input)) return input;
  return input === undefined || input === null ? {} : { input };
}

/** Thoughts go back only to the provider that made them. */
function reasoning(record: RecordOf<'reasoning'>, provider: string): readonly AssistantContent[] {
  if (record.provider?.name !== provider) return [];
  return [{ type: 'reasoning', text: inlineText(record.content), providerData: record.provider.data }];
}

/** A thought must be followed by what it led to. */
function withoutTrailingReasoning(content: readonly AssistantContent[]): readonly AssistantContent[] {
  const last = content.findLastIndex((part) => part.type !== 'reasoning');
  return content.slice(0, last + 1);
}

type UserRecord = Exclude<VisibleRecord, { kind: 'tool-call' | 'tool-result' | 'assistant' | 'reasoning' }>;

async function userContent(record: UserRecord, artifacts: ArtifactReader): Promise<readonly UserContent[]> {
  const content = await sendable(record.content, artifacts);
  if (record.kind !== 'reminder') return content;
  const texts = content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    // Files and output of commands are told in reminders: none of them ends one.
    .replace(/<(?=\/?system-reminder)/gi, '&lt;');
  return textParts(texts === '' ? '' : `<system-reminder>\n${texts}\n</system-reminder>`);
}

async function resultContent(
  result: RecordOf<'tool-result'>,
  artifacts: ArtifactReader,
): Promise<readonly (TextContent | ImageContent)[]> {
  const content = await sendable(
    result.isError === true ? withoutMedia(result.content) : result.content,
    artifacts,
  );
  return content.length > 0 ? content : textParts('(no output)');
}

/** A result that is an error may hold text only. */
function withoutMedia(content: readonly Part[]): readonly Part[] {
  return content.map((part) =>
    part.type === 'media' ? { type: 'text', text: mediaPlaceholder(part) } : part,
  );
}

const sendableImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Text, and images every provider takes; other media stand as their placeholder. Blank text is dropped. */
async function sendable(
  content: readonly Part[],
  artifacts: ArtifactReader,
): Promise<readonly (TextContent | ImageContent)[]> {
  const sent: (TextContent | ImageContent)[] = [];
  for (const part of content) {
    if (part.type === 'text') addAll(sent, textParts(part.text));
    else if (part.type === 'stored-text') addAll(sent, textParts(await storedText(part, artifacts)));
    else {
      const { mime, artifact } = part;
      const known = mime !== undefined && sendableImages.has(mime) && artifact !== undefined;
      const base64 = known ? await artifacts.base64(artifact) : undefined;
      if (base64 === undefined || mime === undefined) addAll(sent, textParts(mediaPlaceholder(part)));
      else sent.push({ type: 'image', mime, base64 });
    }
  }
  return sent;
}

function textParts(text: string): readonly TextContent[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: wellFormed(text) }];
}
