// The sidecar, session.json: what a session is besides its records. It never holds summary text, skill records, a
// token baseline or failure counters (design 4.1).

import * as z from 'zod';
import { openObject } from '../../base/open-object.ts';
import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import { mostSegments } from './names.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

const sessionFormat = 1;

const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);

/** A prompt that waits: in the outbox from Enter on, a record once its request is sent. */
const outboxEntrySchema = openObject({
  /** The id its record will carry: an entry already recorded is dropped on open. */
  id: z.string().min(1),
  text: z.string(),
  at: z.string(),
});

const queuedInputSchema = openObject({ id: z.string().min(1), text: z.string(), at: z.string() });

const queueSchema = openObject({
  steering: z.array(queuedInputSchema),
  followUps: z.array(queuedInputSchema),
  deliveryPaused: z.boolean(),
  failurePaused: z.boolean(),
});

/** What the model is to be told with the next request; the id is the one its record will carry. */
const keptReminderSchema = openObject({ id: z.string().min(1), name: z.string(), text: z.string() });

/** Where a turn stands in the exact bytes of a finalized segment. */
const promptPlaceSchema = openObject({
  turn: z.number().int().nonnegative(),
  segment: z.number().int().positive(),
  /** Id of the record that opens the turn. */
  record: z.string(),
  /** Byte offset of that record's line. */
  offset: z.number().int().nonnegative(),
});

const modelChoiceSchema = openObject({
  provider: z.string(),
  model: z.string(),
  effort: z.string().optional(),
});

export const sessionRecordSchema = openObject({
  format: z.literal(sessionFormat),
  id: z.string().min(1),
  name: z.string(),
  profile: z.enum(['file', 'project']),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Folder the conversation worked in, where known. */
  workspace: z.string().optional(),
  activeSegment: z.number().int().positive().max(mostSegments),
  /** Turns opened in finalized segments; those of the active one are counted from its records. */
  finalizedTurns: z.number().int().nonnegative(),
  promptIndex: z.array(promptPlaceSchema),
  outbox: z.array(outboxEntrySchema),
  queue: queueSchema,
  /** Of a manual compaction (behaviour 11.4); absent where none ever waited. */
  reminders: z.array(keptReminderSchema).optional(),
  plan: json.nullable(),
  goal: json.nullable(),
  todo: json.nullable(),
  model: modelChoiceSchema.optional(),
  /** SHA-256 of the instruction-file text each conversation has received, by conversation path and file. */
  instructionReceipts: z.record(z.string(), z.record(z.string(), z.string())),
  /** SHA-256 of damaged lines the person has accepted. */
  acceptedDamage: z.array(z.string()),
  imported: openObject({ format: z.string(), file: z.string() }).optional(),
});

export type SessionRecord = z.infer<typeof sessionRecordSchema>;
export type OutboxEntry = z.infer<typeof outboxEntrySchema>;
export type KeptReminder = z.infer<typeof keptReminderSchema>;
export type PromptPlace = z.infer<typeof promptPlaceSchema>;
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** What callers may change by themselves; the rest follows from appends and rotations. */
export type SessionChange = Partial<
  Pick<
    SessionRecord,
    | 'name'
    | 'workspace'
    | 'outbox'
    | 'queue'
    | 'reminders'
    | 'plan'
    | 'goal'
    | 'todo'
    | 'model'
    | 'instructionReceipts'
    | 'acceptedDamage'
  >
>;

export interface SessionInit {
  readonly name: string;
  readonly workspace?: string | undefined;
  readonly model?: ModelChoice | undefined;
  readonly imported?: { readonly format: string; readonly file: string } | undefined;
}

export type ReadSessionRecord =
  | { readonly kind: 'read'; readonly record: SessionRecord }
  /** Written by a newer version: not touched. */
  | { readonly kind: 'newer'; readonly format: number }
  | { readonly kind: 'damaged'; readonly why: string };

/** Reads the text of a sidecar. Fields this version does not know are kept. */
export function readSessionRecord(text: string): ReadSessionRecord {
  const value = parseJson(text);
  if (!isJsonObject(value)) return { kind: 'damaged', why: 'it is not a JSON object' };
  const format = value['format'];
  if (typeof format === 'number' && format > sessionFormat) return { kind: 'newer', format };
  const parsed = sessionRecordSchema.safeParse(value);
  if (parsed.success) return { kind: 'read', record: parsed.data };
  const issue = parsed.error.issues[0];
  return { kind: 'damaged', why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}` };
}

/** The sidecar's text: one line of JSON. */
export function sessionRecordText(record: SessionRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** The outbox without the prompts that have become records (design 4.1). */
export function unrecorded(
  outbox: readonly OutboxEntry[],
  records: readonly TranscriptRecord[],
): readonly OutboxEntry[] {
  if (outbox.length === 0) return outbox;
  const recorded = new Set(records.map((record) => record.id));
  return outbox.filter((entry) => !recorded.has(entry.id));
}

export function newSessionRecord(id: string, at: string, init: SessionInit): SessionRecord {
  return {
    format: sessionFormat,
    id,
    name: init.name,
    profile: 'file',
    createdAt: at,
    updatedAt: at,
    ...(init.workspace === undefined ? {} : { workspace: init.workspace }),
    activeSegment: 1,
    finalizedTurns: 0,
    promptIndex: [],
    outbox: [],
    queue: { steering: [], followUps: [], deliveryPaused: false, failurePaused: false },
    plan: null,
    goal: null,
    todo: null,
    ...(init.model === undefined ? {} : { model: { ...init.model } }),
    instructionReceipts: {},
    acceptedDamage: [],
    ...(init.imported === undefined ? {} : { imported: { ...init.imported } }),
  };
}
