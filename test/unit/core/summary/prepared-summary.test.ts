// A summary that was made earlier takes the place of a generation.

import assert from 'node:assert/strict';
import { preCompactPayload } from '../../../../src/core/compaction/hook-payloads.ts';
import { summarize, type Summarized } from '../../../../src/core/compaction/summarize.ts';
import {
  noHooks,
  type CompactionHooks,
  type PreCompactPayload,
} from '../../../../src/core/hooks/compact-hooks.ts';
import { noMasking } from '../../../../src/core/evidence/secrets.ts';
import { never } from '../../../support/expect.ts';
import { ScriptedProvider } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { requestOf } from '../compaction/request-of.ts';
import { prompts, summaryOf } from './summary-of.ts';

const identity = {
  sessionId: 's',
  sessionName: 'name',
  origin: '/root',
  transcriptPath: '/sessions/s',
  workspace: null,
};

interface Run {
  readonly summarized: Summarized;
  readonly hooked: readonly PreCompactPayload[];
  readonly provider: ScriptedProvider;
}

async function runWith(preparedSummary: string): Promise<Run> {
  const request = requestOf({ purpose: 'handoff', tail: 'none', preparedSummary });
  const provider = new ScriptedProvider([]);
  const hooked: PreCompactPayload[] = [];
  const hooks: CompactionHooks = {
    ...noHooks,
    preCompact: (payload) => {
      hooked.push(payload);
      return Promise.resolve({ decision: 'continue', handlers: [{ source: 'h', contexts: ['context'] }] });
    },
  };
  const input = {
    parameters: { purpose: request.purpose },
    ready: () => Promise.resolve({ evidence: 'E', tightened: false, maskedSecrets: 0 }),
  };
  const job = { run: 'run-1', request, payload: preCompactPayload(request, identity), input };
  const telemetry = { record: () => undefined };
  const clock = new VirtualClock();
  const deps = { provider, prompts, clock, hooks, telemetry, masker: noMasking, report: () => undefined };
  return { provider, hooked, summarized: await summarize(job, deps, never) };
}

describe('behaviour 6.24: a prepared summary', () => {
  it('asks no model, and PreCompact runs all the same', async () => {
    const summary = summaryOf('handoff', { Scope: '- the plan' });
    const { summarized, hooked, provider } = await runWith(summary);
    assert.equal(summarized.kind === 'summary' && summarized.text, summary);
    assert.equal(provider.asked.length, 0);
    assert.deepEqual(
      hooked.map((payload) => payload.hookEventName),
      ['PreCompact'],
    );
  });

  it('is held to the headings of its purpose, once: it would be the same the next time', async () => {
    const { summarized, hooked, provider } = await runWith(summaryOf('digest'));
    assert.equal(hooked.length, 1);
    assert.ok(summarized.kind === 'ended' && summarized.outcome.outcome === 'failed');
    assert.equal(summarized.outcome.failure.class, 'validation');
    assert.equal(provider.asked.length, 0);
  });
});
