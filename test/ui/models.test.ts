import assert from 'node:assert/strict';
import { paused, refuses, says } from '../support/loopback/answers.ts';
import { bench, patience } from './bench.ts';
import { until } from './until.ts';
import { filesWith, logOf, userSettings } from './user-files.ts';
import { Window } from './window.ts';

describe('models and keys in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => (window = await Window.open()));
  after(() => window.close());

  /** What the model was given as a key when it was last asked. */
  const keySent = async (prompt: string, answer: string): Promise<string | undefined> => {
    const { panel } = window;
    const place = bench.model.requests.length;
    bench.model.answers(says(answer));
    await panel.say(prompt);
    await panel.rows('assistant', answer).waitFor();
    await panel.isIdle();
    const { headers } = await bench.model.request(place);
    return headers.authorization;
  };

  const setKey = async (key: string, told: string): Promise<void> => {
    const { questions } = window;
    await window.command('Segue: Set API key…');
    await questions.choose('scripted');
    await questions.answer('API key of scripted', key);
    await window.notification(told).first().waitFor();
    await window.clearNotifications();
  };

  describe('an API key', () => {
    const [first, second] = ['sk-first-0a1b2c3d4e5f', 'sk-second-9z8y7x6w5v'];

    it('is sent with requests once it is set by the command, and another one once it is replaced', async () => {
      await setKey(first, 'The key of scripted is stored.');
      assert.equal(await keySent('Do you know me?', 'By your first key.'), `Bearer ${first}`);
      await setKey(second, 'The key of scripted is stored.');
      assert.equal(await keySent('And now?', 'By your second key.'), `Bearer ${second}`);
    });

    it('is shown by the list of providers to be there, and not what it is', async () => {
      const { questions } = window;
      await window.command('Segue: Set API key…');
      assert.match(await questions.choice('scripted').innerText(), /key stored/);
      assert.match(await questions.choice('anthropic').innerText(), /no key yet/);
      await questions.dismiss();
    });

    it('is in no settings, no session, no log, and no other file', async () => {
      const prompt = 'A prompt that nobody else would ever write';
      bench.model.answers(refuses('unauthorized'));
      await window.panel.say(prompt);
      await window.panel.ended('failed').waitFor();
      await window.panel.isIdle();
      await until(() => /turn \d+: failed/.test(logOf(bench.server)));
      assert.match(logOf(bench.server), /pre-send gate: \d+ tokens .*: send/);
      for (const key of [first, second])
        assert.deepEqual(filesWith(key, bench.server.folder, window.folder), []);
      // Sessions hold what was said, the log does not.
      const holding = filesWith(prompt, bench.server.folder);
      assert.ok(holding.some((file) => file.endsWith('.jsonl')));
      assert.deepEqual(
        holding.filter((file) => file.endsWith('.log')),
        [],
      );
    });

    it('is gone once it is removed by an empty answer', async () => {
      await setKey('', 'The key of scripted is removed.');
      const sent = await keySent('Who am I?', 'Nobody I know.');
      assert.ok(sent === undefined || !/first|second/.test(sent), sent);
    });
  });

  describe('the connection to the chosen model', () => {
    it('is told to work when the model answers', async () => {
      bench.model.answers(says('Yes.'));
      await window.command('Segue: Test connection');
      await window.notification(/scripted\/roomy answers \(after \d+ ms\)/).waitFor();
      await window.clearNotifications();
    });

    it('is told not to work, and why, when the key is refused', async () => {
      bench.model.answers(refuses('unauthorized'));
      await window.command('Segue: Test connection');
      const told = window.notification('scripted/roomy does not answer');
      await told.waitFor();
      assert.match(await told.innerText(), /key/i);
      await window.clearNotifications();
    });

    it('can be given up while nothing comes, and then says nothing', async () => {
      const place = bench.model.requests.length;
      bench.model.answers(says('Never', { delivery: paused(1, 'hang') }));
      await window.command('Segue: Test connection');
      const asking = window.notification('Asking scripted/roomy…');
      await asking.waitFor();
      const { ended } = await bench.model.request(place);
      await asking.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await ended, 'left');
      await asking.waitFor({ state: 'hidden' });
      assert.equal(await window.notification('scripted/roomy').count(), 0);
    });
  });

  describe('the list of models', () => {
    it('has the offline guide and the models of the settings with their windows and where those come from', async () => {
      const { questions } = window;
      await window.command('Segue: Select model…');
      await questions.asks('Select the model of this session');
      assert.match(await questions.choice('Offline guide').first().innerText(), /Built in/);
      const chosen = await questions.choice('scripted/roomy').innerText();
      assert.match(chosen, /128k tokens/);
      assert.match(chosen, /declared locally/);
      await questions.choose('scripted/tight');
      await window.panel.frame.getByRole('button', { name: /tight/ }).first().waitFor();
    });

    it('takes a compatible server, writes it to the settings of the person, and asks it from then on', async () => {
      const { page, panel, questions } = window;
      const address = bench.model.baseUrl('openai-chat');
      await window.command('Segue: Select model…');
      await questions.choose('Add a compatible server…');
      await questions.answer('A name for the server', 'neighbour');
      await questions.answer('Its address', address);
      await questions.asks('It is kept in your settings as plain text');
      await questions.write('x-house');
      await questions.asks('A header is written name: value');
      await questions.write('x-house: larder');
      await page.keyboard.press('Enter');
      await questions.answer('Another header it wants', '');
      await questions.answer('The model to ask it for', 'of-the-house');
      await panel.frame
        .getByRole('button', { name: /of-the-house/ })
        .first()
        .waitFor();
      const providers = userSettings(bench.server)['segue.providers'] as Record<string, unknown>;
      assert.deepEqual(providers['neighbour'], {
        kind: 'openai-chat',
        baseUrl: address,
        headers: { 'x-house': 'larder' },
      });
      assert.ok('scripted' in providers);
      const place = bench.model.requests.length;
      bench.model.answers(says('The neighbour answers.'));
      await panel.say('Hello, neighbour');
      await panel.rows('assistant', 'The neighbour answers.').waitFor();
      await panel.isIdle();
      const { body, headers } = await bench.model.request(place);
      assert.equal(headers['x-house'], 'larder');
      assert.equal((body as { readonly model: string }).model, 'of-the-house');
    });

    it('refuses the name of a built-in provider for a server, and an address that is none', async () => {
      const { page, questions } = window;
      await window.command('Segue: Select model…');
      await questions.choose('Add a compatible server…');
      await questions.answer('A name for the server', 'openai');
      await questions.asks('not the name of a built-in provider');
      await questions.write('friend');
      await page.keyboard.press('Enter');
      await questions.answer('Its address', 'ftp://127.0.0.1');
      await questions.asks('An address begins with http:// or https://');
      await page.keyboard.press('Escape');
      assert.ok(!JSON.stringify(userSettings(bench.server)).includes('friend'));
    });
  });
});
