// The real adapters over the real SDKs, pointed at a loopback server.

import { createAnthropic } from '../../../src/adapters/anthropic/client.ts';
import { createOpenAi, createOpenAiChat } from '../../../src/adapters/openai/client.ts';
import type { OpenAiOptions } from '../../../src/adapters/openai/connection.ts';
import type { Provider } from '../../../src/core/provider/provider.ts';
import type { ChatRequest } from '../../../src/core/provider/request.ts';
import { countingIds } from '../counting-ids.ts';
import type { Loopback } from './server.ts';
import type { WireName } from './wire.ts';

export const loopbackKey = 'loopback-key-0123456789';

export function clientOf(
  wire: WireName,
  server: Pick<Loopback, 'baseUrl'>,
  over: Partial<Omit<OpenAiOptions, 'baseUrl'>> = {},
): Provider {
  const options = { apiKey: loopbackKey, baseUrl: server.baseUrl(wire), ...over };
  switch (wire) {
    case 'anthropic':
      return createAnthropic(options);
    case 'openai':
      return createOpenAi(options);
    case 'openai-chat':
      return createOpenAiChat({ ...options, ids: countingIds() });
  }
}

/** A question every service accepts. */
export function question(over: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'scripted',
    system: 'You are terse.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: [],
    outputRoom: 4096,
    stream: true,
    ...over,
  };
}
