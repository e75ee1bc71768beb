// What a scripted model says, whatever the wire it is asked on. The wires render it; tests compare with it.

import * as z from 'zod';

const partSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  /** `seal` stands for the signature or the encrypted thought that goes back to the service. */
  z.strictObject({ kind: z.literal('reasoning'), text: z.string(), seal: z.string() }),
  z.strictObject({
    kind: z.literal('call'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** The arguments as the model wrote them, where they are not JSON. */
    written: z.string().optional(),
  }),
]);

/** Tokens in the port's terms; each wire writes them in its own. */
const usageSchema = z.strictObject({
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
});

export const replySchema = z.strictObject({
  parts: z.array(partSchema),
  /** Null: the server does not count. */
  usage: usageSchema.nullable(),
  stop: z.enum(['end', 'tool-use', 'length', 'refusal']),
});

export type Reply = z.infer<typeof replySchema>;
export type ReplyPart = z.infer<typeof partSchema>;
export type ReplyUsage = z.infer<typeof usageSchema>;

const usualUsage: ReplyUsage = { input: 40, cacheRead: 30, cacheWrite: 20, output: 10 };

/** A reply of these parts; it stops for a tool when it calls one. */
export function reply(parts: readonly ReplyPart[], over: Partial<Omit<Reply, 'parts'>> = {}): Reply {
  const calls = parts.some((part) => part.kind === 'call');
  return { parts: [...parts], usage: usualUsage, stop: calls ? 'tool-use' : 'end', ...over };
}

export function text(words: string): ReplyPart {
  return { kind: 'text', text: words };
}

export function reasoning(words: string, seal = 'c2VhbA=='): ReplyPart {
  return { kind: 'reasoning', text: words, seal };
}

export function call(id: string, name: string, input: Record<string, unknown> = {}): ReplyPart {
  return { kind: 'call', id, name, input };
}

/** The arguments of a call as they are streamed. */
export function argumentsText(part: Extract<ReplyPart, { kind: 'call' }>): string {
  return part.written ?? JSON.stringify(part.input);
}

/** The pieces a text is streamed in: a few code points each, never half of one. */
export function streamed(words: string): string[] {
  const points = Array.from(words);
  const pieces: string[] = [];
  for (let from = 0; from < points.length; from += 7) pieces.push(points.slice(from, from + 7).join(''));
  return pieces;
}
