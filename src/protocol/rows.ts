// What a row of the transcript is for the screen. Rows are the panel's own model: made from records and events by the
// host, drawn by the webview, which knows nothing of records.

import * as z from 'zod';

/** Text that may be longer than what is shown here. `omitted` counts the code points that are not. */
const shownTextSchema = z.object({ text: z.string(), omitted: z.number().int().nonnegative() });

const common = {
  /** Stays the same for as long as the row stands for the same thing: disclosure and place are kept by it. */
  key: z.string().min(1),
  /** Where the row stands: rows are shown by ascending `order`, which no two share. */
  order: z.number().int(),
};

const userRowSchema = z.object({
  kind: z.literal('user'),
  ...common,
  text: shownTextSchema,
  /** `steering`: said while the turn was running. `host`: not typed by the person. */
  origin: z.enum(['person', 'steering', 'host']),
  /** `unsent`: on disk, and not yet part of a request. */
  state: z.enum(['sent', 'unsent']),
  /** What else was attached, one line each. */
  attachments: z.array(z.string()),
});

const assistantRowSchema = z.object({
  kind: z.literal('assistant'),
  ...common,
  /** Markdown. */
  text: shownTextSchema,
  streaming: z.boolean(),
});

const reasoningRowSchema = z.object({
  kind: z.literal('reasoning'),
  ...common,
  text: shownTextSchema,
  streaming: z.boolean(),
});

const diffLineSchema = z.object({ sign: z.enum(['same', 'added', 'removed', 'gap']), text: z.string() });

/** What a tool waits for. */
const askSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('permission'),
    /** `read`, `change`: a path outside of the open folders. */
    what: z.enum(['command', 'read', 'change']),
    /** The command line, or the path. */
    subject: z.string(),
    /** What "always" would remember; absent where nothing can be remembered. */
    rule: z.string().optional(),
  }),
  z.object({
    kind: z.literal('edit'),
    path: z.string(),
    isNew: z.boolean(),
    /** What accepting for good would remember; absent where nothing can be remembered. */
    rule: z.string().optional(),
    lines: z.array(diffLineSchema),
    omittedLines: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('question'), question: z.string(), options: z.array(z.string()) }),
]);

const executionSchema = z.object({
  executionId: z.string(),
  command: z.string(),
  cwd: z.string(),
  state: z.enum(['queued', 'running', 'stopping', 'ended']),
  /** Set once it has ended. `lost`: nobody saw it end. */
  end: z
    .object({
      how: z.enum(['exited', 'signalled', 'stopped', 'not-started', 'lost', 'archived']),
      outcome: z.enum(['success', 'no-match', 'different', 'false', 'failure']).optional(),
      exitCode: z.number().int().optional(),
      signal: z.string().optional(),
    })
    .optional(),
  /** The newest of what it printed, terminal sequences kept. */
  output: z.string(),
  /** Code points printed before that. */
  omitted: z.number().int().nonnegative(),
});

const toolRowSchema = z.object({
  kind: z.literal('tool'),
  ...common,
  callId: z.string(),
  name: z.string(),
  /** The main argument, on one line. */
  label: z.string(),
  /** `called`: its turn is not over and it has not begun. `background`: it answered, and its command goes on. */
  state: z.enum(['called', 'waiting', 'running', 'done', 'failed', 'background']),
  /** Milliseconds from call to result, where both are known. */
  durationMs: z.number().nonnegative().optional(),
  arguments: shownTextSchema,
  result: shownTextSchema.optional(),
  ask: askSchema.optional(),
  /** What the person decided about the call, or why they were not asked; absent where it is not known. */
  decision: z
    .enum([
      'allowed',
      'always',
      'denied',
      'accepted',
      'rejected',
      'answered',
      'rule',
      'mode',
      'not-needed',
      'nobody',
    ])
    .optional(),
  execution: executionSchema.optional(),
});

const figureSchema = z.object({ tokens: z.number(), source: z.enum(['measured', 'estimated']) });

const separatorRowSchema = z.object({
  kind: z.literal('separator'),
  ...common,
  segment: z.number().int().positive(),
  turnsKept: z.number().int().nonnegative(),
  /** Of the transcript, not of a request; absent where they are not remembered. */
  tokens: z.object({ before: figureSchema, after: figureSchema }).optional(),
  /** Tool outputs that were shortened; `some` where the number is not remembered. */
  shortened: z.union([z.number().int().nonnegative(), z.literal('some')]),
  /** Markdown, without the sentence that hands the work over. */
  summary: shownTextSchema,
  author: z.string(),
  /** Facts the host added because the summary lacked them. */
  carried: z.array(z.string()),
  /** Rules of the person the summary may lack. */
  missing: z.array(z.string()),
  warnings: z.array(z.string()),
});

const noticeRowSchema = z.object({
  kind: z.literal('notice'),
  ...common,
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
});

/** What a person can do about the way a turn ended. */
export const turnActionSchema = z.enum([
  'continue',
  'retry',
  'turn-auto-on',
  'set-key',
  'select-model',
  'diagnostics',
]);

const endedRowSchema = z.object({
  kind: z.literal('ended'),
  ...common,
  outcome: z.enum(['failed', 'cancelled', 'blocked', 'interrupted']),
  /** Why, in a sentence; empty where the outcome says all. */
  reason: z.string(),
  /** What had been streamed of an answer that is not in the transcript. */
  streamed: shownTextSchema.optional(),
  /** Offered while nothing follows. */
  actions: z.array(turnActionSchema),
});

export const rowSchema = z.discriminatedUnion('kind', [
  userRowSchema,
  assistantRowSchema,
  reasoningRowSchema,
  toolRowSchema,
  separatorRowSchema,
  noticeRowSchema,
  endedRowSchema,
]);

export type Row = z.infer<typeof rowSchema>;
export type RowKind = Row['kind'];
export type RowOf<Kind extends RowKind> = Extract<Row, { kind: Kind }>;
export type ShownText = z.infer<typeof shownTextSchema>;
export type ToolAsk = z.infer<typeof askSchema>;
export type ToolDecision = NonNullable<RowOf<'tool'>['decision']>;
export type DiffLine = z.infer<typeof diffLineSchema>;
export type ExecutionView = z.infer<typeof executionSchema>;
export type TurnAction = z.infer<typeof turnActionSchema>;
