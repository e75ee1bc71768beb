import assert from 'node:assert/strict';
import { isoTime } from '../../../src/base/clock.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('isoTime', () => {
  it('writes the time in UTC with milliseconds', () => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 30, 15, 32, 55, 7));
    assert.equal(isoTime(clock), '2026-11-30T15:32:55.007Z');
  });
});
