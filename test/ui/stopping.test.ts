import assert from 'node:assert/strict';
import { says, saysParts } from '../support/loopback/answers.ts';
import { call } from '../support/loopback/reply.ts';
import { bench, patience } from './bench.ts';
import { Window } from './window.ts';

describe('stopping what runs in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => {
    window = await Window.open({ settings: { 'segue.permissions.mode': 'full-auto' } });
  });
  after(() => window.close());

  it('works by the Stop key while the focus is in the composer', async () => {
    const { panel, page } = window;
    bench.model.answers(
      saysParts(call('run-1', 'run_command', { command: 'echo begun; sleep 86397', yield_seconds: 600 })),
    );
    await panel.say('Run something long');
    const running = panel.tool('run_command', 'running');
    await running.getByLabel('Output').filter({ hasText: 'begun' }).waitFor();
    await panel.composer.fill('half a word');
    await panel.composer.focus();
    await page.keyboard.press('Control+Alt+Backspace');
    await panel.ended('cancelled').waitFor();
    await panel.isIdle();
    await panel.tool('run_command', 'failed').waitFor();
  });

  it('is possible for a command in the background whose row a compaction took away, and its end is shown', async () => {
    const { panel, frame } = { panel: window.panel, frame: window.panel.frame };
    await panel.composer.fill('');
    bench.model.answers(
      saysParts(call('run-2', 'run_command', { command: 'echo up; sleep 86396', yield_seconds: 0 })),
      says('It runs.'),
    );
    await panel.say('Start it');
    await panel.rows('assistant', 'It runs.').waitFor();
    await panel.isIdle();
    await window.command('Segue: Compact everything');
    await panel.rows('separator', 'Conversation compacted').waitFor();
    await panel.isIdle();
    assert.equal(await panel.tool('run_command').count(), 0);
    const running = frame.locator('.background-item', { hasText: 'sleep 86396' });
    await running.filter({ hasText: 'up' }).waitFor();
    await running.getByRole('button', { name: /Stop command/ }).click();
    await panel.rows('notice', /has ended: echo up; sleep 86396 \(stopped/).waitFor();
    await running.waitFor({ state: 'detached' });
  });
});
