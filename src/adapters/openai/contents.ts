// Single contents of the neutral request in the words both OpenAI APIs share: plain text, image addresses, and what a
// tool result says, since neither API has a field for failure.

import { fitted } from '../../core/provider/fitted.ts';
import { imageLeftOut, inlineImage } from '../../core/provider/inline-image.ts';
import type { ImageContent, TextContent, ToolResultContent, ToolSpec } from '../../core/provider/request.ts';
import { mostNameLength } from './models.ts';

/** A text that says something, or the data URL of an image. */
export type Piece = { readonly text: string } | { readonly imageUrl: string };

/** Blank texts are left out; an image no service takes becomes a text that says so. */
export function pieces(contents: readonly (TextContent | ImageContent)[]): Piece[] {
  return contents.flatMap((content): Piece[] => {
    if (content.type === 'text') return content.text.trim() === '' ? [] : [{ text: content.text }];
    const image = inlineImage(content);
    if (image === undefined) return [{ text: imageLeftOut(content) }];
    return [{ imageUrl: `data:${image.mime};base64,${image.base64}` }];
  });
}

/** The texts in one, and the images apart. */
export function separated(list: readonly Piece[]): {
  readonly text: string;
  readonly imageUrls: readonly string[];
} {
  return {
    text: list.flatMap((piece) => ('text' in piece ? [piece.text] : [])).join('\n'),
    imageUrls: list.flatMap((piece) => ('imageUrl' in piece ? [piece.imageUrl] : [])),
  };
}

/** What a result says, with its failure in words before it. */
export function resultPieces(result: ToolResultContent): Piece[] {
  return [...(result.isError ? [{ text: 'The tool failed.' }] : []), ...pieces(result.content)];
}

/** A declared tool as both APIs spell it, each around it in its own way. A schema without `properties` is refused. */
export function functionFields(tool: ToolSpec) {
  return {
    name: fitted(tool.name, mostNameLength),
    ...(tool.description.trim() === '' ? {} : { description: tool.description }),
    parameters: { properties: {}, ...tool.inputSchema },
  };
}
