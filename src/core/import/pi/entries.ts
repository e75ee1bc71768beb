// Entries of a pi session file: a header, messages, and what changed beside them. Files of the first version have no
// links between entries; later ones form a tree, of which one path is the conversation.

import * as z from 'zod';
import type { JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { maybeFlag, maybeJson, maybeNumber, maybeText } from '../tolerant.ts';

const messageSchema = openObject({
  role: z.string(),
  content: maybeJson,
  api: maybeText,
  provider: maybeText,
  model: maybeText,
  responseId: maybeText,
  usage: maybeJson,
  stopReason: maybeText,
  toolCallId: maybeText,
  isError: maybeFlag,
  summary: maybeText,
  command: maybeText,
  output: maybeText,
  exitCode: maybeNumber,
  cancelled: maybeFlag,
  excludeFromContext: maybeFlag,
});

const entrySchema = openObject({
  type: z.string(),
  id: maybeText,
  parentId: z.string().nullable().optional().catch(undefined),
  timestamp: maybeText,
  message: messageSchema.optional().catch(undefined),
  cwd: maybeText,
  provider: maybeText,
  modelId: maybeText,
  name: maybeText,
  summary: maybeText,
  content: maybeJson,
  firstKeptEntryId: maybeText,
  firstKeptEntryIndex: maybeNumber,
});

export type PiFields = z.infer<typeof entrySchema>;
export type PiMessage = z.infer<typeof messageSchema>;

export interface PiEntry {
  /** Source line, counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly value: JsonObject;
  readonly fields: PiFields;
}

/** Undefined for an object without a `type`. */
export function piFields(value: JsonObject): PiFields | undefined {
  const parsed = entrySchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** An entry that only a pi session has. */
export function isPiEntry(value: JsonObject): boolean {
  const fields = piFields(value);
  if (fields === undefined) return false;
  if (fields.type === 'session') return fields.id !== undefined && fields.cwd !== undefined;
  return fields.type === 'message' && fields.timestamp !== undefined && fields.message !== undefined;
}

/**
 * The entries of the conversation: where entries are linked, the path from the newest one back to the root. An entry
 * whose parent is missing, such as after a damaged line, goes on from the one before it.
 */
export function conversationPath(entries: readonly PiEntry[]): ReadonlySet<PiEntry> {
  const linked = entries.filter(({ fields }) => fields.type !== 'session' && fields.id !== undefined);
  if (!linked.some(({ fields }) => fields.parentId !== undefined)) return new Set(entries);
  const byId = new Map(linked.map((entry) => [entry.fields.id ?? '', entry]));
  const before = new Map(linked.map((entry, place) => [entry, linked[place - 1]]));
  const path = new Set(entries.filter((entry) => !before.has(entry)));
  for (let entry = linked.at(-1); entry !== undefined && !path.has(entry);) {
    path.add(entry);
    const { parentId } = entry.fields;
    entry = parentId === null ? undefined : (byId.get(parentId ?? '') ?? before.get(entry));
  }
  return path;
}
