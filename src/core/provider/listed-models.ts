// What every list of models has in common: entries one by one, of which those that are none are passed over.

import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import type { ReportedModel } from '../models/reported-models.ts';

/** A number of tokens, and nothing where a server says anything else. */
export const tokenCount = z.int().positive().optional().catch(undefined);

/** An id that can be shown on a line and asked for. */
export const modelId = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u);

/** More than any server has for a person to choose from. */
const mostModels = 1000;

const listSchema = z.object({ data: z.array(z.unknown()) });

/** The models of `{"data": […]}`, in its order; undefined for anything else. */
export function listedModels<T>(
  answer: Json | undefined,
  entry: z.ZodType<T>,
  read: (entry: T) => ReportedModel,
): readonly ReportedModel[] | undefined {
  const list = listSchema.safeParse(answer);
  if (!list.success) return undefined;
  return list.data.data.slice(0, mostModels).flatMap((given) => {
    const parsed = entry.safeParse(given);
    return parsed.success ? [read(parsed.data)] : [];
  });
}
