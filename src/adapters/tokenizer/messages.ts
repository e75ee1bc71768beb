// What the tokenizer and its worker say to each other.

import * as z from 'zod';

export const workerQuestion = z.strictObject({
  id: z.int(),
  texts: z.array(z.string()),
});
export type WorkerQuestion = z.infer<typeof workerQuestion>;

export const workerAnswer = z.discriminatedUnion('kind', [
  /** The table is loaded; from now on questions are answered. */
  z.strictObject({ kind: z.literal('ready') }),
  /** One number for each text of the question. */
  z.strictObject({ kind: z.literal('counts'), id: z.int(), counts: z.array(z.int().nonnegative()) }),
]);
export type WorkerAnswer = z.infer<typeof workerAnswer>;
