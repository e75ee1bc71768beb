// The typed record: one line of a segment. A record's kind is its structure, so text can never imitate structure.
// Known kinds are read tolerantly (unknown fields are kept); an unknown kind is kept verbatim and hidden.

import * as z from 'zod';
import { openObject } from '../../base/open-object.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { partSchema, storedTextSchema } from './parts.ts';
import { permissionSchema } from './permission.ts';

const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);

const common = {
  id: z.string().min(1),
  /** One user request and all that answers it share a number; numbers never go back within a session. */
  turn: z.number().int().nonnegative(),
  at: z.string(),
  /** Number of the segment this record was copied from at a rotation. */
  copiedFrom: z.number().int().positive().optional(),
};

/** Data that must go back to the provider that made it; opaque, dropped for every other provider. */
const provider = openObject({ name: z.string(), data: json }).optional();
const content = z.array(partSchema);

function record<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return openObject({ kind: z.literal(kind), ...common, ...shape });
}

const authorSchema = openObject({
  kind: z.enum(['model', 'offline', 'imported', 'native', 'person']),
  provider: z.string().optional(),
  model: z.string().optional(),
});

const handlerSchema = openObject({
  source: z.string(),
  handler: z.string().optional(),
  reason: z.string().optional(),
  contexts: z.array(z.string()),
});

/** What a compaction came to, for people. Tokens are those of the transcript; `after` is estimated, whatever `before` is. */
const figuresSchema = openObject({
  before: z.number().nonnegative(),
  after: z.number().nonnegative(),
  /** Where `before` comes from. */
  source: z.enum(['provider-context', 'fresh-estimate']),
  /** Turns that moved on word for word. */
  kept: z.number().int().nonnegative(),
  /** Tool outputs that were shortened on the way. */
  shortened: z.number().int().nonnegative(),
});

/** Each text word for word, in the order they were said. */
const openRequestSchema = z.object({
  turn: z.number().int().nonnegative(),
  texts: z.array(z.string()),
});

export type OpenRequest = z.infer<typeof openRequestSchema>;

const recordSchemas = [
  record('summary', {
    content,
    author: authorSchema,
    purpose: z.enum(['continuation', 'handoff']),
    /** Lines the host appended because the model left them out (design 13.3). */
    carried: z.array(z.string()).optional(),
    /** What the person asked and nobody had answered: still open while its turn goes on behind this summary. */
    openRequest: openRequestSchema.optional(),
    /** Absent in imports and in what older versions wrote. */
    figures: figuresSchema.optional(),
  }),
  record('task', { content, path: z.string() }),
  record('user', { content, origin: z.enum(['person', 'steering', 'host']).optional(), provider }),
  record('assistant', { content, provider }),
  record('reasoning', { content, provider }),
  record('tool-call', {
    callId: z.string().min(1),
    name: z.string(),
    input: json,
    /** The input as JSON text, kept in an artifact; `input` is then null. */
    storedInput: storedTextSchema.optional(),
    /** The model's arguments were not JSON: `input` is the text as it came. */
    malformed: z.boolean().optional(),
    provider,
  }),
  record('tool-result', {
    callId: z.string().min(1),
    name: z.string().optional(),
    content,
    isError: z.boolean().optional(),
    /** The host closed a call that never got a result. */
    synthetic: z.boolean().optional(),
    /** Milliseconds of the call in which it waited for the person; absent where it did not. */
    waitedMs: z.number().nonnegative().optional(),
    /** How the call came to be allowed, or that it was not: for the person, never for the model. Absent where it never came to that. */
    permission: permissionSchema.optional(),
  }),
  record('reminder', { content, name: z.string().optional() }),
  record('agent-message', { content, from: z.string() }),
  record('fork-point', {
    outcome: z.enum(['success', 'failed', 'cancelled', 'blocked', 'interrupted', 'imported']),
  }),
  record('directive-start', { directive: z.string() }),
  record('directive-end', { directive: z.string() }),
  record('hook-audit', { event: z.string(), handlers: z.array(handlerSchema) }),
  record('execution-archive', { callId: z.string(), executionId: z.string(), render: json }),
  record('execution-completion', {
    callId: z.string(),
    executionId: z.string(),
    owner: z.string().optional(),
    render: json,
    /** The model knows of the end: by the result of the call, or by a reminder of an earlier segment. */
    told: z.boolean().optional(),
  }),
  record('file-touch', { path: z.string(), access: z.enum(['read', 'modified']) }),
  record('usage', { requestId: z.string().optional(), model: z.string().optional(), usage: json }),
  record('notice', { level: z.enum(['info', 'warning', 'error']), text: z.string() }),
  record('superseded', { from: z.string() }),
  record('foreign', {
    format: z.string(),
    line: z.number().int().nonnegative(),
    raw: z.union([z.string(), storedTextSchema]),
  }),
] as const;

export const recordSchema = z.discriminatedUnion('kind', recordSchemas);

export type KnownRecord = z.infer<typeof recordSchema>;
export type RecordKind = KnownRecord['kind'];
export type Author = z.infer<typeof authorSchema>;
export type CompactionFigures = z.infer<typeof figuresSchema>;
export type HookHandler = z.infer<typeof handlerSchema>;

/** A record of a kind this version does not know: hidden, and written back exactly as it was read. */
export interface UnknownRecord {
  readonly kind: 'unknown';
  readonly id: string;
  readonly turn: number;
  readonly at: string;
  readonly copiedFrom?: number | undefined;
  readonly value: JsonObject;
}

export type TranscriptRecord = KnownRecord | UnknownRecord;

export type RecordOf<Kind extends RecordKind> = Extract<KnownRecord, { kind: Kind }>;

const knownKinds: ReadonlySet<string> = new Set(recordSchemas.map((schema) => schema.shape.kind.value));

export type ParsedRecord =
  { readonly ok: true; readonly record: TranscriptRecord } | { readonly ok: false; readonly reason: string };

/** Reads one JSON value as a record. The reason names the first field that is wrong. */
export function parseRecord(value: unknown): ParsedRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'not a JSON object' };
  }
  const kind = (value as JsonObject)['kind'];
  if (typeof kind !== 'string') return { ok: false, reason: 'no kind' };
  if (!knownKinds.has(kind)) return { ok: true, record: unknownRecord(value as JsonObject) };
  const parsed = recordSchema.safeParse(value);
  if (parsed.success) return { ok: true, record: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? kind : `${kind}.${issue.path.join('.')}`;
  return { ok: false, reason: `${where}: ${issue?.message ?? 'not valid'}` };
}

/** The value a record is written as; its JSON text is one line. */
export function recordValue(record: TranscriptRecord): object {
  return record.kind === 'unknown' ? record.value : record;
}

function unknownRecord(value: JsonObject): UnknownRecord {
  const { id, turn, at, copiedFrom } = value;
  return {
    kind: 'unknown',
    id: typeof id === 'string' ? id : '',
    turn: typeof turn === 'number' ? turn : 0,
    at: typeof at === 'string' ? at : '',
    ...(typeof copiedFrom === 'number' ? { copiedFrom } : {}),
    value,
  };
}
