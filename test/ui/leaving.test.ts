import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { paused, says, saysParts } from '../support/loopback/answers.ts';
import { call } from '../support/loopback/reply.ts';
import { isRunning } from '../vscode/host/processes.mjs';
import { bench, patience } from './bench.ts';
import { until } from './until.ts';
import { Window } from './window.ts';

describe('leaving a session in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => (window = await Window.open()));
  after(() => window.close());

  const answer = async (question: string, button: 'Stop and leave' | 'Cancel'): Promise<void> => {
    const { dialog } = window.questions;
    await dialog.getByText(question).waitFor();
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  it('asks while a turn runs; the turn goes on when the person stays', async () => {
    const { panel } = window;
    bench.model.answers(says('An answer that goes on and on and on', { delivery: paused(4, 'hang') }));
    await panel.say('Talk for ever');
    await panel.rows('assistant', 'An answer').waitFor();
    await window.command('Segue: New session');
    await answer('A turn is running in this session.', 'Cancel');
    await panel.progress.getByText('Thinking…').waitFor();
    assert.equal(await panel.rows('user', 'Talk for ever').count(), 1);
  });

  it('stops the turn when the person leaves for a new session', async () => {
    const { panel } = window;
    const place = bench.model.requests.length - 1;
    await window.command('Segue: New session');
    await answer('A turn is running in this session.', 'Stop and leave');
    await panel.rows('user').waitFor({ state: 'hidden' });
    await panel.composer.waitFor();
    assert.equal(await (await bench.model.request(place)).ended, 'left');
  });

  it('asks while a command runs in the background; it goes on when the person stays, and ends when they leave', async () => {
    const { panel, questions, folder } = window;
    const command = 'echo $$ > pid; echo begun; exec sleep 86399';
    bench.model.answers(
      saysParts(call('bg-1', 'run_command', { command, yield_seconds: 0 })),
      says('It runs in the background.'),
    );
    await panel.say('Start the server');
    await panel.allow('run_command');
    await panel.tool('run_command', 'background').getByLabel('Output').getByText('begun').waitFor();
    await panel.rows('assistant', 'It runs in the background.').waitFor();
    await panel.isIdle();
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    const openFirst = async (): Promise<void> => {
      await window.command('Segue: Open session…');
      await questions.choose('Talk for ever');
    };
    await openFirst();
    await answer('A command runs in the background of this session', 'Cancel');
    assert.ok(isRunning(pid));
    await panel.rows('user', 'Start the server').waitFor();
    await openFirst();
    await answer('A command runs in the background of this session', 'Stop and leave');
    await panel.rows('user', 'Talk for ever').waitFor();
    await panel.ended('cancelled').waitFor();
    await until(() => !isRunning(pid));
  });

  it('asks nothing where nothing runs, and shows what was left as it ended', async () => {
    const { panel, questions } = window;
    await window.command('Segue: Open session…');
    await questions.choose('Start the server');
    await panel.rows('user', 'Start the server').waitFor();
    await panel.tool('run_command').getByText('stopped').first().waitFor();
    assert.equal(await questions.dialog.count(), 0);
  });
});
