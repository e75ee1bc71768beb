// Drafts: what a reader makes of a foreign transcript. They become records once ids, turns and artifacts are known.
// What a reader cannot place is a foreign draft, so nothing of the source is dropped.

import type { Json } from '../../base/json.ts';

export type MediaKind = 'image' | 'document' | 'audio' | 'other';

export type DraftPart =
  | { readonly type: 'text'; readonly text: string }
  /** `base64` is checked: padded, without white space, never empty. */
  | {
      readonly type: 'inline-media';
      readonly media: MediaKind;
      readonly mime?: string | undefined;
      readonly base64: string;
    }
  /** Media known by address or path only. */
  | {
      readonly type: 'linked-media';
      readonly media: MediaKind;
      readonly mime?: string | undefined;
      readonly path: string;
    };

export interface ProviderTag {
  readonly name: string;
  readonly data: Json;
}

interface Placed {
  /** ISO 8601, where the source has a time. */
  readonly at?: string | undefined;
  /** The source line, counted from 1; 0 where lines mean nothing. */
  readonly line: number;
}

/** What the assistant said in one message of the source shares `message`; undefined where the source has no messages. */
interface OfMessage extends Placed {
  readonly message?: string | undefined;
  readonly provider?: ProviderTag | undefined;
}

export interface UserDraft extends Placed {
  readonly kind: 'user';
  readonly content: readonly DraftPart[];
  /** `host`: written by the source's host, not typed by a person. */
  readonly origin?: 'person' | 'host' | 'steering' | undefined;
  /** Belongs to the running turn whatever came before it, such as the mark of an interruption. */
  readonly opensTurn?: false | undefined;
}

export interface AssistantDraft extends OfMessage {
  readonly kind: 'assistant';
  readonly content: readonly DraftPart[];
}

export interface ReasoningDraft extends OfMessage {
  readonly kind: 'reasoning';
  readonly content: readonly DraftPart[];
}

export interface CallDraft extends OfMessage {
  readonly kind: 'tool-call';
  /** As in the source: it may repeat, or be empty. */
  readonly sourceId: string;
  readonly name: string;
  readonly input: Json;
  /** The source's arguments were not JSON: `input` is their text. */
  readonly malformed?: boolean | undefined;
}

export interface ResultDraft extends Placed {
  readonly kind: 'tool-result';
  /** Of the call it answers. */
  readonly sourceId: string;
  readonly content: readonly DraftPart[];
  readonly isError?: boolean | undefined;
}

/** An earlier compaction of the source: what precedes it becomes a finalized segment. */
export interface CompactionDraft extends Placed {
  readonly kind: 'compaction';
  /** Exactly as the source had it. */
  readonly summary: string;
  readonly model?: string | undefined;
  /** Source lines whose drafts stayed in the model's view: the tail. */
  readonly keptLines?: readonly number[] | undefined;
}

/** The running turn ended: what follows it, if anything does, still belongs to it until the next user draft. */
export interface SettledDraft extends Placed {
  readonly kind: 'settled';
  readonly outcome: 'imported' | 'cancelled' | 'failed';
}

/** The source took its newest turns out of the model's sight. */
export interface RollbackDraft extends Placed {
  readonly kind: 'rollback';
  readonly turns: number;
}

export interface UsageDraft extends Placed {
  readonly kind: 'usage';
  readonly requestId?: string | undefined;
  readonly model?: string | undefined;
  readonly usage: Json;
}

export interface FileTouchDraft extends Placed {
  readonly kind: 'file-touch';
  readonly path: string;
  readonly access: 'read' | 'modified';
}

/** What has no place of its own, kept verbatim and hidden. */
export interface ForeignDraft extends Placed {
  readonly kind: 'foreign';
  readonly raw: string;
}

export type Draft =
  | UserDraft
  | AssistantDraft
  | ReasoningDraft
  | CallDraft
  | ResultDraft
  | CompactionDraft
  | SettledDraft
  | RollbackDraft
  | UsageDraft
  | FileTouchDraft
  | ForeignDraft;

export interface DraftConversation {
  readonly title: string;
  /** The model the source used last, where it says so. */
  readonly model?: { readonly provider: string; readonly model: string } | undefined;
  readonly workspace?: string | undefined;
  readonly drafts: readonly Draft[];
  /** Side chains by path; each becomes a retained agent's transcript. */
  readonly sideChains: ReadonlyMap<string, readonly Draft[]>;
}

export function textPart(text: string): DraftPart {
  return { type: 'text', text };
}

/** The text of the parts, joined by a newline, media left out. */
export function draftText(content: readonly DraftPart[]): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
