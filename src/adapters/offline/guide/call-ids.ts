// Ids of the guide's calls. They say which round of its plan a call belongs to, so that the guide finds its place again
// behind a summary, and differ from those of every other request.

import type { Message } from '../../../core/provider/request.ts';

/** `round` from 1, `place` within the round from 1. Letters, digits and `-` only. */
export function callIdOf(round: number, place: number, messages: readonly Message[]): string {
  return `guide-${round}-${place}-${fingerprint(messages)}`;
}

/** Undefined for an id the guide did not make. */
export function roundOfCall(callId: string): number | undefined {
  const round = /^guide-(\d+)-\d+-[0-9a-f]+$/.exec(callId)?.[1];
  return round === undefined ? undefined : Number(round);
}

/** Of the last message, which holds the ids of the calls before, and of how many there are (FNV-1a). */
function fingerprint(messages: readonly Message[]): string {
  const text = `${messages.length} ${JSON.stringify(messages.at(-1) ?? null).slice(0, 20_000)}`;
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++)
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
