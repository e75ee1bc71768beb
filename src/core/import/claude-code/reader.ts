// Reader of Claude Code transcripts: one JSON object a line. Lines that are no message stay hidden and verbatim.

import { addAll } from '../../../base/add-all.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Steps } from '../../../base/steps.ts';
import { requestOf } from './host-texts.ts';
import { claudeFields, isMessageLine, type ClaudeLine } from './line.ts';
import { readMessageLine } from './messages.ts';
import { ClaudeQueue, deliveredTexts, queuedPrompt } from './queue.ts';
import { ClaudeCompactions } from './compactions.ts';
import { sideChains, type ChainOf } from './side-chains.ts';
import type { Draft, DraftConversation } from '../draft.ts';
import { foreign } from '../leftover.ts';
import { parseSourceJson } from '../source-json.ts';
import type { ReadTranscript, SourceDamage, SourceText } from '../source.ts';
import { titleFrom, titleOf } from '../title.ts';

export function* readClaudeCode(source: SourceText): Steps<ReadTranscript> {
  const { lines, others, damaged } = yield* parseLines(source);
  const reader = new ClaudeReader(lines, new ClaudeQueue(yield* deliveredTexts(lines)));
  const chainOf = sideChains(lines);
  let next = 0;
  for (const line of lines) {
    while (next < others.length && (others[next]?.line ?? 0) < line.number) reader.foreign(others[next++]);
    reader.read(line, chainOf);
    yield;
  }
  while (next < others.length) reader.foreign(others[next++]);
  const all = [...damaged, ...reader.damaged].sort((left, right) => left.line - right.line);
  return { format: 'claude-code', conversations: [reader.conversation()], damaged: all };
}

interface ParsedLines {
  readonly lines: readonly ClaudeLine[];
  /** Blank and damaged lines, and JSON that is no object with a type. */
  readonly others: readonly Draft[];
  readonly damaged: readonly SourceDamage[];
}

function* parseLines(source: SourceText): Steps<ParsedLines> {
  const lines: ClaudeLine[] = [];
  const others: Draft[] = [];
  const damaged: SourceDamage[] = [];
  for (const [place, text] of source.lines.entries()) {
    const number = place + 1;
    if (text.trim() === '') continue;
    const parsed = parseSourceJson(text);
    const value = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
    const fields = value === undefined ? undefined : claudeFields(value);
    if (value !== undefined && fields !== undefined) lines.push({ number, text, value, fields });
    else {
      others.push(foreign(text, { line: number }));
      damaged.push({ line: number, reason: parsed.ok ? 'not an object with a type' : parsed.error });
    }
    yield;
  }
  return { lines, others, damaged };
}

class ClaudeReader {
  readonly damaged: SourceDamage[] = [];
  private readonly root: Draft[] = [];
  private readonly chains = new Map<string, Draft[]>();
  private readonly queue: ClaudeQueue;
  private readonly compactions: ClaudeCompactions;
  private readonly lastOfMessage: ReadonlyMap<string, ClaudeLine>;
  private readonly seen = new Set<string>();
  private model: string | undefined;
  private workspace: string | undefined;
  private customTitle: string | undefined;

  constructor(lines: readonly ClaudeLine[], queue: ClaudeQueue) {
    this.queue = queue;
    this.compactions = new ClaudeCompactions(lines);
    this.lastOfMessage = lastLines(lines);
  }

  foreign(draft: Draft | undefined): void {
    if (draft !== undefined) this.root.push(draft);
  }

  read(line: ClaudeLine, chainOf: ChainOf): void {
    const { fields } = line;
    const drafts = this.draftsOf(chainOf(line));
    this.workspace ??= fields.cwd;
    this.customTitle = fields.customTitle ?? this.customTitle;
    // A line written a second time must not be there twice for the model.
    if (fields.uuid !== undefined && this.seen.has(fields.uuid)) drafts.push(this.verbatim(line));
    else if (isMessageLine(fields)) this.message(line, drafts);
    else this.event(line, drafts);
    if (fields.uuid !== undefined) this.seen.add(fields.uuid);
  }

  conversation(): DraftConversation {
    const named = this.customTitle === undefined ? undefined : titleFrom(this.customTitle);
    return {
      title: named ?? titleOf(this.root, requestOf),
      model: this.model === undefined ? undefined : { provider: 'anthropic', model: this.model },
      workspace: this.workspace,
      drafts: this.root,
      sideChains: this.chains,
    };
  }

  private draftsOf(chain: string | undefined): Draft[] {
    if (chain === undefined) return this.root;
    const known = this.chains.get(chain);
    if (known !== undefined) return known;
    const fresh: Draft[] = [];
    this.chains.set(chain, fresh);
    return fresh;
  }

  private message(line: ClaudeLine, drafts: Draft[]): void {
    const { fields, number } = line;
    const compaction = fields.isCompactSummary === true ? this.compactions.summary(line) : undefined;
    if (compaction !== undefined) {
      addAll(drafts, compaction);
      return;
    }
    const message = fields.message?.id ?? `line ${number}`;
    const reading = readMessageLine(line, message);
    addAll(drafts, reading.drafts);
    if (reading.damage !== undefined) this.damaged.push({ line: number, reason: reading.damage });
    if (fields.type === 'assistant') this.usage(line, drafts);
  }

  /** The lines of one message repeat its usage; the last one has the final figures. */
  private usage(line: ClaudeLine, drafts: Draft[]): void {
    const { message, requestId, timestamp } = line.fields;
    const model = message?.model;
    if (model !== undefined && model !== '<synthetic>' && drafts === this.root) this.model = model;
    if (message?.usage === undefined || message.usage === null) return;
    if (message.id !== undefined && this.lastOfMessage.get(message.id) !== line) return;
    drafts.push({ kind: 'usage', requestId, model, usage: message.usage, line: line.number, at: timestamp });
  }

  private event(line: ClaudeLine, drafts: Draft[]): void {
    const { fields } = line;
    if (fields.type === 'queue-operation') addAll(drafts, this.queue.read(line));
    else if (fields.type === 'attachment') addAll(drafts, queuedPrompt(line) ?? []);
    else if (fields.subtype === 'compact_boundary') addAll(drafts, this.compactions.boundary(line));
    drafts.push(this.verbatim(line));
  }

  private verbatim(line: ClaudeLine): Draft {
    return foreign(line.text, { line: line.number, at: line.fields.timestamp });
  }
}

function lastLines(lines: readonly ClaudeLine[]): ReadonlyMap<string, ClaudeLine> {
  const last = new Map<string, ClaudeLine>();
  for (const line of lines) {
    const id = line.fields.message?.id;
    if (id !== undefined) last.set(id, line);
  }
  return last;
}
