// What the soak and a life of the program say to each other, one JSON object a line.

import * as z from 'zod';

const orderSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('say'), text: z.string(), whileBusy: z.enum(['steer', 'follow-up']) }),
  z.strictObject({ do: z.enum(['stop', 'retry', 'go-on', 'cancel', 'auto-on', 'close']) }),
  z.strictObject({ do: z.literal('compact'), tail: z.enum(['recent', 'none']) }),
  z.strictObject({ do: z.literal('pause'), paused: z.boolean() }),
  /** Takes back what waits with this text. */
  z.strictObject({ do: z.literal('remove'), text: z.string() }),
]);

/** An order and the number its answer carries. */
export const numberedOrderSchema = z.strictObject({ number: z.int(), order: orderSchema });

export const newsSchema = z.discriminatedUnion('news', [
  /** The session is open, and nothing was sent yet. */
  z.strictObject({ news: z.literal('open'), session: z.string() }),
  /** The order was carried out; false where there was nothing to carry out or the disk took nothing. */
  z.strictObject({ news: z.literal('did'), number: z.int(), done: z.boolean() }),
  /** On disk, by their ids. */
  z.strictObject({ news: z.literal('records'), ids: z.array(z.string()) }),
  z.strictObject({ news: z.literal('asked'), what: z.enum(['chat', 'summary']) }),
  z.strictObject({ news: z.literal('compacted'), trigger: z.enum(['manual', 'auto']), outcome: z.string() }),
  z.strictObject({ news: z.literal('settled'), outcome: z.string(), why: z.string() }),
  z.strictObject({ news: z.literal('rests'), rests: z.boolean() }),
]);

export type Order = z.infer<typeof orderSchema>;
export type News = z.infer<typeof newsSchema>;

/** What a life is started with. */
export const birthSchema = z.strictObject({
  /** The checkout, for its prompts. */
  root: z.string(),
  sessions: z.string(),
  /** The session's folder; empty for one that is to be made. */
  session: z.string(),
  workspace: z.string(),
  provider: z.enum(['anthropic', 'openai', 'openai-chat']),
  baseUrl: z.string(),
});

export type Birth = z.infer<typeof birthSchema>;
