// The next request of a conversation and what it weighs. Always made from the records as they are; what was built for an
// earlier request is used again as long as the transcript only grew.

import { unlessAborted } from '../../base/abort.ts';
import type { ChatRequest, Message, ToolSpec } from '../provider/request.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { tokensOf, type VisibleSize } from '../tokens/estimate.ts';
import { payloadSize } from '../tokens/payload.ts';
import type { Conversation } from './conversation.ts';
import type { MessageHistory } from './messages.ts';
import type { TurnPolicies } from './policies.ts';
import { buildRequest, messageHistory } from './request-builder.ts';
import type { SystemPrompts } from './system-prompt.ts';
import { todoList } from './todo-list.ts';

export interface RequestPorts {
  readonly conversation: Conversation;
  readonly systemPrompts: SystemPrompts;
  readonly prompts: PromptLibrary;
  /** Declared in every request, in this order. */
  readonly tools: readonly ToolSpec[];
}

export class Requests {
  private readonly ports: RequestPorts;
  private history: { readonly provider: string; readonly messages: MessageHistory } | undefined;
  private readonly sizes = new WeakMap<Message, VisibleSize>();

  constructor(ports: RequestPorts) {
    this.ports = ports;
  }

  /** The system prompt of the next request, read anew; undefined when the signal aborts first. */
  async system(signal: AbortSignal): Promise<string | undefined> {
    const { conversation, systemPrompts } = this.ports;
    const todo = todoList(conversation.session.session().todo);
    const touched = conversation.touched().map(({ path }) => path);
    const text = await unlessAborted(systemPrompts.text({ todo, touched }, signal), signal);
    return text?.value;
  }

  /** Undefined when nothing is pending: the request would end with an assistant message. */
  build(system: string, policies: TurnPolicies): Promise<ChatRequest | undefined> {
    const { conversation, prompts, tools } = this.ports;
    const { provider } = policies.target;
    const { artifacts } = conversation.session;
    if (this.history?.provider !== provider)
      this.history = { provider, messages: messageHistory(provider, { artifacts, prompts }) };
    return buildRequest({
      records: conversation.records(),
      policy: policies.target,
      system,
      tools,
      stream: policies.stream,
      artifacts,
      prompts,
      history: this.history.messages,
    });
  }

  /** Tokens of the request as it would be sent: every string of it, images by their own estimate (behaviour 2.16). */
  tokens(request: ChatRequest, imageTokens: number): number {
    const rest: ChatRequest = { ...request, messages: [] };
    const sizes = [payloadSize(rest), ...request.messages.map((message) => this.sizeOf(message))];
    let characters = 0;
    let images = 0;
    for (const size of sizes) {
      characters += size.characters;
      images += size.images;
    }
    return tokensOf({ characters, images }, imageTokens);
  }

  /** Tokens of system prompt and tools: what every request has besides its transcript. */
  fixedTokens(system: string, imageTokens: number): number {
    return tokensOf(payloadSize({ system, tools: this.ports.tools }), imageTokens);
  }

  private sizeOf(message: Message): VisibleSize {
    const known = this.sizes.get(message);
    if (known !== undefined) return known;
    const size = payloadSize(message);
    this.sizes.set(message, size);
    return size;
  }
}
