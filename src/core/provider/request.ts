// The neutral request: what any provider is asked. Adapters turn it into their wire format and nothing else does.

import type { Json, JsonObject } from '../../base/json.ts';

export interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

export interface ImageContent {
  readonly type: 'image';
  readonly mime: string;
  readonly base64: string;
}

export interface ToolCallContent {
  readonly type: 'tool-call';
  /** Unique within the request; letters, digits, `-` and `_`. */
  readonly callId: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly providerData?: Json | undefined;
}

export interface ToolResultContent {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly content: readonly (TextContent | ImageContent)[];
  readonly isError: boolean;
}

/** A thought the named provider made and wants back unchanged; `data` is opaque. */
export interface ReasoningContent {
  readonly type: 'reasoning';
  readonly text: string;
  readonly providerData: Json;
}

export type UserContent = TextContent | ImageContent | ToolResultContent;
export type AssistantContent = TextContent | ReasoningContent | ToolCallContent;

/**
 * Messages alternate, begin with a user message and end with one. Each tool call of an assistant message has its
 * result in the user message right after it, in call order, before anything else. No content is empty.
 */
export type Message =
  | { readonly role: 'user'; readonly content: readonly UserContent[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantContent[] };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** A JSON schema whose type is `object`. */
  readonly inputSchema: JsonObject;
}

export interface ChatRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly effort?: string | undefined;
  /** Most tokens the answer may have, only when it was set explicitly. */
  readonly maxOutput?: number | undefined;
  /** What a provider that demands such a number gets when none was set. */
  readonly outputRoom: number;
  /** No limit of the final body may be above this; limits that are not there are not added (behaviour 6.20). */
  readonly outputCeiling?: number | undefined;
  readonly stream: boolean;
}
