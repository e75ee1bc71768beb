// A telemetry that keeps its events, checked against their schema: what the real one would refuse fails the test.

import assert from 'node:assert/strict';
import { telemetryEventSchema, type TelemetryEvent } from '../../src/core/telemetry/events.ts';
import type { Telemetry } from '../../src/core/telemetry/recorder.ts';

export class TelemetryLog implements Telemetry {
  readonly events: TelemetryEvent[] = [];

  record(event: TelemetryEvent): void {
    const parsed = telemetryEventSchema.safeParse(event);
    assert.ok(parsed.success, `not a telemetry event: ${JSON.stringify(event)}`);
    this.events.push(parsed.data);
  }

  /** The names of all events, in order. */
  get names(): readonly string[] {
    return this.events.map(({ event }) => event);
  }

  /** The events of one name, in order. */
  of<Name extends TelemetryEvent['event']>(name: Name): readonly Extract<TelemetryEvent, { event: Name }>[] {
    return this.events.filter(
      (event): event is Extract<TelemetryEvent, { event: Name }> => event.event === name,
    );
  }

  /** The one event of that name. */
  only<Name extends TelemetryEvent['event']>(name: Name): Extract<TelemetryEvent, { event: Name }> {
    const [event, ...more] = this.of(name);
    assert.ok(event !== undefined && more.length === 0, `${name}: not exactly once`);
    return event;
  }
}
