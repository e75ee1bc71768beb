// One line of a Codex rollout: an envelope with a payload, or, in files of early versions, the item by itself.

import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { carriedTime, leftoverOf } from '../leftover.ts';
import { maybeList, maybeText } from '../tolerant.ts';

const envelopeSchema = openObject({
  type: z.enum(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']),
  timestamp: maybeText,
  payload: z.custom<JsonObject>((value) => isJsonObject(value)),
});

const bareItemSchema = openObject({
  type: z.enum(['message', 'reasoning', 'function_call', 'function_call_output', 'local_shell_call']),
});

const bareHeaderSchema = openObject({
  id: z.string(),
  timestamp: z.string(),
  instructions: z.union([z.string(), z.null()]),
});

export const sessionMetaSchema = openObject({ cwd: maybeText, model_provider: maybeText });

export const turnContextSchema = openObject({ cwd: maybeText, model: maybeText });

export const compactedSchema = openObject({ message: maybeText, replacement_history: maybeList });

export type CodexKind = z.infer<typeof envelopeSchema>['type'] | 'other';

export interface CodexLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly kind: CodexKind;
  readonly at: string | undefined;
  readonly payload: JsonObject;
  /** The line around the payload, without what every line has. */
  readonly envelope: JsonObject | undefined;
}

export function codexLine(value: JsonObject, text: string, number: number): CodexLine {
  const enveloped = envelopeSchema.safeParse(value);
  if (enveloped.success) {
    const { type: kind, timestamp: at, payload } = enveloped.data;
    const envelope = leftoverOf(value, ['type', 'payload', ...carriedTime(value)]);
    return { number, text, kind, at, payload, envelope };
  }
  const kind = bareItemSchema.safeParse(value).success ? 'response_item' : 'other';
  return { number, text, kind, at: undefined, payload: value, envelope: undefined };
}

/** A line that only a Codex rollout has. */
export function isCodexLine(value: JsonObject): boolean {
  return envelopeSchema.safeParse(value).success || isBareHeader(value);
}

function isBareHeader(value: JsonObject): boolean {
  return bareHeaderSchema.safeParse(value).success;
}
