// The shapes of a Responses answer that decoding relies on. Fields, items and events beyond them are passed over.

import * as z from 'zod';

const summary = z.array(z.looseObject({ type: z.string(), text: z.string().catch('') })).catch([]);

const itemSchema = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  /** Of a message: texts and refusals. Of a thought: the thinking itself, where a server shows it. */
  content: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() }))
    .nullish(),
  summary: summary.optional(),
  encrypted_content: z.string().nullish(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
});

export const responseSchema = z.object({
  status: z.string().nullish(),
  output: z.array(itemSchema),
  error: z.unknown().optional(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  /** Read in usage.ts, where a report that makes no sense is no fault of the answer. */
  usage: z.unknown().optional(),
});

const place = z.number();
const piece = { item_id: z.string().optional().catch(undefined), output_index: place, delta: z.string() };

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response.output_text.delta'), ...piece }),
  z.object({ type: z.literal('response.refusal.delta'), ...piece }),
  z.object({ type: z.literal('response.reasoning_summary_text.delta'), ...piece }),
  z.object({ type: z.literal('response.reasoning_text.delta'), ...piece }),
  z.object({
    type: z.literal('response.reasoning_summary_part.added'),
    item_id: piece.item_id,
    output_index: place,
    summary_index: place,
  }),
  z.object({ type: z.literal('response.output_item.done'), output_index: place, item: itemSchema }),
  z.object({ type: z.literal('response.completed'), response: responseSchema }),
  z.object({ type: z.literal('response.incomplete'), response: responseSchema }),
  z.object({
    type: z.literal('response.failed'),
    response: z.looseObject({ error: z.unknown().optional() }),
  }),
  z.looseObject({ type: z.literal('error') }),
]);

export type OutputItem = z.infer<typeof itemSchema>;
export type ResponseObject = z.infer<typeof responseSchema>;
export type ResponsesEvent = z.infer<typeof eventSchema>;

const known: ReadonlySet<string> = new Set(eventSchema.options.map((option) => option.shape.type.value));

/** True for an event of a kind that says nothing here, known or new, which is no fault. */
export function isOtherEvent(raw: unknown): boolean {
  const tagged = z.looseObject({ type: z.string() }).safeParse(raw);
  return tagged.success && !known.has(tagged.data.type);
}
