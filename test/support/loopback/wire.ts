// The three wire formats by name. A server knows the wire by the path it is asked on.

import { anthropicWire } from './anthropic-wire.ts';
import { chatWire } from './chat-wire.ts';
import type { Wire } from './rendered.ts';
import { responsesWire } from './responses-wire.ts';

/** The names their providers carry. */
export type WireName = 'anthropic' | 'openai' | 'openai-chat';

export const wires: Readonly<Record<WireName, Wire>> = {
  anthropic: anthropicWire,
  openai: responsesWire,
  'openai-chat': chatWire,
};

export const wireNames: readonly WireName[] = ['anthropic', 'openai', 'openai-chat'];

export function wireOfPath(path: string): WireName | undefined {
  return wireNames.find((name) => wires[name].path === path);
}
