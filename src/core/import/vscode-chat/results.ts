// What a tool returned, from the two places where VS Code keeps it: what the model was given, and what the person saw.

import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../base/json.ts';
import { textPart, type DraftPart } from '../draft.ts';
import { base64OfBytes, inlineMedia } from '../media.ts';
import { contentItems } from '../tolerant.ts';
import { textValue, type ResponsePart } from './export.ts';

export interface ToolResult {
  readonly content: readonly DraftPart[];
  readonly isError: boolean;
}

/** An entry of `toolCallResults`: what the model was given. */
export function modelResult(entry: Json | undefined): ToolResult | undefined {
  if (!isJsonObject(entry)) return undefined;
  const content = contentItems(entry['content']).flatMap((item) => modelPart(item) ?? []);
  return { content, isError: entry['toolResultError'] !== undefined || entry['hasError'] === true };
}

/** What the editor shows of a finished invocation; undefined where it shows no result. */
export function shownResult(part: ResponsePart): ToolResult | undefined {
  const details = part.resultDetails;
  if (Array.isArray(details)) return paths(details as readonly Json[]);
  if (isJsonObject(details)) return detailsResult(details);
  const data = part.toolSpecificData;
  const output = isJsonObject(data?.['terminalCommandOutput'])
    ? data['terminalCommandOutput']['text']
    : undefined;
  const text = textValue(output) ?? textValue(data?.['result']);
  if (text !== undefined) return { content: [textPart(text)], isError: exitCode(data) !== 0 };
  const said = part.isComplete === true ? textValue(part.pastTenseMessage) : undefined;
  return said === undefined ? undefined : { content: [textPart(said)], isError: false };
}

/** The arguments of an invocation that no round tells of, from what the editor shows. */
export function shownInput(part: ResponsePart): Json {
  const data = part.toolSpecificData ?? {};
  if (data['rawInput'] !== undefined) return data['rawInput'];
  const input = isJsonObject(part.resultDetails) ? part.resultDetails['input'] : undefined;
  if (typeof input === 'string') return parseJson(input) ?? { input };
  const command = commandOf(data);
  if (command !== undefined) return { command };
  const { prompt, description = null, todoList } = data;
  if (prompt !== undefined) return { prompt, description };
  if (todoList !== undefined) return { todoList };
  const message = textValue(part.invocationMessage);
  return message === undefined ? {} : { invocation: message };
}

/** The command line as it was run. */
function commandOf(data: JsonObject): Json | undefined {
  const line = data['commandLine'];
  if (!isJsonObject(line)) return data['command'];
  return line['userEdited'] ?? line['toolEdited'] ?? line['original'];
}

function modelPart(item: JsonObject): DraftPart | undefined {
  const { value, data, mimeType } = item;
  if (typeof value === 'string') return textPart(value);
  if (isJsonObject(value))
    return isJsonObject(value['node']) ? textPart(promptText(value['node'])) : undefined;
  if (typeof item['text'] === 'string') return textPart(item['text']);
  const mime = typeof mimeType === 'string' ? mimeType : undefined;
  return bytesPart(data, mime);
}

/** Bytes as the editor serialises them: base64, base64 in an object, or numbers by place. */
export function bytesPart(data: Json | undefined, mime: string | undefined): DraftPart | undefined {
  if (typeof data === 'string') return inlineMedia(data, mime, 'other');
  if (!isJsonObject(data) && !Array.isArray(data)) return undefined;
  const base64 = isJsonObject(data) ? (data['$base64'] ?? data['base64']) : undefined;
  if (typeof base64 === 'string') return inlineMedia(base64, mime, 'other');
  const bytes = Object.values<Json>(data as Json as JsonObject);
  const plain = bytes.filter((byte): byte is number => typeof byte === 'number' && Number.isInteger(byte));
  if (plain.length === 0 || plain.length !== bytes.length) return undefined;
  return inlineMedia(base64OfBytes(plain), mime, 'other');
}

/**
 * A prompt the extension rendered as a tree: its texts in order, a line break before those that ask for one where the
 * text so far does not end in one.
 */
function promptText(node: JsonObject): string {
  let text = '';
  const walk = (piece: Json): void => {
    if (!isJsonObject(piece)) return;
    if (typeof piece['text'] === 'string') {
      const breaks = piece['lineBreakBefore'] === true || piece['lineBreakBefore'] === 1;
      if (breaks && text !== '' && !text.endsWith('\n')) text += '\n';
      text += piece['text'];
    }
    for (const child of contentItems(piece['children'])) walk(child);
  };
  walk(node);
  return text;
}

function detailsResult(details: JsonObject): ToolResult {
  const isError = details['isError'] === true;
  const { output } = details;
  if (isJsonObject(output)) {
    const mime = typeof output['mimeType'] === 'string' ? output['mimeType'] : undefined;
    const part = bytesPart(output['base64Data'], mime);
    return { content: part === undefined ? [] : [part], isError };
  }
  return { content: contentItems(output).flatMap((item) => shownPart(item) ?? []), isError };
}

function shownPart(item: JsonObject): DraftPart | undefined {
  const { value, text, mimeType, uri, isText } = item;
  const mime = typeof mimeType === 'string' ? mimeType : undefined;
  if (typeof text === 'string') return textPart(text);
  if (typeof value === 'string' && (isText === true || mime === undefined)) return textPart(value);
  if (value !== undefined) return bytesPart(value, mime);
  const path = pathOf(uri);
  return path === undefined ? undefined : { type: 'linked-media', media: 'other', mime, path };
}

/** Files a tool found, one a line. */
function paths(list: readonly Json[]): ToolResult | undefined {
  const found = list.flatMap((item) => pathOf(isJsonObject(item) ? (item['uri'] ?? item) : undefined) ?? []);
  return found.length === 0 ? undefined : { content: [textPart(found.join('\n'))], isError: false };
}

/** The path of a serialised URI. */
export function pathOf(uri: Json | undefined): string | undefined {
  if (typeof uri === 'string') return uri;
  if (!isJsonObject(uri)) return undefined;
  const { fsPath, path, external } = uri;
  return [fsPath, path, external].find((candidate) => typeof candidate === 'string');
}

function exitCode(data: JsonObject | undefined): number {
  const state = data?.['terminalCommandState'];
  const code = isJsonObject(state) ? state['exitCode'] : undefined;
  return typeof code === 'number' ? code : 0;
}
