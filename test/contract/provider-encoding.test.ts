// What holds of every request any provider encodes: its service accepts it, and a longer conversation begins like the
// shorter one, so that the provider's cache hits (design 8).

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Json } from '../../src/base/json.ts';
import type {
  AssistantContent,
  ChatRequest,
  Message,
  ToolResultContent,
  UserContent,
} from '../../src/core/provider/request.ts';
import { clientOf } from '../support/loopback/clients.ts';
import type { WireName } from '../support/loopback/wire.ts';
import { checkAnthropic } from '../support/strict/check-anthropic.ts';
import { checkOpenAiChat } from '../support/strict/check-openai-chat.ts';
import { checkOpenAiResponses } from '../support/strict/check-openai-responses.ts';
import { gif, png } from '../support/tiny-images.ts';

const judges: Readonly<Record<WireName, (body: unknown) => string[]>> = {
  anthropic: checkAnthropic,
  openai: checkOpenAiResponses,
  'openai-chat': checkOpenAiChat,
};

const toolNames = ['read', 'mcp.server/list', `long_${'n'.repeat(150)}`];

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom(' ', '\n\t', 'a\ud800', '\udc00', '漢字 😀', '<tool_use>'),
);
const text = anyText.map((words) => ({ type: 'text', text: words }) as const);
const image = fc.constantFrom(
  { type: 'image', mime: 'image/png', base64: png } as const,
  { type: 'image', mime: 'image/png', base64: gif } as const,
  { type: 'image', mime: 'image/svg+xml', base64: 'PHN2Zz4=' } as const,
);
const plain = fc.array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: image }), {
  maxLength: 3,
});

/** Thoughts of every provider, told apart by a number, since no two items of a service have one id. */
const thought = fc
  .constantFrom('anthropic', 'redacted', 'openai', 'unsigned', 'none')
  .map((kind) => (place: number) => {
    const data: Record<string, Json> = {
      anthropic: { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      redacted: { type: 'redacted_thinking', data: 'eA==' },
      openai: { type: 'reasoning', id: `rs_${place}`, summary: [], encrypted_content: 'eA==' },
      unsigned: { type: 'thinking', thinking: 'hm', signature: '' },
      none: null,
    };
    return { type: 'reasoning', text: 'hm', providerData: data[kind] ?? null } as const;
  });

interface Step {
  readonly user: readonly UserContent[];
  readonly thought: ((place: number) => AssistantContent) | null;
  readonly said: readonly AssistantContent[];
  readonly calls: readonly { name: string; result: Omit<ToolResultContent, 'callId' | 'type'> }[];
}

const step: fc.Arbitrary<Step> = fc.record({
  user: plain,
  thought: fc.option(thought),
  said: fc.array(text, { maxLength: 2 }),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom(...toolNames),
      result: fc.record({ isError: fc.boolean(), content: plain }),
    }),
    { maxLength: 3 },
  ),
});

/** A step whose answer says something: one that says nothing leaves no trace, and the users around it are merged. */
const speaking = step.map((one): Step => ({ ...one, said: [...one.said, { type: 'text', text: 'ok' }] }));

/** The messages of these steps: each has the results of the one before, and ends where the user speaks. */
function messagesOf(steps: readonly Step[]): Message[] {
  const messages: Message[] = [];
  let results: ToolResultContent[] = [];
  for (const [place, { user, thought: thinks, said, calls }] of steps.entries()) {
    const opening: UserContent = { type: 'text', text: `turn ${place}` };
    messages.push({ role: 'user', content: [...results, ...user, opening] });
    const made = calls.map(({ name }, index) => {
      const callId = `call_${place}_${index}${'x'.repeat(place * 20)}`;
      return { type: 'tool-call', callId, name, input: { path: `${place}\ud800` } } as const;
    });
    messages.push({
      role: 'assistant',
      content: [...(thinks === null ? [] : [thinks(place)]), ...said, ...made],
    });
    results = calls.map(({ result }, index) => ({
      type: 'tool-result',
      callId: made[index]!.callId,
      ...result,
    }));
  }
  const closing: UserContent = { type: 'text', text: 'the end' };
  messages.push({ role: 'user', content: results.length > 0 ? results : [closing] });
  return messages;
}

function requestOf(steps: readonly Step[], over: Partial<ChatRequest>): ChatRequest {
  return {
    model: 'claude-sonnet-5',
    system: 'Be\ud800 terse.',
    messages: messagesOf(steps),
    tools: toolNames.map((name) => ({ name, description: 'does it', inputSchema: { type: 'object' } })),
    outputRoom: 20_000,
    stream: true,
    ...over,
  };
}

const models = fc.constantFrom(
  'claude-sonnet-5',
  'claude-haiku-4-5',
  'claude-opus-4-5',
  'gpt-5.2',
  'gpt-4.1',
);
const efforts = fc.constantFrom(undefined, 'none', 'low', 'high', 'max');

for (const [wire, judge] of Object.entries(judges) as [WireName, (typeof judges)[WireName]][]) {
  describe(`every request encoded for ${wire}`, () => {
    const client = clientOf(wire, { baseUrl: () => 'http://127.0.0.1:1' });

    it('is accepted by the rules of its service', () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 5 }), models, efforts, (steps, model, effort) => {
          assert.deepEqual(judge(client.body(requestOf(steps, { model, effort }))), []);
        }),
      );
    });

    it('begins like the request before it, when the conversation went on', () => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), speaking, (steps, next) => {
          const longer = requestOf([...steps, next], {});
          const shorter = { ...longer, messages: longer.messages.slice(0, -2) };
          const [before, after] = [shorter, longer].map((request) => withoutMark(client.body(request)));
          assert.deepEqual(after!.slice(0, before!.length), before);
        }),
      );
    });
  });
}

/** The messages or items of a body, as text, without the mark that moves. */
function withoutMark(body: unknown): string[] {
  const { messages, input } = body as { messages?: unknown[]; input?: unknown[] };
  return (messages ?? input ?? []).map((message) =>
    JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  );
}
