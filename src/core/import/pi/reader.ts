// Reader of pi sessions: one JSON object a line. Branches the person left stay hidden and verbatim.

import { addAll } from '../../../base/add-all.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Draft, DraftConversation } from '../draft.ts';
import { carriedTime, foreign, foreignJson, leftoverOf, type Carried, type Place } from '../leftover.ts';
import { parseSourceJson } from '../source-json.ts';
import type { ReadTranscript, SourceDamage, SourceText } from '../source.ts';
import { titleFrom, titleOf } from '../title.ts';
import { conversationPath, piFields, type PiEntry } from './entries.ts';
import { readContent, readPiMessage } from './messages.ts';

export function* readPi(source: SourceText): Steps<ReadTranscript> {
  const entries: PiEntry[] = [];
  const reader = new PiReader();
  for (const [place, text] of source.lines.entries()) {
    const number = place + 1;
    if (text.trim() === '') continue;
    const parsed = parseSourceJson(text);
    const value = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
    const fields = value === undefined ? undefined : piFields(value);
    if (value !== undefined && fields !== undefined) entries.push({ number, text, value, fields });
    else {
      const reason = parsed.ok ? 'not an object with a type' : parsed.error;
      reader.unreadable.push({ line: number, reason, text });
    }
    yield;
  }
  const path = conversationPath(entries);
  for (const entry of entries) {
    reader.read(entry, path);
    yield;
  }
  return { format: 'pi', conversations: [reader.conversation()], damaged: reader.finish() };
}

class PiReader {
  readonly unreadable: (SourceDamage & { readonly text: string })[] = [];
  private readonly damaged: SourceDamage[] = [];
  private readonly drafts: Draft[] = [];
  /** Lines of the conversation so far that hold messages, with the entry's id and place in the file. */
  private readonly seen: {
    readonly number: number;
    readonly id: string | undefined;
    readonly index: number;
  }[] = [];
  private index = 0;
  private model: DraftConversation['model'];
  private workspace: string | undefined;
  private name: string | undefined;

  read(entry: PiEntry, path: ReadonlySet<PiEntry>): void {
    this.unreadableBefore(entry.number);
    const { fields, number, text } = entry;
    const place: Place = { line: number, at: fields.timestamp };
    if (!path.has(entry)) {
      this.drafts.push(foreign(text, place));
      this.index++;
      return;
    }
    if (fields.type === 'message' && fields.message !== undefined) this.message(entry, place);
    else this.event(entry, place);
    this.seen.push({ number, id: fields.id, index: this.index++ });
  }

  finish(): readonly SourceDamage[] {
    return [...this.damaged].sort((left, right) => left.line - right.line);
  }

  conversation(): DraftConversation {
    this.unreadableBefore(Number.POSITIVE_INFINITY);
    const named = this.name === undefined ? undefined : titleFrom(this.name);
    return {
      title: named ?? titleOf(this.drafts),
      model: this.model,
      workspace: this.workspace,
      drafts: this.drafts,
      sideChains: new Map(),
    };
  }

  private unreadableBefore(number: number): void {
    while ((this.unreadable[0]?.line ?? Number.POSITIVE_INFINITY) < number) {
      const next = this.unreadable.shift();
      if (next === undefined) return;
      this.drafts.push(foreign(next.text, { line: next.line }));
      this.damaged.push({ line: next.line, reason: next.reason });
    }
  }

  private message(entry: PiEntry, place: Place): void {
    const { message } = entry.fields;
    const reading = message === undefined ? undefined : readPiMessage(message, place);
    if (message === undefined || reading === undefined) {
      this.drafts.push(foreign(entry.text, place));
      return;
    }
    addAll(this.drafts, reading.drafts);
    if (reading.damage !== undefined) this.damaged.push({ line: entry.number, reason: reading.damage });
    const { provider, model, usage, responseId, role } = message;
    const hasUsage = role === 'assistant' && usage !== undefined && usage !== null;
    if (hasUsage) this.drafts.push({ kind: 'usage', model, requestId: responseId, usage, ...place });
    if (role === 'assistant' && provider !== undefined && model !== undefined)
      this.model = { provider, model };
    const carried = ['role', ...reading.carried, ...(hasUsage ? ['usage'] : [])];
    this.drafts.push(
      ...foreignJson(
        messageLeftover(entry.value, { keys: carried, read: message }, reading.leftovers),
        place,
      ),
    );
  }

  private event(entry: PiEntry, place: Place): void {
    const { fields, text } = entry;
    switch (fields.type) {
      case 'session':
        this.workspace ??= fields.cwd;
        this.modelChange(fields);
        break;
      case 'model_change':
        this.modelChange(fields);
        break;
      case 'session_info':
        this.name = fields.name ?? this.name;
        break;
      case 'compaction':
        if ((fields.summary ?? '').trim() !== '') {
          const keptLines = this.keptLines(fields);
          this.drafts.push({ kind: 'compaction', summary: fields.summary ?? '', keptLines, ...place });
        }
        break;
      case 'branch_summary':
        this.host(fields.summary, place);
        break;
      case 'custom_message':
        this.host(fields.content, place);
        break;
      default:
        break;
    }
    this.drafts.push(foreign(text, place));
  }

  private modelChange(fields: PiEntry['fields']): void {
    const { provider, modelId } = fields;
    if (provider !== undefined && modelId !== undefined) this.model = { provider, model: modelId };
  }

  /** The whole entry is kept beside it. */
  private host(content: Json | undefined, place: Place): void {
    const parts = readContent(content).content;
    if (parts.length > 0) this.drafts.push({ kind: 'user', content: parts, origin: 'host', ...place });
  }

  private keptLines(fields: PiEntry['fields']): readonly number[] {
    const first = this.seen.findIndex(
      ({ id, index }) =>
        (fields.firstKeptEntryId !== undefined && id === fields.firstKeptEntryId) ||
        (fields.firstKeptEntryId === undefined && index === fields.firstKeptEntryIndex),
    );
    return first < 0 ? [] : this.seen.slice(first).map(({ number }) => number);
  }
}

function messageLeftover(
  value: JsonObject,
  carried: Carried,
  leftovers: readonly JsonObject[],
): JsonObject | undefined {
  const rest = leftoverOf(value, [...carriedTime(value), 'type', 'message']);
  const message = value['message'];
  const inner = isJsonObject(message) ? leftoverOf(message, carried) : undefined;
  const content = leftovers.length === 0 ? undefined : { content: leftovers };
  if (inner === undefined && content === undefined) return rest;
  return { ...rest, message: { ...inner, ...content } };
}
