// The windows of an Ollama server: what a loaded model really has, else what its file sets, else the most it was made
// for. Its OpenAI-compatible list has none of them.

import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import type { ReportedModel } from '../../core/models/reported-models.ts';
import { tokenCount } from '../../core/provider/listed-models.ts';

/** A path of the server, asked for with GET or, with a body, POST; undefined for an answer that is no JSON. */
export type AskServer = (path: string, body?: object) => Promise<Json | undefined>;

/** Of `GET /api/ps`. */
const runningSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: tokenCount })),
});

/** Of `POST /api/show`. The window stands under the name of the architecture, such as `llama.context_length`. */
const shownSchema = z.object({
  parameters: z.string().optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Each is asked for by itself; who has more sees their windows once they are chosen and loaded. */
const mostAsked = 32;

/** Nothing where the server is not Ollama. */
export async function ollamaWindows(
  ask: AskServer,
  listed: readonly ReportedModel[],
): Promise<readonly ReportedModel[]> {
  const running = runningSchema.safeParse(await ask('/api/ps'));
  if (!running.success) return [];
  const loaded = new Map(running.data.models.map((model) => [model.name, model.context_length]));
  return Promise.all(
    listed.map(async ({ id }, place): Promise<ReportedModel> => {
      const window = loaded.get(id);
      if (window !== undefined) return { id, window };
      return place < mostAsked ? { id, ...shownWindow(await ask('/api/show', { model: id })) } : { id };
    }),
  );
}

function shownWindow(answer: Json | undefined): Omit<ReportedModel, 'id'> {
  const shown = shownSchema.safeParse(answer);
  if (!shown.success) return {};
  const { parameters = '', model_info: info = {} } = shown.data;
  const set = /^num_ctx\s+(\d{1,12})\s*$/m.exec(parameters)?.[1];
  const most = tokenCount.parse(info[`${String(info['general.architecture'])}.context_length`]);
  const window = set === undefined ? undefined : tokenCount.parse(Number(set));
  if (window !== undefined) return { window: Math.min(window, most ?? window) };
  return most === undefined ? {} : { window: most, isUpperBound: true };
}
