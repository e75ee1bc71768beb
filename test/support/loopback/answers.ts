// The answers a loopback server can be scripted with. All of them are plain JSON, so that a file or another process can
// script one too.

import * as z from 'zod';
import { refusalNames, type RefusalName } from './refusals.ts';
import { replySchema, type Reply, type ReplyPart, reply, text } from './reply.ts';

const deliverySchema = z.strictObject({
  /** How the bytes are cut into writes: at frames, at every byte, or once, behind this many bytes. */
  cut: z.union([z.enum(['frames', 'bytes']), z.strictObject({ at: z.int().positive() })]).default('frames'),
  /** Behind this many frames of a stream, or bytes of another body, something happens. */
  pause: z
    .strictObject({
      after: z.int().nonnegative(),
      /** Nothing more comes; the socket is destroyed; the answer ends as if it were whole; a gate must be opened. */
      then: z.union([z.enum(['hang', 'close', 'end']), z.strictObject({ gate: z.string() })]),
    })
    .nullable()
    .default(null),
});

const changeSchema = z.enum([
  'without-terminal',
  /** Chat only: no finish reason, but the closing line. */
  'done-line-only',
  'with-unknown',
  'terminal-twice',
  /** The service says in the middle that it is overloaded. */
  'overloaded',
]);

export const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reply'),
    reply: replySchema,
    /** Whether the server streams: as it was asked, or as it likes. */
    form: z.enum(['as-asked', 'stream', 'whole']).default('as-asked'),
    contentType: z.string().nullable().default(null),
    change: changeSchema.nullable().default(null),
    delivery: deliverySchema.prefault({}),
  }),
  z.strictObject({ kind: z.literal('refusal'), refusal: z.enum(refusalNames) }),
  z.strictObject({
    kind: z.literal('raw'),
    status: z.int(),
    contentType: z.string(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string(),
    delivery: deliverySchema.prefault({}),
  }),
  /** Takes the request and never answers. */
  z.strictObject({ kind: z.literal('silence') }),
]);

export type Answer = z.infer<typeof answerSchema>;
export type ReplyAnswer = Extract<Answer, { kind: 'reply' }>;
export type RawAnswer = Extract<Answer, { kind: 'raw' }>;
export type Delivery = z.infer<typeof deliverySchema>;

/** The model answers with this text, or with this reply. */
export function says(
  what: string | Reply,
  over: Partial<Omit<ReplyAnswer, 'kind' | 'reply'>> = {},
): ReplyAnswer {
  return {
    kind: 'reply',
    reply: typeof what === 'string' ? reply([text(what)]) : what,
    form: 'as-asked',
    contentType: null,
    change: null,
    delivery: whole,
    ...over,
  };
}

/** The model answers with these parts. */
export function saysParts(...parts: readonly ReplyPart[]): ReplyAnswer {
  return says(reply(parts));
}

export function refuses(name: RefusalName): Answer {
  return { kind: 'refusal', refusal: name };
}

export function sends(body: string, over: Partial<Omit<RawAnswer, 'kind' | 'body'>> = {}): RawAnswer {
  return { kind: 'raw', status: 200, contentType: 'text/html', headers: {}, body, delivery: whole, ...over };
}

export const silence: Answer = { kind: 'silence' };

const whole: Delivery = { cut: 'frames', pause: null };

/** Delivery that stops behind `after` frames, or bytes of a body that is no stream. */
export function paused(after: number, then: NonNullable<Delivery['pause']>['then']): Delivery {
  return { ...whole, pause: { after, then } };
}
