// One line of a Claude Code transcript. The format is not documented by its maker: every field may be absent or odd.

import * as z from 'zod';
import type { JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { maybeFlag, maybeJson, maybeList, maybeText } from '../tolerant.ts';

const messageSchema = openObject({
  id: maybeText,
  model: maybeText,
  content: maybeJson,
  usage: maybeJson,
});

const compactMetadataSchema = openObject({
  trigger: maybeText,
  preservedSegment: openObject({ headUuid: maybeText, tailUuid: maybeText }).optional().catch(undefined),
  preservedMessages: openObject({ uuids: maybeList, allUuids: maybeList }).optional().catch(undefined),
});

const attachmentSchema = openObject({
  type: maybeText,
  prompt: maybeJson,
  commandMode: maybeText,
});

const lineSchema = openObject({
  type: z.string(),
  subtype: maybeText,
  uuid: maybeText,
  parentUuid: maybeText,
  sessionId: maybeText,
  agentId: maybeText,
  timestamp: maybeText,
  requestId: maybeText,
  cwd: maybeText,
  isSidechain: maybeFlag,
  isMeta: maybeFlag,
  isCompactSummary: maybeFlag,
  isApiErrorMessage: maybeFlag,
  origin: openObject({ kind: maybeText }).optional().catch(undefined),
  message: messageSchema.optional().catch(undefined),
  compactMetadata: compactMetadataSchema.optional().catch(undefined),
  attachment: attachmentSchema.optional().catch(undefined),
  operation: maybeText,
  content: maybeJson,
  customTitle: maybeText,
});

export type ClaudeFields = z.infer<typeof lineSchema>;

export interface ClaudeLine {
  /** Counted from 1. */
  readonly number: number;
  /** As it stands in the file. */
  readonly text: string;
  readonly value: JsonObject;
  readonly fields: ClaudeFields;
}

/** Undefined for an object without a `type`. */
export function claudeFields(value: JsonObject): ClaudeFields | undefined {
  const parsed = lineSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** A line the model's conversation is made of. */
export function isMessageLine(fields: ClaudeFields): boolean {
  return (fields.type === 'user' || fields.type === 'assistant') && fields.message !== undefined;
}

/** Lines beside the messages that only a Claude Code transcript has. */
const otherTypes = new Set([
  'system',
  'summary',
  'progress',
  'attachment',
  'file-history-snapshot',
  'queue-operation',
  'custom-title',
  'last-prompt',
]);

/** A line that only a Claude Code transcript has. */
export function isClaudeLine(value: JsonObject): boolean {
  const fields = claudeFields(value);
  if (fields === undefined) return false;
  const linked = [fields.uuid, fields.sessionId, value['leafUuid'], value['messageId']];
  if (!linked.some((id) => typeof id === 'string')) return false;
  return isMessageLine(fields) || otherTypes.has(fields.type);
}
