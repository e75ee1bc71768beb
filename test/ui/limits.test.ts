import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { says, saysParts } from '../support/loopback/answers.ts';
import { call } from '../support/loopback/reply.ts';
import type { Server } from '../vscode/host/server.mjs';
import { bench, patience } from './bench.ts';
import { Window } from './window.ts';

describe('limits in the real VS Code', function () {
  this.timeout(patience.test);

  describe('a session that is open in two windows', () => {
    let first: Window;
    before(async () => (first = await Window.open({ settings: { 'segue.compaction.tokenThreshold': 7 } })));
    after(() => first.close());

    it('is told once of a setting that is wrong', async () => {
      const wrong = first.notification('segue.compaction.tokenThreshold is 7');
      await wrong.waitFor();
      assert.equal(await wrong.count(), 1);
    });

    it('is only read by the second, which says who writes it, and takes it over when the first is gone', async () => {
      bench.model.answers(says('I am the first.'));
      await first.panel.say('Who are you?');
      await first.panel.rows('assistant', 'I am the first.').waitFor();
      await first.panel.isIdle();
      const second = await first.beside();
      await second.panel.frame.locator('.banner', { hasText: 'this window only reads it' }).waitFor();
      await second.panel.rows('assistant', 'I am the first.').waitFor();
      assert.equal(await second.panel.composer.isVisible(), false);
      await first.page.close();
      await second.panel.frame.getByRole('button', { name: 'Open again' }).click();
      await second.isReady();
      bench.model.answers(says('I am the second.'));
      await second.panel.say('And you?');
      await second.panel.rows('assistant', 'I am the second.').waitFor();
      await second.panel.isIdle();
    });
  });

  describe('a folder that is not trusted', () => {
    let server: Server;
    let window: Window;
    before(async () => {
      server = await bench.startUntrusting();
      window = await Window.open({ server });
    });
    after(async () => {
      await window.close();
      await server.close();
    });

    it('is talked about, but nothing is changed or run in it, and the person and the model are told', async () => {
      const { panel, folder } = window;
      const place = bench.model.requests.length;
      bench.model.answers(
        saysParts(
          call('write-1', 'write_file', { path: 'new.txt', content: 'new' }),
          call('run-1', 'run_command', { command: 'touch ran' }),
        ),
        says('I only look.'),
      );
      await panel.frame.locator('.banner', { hasText: 'This folder is not trusted' }).waitFor();
      await panel.say('Change something');
      await panel.rows('assistant', 'I only look.').waitFor();
      await panel.isIdle();
      await panel.tool('write_file', 'failed').waitFor();
      await panel.tool('run_command', 'failed').waitFor();
      assert.deepEqual(
        ['new.txt', 'ran'].map((name) => existsSync(path.join(folder, name))),
        [false, false],
      );
      const { body, violations } = await bench.model.request(place + 1);
      assert.deepEqual(violations, []);
      assert.match(JSON.stringify(body), /not trusted/);
    });
  });

  for (const { over, name, banner } of [
    { over: 'nothing', name: 'a window without a folder', banner: 'No folder is open' },
    { over: 'elsewhere', name: 'a folder that is not on this machine', banner: 'is not on this machine' },
  ] as const) {
    describe(name, () => {
      let window: Window;
      before(async () => (window = await Window.open({ over })));
      after(() => window.close());

      it('is told to have no tools for files and commands, and nothing runs, but the conversation works', async () => {
        const { panel, folder } = window;
        const place = bench.model.requests.length;
        const [written, ran] = ['written', 'ran'].map((file) => path.join(folder, file));
        bench.model.answers(
          saysParts(
            call('write-1', 'write_file', { path: written, content: 'new' }),
            call('run-1', 'run_command', { command: `touch '${ran}'` }),
          ),
          says('I have nothing to work on.'),
        );
        await panel.frame.locator('.banner', { hasText: banner }).waitFor();
        await panel.say('Change something');
        await panel.rows('assistant', 'I have nothing to work on.').waitFor();
        await panel.isIdle();
        await panel.tool('write_file', 'failed').waitFor();
        await panel.tool('run_command', 'failed').waitFor();
        assert.deepEqual(
          [written, ran].map((file) => existsSync(file ?? '')),
          [false, false],
        );
        const { violations } = await bench.model.request(place + 1);
        assert.deepEqual(violations, []);
      });
    });
  }
});
