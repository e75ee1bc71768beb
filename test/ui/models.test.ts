import assert from 'node:assert/strict';
import { paused, refuses, says } from '../support/loopback/answers.ts';
import { bench, patience } from './bench.ts';
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
  });
});
