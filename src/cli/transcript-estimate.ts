// The estimate of a transcript for one command: characters by the rule of four, or a tokenizer where the setting asks for
// one. Where that cannot be had, characters are the answer.

import type { Settings } from '../core/settings/settings.ts';
import type { Estimate } from '../core/tokens/estimate.ts';
import { recordText } from '../core/tokens/record-text.ts';
import { RunningCount } from '../core/tokens/running-count.ts';
import type { TranscriptRecord } from '../core/transcript/record.ts';
import { createTiktokenTokenizer } from '../adapters/tokenizer/tiktoken.ts';
import type { Tools } from './compose.ts';

export async function estimateTranscript(
  records: readonly TranscriptRecord[],
  settings: Settings,
  tools: Tools,
  signal: AbortSignal,
): Promise<Estimate> {
  const count = new RunningCount(records, settings['compaction.imageTokenEstimate']);
  if (settings['compaction.tokenizer'] === 'tiktoken') await countTokens(records, count, tools, signal);
  return count.estimate();
}

async function countTokens(
  records: readonly TranscriptRecord[],
  count: RunningCount,
  tools: Tools,
  signal: AbortSignal,
): Promise<void> {
  const tokenizer = createTiktokenTokenizer({ worker: tools.tokenizerWorker });
  try {
    if (!(await tokenizer.load(signal))) return;
    const texts = records.flatMap((record) => {
      const text = recordText(record);
      return text === undefined ? [] : [{ id: record.id, text }];
    });
    const tokens = await tokenizer.count(
      texts.map(({ text }) => text),
      signal,
    );
    tokens?.forEach((sum, place) => count.counted(texts[place]?.id ?? '', sum));
  } finally {
    await tokenizer.close();
  }
}
