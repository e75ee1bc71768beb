// How a turn begins: with a prompt of the outbox, or where an earlier turn stopped. What it brings is no record yet.

import { unlessAborted } from '../../base/abort.ts';
import type { OutboxEntry } from '../sessions/session-record.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { isVisible } from '../transcript/visibility.ts';
import type { ChatParts } from './chat-parts.ts';
import type { Mentioned } from './expand-mentions.ts';

export type TurnStart =
  | { readonly kind: 'prompt'; readonly entry: OutboxEntry }
  /** Goes on in the turn that stopped. `streamed` is what had come of its last answer and is to be kept; may be empty. */
  | { readonly kind: 'resume'; readonly streamed: string };

export interface Opening {
  /** Steering that an earlier turn did not live to hear. */
  readonly leftOver: ReadonlySet<string>;
  /** An answer that never ended, kept as far as it came. */
  readonly streamed: string;
  /** What the prompt refers to. */
  readonly mentions: readonly Mentioned[];
  /** The person's words, or the host's where a request needs some. */
  readonly prompt:
    | { readonly id: string | undefined; readonly text: string; readonly origin: 'person' | 'host' }
    | undefined;
}

/** Nothing: a later request of a running turn. */
export const noOpening: Opening = { leftOver: new Set(), streamed: '', mentions: [], prompt: undefined };

/** Undefined when the signal aborts first. Mentions are expanded before reminders are looked at (behaviour 3.1). */
export async function openingOf(
  start: TurnStart,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<Opening | undefined> {
  const leftOver = new Set(parts.inputs.steering.map(({ id }) => id));
  if (start.kind === 'prompt') {
    const { id, text } = start.entry;
    const mentions = await unlessAborted(parts.expandMentions(text, signal), signal);
    if (mentions === undefined) return undefined;
    return { leftOver, streamed: '', mentions: mentions.value, prompt: { id, text, origin: 'person' } };
  }
  const { streamed } = start;
  const last = parts.conversation.records().findLast(isVisible);
  const isAnswer = streamed !== '' || last?.kind === 'assistant' || last?.kind === 'reasoning';
  // No request may end with an assistant message, or with nothing but a summary: somebody has to ask for more.
  const asks = isAnswer
    ? 'request/go-on'
    : last?.kind === 'summary'
      ? 'request/go-on-from-summary'
      : undefined;
  const text = asks === undefined ? undefined : parts.prompts.text(asks, {});
  return {
    leftOver,
    streamed,
    mentions: [],
    prompt: text === undefined ? undefined : { id: undefined, text, origin: 'host' },
  };
}

/** Whether the next request of a resumed turn follows tool results, as a continuation does. */
export function followsResults(records: readonly TranscriptRecord[]): boolean {
  return records.findLast(isVisible)?.kind === 'tool-result';
}
