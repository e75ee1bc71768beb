import assert from 'node:assert/strict';
import type { Tokenizer } from '../../../../src/core/tokens/tokenizer.ts';
import { longTurns } from '../../../support/chat-answers.ts';
import { chatBench } from '../../../support/chat-bench.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { says } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';

/** A tokenizer for which every text is ten tokens, once it is loaded. */
class TenEach implements Tokenizer {
  loaded = true;
  closed = false;
  asked = 0;

  async count(texts: readonly string[]): Promise<readonly number[] | undefined> {
    this.asked += texts.length;
    return this.loaded ? texts.map(() => 10) : undefined;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

const wanted = { 'compaction.tokenizer': 'tiktoken' };

describe('a chat with a tokenizer', () => {
  it('counts what is there, what comes, and a new segment', async () => {
    const tokenizer = new TenEach();
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      settings: wanted,
      scripts: [says('Yes.')],
      summaries: [says(soundSummary)],
      deps: { tokenizer },
    });
    await settle();
    assert.equal(bench.chat.count.fresh().tokens, 40);
    await bench.say('Hi');
    await settle();
    assert.equal(bench.chat.count.fresh().tokens, 60);
    await bench.chat.compact({ tail: 'none' });
    await settle();
    assert.equal(bench.chat.count.fresh().tokens, 10);
  });

  it('counts later what came while it was loading', async () => {
    const tokenizer = new TenEach();
    tokenizer.loaded = false;
    const bench = await chatBench({
      records: longTurns(1, 100).records(),
      settings: wanted,
      scripts: [says('Yes.')],
      deps: { tokenizer },
    });
    await settle();
    assert.ok(bench.chat.count.fresh().tokens > 100);
    tokenizer.loaded = true;
    await bench.say('Hi');
    await settle();
    assert.equal(bench.chat.count.fresh().tokens, 40);
  });

  it('does not ask it when the setting does not, and closes it with the chat', async () => {
    const tokenizer = new TenEach();
    const bench = await chatBench({ scripts: [says('Yes.')], deps: { tokenizer } });
    await bench.say('Hi');
    assert.equal(tokenizer.asked, 0);
    await bench.chat.dispose();
    assert.equal(tokenizer.closed, true);
  });
});
