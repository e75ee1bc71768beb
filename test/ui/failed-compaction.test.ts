import assert from 'node:assert/strict';
import path from 'node:path';
import { refuses, says } from '../support/loopback/answers.ts';
import { reply, text } from '../support/loopback/reply.ts';
import { bench, patience } from './bench.ts';
import { summariesAre, summariesSucceed } from './scripted-summary.ts';
import { filesWith } from './user-files.ts';
import { Window } from './window.ts';

describe('a compaction that fails in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => {
    window = await Window.open({
      settings: { 'segue.models.default': 'scripted/tight', 'segue.models.summarization': 'scripted/roomy' },
    });
  });
  after(() => window.close());

  const modelsAsked = (from: number): readonly unknown[] =>
    bench.model.requests.slice(from).map(({ body }) => (body as { readonly model: unknown }).model);

  /** Three settled turns; the last answer says that the context is over its threshold. */
  const talk = async (): Promise<void> => {
    const { panel } = window;
    for (const [nth, input] of [
      ['First', 100],
      ['Second', 200],
      ['Third', 17_000],
    ] as const) {
      const usage = { input, cacheRead: 0, cacheWrite: 0, output: 10 };
      bench.model.answers(says(reply([text(`${nth} answer.`)], { usage })));
      await panel.say(`${nth} question`);
      await panel.rows('assistant', `${nth} answer.`).waitFor();
      await panel.isIdle();
    }
  };

  it('says that nothing was sent and why, keeps the text, and asks the model nothing', async () => {
    const { panel } = window;
    await talk();
    const place = bench.model.requests.length;
    summariesAre(refuses('forbidden'));
    await panel.say('Fourth question');
    const failed = panel.ended('failed');
    await failed.getByText('Auto-compaction failed; request not sent:').waitFor();
    await panel.isIdle();
    await panel.rows('user', 'Fourth question').getByText('Not sent yet').waitFor();
    const holding = filesWith('Fourth question', bench.server.folder).map((file) => path.basename(file));
    assert.ok(holding.includes('session.json'), holding.join());
    assert.deepEqual(new Set(modelsAsked(place)), new Set(['roomy']));
    assert.equal(await panel.rows('separator').count(), 0);
    await panel.rows('assistant', 'First answer.').waitFor();
  });

  it('sends the text with Retry once the summariser works again, behind the compaction and once', async () => {
    const { panel } = window;
    const place = bench.model.requests.length;
    summariesSucceed();
    bench.model.answers(says('Fourth answer.'));
    await panel.ended('failed').getByRole('button', { name: 'Retry' }).click();
    await panel.rows('separator', 'Conversation compacted').waitFor();
    await panel.rows('assistant', 'Fourth answer.').waitFor();
    await panel.isIdle();
    assert.equal(await panel.rows('user', 'Fourth question').count(), 1);
    assert.equal(await panel.frame.getByText('Not sent yet').count(), 0);
    assert.deepEqual(modelsAsked(place), ['roomy', 'tight']);
    const sent = JSON.stringify(bench.model.requests[place + 1]?.body);
    assert.equal(sent.split('Fourth question').length, 2);
    assert.ok(!sent.includes('First answer.'));
    assert.ok(sent.includes('Third answer.'));
  });
});
