// Reader of Codex rollouts: one JSON object a line. Response items are the conversation; events, settings and snapshots
// stay hidden, but for what stands nowhere else.

import { addAll } from '../../../base/add-all.ts';
import { assertNever } from '../../../base/fail.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Draft, DraftConversation } from '../draft.ts';
import { foreign, foreignJson, type Place } from '../leftover.ts';
import { parseSourceJson } from '../source-json.ts';
import type { ReadTranscript, SourceDamage, SourceText } from '../source.ts';
import { titleOf } from '../title.ts';
import { findEchoes, isWholeInDrafts, readEvent, type CodexEchoes } from './events.ts';
import { readItem } from './items.ts';
import { codexLine, compactedSchema, sessionMetaSchema, turnContextSchema, type CodexLine } from './line.ts';
import { SeenItems } from './replaced-history.ts';

export function* readCodex(source: SourceText): Steps<ReadTranscript> {
  const lines: (CodexLine | SourceDamage)[] = [];
  for (const [place, text] of source.lines.entries()) {
    if (text.trim() !== '') lines.push(parseLine(text, place + 1));
    yield;
  }
  const readable = lines.filter((line): line is CodexLine => 'payload' in line);
  const reader = new CodexReader(readable, yield* findEchoes(readable));
  for (const line of lines) {
    if ('payload' in line) reader.read(line);
    else reader.damage(line, source.lines[line.line - 1] ?? '');
    yield;
  }
  return { format: 'codex', conversations: [reader.conversation()], damaged: reader.damaged };
}

function parseLine(text: string, number: number): CodexLine | SourceDamage {
  const parsed = parseSourceJson(text);
  if (!parsed.ok) return { line: number, reason: parsed.error };
  if (!isJsonObject(parsed.value)) return { line: number, reason: 'not an object' };
  return codexLine(parsed.value, text, number);
}

class CodexReader {
  readonly damaged: SourceDamage[] = [];
  private readonly drafts: Draft[] = [];
  private readonly echoes: CodexEchoes;
  /** Kept only where a compaction may ask for it. */
  private readonly seen: SeenItems | undefined;
  private model: string | undefined;
  private provider = 'openai';
  private workspace: string | undefined;

  constructor(lines: readonly CodexLine[], echoes: CodexEchoes) {
    this.echoes = echoes;
    this.seen = lines.some((line) => line.kind === 'compacted') ? new SeenItems() : undefined;
  }

  damage(damage: SourceDamage, text: string): void {
    this.damaged.push(damage);
    this.drafts.push(foreign(text, { line: damage.line }));
  }

  read(line: CodexLine): void {
    const place: Place = { line: line.number, at: line.at };
    switch (line.kind) {
      case 'response_item':
        this.item(line, place);
        break;
      case 'event_msg':
        if (!this.echoes.isRepeat(line)) addAll(this.drafts, readEvent(line.payload, place, this.model));
        if (!isWholeInDrafts(line.payload)) this.drafts.push(foreign(line.text, place));
        break;
      case 'compacted':
        this.compacted(line, place);
        break;
      case 'session_meta':
      case 'turn_context':
      case 'other':
        this.settings(line);
        this.drafts.push(foreign(line.text, place));
        break;
      default:
        assertNever(line.kind);
    }
  }

  conversation(): DraftConversation {
    return {
      title: titleOf(this.drafts, requestOf),
      model: this.model === undefined ? undefined : { provider: this.provider, model: this.model },
      workspace: this.workspace,
      drafts: this.drafts,
      sideChains: new Map(),
    };
  }

  private item(line: CodexLine, place: Place): void {
    this.seen?.add(line);
    const origin = (text: string): 'person' | 'host' =>
      this.echoes.isTyped(line) || !isHostText(text) ? 'person' : 'host';
    const { drafts, leftover, damage } = readItem(line.payload, place, origin);
    addAll(this.drafts, drafts);
    if (damage !== undefined) this.damaged.push({ line: line.number, reason: damage });
    const { envelope } = line;
    if (leftover === line.payload) this.drafts.push(foreign(line.text, place));
    else if (leftover !== undefined)
      addAll(this.drafts, foreignJson({ ...envelope, payload: leftover }, place));
    else addAll(this.drafts, foreignJson(envelope, place));
  }

  /** A compaction whose summary only the provider can read leaves the history as it stands: more is seen, not less. */
  private compacted(line: CodexLine, place: Place): void {
    const parsed = compactedSchema.safeParse(line.payload);
    const message = parsed.success ? parsed.data.message : undefined;
    if (message !== undefined && message.trim() !== '') {
      const keptLines = this.seen?.originals(parsed.data?.replacement_history) ?? [];
      this.drafts.push({ kind: 'compaction', summary: message, keptLines, model: this.model, ...place });
    }
    this.drafts.push(foreign(line.text, place));
  }

  private settings(line: CodexLine): void {
    if (line.kind === 'session_meta') {
      const meta = sessionMetaSchema.safeParse(line.payload).data;
      this.workspace ??= meta?.cwd;
      this.provider = meta?.model_provider ?? this.provider;
    } else if (line.kind === 'turn_context') {
      const context = turnContextSchema.safeParse(line.payload).data;
      this.workspace ??= context?.cwd;
      this.model = context?.model ?? this.model;
    }
  }
}

/** Where no event tells who wrote a user item: Codex marks its own texts with a tag or a fixed heading. */
function isHostText(text: string): boolean {
  return /^\s*(?:<[A-Za-z_]+[ >]|# AGENTS\.md instructions)/.test(text);
}

/** The person's words within what an editor put around them. */
function requestOf(text: string): string {
  const marker = '## My request for Codex:';
  const place = text.indexOf(marker);
  return place < 0 ? text : text.slice(place + marker.length);
}
