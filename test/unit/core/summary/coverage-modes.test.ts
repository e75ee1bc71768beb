// What becomes of missing facts under each value of `compaction.coverage` (design 13.3).

import assert from 'node:assert/strict';
import { applySummary, type Applied } from '../../../../src/core/compaction/apply.ts';
import { selectProven } from '../../../../src/core/compaction/proof.ts';
import { RunState } from '../../../../src/core/compaction/run-state.ts';
import type { CompactionTarget, SuccessorPlan } from '../../../../src/core/compaction/target.ts';
import { conversationFacts } from '../../../../src/core/evidence/facts/facts.ts';
import { noMasking } from '../../../../src/core/evidence/secrets.ts';
import { ok } from '../../../../src/base/result.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { conversation } from '../../../support/conversation.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { never } from '../../../support/expect.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { requestOf } from '../compaction/request-of.ts';
import { noArtifacts } from '../evidence/artifact-shelf.ts';
import { summaryOf } from './summary-of.ts';

/** A rule that was withdrawn, a change, a failure, and a request without an answer. */
const records = conversation()
  .user('Never push to the main branch.')
  .assistant('Understood.')
  .user('That rule is gone: push when you like.')
  .calls('Edit', { file_path: 'src/a.ts' })
  .results('ok')
  .calls('Bash', { command: 'npm test' })
  .fails('1 failing')
  .assistant('It fails.')
  .user('Then mend it.')
  .settled('interrupted')
  .records();

const text = summaryOf('continuation', { 'Constraints & Preferences': '- pushing is allowed' });

interface Published {
  readonly applied: Applied;
  readonly plan: SuccessorPlan;
}

async function publish(mode: string): Promise<Published> {
  const { settings } = readSettings({ 'compaction.coverage': mode });
  const plans: SuccessorPlan[] = [];
  const target: CompactionTarget = {
    identity: { sessionId: 's', sessionName: 'n', origin: '/root', transcriptPath: '/s', workspace: null },
    opensEpoch: true,
    artifacts: noArtifacts.artifacts,
    startFacts: () => assert.fail('a run that is under way does not ask again'),
    records: () => records,
    skills: () => [],
    apply: (plan) => {
      plans.push(plan);
      return Promise.resolve(ok({ from: 1, to: 2, later: null }));
    },
  };
  const request = requestOf({ tail: 'none' });
  const job = {
    run: 'run-1',
    request,
    kept: await selectProven(records, request, { settings, artifacts: noArtifacts.artifacts }),
    facts: await conversationFacts(records, noArtifacts, never),
    summarized: {
      kind: 'summary',
      text,
      attempts: 1,
      handlers: [],
      tightened: false,
      maskedSecrets: 0,
    } as const,
    handOver: 'Go on.',
  };
  const ports = { masker: noMasking, clock: new VirtualClock(), ids: countingIds() };
  const deps = { target, state: new RunState(), settings, ...ports, committed: () => undefined };
  const applied = await applySummary(job, deps, never);
  const [plan] = plans;
  assert.ok(applied.kind === 'applied' && plan !== undefined);
  return { applied, plan };
}

const stored = ({ plan }: Published): string => inlineText(plan.summary.content);

describe('coverage "append"', () => {
  it('puts missing host facts and the request under Critical Context, and tells which lines they are', async () => {
    const published = await publish('append');
    const lines = [
      'Carried over: last failing command: npm test → 1 failing',
      'Carried over: changed src/a.ts',
      'Carried over: Then mend it.',
    ];
    assert.deepEqual(published.applied.carried, lines);
    assert.deepEqual(published.plan.summary.carried, lines);
    const section = `## Critical Context\n- ${lines[0]}\n- ${lines[1]}\n- Carried over:\n> Then mend it.\n\n`;
    assert.equal(stored(published), `Go on.\n\n${text.replace('## Critical Context\n(none)\n\n', section)}`);
  });

  it('only reports rules of the person, so a rule that was withdrawn does not come back', async () => {
    const published = await publish('append');
    assert.deepEqual(published.applied.missingConstraints, ['Never push to the main branch.']);
    assert.equal(stored(published).includes('Never push'), false);
  });
});

describe('coverage "report"', () => {
  it('leaves the summary as it is and still tells which rules it lacks', async () => {
    const published = await publish('report');
    assert.equal(stored(published), `Go on.\n\n${text}`);
    assert.deepEqual(published.applied.carried, []);
    assert.deepEqual(published.applied.missingConstraints, ['Never push to the main branch.']);
  });
});

describe('coverage "off"', () => {
  it('leaves the summary as it is and tells nothing', async () => {
    const published = await publish('off');
    assert.equal(stored(published), `Go on.\n\n${text}`);
    assert.deepEqual([published.applied.carried, published.applied.missingConstraints], [[], []]);
    assert.equal('carried' in published.plan.summary, false);
  });
});
