// Decisions read back from telemetry.

import assert from 'node:assert/strict';
import { pastDecisions } from '../../../../src/core/diagnostics/past-decisions.ts';
import { createTelemetry, type Telemetry } from '../../../../src/core/telemetry/recorder.ts';
import type { TelemetryEvent } from '../../../../src/core/telemetry/events.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const figures = {
  model: 'anthropic/large',
  window: 200_000,
  provenance: 'model-metadata',
  reserve: 20_000,
  usable: 180_000,
  threshold: 144_000,
} as const;

const inputs = {
  requestId: null,
  baselineRequestId: null,
  providerContextModel: null,
  providerContextWindow: null,
  providerContextUsage: null,
  providerContextTokens: null,
  providerContextStatus: null,
  cumulativeUsage: null,
  cumulativeUsageTokens: null,
  chosenActiveContextTokens: 150_000,
  chosenSource: 'provider-context',
  targetModel: 'anthropic/large',
  modelContextWindow: 200_000,
  threshold: 144_000,
  baselineMarkerPosition: null,
  transcriptCharacters: 600_000,
} as const;

const budget = { ratio: 0.8, winningThreshold: 144_000, target: figures, summary: figures };

const started: TelemetryEvent = {
  event: 'compaction-started',
  run: 'run-1',
  trigger: 'auto',
  aggressive: false,
  tokensBefore: 150_000,
  origin: '/root',
  ...inputs,
  ...budget,
};

function recorded(record: (telemetry: Telemetry) => void): readonly string[] {
  const lines: string[] = [];
  const clock = new VirtualClock();
  record(createTelemetry({ clock, session: 's', turn: () => 3, write: (line) => lines.push(line) }));
  return lines;
}

describe('past decisions', () => {
  it('joins the start of a run with its end', () => {
    const lines = recorded((telemetry) => {
      telemetry.record(started);
      const ended = { outcome: 'applied', tokensAfter: 12_000, errorClass: null, durationMs: 900 } as const;
      telemetry.record({ event: 'compaction-finished', run: 'run-1', ...ended });
    });
    assert.deepEqual(pastDecisions(lines, 5), [
      {
        kind: 'run',
        at: '2026-11-30T12:00:00.000Z',
        trigger: 'auto',
        estimate: 150_000,
        source: 'provider-context',
        threshold: 144_000,
        model: 'anthropic/large',
        outcome: 'applied',
        reason: null,
        after: 12_000,
      },
    ]);
  });

  it('leaves the outcome of a run open that the process did not survive', () => {
    const [run] = pastDecisions(
      recorded((telemetry) => telemetry.record(started)),
      5,
    );
    assert.equal(run?.kind === 'run' && run.outcome, null);
  });

  it('tells what a gate decided and why it did not compact', () => {
    const lines = recorded((telemetry) =>
      telemetry.record({
        event: 'compaction-threshold-evaluated',
        gate: 'pre-send',
        estimate: 150_000,
        estimateSource: 'provider-context',
        targetThreshold: 144_000,
        summaryThreshold: 144_000,
        admitted: true,
        targetPressure: true,
        decision: 'send-uncompacted',
        ineligibleReason: 'read-only',
        ...inputs,
        ...budget,
      }),
    );
    const [gate] = pastDecisions(lines, 5);
    assert.deepEqual(gate?.kind === 'gate' && [gate.decision, gate.reason], [
      'send-uncompacted',
      'read-only',
    ]);
  });

  it('passes over lines that are no events and keeps only the newest', () => {
    const lines = recorded((telemetry) => {
      for (const run of ['a', 'b', 'c']) telemetry.record({ ...started, run });
    });
    assert.equal(pastDecisions(['{"torn', '', '{}', ...lines], 2).length, 2);
  });
});
