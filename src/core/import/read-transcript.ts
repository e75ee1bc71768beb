// From the text of a foreign file to sessions: detect, read, settle. The adapter that read the bytes drives the steps.

import { assertNever } from '../../base/fail.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import type { Steps } from '../../base/steps.ts';
import { readClaudeCode } from './claude-code/reader.ts';
import { readCodex } from './codex/reader.ts';
import { detectFormat, type AskedFormat, type DetectFailure } from './detect.ts';
import type { Draft, DraftConversation } from './draft.ts';
import { foreign } from './leftover.ts';
import { readOpenAi } from './openai/reader.ts';
import { readPi } from './pi/reader.ts';
import { settleConversation, type ImportedSession, type SettleDeps } from './settle/settle.ts';
import type { ImportFormat, ReadTranscript, SourceDamage, SourceText, UndecodableLine } from './source.ts';
import { readVsCodeChat } from './vscode-chat/reader.ts';

export interface ImportRequest {
  readonly format: AskedFormat;
  /** How the file is called, without its folder. */
  readonly fileName: string;
}

export interface ImportedFile {
  readonly format: ImportFormat;
  readonly sessions: readonly ImportedSession[];
  /** In line order. */
  readonly damaged: readonly SourceDamage[];
}

export type ReadFailure =
  | DetectFailure
  /** The format is known, yet the file holds no message in it. */
  | {
      readonly kind: 'nothing-readable';
      readonly format: ImportFormat;
      readonly damaged: readonly SourceDamage[];
    };

export function readerOf(format: ImportFormat): (source: SourceText) => Steps<ReadTranscript> {
  switch (format) {
    case 'claude-code':
      return readClaudeCode;
    case 'codex':
      return readCodex;
    case 'pi':
      return readPi;
    case 'openai':
      return readOpenAi;
    case 'vscode-chat':
      return readVsCodeChat;
    default:
      return assertNever(format);
  }
}

/** Reads a whole file. Yields often enough that no step is long, however long the file. */
export function* importTranscript(
  source: SourceText,
  request: ImportRequest,
  deps: SettleDeps,
): Steps<Result<ImportedFile, ReadFailure>> {
  const format = yield* detectFormat(source, request.format);
  if (!format.ok) return format;
  const read = yield* readerOf(format.value)(source);
  const { conversations, damaged } = withUndecodable(read, source.undecodable ?? []);
  const spoken = conversations.filter(isSpoken);
  if (spoken.length === 0) return err({ kind: 'nothing-readable', format: format.value, damaged });
  const sessions: ImportedSession[] = [];
  for (const conversation of spoken) {
    const { fileName } = request;
    sessions.push(yield* settleConversation(conversation, { format: format.value, fileName }, deps));
  }
  return ok({ format: format.value, sessions, damaged });
}

/** Something the model would see. */
function isSpoken(conversation: DraftConversation): boolean {
  const seen = (draft: Draft): boolean =>
    draft.kind === 'user' ||
    draft.kind === 'assistant' ||
    draft.kind === 'reasoning' ||
    draft.kind === 'tool-call' ||
    draft.kind === 'compaction';
  return (
    conversation.drafts.some(seen) || [...conversation.sideChains.values()].some((chain) => chain.some(seen))
  );
}

/** Lines whose bytes are not UTF-8 are read with replacement characters; their bytes are kept with the first conversation. */
function withUndecodable(read: ReadTranscript, lines: readonly UndecodableLine[]): ReadTranscript {
  const first = read.conversations[0];
  if (lines.length === 0 || first === undefined) return read;
  const kept = lines.map(({ line, base64 }) => foreign(JSON.stringify({ line, base64 }), { line }));
  const known = new Set(read.damaged.map(({ line }) => line));
  const damage = lines
    .filter(({ line }) => !known.has(line))
    .map(({ line }) => ({ line, reason: 'not UTF-8: read with replacement characters, its bytes are kept' }));
  return {
    ...read,
    conversations: [{ ...first, drafts: [...first.drafts, ...kept] }, ...read.conversations.slice(1)],
    damaged: [...read.damaged, ...damage].sort((left, right) => left.line - right.line),
  };
}
