import assert from 'node:assert/strict';
import type { Tokenizer } from '../../../../src/core/tokens/tokenizer.ts';
import type { Part } from '../../../../src/core/transcript/parts.ts';
import { longTurns } from '../../../support/chat-answers.ts';
import { chatBench } from '../../../support/chat-bench.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { deferred } from '../../../support/deferred.ts';
import { says } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';

/** A tokenizer for which every text is ten tokens, once it is loaded. */
class TenEach implements Tokenizer {
  loaded = true;
  closed = false;
  asked = 0;
  private readonly loading = deferred<boolean>();

  load(): Promise<boolean> {
    return this.loaded ? Promise.resolve(true) : this.loading.promise;
  }

  finishLoading(): void {
    this.loaded = true;
    this.loading.resolve(true);
  }

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

  it('counts what is there as soon as it has loaded, without waiting for another record, and says so', async () => {
    const tokenizer = new TenEach();
    tokenizer.loaded = false;
    const records = longTurns(2, 100).records();
    const bench = await chatBench({ records, settings: wanted, deps: { tokenizer } });
    await settle();
    assert.ok(bench.chat.count.fresh().tokens > 200);
    tokenizer.finishLoading();
    await settle();
    assert.equal(bench.chat.count.fresh().tokens, 40);
    assert.equal(bench.of('counted').length, 1);
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

describe('settings an estimate is made with, while a chat is open', () => {
  const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: 'e'.repeat(64) };

  it('count the images that are there by the new number at once', async () => {
    const records = conversation().user([image, image]).assistant('Two pictures.').settled().records();
    const bench = await chatBench({ records });
    const { chat, settings } = bench;
    const text = chat.count.estimate().tokens - 2 * 1844;
    settings.given = { ...settings.given, 'compaction.imageTokenEstimate': 10 };
    chat.settingsChanged();
    assert.deepEqual(chat.count.estimate(), { tokens: text + 20, source: 'fresh-estimate' });
    assert.equal(bench.of('counted').length, 1);
  });

  it('turn the tokenizer on and off again', async () => {
    const tokenizer = new TenEach();
    const { chat, settings } = await chatBench({
      records: longTurns(2, 100).records(),
      deps: { tokenizer },
    });
    const byCharacters = chat.count.fresh().tokens;
    assert.ok(byCharacters > 200);
    const { given } = settings;
    settings.given = { ...given, ...wanted };
    chat.settingsChanged();
    await settle();
    assert.equal(chat.count.fresh().tokens, 40);
    settings.given = given;
    chat.settingsChanged();
    assert.equal(chat.count.fresh().tokens, byCharacters);
    settings.given = { ...given, ...wanted };
    chat.settingsChanged();
    await settle();
    assert.equal(chat.count.fresh().tokens, 40);
  });

  it('leave the characters in force where the tokenizer was turned off before it had loaded', async () => {
    const tokenizer = new TenEach();
    tokenizer.loaded = false;
    const { chat, settings } = await chatBench({
      records: longTurns(2, 100).records(),
      settings: wanted,
      deps: { tokenizer },
    });
    await settle();
    settings.given = { ...settings.given, 'compaction.tokenizer': 'chars' };
    chat.settingsChanged();
    tokenizer.finishLoading();
    await settle();
    assert.ok(chat.count.fresh().tokens > 200);
  });

  it('change no figure, and say nothing, where it was another setting that changed', async () => {
    const tokenizer = new TenEach();
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      settings: wanted,
      deps: { tokenizer },
    });
    await settle();
    const { asked } = tokenizer;
    bench.settings.given = { ...bench.settings.given, 'compaction.tailTurns': 7 };
    bench.chat.settingsChanged();
    await settle();
    assert.equal(tokenizer.asked, asked);
    assert.equal(bench.chat.count.fresh().tokens, 40);
  });
});
