// What changed since the last revision, sent only while the webview is visible. A patch that does not follow the
// revision a webview has is no use to it: it asks for a snapshot.

import * as z from 'zod';
import { rowSchema } from './rows.ts';
import {
  activitySchema,
  backgroundSchema,
  bannerSchema,
  meterSchema,
  modelSchema,
  permissionModeSchema,
  queueSchema,
  sessionSchema,
  slashCommandSchema,
} from './snapshot.ts';

/** Applied in this order: replace, remove, put, append. */
export const rowChangesSchema = z.object({
  /** All rows anew, as a snapshot has them: the segment is another one. */
  replace: z.object({ rows: z.array(rowSchema), before: z.number().int().nonnegative() }).optional(),
  /** Keys. */
  remove: z.array(z.string()),
  /** A row whose key is known takes the place of the old one; another one stands where its `order` puts it. */
  put: z.array(rowSchema),
  /** Text that goes on behind the text of a row. */
  append: z.array(z.object({ key: z.string(), text: z.string() })),
});

export const patchSchema = z.object({
  /** One more than the revision it follows. */
  revision: z.number().int().positive(),
  rows: rowChangesSchema.optional(),
  session: sessionSchema.optional(),
  model: modelSchema.optional(),
  activity: activitySchema.optional(),
  queue: queueSchema.optional(),
  compactionWaits: z.boolean().optional(),
  background: z.array(backgroundSchema).optional(),
  meter: meterSchema.optional(),
  permissions: permissionModeSchema.optional(),
  commands: z.array(slashCommandSchema).optional(),
  banners: z.array(bannerSchema).optional(),
});

export type RowChanges = z.infer<typeof rowChangesSchema>;
export type Patch = z.infer<typeof patchSchema>;
