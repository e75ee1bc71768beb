// Whether a model answers at all: one small request to it, without tools.

import { isAborted } from '../../base/abort.ts';
import type { ChatModels } from '../../core/agent/policies.ts';
import type { ModelReference } from '../../core/models/policy.ts';
import type { PromptLibrary } from '../../core/prompts/prompts.ts';
import { describeProviderFailure } from '../../core/provider/failures.ts';
import type { ChatRequest } from '../../core/provider/request.ts';

export type TestedConnection =
  /** Milliseconds to the end of its answer. */
  | { readonly kind: 'answers'; readonly ms: number }
  | { readonly kind: 'fails'; readonly why: string }
  | { readonly kind: 'cancelled' };

/** Tokens of the answer: enough for a word, and for models that think before it. */
const room = 512;

export async function testConnection(
  model: ModelReference,
  { models, prompts }: { readonly models: ChatModels; readonly prompts: PromptLibrary },
  signal: AbortSignal,
): Promise<TestedConnection> {
  const provider = models.provider(model);
  if (!provider.ok) return { kind: 'fails', why: provider.error };
  const began = performance.now();
  const request: ChatRequest = {
    model: model.model,
    system: prompts.text('request/test-system', {}),
    messages: [{ role: 'user', content: [{ type: 'text', text: prompts.text('request/test-prompt', {}) }] }],
    tools: [],
    stream: true,
    outputRoom: room,
  };
  for await (const event of provider.value.stream(request, signal)) {
    if (event.type === 'failure') {
      if (isAborted(signal)) return { kind: 'cancelled' };
      return { kind: 'fails', why: describeProviderFailure(event.failure) };
    }
    if (event.type === 'stop') return { kind: 'answers', ms: Math.round(performance.now() - began) };
  }
  return { kind: 'fails', why: 'its answer never ended' };
}
