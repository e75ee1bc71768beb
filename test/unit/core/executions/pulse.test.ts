// How often something is done that is asked for all the time.

import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/base/clock.ts';
import { Pulse } from '../../../../src/core/executions/pulse.ts';

describe('a pulse', () => {
  it('waits no longer than ever when the clock was set back by an hour', () => {
    let time = Date.UTC(2026, 10, 30);
    const waits: number[] = [];
    const clock: Clock = {
      now: () => time,
      delay: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    };
    let beats = 0;
    const pulse = new Pulse(clock, { everyMs: 100, first: 'now', beat: () => beats++ });
    pulse.touch();
    time -= 3_600_000;
    pulse.touch();
    pulse.stop();
    assert.deepEqual([beats, waits], [1, [100]]);
  });
});
