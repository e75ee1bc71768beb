import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { paused, says, saysParts } from '../support/loopback/answers.ts';
import { call, text } from '../support/loopback/reply.ts';
import { isRunning } from '../vscode/host/processes.mjs';
import { bench, patience } from './bench.ts';
import { until } from './until.ts';
import { Window } from './window.ts';

describe('what lasts in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => (window = await Window.open()));
  after(() => window.close());

  it('goes on while the panel is hidden, and shows everything, the draft too, when it is back', async () => {
    const { panel } = window;
    bench.model.answers(
      says('Half of it came while you looked, half of it later.', {
        delivery: paused(4, { gate: 'hidden' }),
      }),
    );
    await panel.say('Take your time');
    await panel.rows('assistant', 'Half of it').waitFor();
    await panel.composer.fill('a draft of mine');
    await window.command('View: Toggle Secondary Side Bar Visibility');
    await panel.composer.waitFor({ state: 'hidden' });
    bench.model.open('hidden');
    await window.command('View: Toggle Secondary Side Bar Visibility');
    await panel.rows('assistant', 'half of it later.').waitFor();
    await panel.isIdle();
    assert.equal(await panel.composer.inputValue(), 'a draft of mine');
  });

  it('finds an interrupted turn, the queue and the draft again when the window is reloaded in its middle', async () => {
    const { panel } = window;
    bench.model.answers(says('This answer will never be finished, I fear', { delivery: paused(4, 'hang') }));
    await panel.say('Begin something long');
    await panel.rows('assistant', 'This answer').waitFor();
    await panel.say('And afterwards this', 'Alt+Enter');
    await panel.queue.filter({ hasText: 'And afterwards this' }).waitFor();
    await panel.composer.fill('another draft');
    await panel.composer.blur();
    await window.reload();
    const interrupted = panel.ended('interrupted');
    await interrupted.waitFor();
    await panel.queue.filter({ hasText: 'And afterwards this' }).waitFor();
    assert.equal(await panel.composer.inputValue(), 'another draft');
    assert.equal(await panel.rows('user', 'Begin something long').count(), 1);
    bench.model.answers(says('Finished after all.'), says('And afterwards that.'));
    await interrupted.getByRole('button', { name: 'Continue' }).click();
    await panel.rows('assistant', 'Finished after all.').waitFor();
    await panel.rows('assistant', 'And afterwards that.').waitFor();
    await panel.isIdle();
    assert.equal(await panel.queue.count(), 0);
  });

  it('says of a command that ran when the window was reloaded that it is lost, and leaves no process behind', async () => {
    const { panel, folder } = window;
    const command = 'echo $$ > pid; echo here I am; exec sleep 86399';
    bench.model.answers(
      saysParts(call('bg-1', 'run_command', { command, yield_seconds: 0 })),
      says('It runs in the background.'),
    );
    await panel.say('Start the server');
    await panel.allow('run_command');
    await panel.tool('run_command', 'background').getByLabel('Output').getByText('here I am').waitFor();
    await panel.rows('assistant', 'It runs in the background.').waitFor();
    await panel.isIdle();
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    assert.ok(isRunning(pid));
    await window.reload();
    const lost = panel.tool('run_command', 'failed');
    await lost.getByText('lost').waitFor();
    await lost.getByRole('button').first().click();
    await lost.locator('[data-part=output]').getByText('here I am').waitFor();
    await until(() => !isRunning(pid));
  });

  it('keeps what was confirmed when the extension host is killed, and offers to go on', async () => {
    const { panel } = window;
    bench.model.answers(
      saysParts(text('I end it all.'), call('kill-1', 'run_command', { command: 'kill -9 $PPID' })),
    );
    await panel.say('Do your worst');
    await panel.allow('run_command');
    const interrupted = panel.ended('interrupted');
    await interrupted.waitFor();
    await panel.rows('assistant', 'I end it all.').waitFor();
    await panel.rows('user', 'Do your worst').waitFor();
    bench.model.answers(says('We live.'));
    await interrupted.getByRole('button', { name: 'Continue' }).click();
    await panel.rows('assistant', 'We live.').waitFor();
    await panel.isIdle();
    assert.deepEqual(
      bench.model.requests.flatMap(({ violations }) => violations),
      [],
    );
  });

  it('can be moved to another place while it works, and shows everything there', async () => {
    const { panel, page } = window;
    bench.model.answers(says('It began there and ended here.', { delivery: paused(4, { gate: 'moved' }) }));
    await panel.say('Move while you speak');
    await panel.rows('assistant', 'It began').waitFor();
    await panel.composer.fill('a draft that moves along');
    await window.command('View: Move View');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Chat' }).last().click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'New Panel Entry' }).click();
    await page.locator('.part.panel .composite-bar').getByText('Segue').waitFor();
    bench.model.open('moved');
    await panel.rows('assistant', 'It began there and ended here.').waitFor();
    await panel.isIdle();
    assert.equal(await panel.composer.inputValue(), 'a draft that moves along');
  });
});
