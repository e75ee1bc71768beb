import assert from 'node:assert/strict';
import { createReminders } from '../../../../src/core/reminders/create-reminders.ts';

const names = (reminders: ReturnType<typeof createReminders>): readonly string[] =>
  reminders.staged().map(({ name }) => name);

describe('staged reminders', () => {
  it('wait in the order they were staged, each under an id of its own', () => {
    const reminders = createReminders();
    reminders.stage({ name: 'one', text: 'First.' });
    reminders.stage({ name: 'two', text: 'Second.' });
    reminders.stage({ name: 'one', text: 'Third.' });
    assert.deepEqual(
      reminders.staged().map(({ text }) => text),
      ['First.', 'Second.', 'Third.'],
    );
    assert.equal(new Set(reminders.staged().map(({ id }) => id)).size, 3);
  });

  it('are still staged after a request that did not take them, and gone once they are delivered', () => {
    const reminders = createReminders();
    reminders.stage({ name: 'one', text: 'First.' });
    const [taken] = reminders.staged();
    assert.deepEqual(names(reminders), ['one']);
    reminders.delivered([taken?.id ?? '']);
    assert.deepEqual(names(reminders), []);
  });

  it('keep what was staged while a request was on its way', () => {
    const reminders = createReminders();
    reminders.stage({ name: 'one', text: 'First.' });
    const taken = reminders.staged();
    reminders.stage({ name: 'one', text: 'Later.' });
    reminders.delivered(taken.map(({ id }) => id));
    assert.deepEqual(
      reminders.staged().map(({ text }) => text),
      ['Later.'],
    );
  });

  it('are dropped by name, all of that name and no other', () => {
    const reminders = createReminders();
    for (const name of ['files', 'work', 'files']) reminders.stage({ name, text: name });
    reminders.drop('files');
    assert.deepEqual(names(reminders), ['work']);
  });
});
