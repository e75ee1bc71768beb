// Turns events into lines of the telemetry file: envelope, order, and the refusal of anything that is not an event.
// Recording never fails the work it tells about (behaviour 16.9).

import { isoTime, type Clock } from '../../base/clock.ts';
import { telemetryEventSchema, type TelemetryEvent } from './events.ts';

const schemaVersion = 1;

export interface Telemetry {
  record(event: TelemetryEvent): void;
}

export interface TelemetrySettings {
  readonly clock: Clock;
  readonly session: string;
  /** The running turn at the time of the event. */
  readonly turn: () => number;
  /** Takes one line, newline included. What it throws is ignored. */
  readonly write: (line: string) => void;
}

export const noTelemetry: Telemetry = { record: () => undefined };

export function createTelemetry(settings: TelemetrySettings): Telemetry {
  const { clock, session, turn, write } = settings;
  const began = clock.now();
  let sequence = 0;
  return {
    record: (event) => {
      try {
        const parsed = telemetryEventSchema.safeParse(event);
        if (!parsed.success) return;
        const envelope = {
          version: schemaVersion,
          at: isoTime(clock),
          elapsedMs: clock.now() - began,
          sequence: ++sequence,
          session,
          turn: turn(),
        };
        write(`${JSON.stringify({ ...envelope, ...parsed.data })}\n`);
      } catch {
        // A full disk must not stop a conversation because its telemetry cannot be written.
        return;
      }
    },
  };
}
