// The neutral request as a Responses body. Nothing is kept by the service, so everything it needs is in the body, its
// own encrypted thoughts included.

import type { ResponseCreateParams, ResponseInputItem } from 'openai/resources/responses/responses';
import * as z from 'zod';
import { remembered } from '../../base/remembered.ts';
import { wellFormedJson } from '../../base/well-formed-json.ts';
import { fitted } from '../../core/provider/fitted.ts';
import type {
  AssistantContent,
  ChatRequest,
  Message,
  ToolResultContent,
  UserContent,
} from '../../core/provider/request.ts';
import { functionFields, pieces, resultPieces, separated, type Piece } from './contents.ts';
import { isReasoningModel, mostCallIdLength, mostNameLength } from './models.ts';

/** The SDK's type, but with any word for the effort: which are known depends on the model. */
export interface ResponsesBody extends Omit<ResponseCreateParams, 'reasoning'> {
  readonly input: ResponseInputItem[];
  readonly reasoning?: { readonly effort: string };
}

/** The exact body that is sent. */
export function encodeResponses(request: ChatRequest): ResponsesBody {
  const { effort, maxOutput } = request;
  const thinks = effort === undefined ? isReasoningModel(request.model) : effort !== 'none';
  const head = wellFormedJson({
    model: request.model,
    ...(request.system.trim() === '' ? {} : { instructions: request.system }),
  });
  const rest = wellFormedJson<Omit<ResponsesBody, 'input'>>({
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(
            (tool) => ({ type: 'function', ...functionFields(tool), strict: false }) as const,
          ),
        }),
    ...(maxOutput === undefined ? {} : { max_output_tokens: maxOutput }),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    ...(thinks ? { include: ['reasoning.encrypted_content'] as const } : {}),
    store: false,
    stream: request.stream,
  });
  return { ...head, input: request.messages.flatMap(messageItems), ...rest };
}

const messageItems = remembered((message: Message): readonly ResponseInputItem[] =>
  wellFormedJson(message.role === 'user' ? userItems(message.content) : assistantItems(message.content)),
);

function userItems(contents: readonly UserContent[]): ResponseInputItem[] {
  const results = contents.filter((content) => content.type === 'tool-result');
  const others = pieces(contents.filter((content) => content.type !== 'tool-result'));
  return [
    ...results.map(resultItem),
    ...(others.length === 0
      ? []
      : [{ type: 'message', role: 'user', content: others.map(inputPart) } as const]),
  ];
}

function resultItem(result: ToolResultContent): ResponseInputItem {
  const said = resultPieces(result);
  const { text, imageUrls } = separated(said);
  return {
    type: 'function_call_output',
    call_id: fitted(result.callId, mostCallIdLength.responses),
    output: imageUrls.length === 0 ? text : said.map(inputPart),
  };
}

function inputPart(piece: Piece) {
  if ('text' in piece) return { type: 'input_text', text: piece.text } as const;
  return { type: 'input_image', image_url: piece.imageUrl, detail: 'auto' } as const;
}

/**
 * A thought goes back only encrypted and only before the item it led to: the service refuses one that is followed by
 * nothing of the same answer. Calls and texts go without their ids, which would demand the thoughts around them.
 */
function assistantItems(contents: readonly AssistantContent[]): ResponseInputItem[] {
  const items = contents.flatMap(assistantItem);
  return items.slice(0, items.findLastIndex((item) => item.type !== 'reasoning') + 1);
}

function assistantItem(content: AssistantContent): ResponseInputItem[] {
  switch (content.type) {
    case 'text':
      return content.text.trim() === ''
        ? []
        : [{ type: 'message', role: 'assistant', content: content.text }];
    case 'tool-call':
      return [
        {
          type: 'function_call',
          call_id: fitted(content.callId, mostCallIdLength.responses),
          name: fitted(content.name, mostNameLength),
          arguments: JSON.stringify(content.input),
        },
      ];
    case 'reasoning': {
      const thought = thoughtSchema.safeParse(content.providerData);
      return thought.success ? [thought.data] : [];
    }
  }
}

/** What decode-responses.ts stored. Anything else came from another provider or cannot be read by the service. */
const thoughtSchema = z.object({
  type: z.literal('reasoning'),
  id: z.string().min(1),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  encrypted_content: z.string().min(1),
});
