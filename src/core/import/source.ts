// What a reader is given and what it gives back. The adapter that read the file owns bytes and encodings; readers see
// text, are pure, never throw, and yield between lines so that their driver can let the event loop breathe.

import type { Json, JsonObject } from '../../base/json.ts';
import type { DraftConversation } from './draft.ts';

export const importFormats = ['claude-code', 'codex', 'pi', 'openai', 'vscode-chat'] as const;

export type ImportFormat = (typeof importFormats)[number];

/** A line whose bytes are not UTF-8: its text carries replacement characters, its bytes are kept here. */
export interface UndecodableLine {
  readonly line: number;
  readonly base64: string;
}

/** The text of a foreign file, as lines and whole. A byte-order mark is gone and CRLF is LF before a reader sees it. */
export interface SourceText {
  /** Lines without their ends; a last empty line is left out. */
  readonly lines: readonly string[];
  /** The file as one JSON value, when it is one. A file with a single JSON line has both. */
  readonly whole: JsonObject | readonly Json[] | undefined;
  readonly undecodable?: readonly UndecodableLine[] | undefined;
}

export interface SourceDamage {
  /** Counted from 1; 0 where lines mean nothing. */
  readonly line: number;
  readonly reason: string;
}

export interface ReadTranscript {
  readonly format: ImportFormat;
  readonly conversations: readonly DraftConversation[];
  /** In line order. Each is kept as a foreign draft too. */
  readonly damaged: readonly SourceDamage[];
}
