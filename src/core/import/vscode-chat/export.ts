// The shapes of a VS Code chat export. They are the editor's own serialised objects and change with its versions.

import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { maybeFlag, maybeJson, maybeList, maybeNumber, maybeObject, maybeText } from '../tolerant.ts';

const callSchema = openObject({ name: z.string(), arguments: maybeJson, id: maybeText });

const roundSchema = openObject({
  response: maybeText,
  toolCalls: maybeList,
});

const metadataSchema = openObject({
  toolCallRounds: maybeList,
  toolCallResults: maybeObject,
  promptTokens: maybeNumber,
  outputTokens: maybeNumber,
});

const requestSchema = openObject({
  requestId: maybeText,
  message: z.union([z.string(), openObject({ text: z.string() })]),
  response: maybeList,
  variableData: openObject({ variables: maybeList }).optional().catch(undefined),
  result: openObject({
    errorDetails: maybeObject,
    metadata: metadataSchema.optional().catch(undefined),
  })
    .optional()
    .catch(undefined),
  isCanceled: maybeFlag,
  isHidden: maybeFlag,
  shouldBeRemovedOnSend: maybeObject,
  modelState: openObject({ value: maybeNumber }).optional().catch(undefined),
  modelId: maybeText,
  timestamp: maybeNumber,
});

const partSchema = openObject({
  kind: maybeText,
  value: maybeJson,
  content: maybeJson,
  name: maybeText,
  inlineReference: maybeObject,
  uri: maybeObject,
  baseUri: maybeObject,
  toolId: maybeText,
  toolCallId: maybeText,
  subAgentInvocationId: maybeText,
  fromSubAgent: maybeFlag,
  invocationMessage: maybeJson,
  pastTenseMessage: maybeJson,
  isComplete: maybeFlag,
  resultDetails: maybeJson,
  toolSpecificData: maybeObject,
});

const exportSchema = openObject({
  requests: z.custom<readonly Json[]>((value) => Array.isArray(value)),
  responderUsername: maybeText,
  requesterUsername: maybeText,
  initialLocation: maybeText,
  sessionId: maybeText,
  customTitle: maybeText,
});

type ChatExport = z.infer<typeof exportSchema>;
export type ChatRequest = z.infer<typeof requestSchema>;
export type ResponsePart = z.infer<typeof partSchema>;

/** One call of a round: arguments are JSON text, or already a value. */
export type RoundCall = z.infer<typeof callSchema>;

export interface Round {
  /** The model's own words, as the editor kept them for the next request. */
  readonly response: string;
  readonly calls: readonly RoundCall[];
}

/** Undefined for anything that is not an export. */
export function chatExport(value: Json | undefined): ChatExport | undefined {
  const parsed = exportSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { responderUsername, requesterUsername, initialLocation, sessionId } = parsed.data;
  const named = [responderUsername, requesterUsername, initialLocation, sessionId];
  return named.some((name) => name !== undefined) ? parsed.data : undefined;
}

export function chatRequest(value: Json): ChatRequest | undefined {
  return requestSchema.safeParse(value).data;
}

export function responsePart(value: JsonObject): ResponsePart {
  return partSchema.parse(value);
}

/** The rounds of a request; those that cannot be read are left out, so their number may differ. */
export function roundsOf(request: ChatRequest): readonly Round[] {
  return (request.result?.metadata?.toolCallRounds ?? []).flatMap((value) => {
    const round = roundSchema.safeParse(value).data;
    if (round === undefined) return [];
    const calls = (round.toolCalls ?? []).flatMap((call) => callSchema.safeParse(call).data ?? []);
    return [{ response: round.response ?? '', calls }];
  });
}

/** A text, or the text of a Markdown string. */
export function textValue(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  const inner = isJsonObject(value) ? value['value'] : undefined;
  return typeof inner === 'string' ? inner : undefined;
}
