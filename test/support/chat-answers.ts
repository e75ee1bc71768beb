// Answers of a model in scenarios of a chat, and conversations they are about.

import { conversation } from './conversation.ts';
import type { Script, ScriptStep } from './scripted-provider.ts';

export const usage = (input: number, output = 20): ScriptStep => ({
  type: 'usage',
  usage: { input, cacheRead: 0, cacheWrite: 0, output, raw: {} },
});

/** A sentence and one call of `look` for each text. */
export function looksAt(...texts: readonly string[]): Script {
  return [
    { type: 'text', text: 'I look.' },
    ...texts.map((text) => ({
      type: 'tool-call' as const,
      callId: `call-${text}`,
      name: 'look',
      input: JSON.stringify({ at: text }),
    })),
    usage(100),
    { type: 'stop', reason: 'tool-use' },
  ];
}

/** Calls of one answer, each with its id, its tool, and its arguments as the model wrote them. */
export function asksFor(...calls: readonly (readonly [string, string, object | string])[]): Script {
  return [
    ...calls.map(([callId, name, input]) => ({
      type: 'tool-call' as const,
      ...{ callId, name, input: typeof input === 'string' ? input : JSON.stringify(input) },
    })),
    usage(100),
    { type: 'stop', reason: 'tool-use' },
  ];
}

/** Settled turns of about `tokens` tokens each. */
export function longTurns(count: number, tokens: number): ReturnType<typeof conversation> {
  const story = conversation();
  for (let turn = 1; turn <= count; turn++) {
    story
      .user(`Question ${turn}`)
      .assistant(`Answer ${turn} `.padEnd(tokens * 4, '.'))
      .settled();
  }
  return story;
}
