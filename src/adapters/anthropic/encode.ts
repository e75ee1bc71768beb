// The neutral request as a Messages body. Everything but the moving cache mark depends on what stands before it only,
// so the body of a longer conversation begins with that of the shorter one and the provider's cache hits.

import type {
  ContentBlockParam,
  MessageCreateParamsBase,
  TextBlockParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import { wellFormed } from '../../base/code-points.ts';
import { remembered } from '../../base/remembered.ts';
import { wellFormedJson } from '../../base/well-formed-json.ts';
import { fitted } from '../../core/provider/fitted.ts';
import type { ChatRequest, Message, ToolSpec } from '../../core/provider/request.ts';
import { assistantBlocks, isBlank, isThought, mostNameLength, userBlocks } from './blocks.ts';
import { effortFields, mostOutputTokens, takesThoughts, type EffortFields } from './limits.ts';

/** The SDK's type, but with any word for the effort and lists only. */
export interface AnthropicBody extends EffortFields, Pick<MessageCreateParamsBase, 'model' | 'max_tokens'> {
  readonly system?: TextBlockParam[];
  readonly tools?: Tool[];
  readonly messages: readonly WireMessage[];
  readonly stream: boolean;
}

interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlockParam[];
}

/**
 * The exact body that is sent. A message that has nothing the service accepts is left out, and its neighbours, then of
 * one role, are merged. Thoughts go back only where the model thinks. Cache marks: the end of the system text, the last
 * tool, the end of the last user message; the last one moves on as the conversation grows.
 */
export function encodeAnthropic(request: ChatRequest): AnthropicBody {
  const all = merged(request.messages.map(wireMessage));
  const effort = effortFields(request, beganWithThought(all) ? 'allow-budget' : 'forbid-budget');
  const messages = takesThoughts(request.model, effort) ? all : merged(all.map(withoutThoughts));
  const last = messages.at(-1);
  if (last?.role === 'user') messages.splice(-1, 1, { ...last, content: markedLast(last.content) });
  const system = wellFormed(request.system);
  return {
    model: wellFormed(request.model),
    max_tokens: mostOutputTokens(request),
    ...(isBlank(system) ? {} : { system: markedLast([{ type: 'text', text: system }]) }),
    ...(request.tools.length === 0 ? {} : { tools: markedLast(request.tools.map(tool)) }),
    ...wellFormedJson(effort),
    messages,
    stream: request.stream,
  };
}

function markedLast<Block extends ContentBlockParam | Tool>(blocks: readonly Block[]): Block[] {
  const mark = { type: 'ephemeral' } as const;
  return blocks.map((block, place) =>
    place === blocks.length - 1 ? { ...block, cache_control: mark } : block,
  );
}

const tool = remembered(({ name, description, inputSchema }: ToolSpec): Tool => {
  return wellFormedJson({
    name: fitted(name, mostNameLength),
    ...(isBlank(description) ? {} : { description }),
    input_schema: { ...inputSchema, type: 'object' },
  });
});

const wireMessage = remembered((message: Message): WireMessage => {
  if (message.role === 'user') return wellFormedJson({ role: 'user', content: userBlocks(message.content) });
  const blocks = message.content.flatMap(assistantBlocks);
  // The service refuses a message that ends in a thought: an answer that broke off there has said nothing.
  return wellFormedJson({
    role: 'assistant',
    content: blocks.slice(0, blocks.findLastIndex((block) => !isThought(block)) + 1),
  });
});

const withoutThoughts = remembered((message: WireMessage): WireMessage =>
  message.content.some(isThought)
    ? { ...message, content: message.content.filter((block) => !isThought(block)) }
    : message,
);

/** No empty message, and no two of one role in a row. */
function merged(messages: readonly WireMessage[]): WireMessage[] {
  const list: WireMessage[] = [];
  for (const message of messages) {
    if (message.content.length === 0) continue;
    const last = list.at(-1);
    if (last?.role === message.role) {
      list[list.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else list.push(message);
  }
  return list;
}

/** A loop of calls and results that still runs is one answer: true when it began with a thought, or none runs. */
function beganWithThought(messages: readonly WireMessage[]): boolean {
  let first: WireMessage | undefined;
  for (let place = messages.length - 1; place > 0; place -= 2) {
    if (messages[place]?.content[0]?.type !== 'tool_result') break;
    first = messages[place - 1];
  }
  return first === undefined || isThought(first.content[0]);
}
