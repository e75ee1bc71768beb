// Single contents of the neutral request as Messages content blocks. Which of them a request may hold, and where, is
// decided in encode.ts.

import type {
  ContentBlockParam,
  ImageBlockParam,
  TextBlockParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import { fitted } from '../../core/provider/fitted.ts';
import { imageLeftOut, inlineImage } from '../../core/provider/inline-image.ts';
import type {
  AssistantContent,
  ImageContent,
  TextContent,
  ToolResultContent,
  UserContent,
} from '../../core/provider/request.ts';

/** Most characters of a declared tool's name. */
export const mostNameLength = 128;

/**
 * The blocks of a user message: results first, as the service demands, and behind them what they could not hold, since
 * the result of a failed call takes nothing but text.
 */
export function userBlocks(contents: readonly UserContent[]): ContentBlockParam[] {
  const results = contents.filter((content) => content.type === 'tool-result');
  const others = contents.filter((content) => content.type !== 'tool-result');
  return [
    ...results.map(resultBlock),
    ...results
      .filter((result) => result.isError)
      .flatMap((result) => plainBlocks(result.content.filter(isImage))),
    ...plainBlocks(others),
  ];
}

/** A thought that did not come from here, or was never signed, is left out: the service would refuse it. */
export function assistantBlocks(content: AssistantContent): ContentBlockParam[] {
  if (content.type === 'text') return plainBlocks([content]);
  if (content.type === 'tool-call') {
    const { callId: id, name, input } = content;
    return [{ type: 'tool_use', id, name: fitted(name, mostNameLength), input }];
  }
  const thought = thoughtSchema.safeParse(content.providerData);
  return thought.success ? [thought.data] : [];
}

export function isThought(block: ContentBlockParam | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

type PlainBlock = TextBlockParam | ImageBlockParam;

const thoughtSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string().min(1) }),
]);

function resultBlock(result: ToolResultContent): ToolResultBlockParam {
  const content = plainBlocks(
    result.isError ? result.content.filter((part) => !isImage(part)) : result.content,
  );
  const head = { type: 'tool_result', tool_use_id: result.callId } as const;
  if (!result.isError) return { ...head, ...(content.length === 0 ? {} : { content }) };
  return {
    ...head,
    content: content.length === 0 ? [{ type: 'text', text: '(no message)' }] : content,
    is_error: true,
  };
}

/** Blank texts are left out, as the service refuses them. */
function plainBlocks(contents: readonly (TextContent | ImageContent)[]): PlainBlock[] {
  return contents.flatMap((content): PlainBlock[] => {
    if (content.type === 'text') return isBlank(content.text) ? [] : [{ type: 'text', text: content.text }];
    const image = inlineImage(content);
    if (image === undefined) return [{ type: 'text', text: imageLeftOut(content) }];
    return [{ type: 'image', source: { type: 'base64', media_type: image.mime, data: image.base64 } }];
  });
}

function isImage(content: TextContent | ImageContent): content is ImageContent {
  return content.type === 'image';
}
