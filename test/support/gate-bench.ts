// A chat whose turn comes over its threshold at the continuation gate, and what happens around that.

import assert from 'node:assert/strict';
import { longTurns, looksAt } from './chat-answers.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from './chat-bench.ts';
import { soundSummary } from './compaction-bench.ts';
import { valueOf } from './expect.ts';
import { runs, says } from './scripted-provider.ts';
import { ScriptedTools } from './scripted-tools.ts';

/** A turn whose one result brings the next request over the threshold of a thousand tokens. */
export function gateBench(
  options: ChatBenchOptions & { readonly during?: (bench: () => ChatBench) => Promise<void> } = {},
) {
  const { during, ...rest } = options;
  let opened: ChatBench | undefined;
  const bench = () => {
    assert.ok(opened !== undefined);
    return opened;
  };
  const tools = new ScriptedTools(async () => {
    await during?.(bench);
    return 'x'.repeat(1600);
  });
  const open = async (): Promise<ChatBench> => {
    opened = await chatBench({
      records: longTurns(2, 200).records(),
      window: 1000,
      tools,
      scripts: [looksAt('a'), says('Done.')],
      summaries: [says(soundSummary)],
      ...rest,
    });
    return opened;
  };
  return open();
}

export const steers = async (bench: () => ChatBench): Promise<void> => {
  valueOf(await bench().chat.submit('Be brief', { whileBusy: 'steer' }));
};

/** A summary, and what happens while it is written. */
export const whileSummarised = (run: () => void | Promise<void>) => [[runs(run), ...says(soundSummary)]];

export function sentRequest(bench: ChatBench, request: number): string {
  return JSON.stringify(bench.provider.requests[request]?.messages);
}
