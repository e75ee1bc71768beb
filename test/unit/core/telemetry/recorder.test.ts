import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/base/clock.ts';
import type { TelemetryEvent } from '../../../../src/core/telemetry/events.ts';
import { createTelemetry, noTelemetry } from '../../../../src/core/telemetry/recorder.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const event: TelemetryEvent = { event: 'segment-rotation', phase: 'started', oldSegment: 1, newSegment: 2 };
const freeText = { ...event, phase: 'Please summarise our secret plan' } as unknown as TelemetryEvent;

function recorder(overrides: { turn?: () => number; write?: (line: string) => void; clock?: Clock } = {}) {
  const lines: string[] = [];
  const clock = new VirtualClock();
  const write = (line: string): void => void lines.push(line);
  const telemetry = createTelemetry({ clock, session: 'session-1', turn: () => 4, write, ...overrides });
  return { telemetry, clock, lines };
}

describe('behaviour 16.9: every event is one line with its place in time, session and turn', () => {
  it('has version 1, an ISO time, elapsed milliseconds and a sequence of its own', async () => {
    const { telemetry, clock, lines } = recorder();
    telemetry.record(event);
    await clock.advance(1500);
    telemetry.record({ ...event, phase: 'finished' });
    const common = { version: 1, session: 'session-1', turn: 4, oldSegment: 1, newSegment: 2 };
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [
        {
          ...common,
          at: '2026-11-30T12:00:00.000Z',
          elapsedMs: 0,
          sequence: 1,
          event: event.event,
          phase: 'started',
        },
        {
          ...common,
          at: '2026-11-30T12:00:01.500Z',
          elapsedMs: 1500,
          sequence: 2,
          event: event.event,
          phase: 'finished',
        },
      ],
    );
    for (const line of lines) assert.match(line, /^[^\n]+\n$/);
  });

  it('writes nothing of a value that is no event, and counts no place for it', () => {
    const { telemetry, lines } = recorder();
    telemetry.record(freeText);
    telemetry.record({ ...event, prompt: 'raw' } as TelemetryEvent);
    telemetry.record(event);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /"sequence":1,/);
  });

  it('never fails the work it tells about', () => {
    const broken = (): never => {
      throw new Error('no space left');
    };
    const clock: Clock = { now: () => NaN, delay: () => Promise.resolve() };
    for (const overrides of [{ write: broken }, { turn: broken }, { clock }]) {
      const { telemetry } = recorder(overrides);
      assert.doesNotThrow(() => telemetry.record(event));
    }
    assert.doesNotThrow(() => recorder().telemetry.record(undefined as unknown as TelemetryEvent));
    assert.doesNotThrow(() => noTelemetry.record(event));
  });

  it('goes on with the next event after a line that could not be written', () => {
    const lines: string[] = [];
    let full = true;
    const write = (line: string): void => {
      if (full) throw new Error('no space left');
      lines.push(line);
    };
    const { telemetry } = recorder({ write });
    telemetry.record(event);
    full = false;
    telemetry.record(event);
    assert.equal(lines.length, 1);
  });
});
