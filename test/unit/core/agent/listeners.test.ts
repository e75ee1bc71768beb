import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/core/agent/events.ts';
import { Listeners } from '../../../../src/core/agent/listeners.ts';

const counted: ChatEvent = { event: 'counted' };
const idle: ChatEvent = { event: 'activity', activity: { doing: 'nothing' } };

describe('listeners of a chat', () => {
  it('lose no fault of one of them: it is reported, once for each kind of event, and the others hear all', () => {
    const problems: string[] = [];
    const heard: ChatEvent[] = [];
    const listeners = new Listeners((problem) => problems.push(problem));
    listeners.add(() => {
      throw new Error('broken view');
    });
    listeners.add((event) => heard.push(event));
    const events = [counted, idle, counted, idle];
    for (const event of events) listeners.emit(event);
    assert.deepEqual(heard, events);
    assert.deepEqual(problems, [
      'the event "counted" of the chat could not be shown: broken view',
      'the event "activity" of the chat could not be shown: broken view',
    ]);
  });
});
