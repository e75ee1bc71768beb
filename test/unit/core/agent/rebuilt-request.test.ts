import assert from 'node:assert/strict';
import { err } from '../../../../src/base/result.ts';
import { textContent } from '../../../../src/core/transcript/parts.ts';
import { longTurns, looksAt } from '../../../support/chat-answers.ts';
import { chatBench } from '../../../support/chat-bench.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { says } from '../../../support/scripted-provider.ts';
import { ScriptedTools } from '../../../support/scripted-tools.ts';
import { gateBench, sentRequest } from '../../../support/gate-bench.ts';

describe('behaviour 3.17: the rebuilt request', () => {
  it('keeps the model and the tools of the one before', async () => {
    const bench = await gateBench();
    await bench.say('Look');
    const [before, after] = bench.provider.requests;
    assert.deepEqual(after?.tools, before?.tools);
    assert.equal(after?.model, before?.model);
    assert.equal(after?.system, before?.system);
  });

  it('declares no tool where there is none, but such as the history names, and no more than without a compaction', async () => {
    const without = (): ScriptedTools =>
      Object.assign(new ScriptedTools(() => 'x'.repeat(1600)), { specs: [] });
    const declared: unknown[] = [];
    for (const window of [1000, 100_000]) {
      const bench = await gateBench({ tools: without(), window });
      await bench.say('Look');
      assert.equal(bench.session.active().number, window === 1000 ? 2 : 1);
      const [before, after] = bench.provider.requests;
      assert.deepEqual(before?.tools, []);
      declared.push(after?.tools.map(({ name, description }) => [name, description]));
    }
    assert.deepEqual(declared[0], [
      ['look', 'Used earlier in this conversation and no longer available. Do not call it.'],
    ]);
    assert.deepEqual(declared[0], declared[1]);
  });

  it('is not sent when the segment could not be replaced, and the old one stands as it was', async () => {
    const bench = await gateBench({
      wrap: (session) =>
        changedSession(session, { rotate: async () => err({ kind: 'disk-full', path: '/w' }) }),
    });
    await bench.say('Look');
    assert.equal(bench.provider.requests.length, 1);
    assert.equal(bench.session.active().number, 1);
    const settled = await bench.chat.idle();
    assert.ok(settled?.outcome === 'failed' && settled.fault.kind === 'compaction');
  });
});

describe('behaviour 3.18: the reminder of files to read again', () => {
  it('stands right before the prompt of a request that was compacted before it was sent, and once', async () => {
    const records = longTurns(3, 300).touched('/w/a').records();
    const bench = await chatBench({
      records: records.map((record) => (record.kind === 'file-touch' ? { ...record, turn: 1 } : record)),
      window: 1000,
      summaries: [says(soundSummary)],
      scripts: [says('Done.'), says('More.')],
    });
    await bench.say('Go on');
    const texts = bench.provider.requests[0]?.messages.at(-1)?.content ?? [];
    const [, reminder, prompt] = texts.map((part) => (part.type === 'text' ? part.text : ''));
    assert.ok(reminder?.startsWith('<system-reminder>') && reminder.includes('- /w/a'));
    assert.equal(prompt, 'Go on');
    await bench.say('And on');
    assert.equal(sentRequest(bench, 1).split('- /w/a').length, 2);
    assert.ok(!JSON.stringify(bench.provider.requests[1]?.messages.at(-1)).includes('/w/a'));
  });
});

describe('behaviour 3.19: what comes after a compaction in the middle of a turn', () => {
  it('stands behind summary, tail and batch: text, reasoning and calls alike', async () => {
    const bench = await gateBench({
      scripts: [
        looksAt('a'),
        [{ type: 'reasoning-done', text: 'Hm.', providerData: 'signed' }, ...looksAt('b')],
        says('Done.'),
      ],
      tools: new ScriptedTools((call) => ({
        content: textContent(call.callId === 'call-a' ? 'x'.repeat(1600) : 'y'),
      })),
    });
    await bench.say('Look');
    assert.equal(bench.session.active().number, 2);
    assert.deepEqual(
      bench
        .records()
        .map((record) => record.kind)
        .filter((kind) => kind !== 'usage'),
      [
        ...['summary', 'user', 'assistant', 'fork-point', 'user', 'assistant', 'tool-call', 'tool-result'],
        ...['reasoning', 'assistant', 'tool-call', 'tool-result', 'assistant', 'fork-point'],
      ],
    );
  });
});

describe('a prompt whose turn is compacted again and again', () => {
  it('is in every request of its turn, whatever the summaries leave out', async () => {
    const bench = await gateBench({
      scripts: [looksAt('a'), looksAt('b'), looksAt('c'), says('Done.')],
      summaries: [says(soundSummary), says(soundSummary), says(soundSummary)],
    });
    await bench.say('Rename it, and never touch the folder test');
    assert.equal(bench.session.active().number, 4);
    for (let request = 0; request < 4; request++) {
      assert.match(sentRequest(bench, request), /Rename it, and never touch the folder test/, `${request}`);
    }
  });

  it('is no order any more once it was answered', async () => {
    const bench = await gateBench({
      scripts: [looksAt('a'), says('Done.'), says('Yes.')],
      summaries: [says(soundSummary), says(soundSummary)],
    });
    await bench.say('Rename it');
    assert.equal((await bench.chat.compact({ tail: 'none' })).outcome, 'applied');
    await bench.say('Is it done?');
    assert.doesNotMatch(sentRequest(bench, 2), /Rename it/);
  });
});
