import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { says, saysParts } from '../support/loopback/answers.ts';
import { call } from '../support/loopback/reply.ts';
import { bench, patience } from './bench.ts';
import { Window } from './window.ts';

describe('edits in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => (window = await Window.open()));
  after(() => window.close());

  const file = (): string => readFileSync(path.join(window.folder, 'README.md'), 'utf8');
  const edits = (id: string, before: string, after: string) =>
    saysParts(call(id, 'edit_file', { path: 'README.md', old: before, new: after }));

  it('shows what would be changed, in the row and in a diff editor, and writes it once it is accepted', async () => {
    const { panel, page } = window;
    bench.model.answers(edits('edit-1', 'A pantry', 'A larder'), says('Changed.'));
    await panel.say('Call it a larder');
    const asked = panel.tool('edit_file', 'waiting');
    await asked.getByText('A larder').waitFor();
    assert.match(file(), /^A pantry/m);
    await asked.getByRole('button', { name: 'Open diff' }).click();
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'A larder' }).first().waitFor();
    await asked.getByRole('button', { name: 'Accept', exact: true }).click();
    await panel.rows('assistant', 'Changed.').waitFor();
    await panel.tool('edit_file', 'done').waitFor();
    await panel.isIdle();
    assert.match(file(), /^A larder/m);
  });

  it('writes what the person made of it before they accepted, and tells the model what was written', async () => {
    const { panel, page } = window;
    const place = bench.model.requests.length;
    bench.model.answers(edits('edit-3', 'Run the tests', 'Always run the tests'), says('Your words, then.'));
    await panel.say('Make it stronger');
    await panel.tool('edit_file', 'waiting').getByRole('button', { name: 'Open diff' }).click();
    const proposed = page.locator('.monaco-diff-editor .editor.modified .view-line', {
      hasText: 'Always run the tests',
    });
    await proposed.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Every time!');
    await page
      .locator('.monaco-diff-editor .editor.modified .view-line', { hasText: 'Every time!' })
      .waitFor();
    await window.command('Segue: Accept proposed edit');
    await panel.rows('assistant', 'Your words, then.').waitFor();
    await panel.isIdle();
    assert.match(file(), /^Always run the tests with `npm test`\. Every time!$/m);
    await page.locator('.monaco-diff-editor').waitFor({ state: 'hidden' });
    const { body, violations } = await bench.model.request(place + 1);
    assert.deepEqual(violations, []);
    const told = JSON.stringify(body);
    assert.match(told, /The person altered the change before accepting it/);
    assert.match(told, /\+Always run the tests with `npm test`\. Every time!/);
  });

  it('writes nothing when it is rejected, and tells the model', async () => {
    const { panel } = window;
    const place = bench.model.requests.length;
    const before = file();
    bench.model.answers(edits('edit-2', 'A larder', 'A cellar'), says('Then I leave it.'));
    await panel.say('Call it a cellar');
    await panel.tool('edit_file', 'waiting').getByRole('button', { name: 'Reject', exact: true }).click();
    await panel.rows('assistant', 'Then I leave it.').waitFor();
    await panel.isIdle();
    assert.equal(file(), before);
    const { body, violations } = await bench.model.request(place + 1);
    assert.deepEqual(violations, []);
    assert.match(JSON.stringify(body), /reject/i);
  });
});
