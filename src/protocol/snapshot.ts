// The whole state of the panel, sent when the webview is ready: a webview that was hidden, moved or reloaded draws
// everything from one of these.

import * as z from 'zod';
import { rowSchema } from './rows.ts';

/** How many of the newest rows a snapshot carries at most; older ones come on request. */
export const snapshotRows = 200;

/** What the progress row shows. `elapsedMs` counts to the moment the message was made. */
export const activitySchema = z.discriminatedUnion('doing', [
  z.object({
    doing: z.literal('nothing'),
    /** How what was done last ended; absent where nothing has been done. */
    after: z
      .enum(['answered', 'not-answered', 'compacted', 'not-compacted', 'compaction-cancelled'])
      .optional(),
  }),
  z.object({ doing: z.literal('thinking'), elapsedMs: z.number() }),
  /** Something said waits, and its delivery is paused. */
  z.object({ doing: z.literal('held') }),
  z.object({
    doing: z.literal('retrying'),
    elapsedMs: z.number(),
    attempt: z.number().int(),
    seconds: z.number(),
    reason: z.string(),
  }),
  z.object({
    doing: z.literal('tools'),
    elapsedMs: z.number(),
    calls: z.array(
      z.object({
        callId: z.string(),
        name: z.string(),
        label: z.string(),
        state: z.enum(['waiting', 'running']),
      }),
    ),
  }),
  z.object({
    doing: z.literal('compacting'),
    elapsedMs: z.number(),
    step: z.enum(['preparing', 'summarizing', 'waiting', 'applying']),
    /** From 1; 0 before the first. */
    attempt: z.number().int().nonnegative(),
    attempts: z.number().int().nonnegative(),
    /** Why it waits; empty otherwise. */
    reason: z.string(),
  }),
]);

export const queueSchema = z.object({
  /** In the order they will be delivered. */
  items: z.array(z.object({ id: z.string(), text: z.string(), as: z.enum(['steering', 'follow-up']) })),
  /** `person`: paused by the person. `failure`: paused because a turn failed. */
  paused: z.enum(['no', 'person', 'failure']),
});

/** A command that runs in the background, whether or not its row is still there. */
export const backgroundSchema = z.object({
  executionId: z.string(),
  /** On one line, shortened. */
  command: z.string(),
  state: z.enum(['queued', 'running', 'stopping']),
  /** The newest line it printed; empty before the first. */
  last: z.string(),
});

export const meterSchema = z.object({
  used: z.number().nonnegative(),
  usable: z.number().nonnegative(),
  threshold: z.number().nonnegative(),
  source: z.enum(['measured', 'estimated']),
  /** Set from 90 % of the threshold on. */
  near: z.boolean(),
  /** What a person may want to know about the figures, one line each. */
  details: z.array(z.string()),
});

export const sessionSchema = z.object({
  title: z.string(),
  /** `''` before the first prompt. */
  path: z.string(),
  segment: z.number().int().positive(),
  /** Set when nothing can be sent: why, and what to do. */
  readOnly: z.string().optional(),
});

export const modelSchema = z.object({
  /** What the chooser shows, such as `Claude Opus`. */
  label: z.string(),
  /** Provider, window and where the window is known from. */
  detail: z.string(),
});

/** What the slash menu offers. */
export const slashCommandSchema = z.object({
  name: z.string().regex(/^[a-z][a-z-]*$/),
  /** What may follow the name, such as `[instructions]`; empty for nothing. */
  argument: z.string(),
  description: z.string(),
});

/** Something that holds for the whole panel, such as a workspace that is not trusted. */
export const bannerSchema = z.object({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  /** A button beside it. */
  action: z.object({ name: z.string(), label: z.string() }).optional(),
});

/** What tools may do without asking (setting `permissions`). */
export const permissionModeSchema = z.enum(['ask', 'edits', 'full-auto']);

export const draftSchema = z.object({
  text: z.string(),
  /** In UTF-16 units, as the browser counts. */
  caret: z.number().int().nonnegative(),
  /** Milliseconds since 1970 of the last change, by the webview's clock: of two drafts the newer one stands. */
  edited: z.number().nonnegative(),
});

export const snapshotSchema = z.object({
  revision: z.number().int().nonnegative(),
  session: sessionSchema,
  model: modelSchema,
  activity: activitySchema,
  /** The newest rows, oldest first. */
  rows: z.array(rowSchema),
  /** How many rows are before the first of them. */
  before: z.number().int().nonnegative(),
  queue: queueSchema,
  /** A compaction the person asked for waits for the next gate of the running turn. */
  compactionWaits: z.boolean(),
  /** Oldest first. */
  background: z.array(backgroundSchema),
  meter: meterSchema.optional(),
  permissions: permissionModeSchema,
  draft: draftSchema,
  commands: z.array(slashCommandSchema),
  banners: z.array(bannerSchema),
});

export type Snapshot = z.infer<typeof snapshotSchema>;
export type ActivityView = z.infer<typeof activitySchema>;
export type QueueView = z.infer<typeof queueSchema>;
export type BackgroundView = z.infer<typeof backgroundSchema>;
export type MeterView = z.infer<typeof meterSchema>;
export type SessionView = z.infer<typeof sessionSchema>;
export type ModelView = z.infer<typeof modelSchema>;
export type SlashCommand = z.infer<typeof slashCommandSchema>;
export type PermissionMode = z.infer<typeof permissionModeSchema>;
export type Banner = z.infer<typeof bannerSchema>;
export type Draft = z.infer<typeof draftSchema>;
