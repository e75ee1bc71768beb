import assert from 'node:assert/strict';
import { paused, refuses, says, saysParts } from '../support/loopback/answers.ts';
import { call, reasoning, text } from '../support/loopback/reply.ts';
import { bench, patience } from './bench.ts';
import { Window } from './window.ts';

describe('answers in the real VS Code', function () {
  this.timeout(patience.test);
  let window: Window;
  before(async () => (window = await Window.open()));
  after(() => window.close());

  it('sends what is written, shows the answer while it streams, and lets a tool row be inspected', async () => {
    const { panel } = window;
    bench.model.answers(
      saysParts(
        reasoning('The file is small.'),
        text('I read the converter first.'),
        call('call-1', 'read_file', { path: 'src/convert.js' }),
      ),
      says('It converts **amounts** between kitchen units, and guesses nothing.', {
        delivery: paused(4, { gate: 'the rest' }),
      }),
    );
    await panel.say('What does src/convert.js do?');
    await panel.rows('user', 'What does src/convert.js do?').waitFor();
    await panel.rows('assistant', 'I read the converter first.').waitFor();
    await panel.frame.locator('[data-kind=assistant][data-state=streaming]').waitFor();
    await panel.progress.getByText('Thinking…').waitFor();
    assert.equal(await panel.rows('assistant', 'guesses nothing').count(), 0);
    bench.model.open('the rest');
    await panel.rows('assistant', 'guesses nothing').locator('strong', { hasText: 'amounts' }).waitFor();
    await panel.isIdle();

    const tool = panel.tool('read_file', 'done');
    await tool.getByRole('button', { name: 'src/convert.js' }).click();
    await tool.locator('[data-part=arguments]', { hasText: 'src/convert.js' }).waitFor();
    const result = tool.locator('[data-part=result]');
    await result.getByText('export function convert').waitFor();
    await result.getByRole('button', { name: 'Open in editor' }).click();
    await window.page
      .locator('.editor-instance .view-line', { hasText: 'export function convert' })
      .waitFor();
    await panel.rows('reasoning').getByRole('button').click();
    await panel.rows('reasoning', 'The file is small.').waitFor();
    const { violations } = await bench.model.request(1);
    assert.deepEqual(violations, []);
  });

  it('stops an answer at once, keeps what had come, and goes on with the next prompt', async () => {
    const { panel } = window;
    const place = bench.model.requests.length;
    bench.model.answers(
      says('A story without an end: once upon a time there was', { delivery: paused(4, 'hang') }),
    );
    await panel.say('Tell me a story');
    await panel.rows('assistant', 'A story').waitFor();
    await panel.stop();
    await panel.ended('cancelled').waitFor();
    await panel.isIdle();
    const { ended } = await bench.model.request(place);
    assert.equal(await ended, 'left');
    bench.model.answers(says('There it ends.'));
    await panel.say('Never mind');
    await panel.rows('assistant', 'There it ends.').waitFor();
    await panel.isIdle();
  });

  it('tells why a turn failed, and sends it again with Retry', async () => {
    const { panel } = window;
    bench.model.answers(refuses('unauthorized'));
    await panel.say('Count the recipes');
    const failed = panel.ended('failed');
    await failed.waitFor();
    await panel.isIdle();
    bench.model.answers(says('Two recipes.'));
    await failed.getByRole('button', { name: 'Retry' }).click();
    await panel.rows('assistant', 'Two recipes.').waitFor();
    await panel.isIdle();
    assert.equal(await panel.rows('user', 'Count the recipes').count(), 1);
  });

  it('asks a server that is overloaded again, and says so meanwhile', async () => {
    const { panel } = window;
    bench.model.answers(refuses('overloaded'), says('Now there is room.'));
    await panel.say('Are you there?');
    await panel.progress.getByText('Trying again in').waitFor();
    await panel.rows('assistant', 'Now there is room.').waitFor();
    await panel.isIdle();
  });
});
