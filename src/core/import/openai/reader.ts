// Reader of OpenAI chat messages. Each list of messages of the file is a conversation of its own.

import { addAll } from '../../../base/add-all.ts';
import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject, type Json } from '../../../base/json.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Draft, DraftConversation } from '../draft.ts';
import { foreign, foreignJson, type Place } from '../leftover.ts';
import { parseSourceJson } from '../source-json.ts';
import type { ReadTranscript, SourceDamage, SourceText } from '../source.ts';
import { titleOf } from '../title.ts';
import { conversationsIn, isMessage, type FoundConversation } from './conversations.ts';
import { readOpenAiMessage } from './messages.ts';

export function* readOpenAi(source: SourceText): Steps<ReadTranscript> {
  const { found, damaged, others } =
    source.whole === undefined ? yield* fromLines(source.lines) : fromWhole(source.whole);
  const conversations: DraftConversation[] = [];
  for (const conversation of found) conversations.push(yield* readConversation(conversation, damaged));
  const first = conversations[0];
  if (first !== undefined) conversations[0] = { ...first, drafts: [...others, ...first.drafts] };
  const sorted = damaged.sort((left, right) => left.line - right.line);
  return { format: 'openai', conversations, damaged: sorted };
}

interface Found {
  readonly found: readonly FoundConversation[];
  readonly damaged: SourceDamage[];
  /** What belongs to no conversation; it goes with the first. */
  readonly others: readonly Draft[];
}

function fromWhole(whole: JsonObject | readonly Json[]): Found {
  if (isMessage(whole)) return { found: [single([{ message: whole, line: 1 }])], damaged: [], others: [] };
  const found = conversationsIn(whole, 0);
  const list: readonly Json[] = Array.isArray(whole) ? whole : [];
  const strays =
    found.length > 0 && list.some(isMessage)
      ? []
      : list.filter((item) => conversationsIn(item, 0).length === 0);
  return { found, damaged: [], others: strays.map((item) => foreign(JSON.stringify(item), { line: 0 })) };
}

/** Messages that stand one a line belong to one conversation; a line that holds a list is one by itself. */
function* fromLines(lines: readonly string[]): Steps<Found> {
  const loose: { message: Json; line: number }[] = [];
  const lists: FoundConversation[] = [];
  const others: Draft[] = [];
  const damaged: SourceDamage[] = [];
  for (const [place, text] of lines.entries()) {
    const line = place + 1;
    if (text.trim() === '') continue;
    const parsed = parseSourceJson(text);
    const inside = parsed.ok ? conversationsIn(parsed.value, line) : [];
    if (!parsed.ok) {
      damaged.push({ line, reason: parsed.error });
      others.push(foreign(text, { line }));
    } else if (isMessage(parsed.value)) loose.push({ message: parsed.value, line });
    else if (inside.length > 0) addAll(lists, inside);
    else others.push(foreign(text, { line }));
    yield;
  }
  return { found: [...(loose.length === 0 ? [] : [single(loose)]), ...lists], damaged, others };
}

function single(messages: FoundConversation['messages']): FoundConversation {
  return { messages, beside: undefined, line: 0 };
}

function* readConversation(
  conversation: FoundConversation,
  damaged: SourceDamage[],
): Steps<DraftConversation> {
  const { beside, line } = conversation;
  const drafts: Draft[] = [...foreignJson(beside, { line })];
  for (const [index, { message, line: at }] of conversation.messages.entries()) {
    const place: Place = { line: at };
    if (!isJsonObject(message)) drafts.push(foreign(JSON.stringify(message), place));
    else {
      const reading = readOpenAiMessage(message, `message ${index}`, place);
      addAll(drafts, reading.drafts);
      addAll(drafts, foreignJson(reading.leftover, place));
      if (reading.damage !== undefined) damaged.push({ line: at, reason: reading.damage });
    }
    yield;
  }
  const model = typeof beside?.['model'] === 'string' ? beside['model'] : undefined;
  return {
    title: titleOf(drafts),
    model: model === undefined ? undefined : { provider: 'openai', model },
    drafts,
    sideChains: new Map(),
  };
}
