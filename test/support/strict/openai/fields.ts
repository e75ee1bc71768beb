// The fields both OpenAI APIs share, with their documented limits.

import * as z from 'zod';

export const functionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/u, 'must match ^[a-zA-Z0-9_-]{1,64}$');

// A model may write arguments that are no JSON and OpenAI takes them back, but compatible servers parse them, and
// Segue always sends what it wrote itself.
export const callArguments = z.string().refine(isJsonObject, 'must be the text of a JSON object');

const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 keys');

export const sharedFields = {
  metadata: metadata.nullable().exactOptional(),
  prompt_cache_key: z.string().max(64, 'must have at most 64 characters').nullable().exactOptional(),
  prompt_cache_options: z
    .strictObject({
      mode: z.enum(['implicit', 'explicit']).exactOptional(),
      ttl: z.literal('30m').exactOptional(),
    })
    .exactOptional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullable().exactOptional(),
  safety_identifier: z.string().max(64, 'must have at most 64 characters').nullable().exactOptional(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority']).nullable().exactOptional(),
  store: z.boolean().nullable().exactOptional(),
  stream: z.boolean().nullable().exactOptional(),
  temperature: z.number().min(0).max(2).nullable().exactOptional(),
  top_p: z.number().min(0).max(1).nullable().exactOptional(),
  user: z.string().exactOptional(),
};

export const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullable();

export const verbosity = z.enum(['low', 'medium', 'high']).nullable();

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
