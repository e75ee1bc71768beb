// The drafts of one Claude Code message line: what it says, what it calls, what a tool returned, and its leftover.

import { assertNever } from '../../../base/fail.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { Draft, DraftPart, UserDraft } from '../draft.ts';
import { carriedTime, foreignJson, leftoverOf, type Place } from '../leftover.ts';
import { contentItems } from '../tolerant.ts';
import { readBlock, type BlockPiece } from './blocks.ts';
import { isHostText, isInterruption } from './host-texts.ts';
import type { ClaudeLine } from './line.ts';

interface LineReading {
  readonly drafts: readonly Draft[];
  /** Media of the line whose bytes could not be read. */
  readonly damage?: string | undefined;
}

/** Reads a `user` or `assistant` line. `message` names the assistant message the line is part of. */
export function readMessageLine(line: ClaudeLine, message: string): LineReading {
  const { fields, value, number } = line;
  const place: Place = { line: number, at: fields.timestamp };
  const builder = fields.type === 'assistant' ? new AssistantLine(place, message) : new UserLine(place, line);
  const leftovers: JsonObject[] = [];
  let damage: string | undefined;
  for (const block of contentItems(fields.message?.content)) {
    const reading = readBlock(block);
    damage ??= reading.damage;
    const taken = reading.piece !== undefined && builder.take(reading.piece);
    const leftover = taken ? reading.leftover : block;
    if (leftover !== undefined) leftovers.push(leftover);
  }
  const drafts = [...builder.finish(), ...foreignJson(lineLeftover(value, leftovers), place)];
  if (fields.isApiErrorMessage === true) drafts.push({ kind: 'settled', outcome: 'failed', ...place });
  return { drafts, damage };
}

/** The line without what its drafts carry. `blocks` is what is left of its content. */
export function lineLeftover(value: JsonObject, blocks: readonly JsonObject[]): JsonObject | undefined {
  const message = value['message'];
  const rest = leftoverOf(value, [...carriedTime(value), 'message']);
  const inner = isJsonObject(message) ? leftoverOf(message, ['content']) : undefined;
  const content = blocks.length === 0 ? {} : { content: blocks };
  if (inner === undefined && blocks.length === 0) return rest;
  return { ...rest, message: { ...inner, ...content } };
}

class AssistantLine {
  private readonly place: Place;
  private readonly message: string;
  private readonly drafts: Draft[] = [];
  private parts: DraftPart[] = [];

  constructor(place: Place, message: string) {
    this.place = place;
    this.message = message;
  }

  take(piece: BlockPiece): boolean {
    const of = { ...this.place, message: this.message };
    switch (piece.kind) {
      case 'part':
        this.parts.push(piece.part);
        return true;
      case 'reasoning':
        this.flush();
        if (piece.text === '' && piece.provider === undefined) return false;
        this.drafts.push({
          kind: 'reasoning',
          content: [{ type: 'text', text: piece.text }],
          provider: piece.provider,
          ...of,
        });
        return true;
      case 'call':
        this.flush();
        this.drafts.push({
          kind: 'tool-call',
          sourceId: piece.id,
          name: piece.name,
          input: piece.input,
          ...of,
        });
        return true;
      case 'result':
        this.flush();
        this.drafts.push(resultDraft(piece, this.place));
        return true;
      default:
        return assertNever(piece);
    }
  }

  finish(): Draft[] {
    this.flush();
    return this.drafts;
  }

  private flush(): void {
    if (this.parts.length === 0) return;
    this.drafts.push({ kind: 'assistant', content: this.parts, ...this.place, message: this.message });
    this.parts = [];
  }
}

/** Texts of the host and words of the person within one line become drafts of their own. */
class UserLine {
  private readonly place: Place;
  private readonly writtenByHost: boolean;
  private readonly results: Draft[] = [];
  private readonly said: Draft[] = [];
  private parts: DraftPart[] = [];
  private partsOrigin: UserDraft['origin'];
  private interrupted = false;

  constructor(place: Place, line: ClaudeLine) {
    this.place = place;
    const { isMeta, origin } = line.fields;
    this.writtenByHost = isMeta === true || (origin?.kind !== undefined && origin.kind !== 'human');
  }

  take(piece: BlockPiece): boolean {
    switch (piece.kind) {
      case 'part':
        this.part(piece.part);
        return true;
      case 'result':
        this.results.push(resultDraft(piece, this.place));
        return true;
      case 'reasoning':
      case 'call':
        return false;
      default:
        return assertNever(piece);
    }
  }

  finish(): Draft[] {
    this.flush();
    const end: Draft[] = this.interrupted ? [{ kind: 'settled', outcome: 'cancelled', ...this.place }] : [];
    return [...this.results, ...this.said, ...end];
  }

  private part(part: DraftPart): void {
    const origin = this.originOf(part);
    if (origin !== this.partsOrigin) this.flush();
    this.partsOrigin = origin;
    this.parts.push(part);
    if (part.type === 'text' && isInterruption(part.text)) this.interrupted = true;
  }

  private originOf(part: DraftPart): UserDraft['origin'] {
    if (this.writtenByHost) return 'host';
    if (part.type !== 'text') return this.partsOrigin ?? 'person';
    return isHostText(part.text) ? 'host' : 'person';
  }

  /** What a person adds to the results of a running turn steers it. */
  private flush(): void {
    if (this.parts.length === 0) return;
    const first = this.parts[0];
    const marksEnd = first?.type === 'text' && isInterruption(first.text);
    const steering = this.results.length > 0 && this.partsOrigin === 'person';
    this.said.push({
      kind: 'user',
      content: this.parts,
      origin: steering ? 'steering' : this.partsOrigin,
      ...(marksEnd || this.results.length > 0 ? { opensTurn: false as const } : {}),
      ...this.place,
    });
    this.parts = [];
  }
}

function resultDraft(piece: Extract<BlockPiece, { kind: 'result' }>, place: Place): Draft {
  return {
    kind: 'tool-result',
    sourceId: piece.id,
    content: piece.content,
    ...(piece.isError ? { isError: true } : {}),
    ...place,
  };
}
