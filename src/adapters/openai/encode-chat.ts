// The neutral request as a Chat Completions body, in the narrow form that compatible servers understand too: text as
// plain strings, results as text only, and their images in the user message right behind them.

import { addAll } from '../../base/add-all.ts';
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { remembered } from '../../base/remembered.ts';
import { wellFormed } from '../../base/code-points.ts';
import { wellFormedJson } from '../../base/well-formed-json.ts';
import { fitted } from '../../core/provider/fitted.ts';
import type {
  AssistantContent,
  ChatRequest,
  Message,
  ToolResultContent,
  UserContent,
} from '../../core/provider/request.ts';
import { callBatches } from './call-batches.ts';
import { functionFields, pieces, resultPieces, separated, type Piece } from './contents.ts';
import { mostCallIdLength, mostNameLength, type ChatLimitField } from './models.ts';

/** The SDK's type, but with any word for the effort: which are known depends on the model. */
export interface ChatBody extends Omit<ChatCompletionCreateParams, 'reasoning_effort'> {
  readonly messages: ChatCompletionMessageParam[];
  readonly reasoning_effort?: string;
}

/** The exact body that is sent; `limitField` is what the server calls the limit of an answer. */
export function encodeChat(request: ChatRequest, limitField: ChatLimitField): ChatBody {
  const { system, tools, effort, maxOutput } = request;
  const rest = wellFormedJson({
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function', function: declared(tool) }) as const) }),
    ...(maxOutput === undefined ? {} : { [limitField]: maxOutput }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    stream: request.stream,
    ...(request.stream ? { stream_options: { include_usage: true } } : {}),
  });
  const told = system.trim() === '' ? [] : [wellFormedJson({ role: 'system', content: system } as const)];
  return { model: wellFormed(request.model), messages: [...told, ...conversation(request)], ...rest };
}

/** Older models refuse longer descriptions. */
const mostDescription = 1024;

function declared(tool: ChatRequest['tools'][number]) {
  const fields = functionFields(tool);
  if (fields.description === undefined) return fields;
  return { ...fields, description: fields.description.slice(0, mostDescription) };
}

/** Thoughts have no place in this API. An answer that was nothing else is left out, and the users around it merged. */
function conversation(request: ChatRequest): ChatCompletionMessageParam[] {
  const list: ChatCompletionMessageParam[] = [];
  let heard: UserMessage | undefined;
  for (const message of callBatches(request.messages)) {
    if (message.role === 'user') {
      heard = heard === undefined ? message : { ...message, content: [...heard.content, ...message.content] };
      continue;
    }
    const answer = assistantMessage(message);
    if (answer === undefined) continue;
    if (heard !== undefined) addAll(list, userMessages(heard));
    list.push(answer);
    heard = undefined;
  }
  if (heard !== undefined) addAll(list, userMessages(heard));
  return list;
}

type UserMessage = Extract<Message, { role: 'user' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;

const userMessages = remembered(({ content }: UserMessage) => wellFormedJson(userParams(content)));

const assistantMessage = remembered(({ content }: AssistantMessage) =>
  wellFormedJson(assistantParam(content)),
);

function assistantParam(contents: readonly AssistantContent[]): ChatCompletionMessageParam | undefined {
  const { text } = separated(pieces(contents.filter((content) => content.type === 'text')));
  const calls = contents.filter((content) => content.type === 'tool-call');
  if (text === '' && calls.length === 0) return undefined;
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: callId(call.callId),
            type: 'function' as const,
            function: { name: fitted(call.name, mostNameLength), arguments: JSON.stringify(call.input) },
          })),
        }),
  };
}

function userParams(contents: readonly UserContent[]): ChatCompletionMessageParam[] {
  const results = contents.filter((content) => content.type === 'tool-result');
  const own = pieces(contents.filter((content) => content.type !== 'tool-result'));
  const parts = [...results.flatMap(resultImages), ...own];
  if (parts.length === 0) return results.map(toolMessage);
  const { text, imageUrls } = separated(parts);
  return [
    ...results.map(toolMessage),
    { role: 'user', content: imageUrls.length === 0 ? text : parts.map(contentPart) },
  ];
}

function toolMessage(result: ToolResultContent): ChatCompletionMessageParam {
  const { text, imageUrls } = separated(resultPieces(result));
  const pointer = imageUrls.length === 0 ? [] : ['[its images follow in the next message]'];
  return {
    role: 'tool',
    tool_call_id: callId(result.callId),
    content: [...(text === '' ? [] : [text]), ...pointer].join('\n'),
  };
}

/** The images of one result, under a line that says whose they are. */
function resultImages(result: ToolResultContent): Piece[] {
  const images = pieces(result.content).filter((piece) => 'imageUrl' in piece);
  return images.length === 0
    ? []
    : [{ text: `[images of the result of ${callId(result.callId)}]` }, ...images];
}

function contentPart(piece: Piece): ChatCompletionContentPart {
  if ('text' in piece) return { type: 'text', text: piece.text };
  return { type: 'image_url', image_url: { url: piece.imageUrl } };
}

function callId(id: string): string {
  return fitted(id, mostCallIdLength.chat);
}
