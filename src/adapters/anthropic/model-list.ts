// Anthropic's own list of models, with the window and the longest answer of each.

import * as z from 'zod';
import type { AskForModels } from '../../core/models/reported-models.ts';
import { boundedJson } from '../../core/provider/bounded-json.ts';
import { listedModels, modelId, tokenCount } from '../../core/provider/listed-models.ts';
import { connect, type AnthropicOptions } from './connection.ts';

/** The most the service gives at once; it has far fewer models. */
const limit = 1000;

const entrySchema = z.object({ id: modelId, max_input_tokens: tokenCount, max_tokens: tokenCount });

export function anthropicModels(options: AnthropicOptions): AskForModels {
  return async (signal) => {
    try {
      const { client } = await connect(options);
      const answer = await client.models.list({ limit }, { signal }).asResponse();
      return listedModels(
        await boundedJson(answer, signal),
        entrySchema,
        ({ id, max_input_tokens: window, max_tokens: maxOutput }) => ({ id, window, maxOutput }),
      );
    } catch {
      // Whatever is wrong with the connection or the key is told by the first request that a person makes.
      return undefined;
    }
  };
}
