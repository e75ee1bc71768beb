// What happened in a conversation, without any structure of ours: the common ground on which an import is compared with
// an independent reading of its source.

export type Happening =
  | { readonly kind: 'user' | 'assistant' | 'reasoning' | 'summary'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'result'; readonly text: string; readonly images: readonly string[] }
  /** An image outside a result, as base64. */
  | { readonly kind: 'image'; readonly base64: string };

export interface ToldConversation {
  /** Texts and calls in the order of the source; each result right after the result of the call before. */
  readonly main: readonly Happening[];
  /** Each side chain by itself, in order of appearance. */
  readonly side: readonly (readonly Happening[])[];
  /** What a person typed into a running turn and the source keeps beside the conversation. */
  readonly typedMeanwhile: readonly string[];
}

export interface Told {
  readonly conversations: readonly ToldConversation[];
  /** The format's own message records, and those of them that people wrote. */
  readonly messages: number;
  readonly userMessages: number;
  /** Numbers of lines that cannot be read, counted from 1. */
  readonly damaged: readonly number[];
}

/** Everything but results, in order: the order an import must keep. */
export function withoutResults(happenings: readonly Happening[]): readonly Happening[] {
  return happenings.filter(({ kind }) => kind !== 'result');
}

/** Results only; an import gives them in the order of their calls. */
export function resultsOf(happenings: readonly Happening[]): readonly Happening[] {
  return happenings.filter(({ kind }) => kind === 'result');
}
