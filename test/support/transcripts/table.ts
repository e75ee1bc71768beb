// What is known about each real transcript of the five formats: the figures their collection documents, and how each is
// read independently.

import type { ImportFormat } from '../../../src/core/import/source.ts';
import type { Told } from './happenings.ts';
import { tellClaudeCode } from './told-claude-code.ts';
import { tellCodex, tellOpenAi, tellPi } from './told-others.ts';
import { tellVsCodeChat } from './told-vscode-chat.ts';

export interface KnownTranscript {
  readonly number: string;
  readonly format: ImportFormat;
  readonly conversations: number;
  /** The format's own message records. */
  readonly messages: number;
  /** Those of people: summaries of earlier compactions count, texts marked as the host's do not. */
  readonly user: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly images: number;
  readonly unpaired: number;
  readonly segments: number;
  readonly sideChains: number;
  readonly damaged: readonly number[];
  /** Characters of the longest tool result. */
  readonly longestResult: number | undefined;
  readonly tell: (file: string) => Told;
}

const plain = {
  format: 'claude-code' as const,
  conversations: 1,
  toolErrors: 0,
  images: 0,
  unpaired: 0,
  segments: 1,
  sideChains: 0,
  damaged: [],
  longestResult: 0,
  tell: tellClaudeCode,
};

export const knownTranscripts: readonly KnownTranscript[] = [
  {
    ...plain,
    number: '01',
    messages: 491,
    user: 6,
    toolCalls: 186,
    toolErrors: 7,
    segments: 2,
    longestResult: 25666,
  },
  { ...plain, number: '02', messages: 4, user: 1, toolCalls: 0 },
  {
    ...plain,
    number: '03',
    messages: 726,
    user: 26,
    toolCalls: 260,
    toolErrors: 48,
    segments: 3,
    longestResult: 30032,
  },
  {
    ...plain,
    number: '04',
    messages: 2,
    user: 0,
    toolCalls: 1,
    images: 1,
    damaged: [1, 2],
    longestResult: 255,
  },
  {
    ...plain,
    number: '05',
    messages: 53,
    user: 3,
    toolCalls: 21,
    toolErrors: 3,
    sideChains: 2,
    longestResult: 10041,
  },
  { ...plain, number: '06', messages: 14, user: 6, toolCalls: 0, segments: 2 },
  {
    ...plain,
    number: '07',
    messages: 156,
    user: 9,
    toolCalls: 46,
    toolErrors: 3,
    images: 1,
    unpaired: 1,
    damaged: [6, 25, 64, 91, 97],
    longestResult: 1130,
  },
  {
    ...plain,
    number: '08',
    format: 'pi',
    messages: 914,
    user: 88,
    toolCalls: 391,
    toolErrors: 19,
    unpaired: 18,
    longestResult: 43245,
    tell: tellPi,
  },
  {
    ...plain,
    number: '09',
    format: 'codex',
    messages: 24,
    user: 15,
    toolCalls: 123,
    toolErrors: 8,
    longestResult: 11209,
    tell: tellCodex,
  },
  // The documented longest result of 13 is that of the serialised tree, not of its text.
  {
    ...plain,
    number: '13',
    format: 'vscode-chat',
    messages: 32,
    user: 1,
    toolCalls: 30,
    longestResult: undefined,
    tell: tellVsCodeChat,
  },
  {
    ...plain,
    number: '14',
    format: 'openai',
    conversations: 12,
    messages: 546,
    user: 101,
    toolCalls: 172,
    longestResult: 8117,
    tell: tellOpenAi,
  },
];
