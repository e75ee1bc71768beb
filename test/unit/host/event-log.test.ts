import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/core/agent/events.ts';
import { logLine } from '../../../src/host/window/event-log.ts';
import { conversation } from '../../support/conversation.ts';

const secret = 'words of a person';
const none = { deliveryPaused: false, failurePaused: false };

describe('the log of a window', () => {
  it('has a line for each decision about a request, with its figures', () => {
    const line = logLine({
      event: 'gate',
      where: 'continuation',
      estimate: 17_000,
      source: 'provider-context',
      thresholds: { target: 16_000, summary: 90_000 },
      decision: 'compact',
    });
    assert.deepEqual(line, {
      level: 'info',
      text: 'continuation gate: 17000 tokens (provider-context), threshold 16000: compact',
    });
  });

  it('has a turn that failed as an error, with the reason', () => {
    const failure = { kind: 'auth', detail: 'invalid bearer token' } as const;
    const line = logLine({
      event: 'settled',
      turn: 3,
      settled: { outcome: 'failed', fault: { kind: 'provider', failure } },
    });
    assert.equal(line?.level, 'error');
    assert.match(line.text, /^turn 3: failed, .*invalid bearer token/);
  });

  it('has a compaction that failed as a warning, and one that was applied or cancelled as information', () => {
    const levelOf = (outcome: Extract<ChatEvent, { event: 'compacted' }>['outcome']) =>
      logLine({ event: 'compacted', trigger: 'auto', outcome })?.level;
    assert.equal(levelOf({ outcome: 'skipped' }), 'warning');
    assert.equal(levelOf({ outcome: 'cancelled' }), 'info');
  });

  it('has a request that is asked again, and why', () => {
    const line = logLine({
      event: 'activity',
      activity: { doing: 'retrying', attempt: 2, seconds: 1, reason: 'the provider is overloaded' },
    });
    assert.deepEqual(line, {
      level: 'warning',
      text: 'asked again in 1 s (attempt 2): the provider is overloaded',
    });
  });

  it('has nothing of what is said, thought, queued or called', () => {
    const entry = { id: 'q', text: secret, at: '2026-11-30T12:00:00.000Z' };
    const said: readonly ChatEvent[] = [
      { event: 'records', records: conversation().user(secret).assistant(secret).records() },
      { event: 'text', requestId: 'r', text: secret },
      { event: 'reasoning', requestId: 'r', text: secret },
      { event: 'queue', queue: { ...none, steering: [entry], followUps: [entry] }, outbox: [entry] },
      {
        event: 'activity',
        activity: {
          doing: 'tools',
          calls: [{ callId: 'c', name: 'run_command', label: secret, state: 'running' }],
        },
      },
    ];
    for (const event of said) assert.equal(logLine(event), undefined, event.event);
  });
});
