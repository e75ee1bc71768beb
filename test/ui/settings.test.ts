import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { says } from '../support/loopback/answers.ts';
import { call, reply, text, type ReplyPart } from '../support/loopback/reply.ts';
import { png } from '../support/tiny-images.ts';
import { bench, patience } from './bench.ts';
import { until } from './until.ts';
import { Window } from './window.ts';

describe('settings that change while a conversation is open in the real VS Code', function () {
  this.timeout(patience.test);
  // Nothing is known about this model.
  const base = { 'segue.models.default': 'scripted/unheard-of' };
  let window: Window;
  before(async () => {
    window = await Window.open({ settings: base });
    writeFileSync(path.join(window.folder, 'picture.png'), Buffer.from(png, 'base64'));
    // A tokenizer finds far more tokens in digits than a quarter of their characters.
    const lines = Array.from({ length: 600 }, (_, place) => `${(place * 7919) ** 3 % 1e9} 7 3 1 9 4 6 2 8`);
    writeFileSync(path.join(window.folder, 'numbers.txt'), lines.join('\n'));
    const uncounted = (...parts: readonly ReplyPart[]) => says(reply(parts, { usage: null }));
    bench.model.answers(
      uncounted(
        call('look-1', 'read_file', { path: 'picture.png' }),
        call('look-2', 'read_file', { path: 'numbers.txt' }),
      ),
      uncounted(text('A dot and many numbers.')),
    );
    await window.panel.say('Look at both files');
    await window.panel.rows('assistant', 'A dot and many numbers.').waitFor();
    await window.panel.isIdle();
  });
  after(() => window.close());

  const meterSays = async (words: RegExp): Promise<void> => {
    await until(async () => words.test(await window.meter.innerText()));
  };

  const panelSays = async (words: RegExp): Promise<void> => {
    await until(async () => words.test((await window.panel.meter.getAttribute('title')) ?? ''));
  };

  it('hold for the window of a model nothing is known about', async () => {
    await meterSays(/\/ 108k .* 128k assumed/);
    window.changeSettings({ ...base, 'segue.budget.contextLimit': 60_000 });
    await meterSays(/\/ 40k/);
  });

  it('leave the default in force where a value is wrong, and say so once', async () => {
    window.changeSettings({ ...base, 'segue.budget.contextLimit': -5 });
    const told = window.notification('segue.budget.contextLimit is -5');
    await told.waitFor();
    await meterSays(/\/ 108k/);
    window.changeSettings({ ...base, 'segue.budget.contextLimit': -5, 'segue.budget.reserveTokens': 28_000 });
    await meterSays(/\/ 100k/);
    assert.equal(await told.count(), 1);
    await window.clearNotifications();
    window.changeSettings(base);
    await meterSays(/\/ 108k/);
  });

  it('count the pictures that are there anew', async () => {
    const before = await window.usedTokens();
    window.changeSettings({ ...base, 'segue.compaction.imageTokenEstimate': 31_844 });
    await until(async () => (await window.usedTokens()) === before + 30_000);
    window.changeSettings(base);
    await until(async () => (await window.usedTokens()) === before);
  });

  it('count with a tokenizer as soon as one is wanted, and by characters again when it is not', async () => {
    const before = await window.usedTokens();
    window.changeSettings({ ...base, 'segue.compaction.tokenizer': 'tiktoken' });
    await until(async () => (await window.usedTokens()) >= before + 2000);
    await panelSays(/counted by the tokenizer/);
    window.changeSettings(base);
    await until(async () => (await window.usedTokens()) === before);
    await panelSays(/Estimated at 4 characters a token/);
  });

  it('let a command run without asking from then on', async () => {
    const { panel, folder } = window;
    const mode = panel.frame.getByLabel('What may be done without asking');
    const chosen = () => mode.evaluate((dropdown: object): unknown => Reflect.get(dropdown, 'value'));
    assert.equal(await chosen(), 'ask');
    window.changeSettings({ ...base, 'segue.permissions.mode': 'full-auto' });
    await until(async () => (await chosen()) === 'full-auto');
    bench.model.answers(
      says(reply([call('run-1', 'run_command', { command: 'touch ran' })])),
      says('It ran.'),
    );
    await panel.say('Run it');
    await panel.rows('assistant', 'It ran.').waitFor();
    await panel.isIdle();
    assert.ok(existsSync(path.join(folder, 'ran')));
  });
});
