import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { says, saysParts } from '../support/loopback/answers.ts';
import { call, text } from '../support/loopback/reply.ts';
import { bench, patience } from './bench.ts';
import { Window } from './window.ts';

describe('a long turn in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => {
    window = await Window.open({ settings: { 'segue.models.default': 'scripted/tight' } });
    // Each fills half of what the tight model may hold.
    const lines = Array.from({ length: 1000 }, (_, place) => `entry ${place}: a line of this log`);
    writeFileSync(path.join(window.folder, 'old.txt'), lines.join('\n'));
    writeFileSync(path.join(window.folder, 'new.txt'), lines.join('\n'));
  });
  after(() => window.close());

  it('edits, runs a command, compacts in its middle and finishes, while the person steers and queues', async () => {
    const { panel } = window;
    const file = (name: string): string => path.join(window.folder, name);
    bench.model.answers(
      saysParts(call('old-1', 'read_file', { path: 'old.txt' })),
      says('Seen the old log.'),
    );
    await panel.say('Read old.txt');
    await panel.rows('assistant', 'Seen the old log.').waitFor();
    await panel.isIdle();

    const first = bench.model.requests.length;
    const command = 'echo begun; until [ -e go ]; do sleep 0.1; done; cat new.txt';
    bench.model.answers(
      saysParts(
        text('I teach it ounces and run the tests.'),
        call('edit-1', 'edit_file', {
          path: 'src/convert.js',
          old: '{ g: 1, kg: 1000 }',
          new: '{ g: 1, kg: 1000, oz: 28 }',
        }),
        call('run-1', 'run_command', { command, yield_seconds: 120 }),
      ),
      says('Ounces work now.'),
      says('The notes are written.'),
    );
    await panel.say('Teach it ounces');
    await panel.tool('edit_file', 'waiting').getByRole('button', { name: 'Accept', exact: true }).click();
    await panel.allow('run_command');
    const running = panel.tool('run_command', 'running');
    await running.getByLabel('Output').filter({ hasText: 'begun' }).waitFor();

    await panel.say('An ounce is 28.35 g');
    await panel.say('Then write the notes', 'Alt+Enter');
    await panel.queue.filter({ hasText: 'An ounce is 28.35 g' }).waitFor();
    await panel.queue.filter({ hasText: 'Then write the notes' }).waitFor();
    writeFileSync(file('go'), '');

    const separator = panel.rows('separator', 'Conversation compacted');
    await separator.waitFor();
    await panel.rows('assistant', 'Ounces work now.').waitFor();
    await panel.rows('assistant', 'The notes are written.').waitFor();
    await panel.isIdle();
    assert.equal(await panel.queue.count(), 0);
    assert.equal(await panel.rows('separator').count(), 1);
    assert.match(readFileSync(file('src/convert.js'), 'utf8'), /oz: 28/);

    // Three requests: with the calls, behind the compaction with the steering, and the one that was queued.
    const requests = bench.model.requests.slice(first);
    assert.deepEqual(
      requests.map(({ violations }) => violations),
      [[], [], []],
    );
    const [, after, last] = requests.map(({ body }) => JSON.stringify(body));
    assert.equal(after?.split('An ounce is 28.35 g').length, 2);
    assert.ok(!after.includes('Then write the notes'));
    assert.equal(last?.split('Then write the notes').length, 2);
    const order = await panel.frame.locator('[data-kind]').allInnerTexts();
    const at = (words: string): number => order.findIndex((row) => row.includes(words));
    assert.ok(at('Conversation compacted') < at('I teach it ounces'));
    assert.ok(at('I teach it ounces') < at('An ounce is 28.35 g'));
    assert.ok(at('An ounce is 28.35 g') < at('Ounces work now.'));
  });
});
