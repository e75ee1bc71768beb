// The models of a compatible server, and their windows where it tells them: OpenRouter and vLLM in the list itself, LM
// Studio and Ollama in lists of their own beside it. OpenAI's own list has no windows.

import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import type { AskForModels, ReportedModel } from '../../core/models/reported-models.ts';
import { boundedJson } from '../../core/provider/bounded-json.ts';
import { listedModels, modelId, tokenCount } from '../../core/provider/listed-models.ts';
import { connect, type OpenAiOptions } from './connection.ts';
import { ollamaWindows, type AskServer } from './ollama-windows.ts';

/** OpenRouter: `context_length`, `top_provider`. vLLM: `max_model_len`. */
const entrySchema = z.object({
  id: modelId,
  context_length: tokenCount,
  max_model_len: tokenCount,
  top_provider: z
    .object({ context_length: tokenCount, max_completion_tokens: tokenCount })
    .optional()
    .catch(undefined),
});

/** LM Studio, of `/api/v0/models`: what a model is loaded with, or the most it can be loaded with. */
const lmStudioSchema = z.object({
  id: modelId,
  max_context_length: tokenCount,
  loaded_context_length: tokenCount,
});

export function openAiModels(options: OpenAiOptions & { readonly baseUrl: string }): AskForModels {
  return async (signal) => {
    try {
      const { client } = await connect(options);
      const listed = decoded(await boundedJson(await client.models.list({ signal }).asResponse(), signal));
      if (listed === undefined || listed.some(({ window }) => window !== undefined)) return listed;
      const root = options.baseUrl.replace(/\/(?:v1\/?)?$/, '');
      const ask: AskServer = async (path, body) => {
        try {
          const address = root + path;
          const sent =
            body === undefined ? client.get(address, { signal }) : client.post(address, { body, signal });
          return await boundedJson(await sent.asResponse(), signal);
        } catch {
          // A server of another kind has no such path.
          return undefined;
        }
      };
      return withWindows(listed, (await lmStudioWindows(ask)) ?? (await ollamaWindows(ask, listed)));
    } catch {
      // Whatever is wrong with the connection or the key is told by the first request that a person makes.
      return undefined;
    }
  };
}

function decoded(answer: Json | undefined): readonly ReportedModel[] | undefined {
  return listedModels(answer, entrySchema, ({ id, context_length, max_model_len, top_provider }) => ({
    id,
    window: smallest(context_length, top_provider?.context_length, max_model_len),
    maxOutput: top_provider?.max_completion_tokens,
  }));
}

async function lmStudioWindows(ask: AskServer): Promise<readonly ReportedModel[] | undefined> {
  return listedModels(
    await ask('/api/v0/models'),
    lmStudioSchema,
    ({ id, loaded_context_length: loaded, max_context_length: most }) =>
      loaded === undefined ? { id, window: most, isUpperBound: true } : { id, window: loaded },
  );
}

function withWindows(
  listed: readonly ReportedModel[],
  windows: readonly ReportedModel[],
): readonly ReportedModel[] {
  const known = new Map(windows.map((model) => [model.id, model]));
  return listed.map((model) => known.get(model.id) ?? model);
}

/** Whoever answers must take it: a router may send a request to the one with less. */
function smallest(...windows: readonly (number | undefined)[]): number | undefined {
  const told = windows.filter((window) => window !== undefined);
  return told.length === 0 ? undefined : Math.min(...told);
}
