// Does a summary request fit the model that is to answer it? An estimate: an admitted request can still be refused.

import { addSizes, byteAwareTokens, textSize, type TextSize } from '../tokens/byte-aware.ts';

export interface Preflight {
  readonly fits: boolean;
  /** Tokens, byte-aware. */
  readonly estimate: number;
  readonly usable: number;
}

/** The exact system prompt and the complete input against usable tokens; equal fits (behaviours 2.22, 2.23). */
export function preflight(system: string, input: string, usable: number): Preflight {
  return preflightSize(addSizes(textSize(system), textSize(input)), usable);
}

export function preflightSize(size: TextSize, usable: number): Preflight {
  const estimate = byteAwareTokens(size);
  return { fits: estimate <= usable, estimate, usable };
}
