import assert from 'node:assert/strict';
import { Interrupt } from '../../../src/cli/interrupt.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('an interrupt', () => {
  let exits: number;
  let clock: VirtualClock;
  let interrupt: Interrupt;

  beforeEach(() => {
    exits = 0;
    clock = new VirtualClock();
    interrupt = new Interrupt(clock, () => exits++);
  });

  it('asks to stop when it comes once', () => {
    assert.equal(interrupt.signal.aborted, false);
    interrupt.request();
    assert.equal(interrupt.signal.aborted, true);
    assert.equal(exits, 0);
  });

  it('is one with another within half a second, as a terminal and npm both send it', async () => {
    interrupt.request();
    await clock.advance(499);
    interrupt.request();
    assert.equal(exits, 0);
  });

  it('ends the program at once when it comes again after half a second', async () => {
    interrupt.request();
    await clock.advance(500);
    interrupt.request();
    assert.equal(exits, 1);
  });
});
