// Models and tools that do anything a provider or a tool may do, the same for the same seed.

import type { ProviderEvent } from '../../src/core/provider/events.ts';
import type { ProviderFailure } from '../../src/core/provider/failures.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import type { ToolOutcome } from '../../src/core/tools/tool.ts';
import { textContent } from '../../src/core/transcript/parts.ts';
import { soundSummary } from './compaction-bench.ts';
import { never } from './expect.ts';
import { ScriptedTools } from './scripted-tools.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface Chance {
  /** True with this probability. */
  is(probability: number): boolean;
  /** A whole number from 0 up to but not including `most`. */
  upTo(most: number): number;
  one<T>(items: readonly [T, ...(readonly T[])]): T;
}

export function chance(random: () => number): Chance {
  const upTo = (most: number): number => Math.floor(random() * most);
  return {
    is: (probability) => random() < probability,
    upTo,
    one: (items) => items[upTo(items.length)] ?? items[0],
  };
}

/** Answers with text, thoughts and calls, slowly, and sometimes fails, hangs, repeats call ids or stops early. */
export function anyChatModel(luck: Chance, clock: VirtualClock): Provider {
  return providerOf('local', async function* () {
    await clock.delay(luck.upTo(400), never);
    if (luck.is(0.06)) yield failure(luck);
    if (luck.is(0.02)) await new Promise(() => undefined);
    if (luck.is(0.3)) yield { type: 'reasoning', text: 'Hm. ' };
    if (luck.is(0.3)) yield { type: 'reasoning-done', text: 'Hm. Well.', providerData: 'signed' };
    for (let piece = luck.upTo(4); piece > 0; piece--) {
      yield { type: 'text', text: 'words '.repeat(1 + luck.upTo(20)) };
      await clock.delay(luck.upTo(300), never);
      if (luck.is(0.02)) yield failure(luck);
    }
    const calls = luck.is(0.55) ? 1 + luck.upTo(luck.is(0.1) ? 12 : 3) : 0;
    for (let call = 0; call < calls; call++) {
      yield {
        type: 'tool-call',
        callId: luck.is(0.2) ? 'same' : `c${luck.upTo(1000)}`,
        name: luck.one(['look', 'unknown']),
        input: luck.one(['{}', '{"at": "x"}', '{"at', '']),
      };
    }
    if (luck.is(0.7)) {
      const input = 100 + luck.upTo(600);
      yield { type: 'usage', usage: { input, cacheRead: 0, cacheWrite: 0, output: 20, raw: {} } };
    }
    if (luck.is(0.03)) return;
    yield {
      type: 'stop',
      reason: luck.is(0.04) ? luck.one(['length', 'refusal']) : calls > 0 ? 'tool-use' : 'end',
    };
  });
}

/** Summarises well, badly, slowly, or not at all. */
export function anySummarizer(luck: Chance, clock: VirtualClock): Provider {
  return providerOf('summaries', async function* () {
    await clock.delay(luck.upTo(2000), never);
    if (luck.is(0.15)) yield failure(luck);
    if (luck.is(0.05)) await new Promise(() => undefined);
    yield { type: 'text', text: luck.is(0.9) ? soundSummary : 'No summary at all' };
    yield { type: 'stop', reason: 'end' };
  });
}

/** Answers after a while, with little or much; throws, hangs, and minds a stop or not. */
export function anyTools(luck: Chance, clock: VirtualClock): ScriptedTools {
  return new ScriptedTools(async (_, signal): Promise<Partial<ToolOutcome>> => {
    await clock.delay(luck.upTo(500), luck.is(0.7) ? signal : never);
    if (luck.is(0.03)) throw new Error('broken tool');
    if (luck.is(0.03)) await new Promise(() => undefined);
    const text = 'output '.repeat(1 + luck.upTo(luck.is(0.2) ? 150 : 20));
    const touches = luck.is(0.3) ? [{ path: `/w/${luck.upTo(9)}`, access: 'read' as const }] : [];
    return { content: textContent(text), touches, isError: signal.aborted };
  });
}

function failure(luck: Chance): ProviderEvent {
  return {
    type: 'failure',
    failure: luck.one<ProviderFailure>([
      { kind: 'network', detail: 'reset' },
      { kind: 'server', status: 500, detail: 'oops' },
      { kind: 'rejected', status: 400, detail: 'no' },
      { kind: 'overflow', detail: 'too long' },
    ]),
  };
}

function providerOf(name: string, events: () => AsyncGenerator<ProviderEvent>): Provider {
  return {
    name,
    stream: () => events(),
    body: (request) => request,
  };
}
