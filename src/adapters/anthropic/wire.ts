// The shapes of a Messages answer that decoding relies on. Fields and kinds beyond them are passed over.

import * as z from 'zod';

const blockSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  data: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});

const deltaSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  partial_json: z.string().optional(),
});

const ending = { stop_reason: z.string().nullish() };
const index = z.number();
/** Read in usage.ts, where a report that makes no sense is no fault of the answer. */
const usage = z.unknown().optional();

/** The raw stream events that matter. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage }) }),
  z.object({ type: z.literal('content_block_start'), index, content_block: blockSchema }),
  z.object({ type: z.literal('content_block_delta'), index, delta: deltaSchema }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({ type: z.literal('message_delta'), delta: z.object(ending), usage }),
  z.object({ type: z.literal('message_stop') }),
]);

/** A message in one piece. */
export const messageSchema = z.object({ content: z.array(blockSchema), ...ending, usage });

export type ContentBlock = z.infer<typeof blockSchema>;
export type ContentDelta = z.infer<typeof deltaSchema>;
export type RawEvent = z.infer<typeof eventSchema>;

const known: ReadonlySet<string> = new Set(eventSchema.options.map((option) => option.shape.type.value));

/** True for an event of a kind this version does not know, which is no fault. */
export function isUnknownEvent(raw: unknown): boolean {
  const tagged = z.looseObject({ type: z.string() }).safeParse(raw);
  return tagged.success && !known.has(tagged.data.type);
}
