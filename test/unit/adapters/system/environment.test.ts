import assert from 'node:assert/strict';
import { createEnvironment } from '../../../../src/adapters/system/environment.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

describe('the environment of the machine', () => {
  it('tells system, release and architecture', () => {
    const { system } = createEnvironment(new VirtualClock(), '/bin/zsh').facts();
    assert.match(system, /^\S.* \S+ \(\w+\)$/);
  });

  it('tells the shell commands are run with, or the one of the system', () => {
    assert.equal(createEnvironment(new VirtualClock(), '/bin/zsh').facts().shell, '/bin/zsh');
    assert.notEqual(createEnvironment(new VirtualClock(), undefined).facts().shell, '');
  });

  it('tells the day of the calendar as it is when it is asked', async () => {
    const clock = new VirtualClock();
    const environment = createEnvironment(clock, undefined);
    const day = environment.facts().date;
    assert.match(day, /^\d{4}-\d{2}-\d{2}$/);
    await clock.advance(24 * 60 * 60 * 1000);
    assert.equal(Date.parse(environment.facts().date) - Date.parse(day), 24 * 60 * 60 * 1000);
  });
});
