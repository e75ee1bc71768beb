// The threshold check and the count that follows appends: neither looks at the records that were counted before.

import {
  evaluateThreshold,
  type ThresholdQuestion,
} from '../../../src/core/compaction/evaluate-threshold.ts';
import { initialAutoState } from '../../../src/core/compaction/auto-state.ts';
import type { ModelPolicy } from '../../../src/core/models/policy.ts';
import { RunningCount } from '../../../src/core/tokens/running-count.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { measured, policyOf } from '../../support/policies.ts';
import { numberOf, type Measurement } from '../lab/measurement.ts';
import { atMost, exactly, type Row } from '../lab/row.ts';
import { median } from '../lab/stopwatch.ts';
import { syntheticRecords } from '../synthetic/records.ts';

const imageTokens = 1844;
const rounds = 9;
const callsInRound = 2000;

export const measureThreshold: Measurement = async (given) => {
  const mb = numberOf(given, 'mb');
  const records = syntheticRecords({ seed: 1, mix: 'mixed', bytes: mb * 1e6 });
  const later = syntheticRecords({ seed: 2, mix: 'mixed', bytes: rounds * 100_000 });
  const touches = { count: 0 };
  const count = new RunningCount(
    records.map((record) => watched(record, touches)),
    imageTokens,
  );
  count.setBaseline(measured(100_000));

  touches.count = 0;
  const policy = policyOf(200_000);
  const checkNs = nanoseconds(() => check(count, policy));
  const checkTouches = touches.count;

  const added = later.map((record) => watched(record, { count: 0 }));
  let next = 0;
  const appendNs = nanoseconds(() => {
    const record = added[next++ % added.length];
    if (record !== undefined) count.append(record);
  });
  return { checkNs, checkTouches, appendNs, appendTouches: touches.count - checkTouches };
};

export const thresholdRow: Row = {
  id: 'threshold',
  title: 'Threshold check and fresh estimate, 10 MB active segment',
  method:
    'A check is a whole evaluation: estimate, admission, decision and the telemetry event. Records are proxies that count every look at them. Median of 9 rounds of 2000 calls after one round of warm-up.',
  figures: async (lab) => {
    const found = await lab.measure('threshold', { mb: 10 });
    const microseconds = { text: (ns: number) => `${(ns / 1000).toFixed(1)} µs` };
    return [
      atMost('check with a valid baseline', numberOf(found, 'checkNs'), { most: 20_000, ...microseconds }),
      exactly('records looked at by all checks', numberOf(found, 'checkTouches'), 0),
      atMost('counting one appended record', numberOf(found, 'appendNs'), { most: 20_000, ...microseconds }),
      exactly('earlier records looked at by all appends', numberOf(found, 'appendTouches'), 0),
    ];
  },
};

function check(count: RunningCount, policy: ModelPolicy): unknown {
  const question: ThresholdQuestion<ModelPolicy> = {
    gate: 'pre-send',
    requestId: 'request',
    estimate: count.estimate(),
    target: policy,
    summary: policy,
    count,
    auto: initialAutoState,
    facts: () => {
      throw new Error('Below the threshold nothing is asked for');
    },
  };
  return evaluateThreshold(question, { record: () => undefined });
}

function nanoseconds(call: () => unknown): number {
  const found: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    for (let turn = 0; turn < callsInRound; turn++) call();
    if (round > 0) found.push(((performance.now() - began) * 1e6) / callsInRound);
  }
  return median(found);
}

/** The record, with every look at it counted. */
function watched(record: TranscriptRecord, touches: { count: number }): TranscriptRecord {
  return new Proxy(record, {
    get: (target, key, receiver): unknown => {
      touches.count++;
      return Reflect.get(target, key, receiver);
    },
    has: (target, key) => {
      touches.count++;
      return Reflect.has(target, key);
    },
    ownKeys: (target) => {
      touches.count++;
      return Reflect.ownKeys(target);
    },
  });
}
