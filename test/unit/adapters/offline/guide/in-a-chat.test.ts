// The guide in a whole chat: real tools over files in memory, the real loop with its gates, the offline summariser.

import assert from 'node:assert/strict';
import { RecordingProvider } from '../../../../support/recording-provider.ts';
import { chatBench, type ChatBench } from '../../../../support/chat-bench.ts';
import { modelsOver } from '../../../../support/chat-doubles.ts';
import { valueOf } from '../../../../support/expect.ts';
import { offlineProvider } from '../../../../support/offline.ts';
import { ToolBench } from '../../../../support/tool-bench.ts';
import { settle } from '../../../../support/virtual-clock.ts';

interface GuideChat extends ChatBench {
  readonly place: ToolBench;
  /** Every call the conversation made, earlier segments included, in order. */
  calls(): readonly string[];
}

async function guideChat(settings: { readonly window?: number } = {}): Promise<GuideChat> {
  const place = new ToolBench();
  const provider = new RecordingProvider(offlineProvider, () => undefined);
  const calls: string[] = [];
  const bench = await chatBench({
    ...settings,
    summaryWindow: 100_000,
    deps: { tools: () => place.set, models: modelsOver({ chat: provider, summary: offlineProvider }) },
    onEvent: (event) => {
      if (event.event !== 'records') return;
      for (const record of event.records)
        if (record.kind === 'tool-call') calls.push(`${record.name} ${JSON.stringify(record.input)}`);
    },
  });
  return { ...bench, place, calls: () => calls };
}

const lastAnswer = (bench: ChatBench): string => {
  const last = bench.records().findLast((record) => record.kind === 'assistant');
  const part = last?.kind === 'assistant' ? last.content[0] : undefined;
  return part?.type === 'text' ? part.text : '';
};

/** `read_file` shows 800 lines of it, about 4400 tokens. */
const longFile = (name: string): string => `${name} is a long file.\n`.repeat(1200);

describe('the offline guide in a chat', () => {
  it('reads, edits and writes in the workspace, and ends', async () => {
    const bench = await guideChat();
    bench.place.files.put('/w/a.ts', 'let x = 1;\n');
    await bench.say(
      'read a.ts then edit a.ts: replace "let" with "const" then write b.md: Done. then read b.md',
    );
    assert.equal(bench.place.files.text('/w/a.ts'), 'const x = 1;\n');
    assert.equal(bench.place.files.text('/w/b.md'), 'Done.\n');
    assert.equal(bench.calls().length, 4);
    assert.ok(bench.records().every((record) => record.kind !== 'tool-result' || record.isError !== true));
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.match(lastAnswer(bench), /That was the last of what you asked\.$/);
  });

  it('keeps the todo list and asks the person', async () => {
    const bench = await guideChat();
    bench.place.onAsk = () => ({ answer: 'said', text: 'blue' });
    await bench.say('todo [~] one; two\nask Which colour? (red / blue)');
    assert.deepEqual(bench.session.session().todo, [
      { text: 'one', state: 'doing' },
      { text: 'two', state: 'open' },
    ]);
    assert.match(lastAnswer(bench), /You answered `blue`\./);
  });

  it('does every round once although compactions come in the middle of its work', async () => {
    const bench = await guideChat({ window: 16_000 });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) bench.place.files.put(`/w/${name}`, longFile(name));
    await bench.say(names.map((name) => `read ${name}`).join(' then '));
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    const applied = bench.of('compacted').filter(({ outcome }) => outcome.outcome === 'applied');
    assert.ok(applied.length >= 2, `${applied.length} compactions`);
    assert.deepEqual(
      bench.calls(),
      names.map((name) => `read_file {"path":"${name}"}`),
    );
  });

  it('does what it is steered with, once, also when a compaction comes between', async () => {
    const bench = await guideChat({ window: 16_000 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) bench.place.files.put(`/w/${name}`, longFile(name));
    valueOf(await bench.chat.submit('read a then read b then read c then read d', { whileBusy: 'steer' }));
    valueOf(await bench.chat.submit('read e', { whileBusy: 'steer' }));
    await settle();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.ok(bench.of('compacted').some(({ outcome }) => outcome.outcome === 'applied'));
    assert.deepEqual(
      bench.calls(),
      ['a', 'b', 'c', 'd', 'e'].map((name) => `read_file {"path":"${name}"}`),
    );
  });

  for (const between of ['nothing', 'a compaction'] as const) {
    it(`does the rest of a stopped turn when the person says go on, with ${between} between and compactions within`, async () => {
      const bench = await guideChat({ window: 16_000 });
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      for (const name of names) bench.place.files.put(`/w/${name}`, longFile(name));
      const stopListening = bench.chat.listen((event) => {
        if (event.event !== 'records' || bench.calls().length < 2) return;
        if (event.records.some(({ kind }) => kind === 'tool-result')) bench.chat.stop();
      });
      await bench.say(names.map((name) => `read ${name}`).join(' then '));
      stopListening();
      assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
      if (between === 'a compaction')
        assert.equal((await bench.chat.compact({ tail: 'none' })).outcome, 'applied');
      const before = bench.of('compacted').length;
      await bench.say('go on');
      assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
      assert.ok(bench.of('compacted').length >= before + 2);
      // What a summary took with it nobody can tell to be done.
      const doneAnew = between === 'a compaction' ? ['a', 'b'] : [];
      assert.deepEqual(
        bench.calls(),
        ['a', 'b', ...doneAnew, ...names.slice(2)].map((name) => `read_file {"path":"${name}"}`),
      );
    });
  }

  it('goes on behind a compaction the person asked for between turns', async () => {
    const bench = await guideChat();
    bench.place.files.put('/w/a', 'One.');
    await bench.say('read a');
    assert.equal((await bench.chat.compact({ tail: 'none' })).outcome, 'applied');
    await bench.say('list');
    assert.deepEqual(bench.calls(), ['read_file {"path":"a"}', 'list_folder {"path":"."}']);
    assert.match(lastAnswer(bench), /`list_folder \.` gave `a \(4 bytes\)`/);
  });
});
