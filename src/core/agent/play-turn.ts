// One turn from what is due to its settled end: what it starts from, its run, its fork point. Whatever happens in it, it
// ends.

import { reasonOf } from '../../base/fail.ts';
import type { ChatParts } from './chat-parts.ts';
import type { TurnStart } from './opening.ts';
import { interruptedTurn, settleInterrupted } from './recovery.ts';
import { settleTurn } from './settle.ts';
import type { SettledTurn } from './settled-turn.ts';
import { runTurn, type Turn } from './turn.ts';

/** What is to run: the prompt of an outbox entry, or the turn that stopped. */
export type Due =
  | { readonly kind: 'prompt'; readonly id: string }
  | { readonly kind: 'resume'; readonly how: 'retry' | 'go-on'; readonly turn: number };

export interface PlayedTurn {
  readonly settled: SettledTurn;
  /** Entry of the outbox it began with. */
  readonly prompt: string | undefined;
  /** Its number, when it was sent and did not end well: it can be gone on with. */
  readonly stopped: number | undefined;
}

/** Undefined when the prompt was taken away meanwhile. */
export async function playTurn(
  due: Due,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<PlayedTurn | undefined> {
  const { conversation, inputs } = parts;
  const start = await startOf(due, parts);
  if (start === undefined) return undefined;
  const turn = due.kind === 'resume' ? due.turn : conversation.nextTurn();
  if (start.kind === 'prompt') conversation.runs.grown();
  const ended = await ran({ turn, start }, parts, signal);
  const settled = await settleTurn(turn, ended, parts, signal);
  const prompt = start.kind === 'prompt' ? start.entry.id : undefined;
  const wasSent = !inputs.outbox.some(({ id }) => id === prompt);
  return { settled, prompt, stopped: settled.outcome !== 'success' && wasSent ? turn : undefined };
}

async function startOf(
  due: Due,
  { conversation, inputs, keeper }: ChatParts,
): Promise<TurnStart | undefined> {
  if (due.kind === 'prompt') {
    const entry = inputs.outbox.find(({ id }) => id === due.id);
    return entry === undefined ? undefined : { kind: 'prompt', entry };
  }
  const streamed = due.how === 'go-on' ? (interruptedTurn(conversation)?.streamed ?? '') : '';
  if (streamed === '') await keeper.end();
  return { kind: 'resume', streamed };
}

/** A fault of the code ends the turn like any other failure. */
async function ran(turn: Turn, parts: ChatParts, signal: AbortSignal): Promise<SettledTurn> {
  try {
    const open = await settleInterrupted(parts.conversation);
    if (!open.ok) return { outcome: 'failed', fault: { kind: 'store', failure: open.error } };
    return await runTurn(turn, parts, signal);
  } catch (error) {
    return { outcome: 'failed', fault: { kind: 'fault', why: reasonOf(error) } };
  }
}
