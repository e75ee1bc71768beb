// The shapes of a Chat Completions answer that decoding relies on, with the ways compatible servers spell them: thoughts
// under two names, texts as parts, calls without index or id. Fields beyond them are passed over.

import * as z from 'zod';

/** A string, or a list of parts of which the texts count. */
const text = z
  .union([
    z.string(),
    z
      .array(z.looseObject({ text: z.string().optional().catch(undefined) }))
      .transform((parts) => parts.map((part) => part.text ?? '').join('')),
  ])
  .nullish();

const callSchema = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z
    .looseObject({
      name: z.string().nullish(),
      /** Some servers send an object instead of its text. */
      arguments: z
        .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
        .nullish(),
    })
    .nullish(),
});

/** A delta of a stream and a message in one piece have the same fields. */
const messageSchema = z.looseObject({
  content: text,
  refusal: z.string().nullish(),
  reasoning_content: text,
  reasoning: text,
  tool_calls: z.array(callSchema).nullish(),
});

/** Read in usage.ts, where a report that makes no sense is no fault of the answer. */
const usage = z.unknown().optional();
const ending = { finish_reason: z.string().nullish() };

/** Only the first choice is asked for and read. */
export const chunkSchema = z.object({
  choices: z.array(z.object({ delta: messageSchema.nullish(), ...ending })).nullish(),
  usage,
});

export const completionSchema = z.object({
  choices: z.array(z.object({ message: messageSchema, ...ending })).min(1),
  usage,
});

export type ChatMessage = z.infer<typeof messageSchema>;
export type ChatCall = z.infer<typeof callSchema>;
