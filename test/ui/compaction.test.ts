import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { paused, says } from '../support/loopback/answers.ts';
import { call, reply, text, type ReplyPart } from '../support/loopback/reply.ts';
import { bench, patience } from './bench.ts';
import { summariesWaitFor } from './scripted-summary.ts';
import { Window } from './window.ts';

describe('manual compaction in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => {
    window = await Window.open({ settings: { 'segue.models.summarization': 'scripted/roomy' } });
    const lines = Array.from({ length: 900 }, (_, place) => `entry ${place}: a line of the log`);
    writeFileSync(path.join(window.folder, 'log.txt'), lines.join('\n'));
  });
  after(() => window.close());

  /** Three settled turns, the first of them large. */
  const talk = async (): Promise<void> => {
    const { panel } = window;
    // A server that does not count: the meter estimates.
    const uncounted = (...parts: readonly ReplyPart[]) => says(reply(parts, { usage: null }));
    bench.model.answers(
      uncounted(call('log-1', 'read_file', { path: 'log.txt' })),
      uncounted(text('The log is long.')),
      uncounted(text('Second answer.')),
      uncounted(text('Third answer.')),
    );
    for (const [said, answer] of [
      ['Read the log', 'The log is long.'],
      ['Second question', 'Second answer.'],
      ['Third question', 'Third answer.'],
    ] as const) {
      await panel.say(said);
      await panel.rows('assistant', answer).waitFor();
      await panel.isIdle();
    }
  };

  it('can be cancelled while the summary is written, and changes nothing', async () => {
    const { panel } = window;
    await talk();
    summariesWaitFor('never');
    await window.command('Segue: Compact conversation');
    await panel.progress.getByText('Compacting…').waitFor();
    await panel.progress.getByRole('button', { name: 'Cancel' }).click();
    await panel.isIdle();
    assert.equal(await panel.rows('separator').count(), 0);
    await panel.rows('assistant', 'The log is long.').waitFor();
  });

  it('shows its progress, then one separator with its figures, and the meter falls', async () => {
    const { panel } = window;
    const before = await window.usedTokens();
    summariesWaitFor('the summary');
    await panel.say('/compact');
    await panel.progress.getByText('Compacting…').waitFor();
    bench.model.open('the summary');
    const separator = panel.rows('separator', 'Conversation compacted');
    await separator.waitFor();
    await panel.isIdle();
    assert.equal(await panel.rows('separator').count(), 1);
    assert.match(await separator.innerText(), /\d+k? → \d+k? tokens .* 2 turns kept .*segment 2/s);
    assert.equal(await panel.rows('assistant', 'The log is long.').count(), 0);
    await panel.rows('assistant', 'Third answer.').waitFor();
    await separator.getByRole('button', { name: /Conversation compacted/ }).click();
    await separator.getByText('Scripted: Key Decisions.').waitFor();
    const after = await window.usedTokens();
    assert.ok(after < before, `${after} is not below ${before}`);
  });

  it('shows a compaction that waits for the running turn, and calls it off without stopping the turn', async () => {
    const { panel } = window;
    bench.model.answers(says('It takes its time and ends.', { delivery: paused(4, { gate: 'slow' }) }));
    await panel.say('Take your time');
    await panel.rows('assistant', 'It takes').waitFor();
    await window.command('Segue: Compact conversation');
    const waits = panel.frame.getByRole('group', { name: 'Compaction waits' });
    await waits.getByRole('button', { name: 'Cancel' }).click();
    await waits.waitFor({ state: 'hidden' });
    bench.model.open('slow');
    await panel.rows('assistant', 'It takes its time and ends.').waitFor();
    await panel.isIdle();
    assert.match(await panel.rows('separator').innerText(), /segment 2/);
  });

  it('opens what was before it, to be read only', async () => {
    const { panel, page } = window;
    await panel.rows('separator').getByRole('button', { name: 'Open earlier segment' }).click();
    await page.locator('.editor-instance .view-line', { hasText: 'Read the log' }).first().waitFor();
  });
});
