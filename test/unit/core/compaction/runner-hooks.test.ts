// Hooks around a run: what they are told, what they decide, and what is left of what they added.

import assert from 'node:assert/strict';
import type { PreCompactDecision } from '../../../../src/core/hooks/compact-hooks.ts';
import { parseEvidence } from '../../../../src/core/evidence/labels.ts';
import type { HookHandler } from '../../../../src/core/transcript/record.ts';
import { compactionBench, soundSummary, type BenchOptions } from '../../../support/compaction-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { policyOf } from '../../../support/policies.ts';
import { failsWith, says } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';
import { appliedOf, down, inputOf, keepOne, threeTurns, visibleTexts } from './run-samples.ts';

const base: BenchOptions = { records: threeTurns, settings: keepOne };

const adding = (...handlers: readonly HookHandler[]) => ({
  preCompact: async (): Promise<PreCompactDecision> => ({ decision: 'continue', handlers }),
});

const tidy: HookHandler = {
  source: 'project',
  handler: '.segue/hooks/branch.sh',
  reason: 'the branch matters',
  contexts: ['Branch: main'],
};

describe('behaviour 7.5: what hooks around a compaction are told', () => {
  const expected = {
    sessionId: 'session-1',
    cwd: '/w',
    workspaceRoot: '/w',
    model: 'local/model',
    turnId: 3,
    origin: '/root',
  };

  it('is the same about the session for all three, and about the compaction what each needs', async () => {
    const bench = await compactionBench(base);
    const tokensBefore = { tokens: 150_000, source: 'provider-context' } as const;
    const { tokens, summary } = appliedOf(
      await bench.run({ trigger: 'auto', tokensBefore, guidance: 'Keep the paths.' }),
    );
    const common = { ...expected, transcriptPath: bench.session.path };
    const compact = { trigger: 'auto', tokensBefore: 150_000, aggressive: false };
    assert.deepEqual(bench.payloads, [
      { hookEventName: 'PreCompact', ...common, ...compact, instructions: 'Keep the paths.' },
      {
        hookEventName: 'PostCompact',
        ...{ ...common, ...compact },
        ...{ summary: soundSummary, tokensAfter: tokens.after },
      },
      { hookEventName: 'SessionStart', ...common, source: 'compact' },
    ]);
    assert.equal(summary.characters, soundSummary.length);
  });

  it('says manual, aggressive and no instructions where that is so', async () => {
    const bench = await compactionBench(base);
    await bench.run({ trigger: 'manual', tail: 'none' });
    const [before, after] = bench.payloads;
    assert.ok(before?.hookEventName === 'PreCompact' && after?.hookEventName === 'PostCompact');
    assert.deepEqual([before.trigger, before.aggressive, before.instructions], ['manual', true, null]);
    assert.deepEqual([after.trigger, after.aggressive], ['manual', true]);
    assert.equal('instructions' in after, false);
  });
});

describe('behaviour 7.3: PreCompact runs anew before every attempt', () => {
  it('and its context goes into that attempt alone', async () => {
    const contexts = ['first', 'second', 'third'];
    const preCompact = async (): Promise<PreCompactDecision> => ({
      decision: 'continue',
      handlers: [{ source: 'h', contexts: [contexts.shift() ?? ''] }],
    });
    const scripts = [failsWith(down), failsWith(down), says(soundSummary)];
    const bench = await compactionBench({ ...base, scripts, hooks: { preCompact } });
    await bench.run();
    assert.equal(bench.hooks.filter((name) => name === 'PreCompact').length, 3);
    const added = [0, 1, 2].map((request) => hookContexts(inputOf(bench, request)));
    assert.deepEqual(
      added.map((items) => items.map((text) => /first|second|third/.exec(text)?.[0])),
      [['first'], ['second'], ['third']],
    );
    const audit = bench.session.active().records[1];
    assert.ok(audit?.kind === 'hook-audit');
    assert.deepEqual(
      audit.handlers.map((handler) => handler.contexts),
      [['third']],
    );
  });

  it('and the bytes are the same when its context is', async () => {
    const scripts = [failsWith(down), failsWith(down), says(soundSummary)];
    const bench = await compactionBench({ ...base, scripts, hooks: adding(tidy) });
    await bench.run();
    assert.equal(new Set(bench.provider.requests.map((request) => JSON.stringify(request))).size, 1);
    assert.equal(bench.provider.requests.length, 3);
  });

  it('and may stop the run before the second attempt', async () => {
    const answers: PreCompactDecision[] = [
      { decision: 'continue', handlers: [] },
      { decision: 'block', reason: 'the build has begun' },
    ];
    const preCompact = async () => answers.shift() ?? assert.fail('asked a third time');
    const bench = await compactionBench({ ...base, scripts: [failsWith(down)], hooks: { preCompact } });
    assert.deepEqual(await bench.run(), { outcome: 'blocked', by: 'hook', reason: 'the build has begun' });
    assert.equal(bench.provider.requests.length, 1);
    assert.equal(bench.state.auto.failuresInARow, 0);
  });
});

describe('behaviour 7.6: PreCompact that blocks', () => {
  const reasons = [
    ['with a reason', 'not before the release', 'not before the release'],
    ['without one', '', 'PreCompact hook stopped compaction'],
  ] as const;
  for (const [title, given, reason] of reasons) {
    it(`ends the run ${title}: nothing is sent, nothing else runs, nothing counts`, async () => {
      const preCompact = async () => ({ decision: 'block', reason: given }) as const;
      const bench = await compactionBench({ ...base, hooks: { preCompact } });
      assert.deepEqual(await bench.run({ trigger: 'auto' }), { outcome: 'blocked', by: 'hook', reason });
      assert.deepEqual([bench.hooks, bench.provider.requests], [['PreCompact'], []]);
      assert.equal(bench.state.auto.failuresInARow, 0);
      assert.deepEqual(bench.session.active().records, threeTurns);
      assert.equal(bench.log.only('compaction-finished').outcome, 'blocked');
    });
  }

  it('says what broke when the hook itself failed', async () => {
    const preCompact = () => Promise.reject(new Error('timed out after 60 s'));
    const bench = await compactionBench({ ...base, hooks: { preCompact } });
    const outcome = await bench.run();
    assert.ok(outcome.outcome === 'blocked');
    assert.equal(outcome.reason, 'PreCompact hook failed: timed out after 60 s');
    assert.deepEqual(bench.provider.requests, []);
  });
});

describe('behaviour 7.7: what PostCompact makes of a compaction changes nothing', () => {
  it('neither when it fails nor when it takes its time', async () => {
    const answer = deferred();
    const bench = await compactionBench({ ...base, hooks: { postCompact: () => answer.promise } });
    const outcome = bench.run();
    await settle();
    assert.deepEqual([bench.session.active().number, bench.state.inFlight], [2, true]);
    answer.reject(new Error('vetoed'));
    assert.deepEqual(appliedOf(await outcome).warnings, ['PostCompact after compaction failed: vetoed']);
    assert.equal(bench.session.active().number, 2);
  });
});

describe('behaviour 7.8: what PreCompact added is audited beside the summary', () => {
  const quiet: HookHandler = { source: 'user', handler: 'quiet', contexts: [] };

  it('names each handler that added something, and its contexts', async () => {
    const bench = await compactionBench({ ...base, hooks: adding(tidy, quiet) });
    await bench.run();
    const [summary, audit, ...rest] = bench.session.active().records;
    assert.equal(summary?.kind, 'summary');
    assert.ok(audit?.kind === 'hook-audit');
    assert.deepEqual([audit.event, audit.handlers], ['PreCompact', [tidy]]);
    assert.equal(rest.filter(({ kind }) => kind === 'hook-audit').length, 0);
  });

  it('is no part of what the model sees, nor of the summary when that is updated', async () => {
    const scripts = [says(soundSummary), says(soundSummary)];
    const decisions: PreCompactDecision[] = [
      { decision: 'continue', handlers: [tidy] },
      { decision: 'continue', handlers: [] },
    ];
    const preCompact = async () => decisions.shift() ?? assert.fail('asked a third time');
    const bench = await compactionBench({ ...base, scripts, hooks: { preCompact } });
    await bench.run();
    assert.equal(visibleTexts(bench).join('\n').includes('Branch: main'), false);
    await bench.run({ tail: 'none' });
    assert.equal(inputOf(bench, 1).includes('Branch: main'), false);
    assert.equal(bench.session.active().records.filter(({ kind }) => kind === 'hook-audit').length, 0);
  });

  it('is not there when nothing was added', async () => {
    const bench = await compactionBench({ ...base, hooks: adding(quiet) });
    await bench.run();
    assert.equal(
      bench.session.active().records.some(({ kind }) => kind === 'hook-audit'),
      false,
    );
    assert.deepEqual(hookContexts(inputOf(bench)), []);
  });
});

describe('behaviour 7.22: a run has its place before its hooks have answered', () => {
  it('so a second one is refused meanwhile, without a trace, and the first goes on', async () => {
    const answer = deferred<PreCompactDecision>();
    const bench = await compactionBench({ ...base, hooks: { preCompact: () => answer.promise } });
    const first = bench.run({ trigger: 'auto' });
    await settle();
    const before = [...bench.trace];
    for (const trigger of ['auto', 'manual'] as const) {
      assert.deepEqual(await bench.run({ trigger }), {
        outcome: 'refused',
        refusal: { kind: 'start', reason: 'in-progress' },
      });
    }
    assert.deepEqual(bench.trace, [...before, 'refused, in flight', 'refused, in flight']);
    assert.equal(bench.log.of('compaction-started').length, 1);
    answer.resolve({ decision: 'continue', handlers: [] });
    appliedOf(await first);
    assert.equal(bench.state.inFlight, false);
  });

  it('and two runs that start in the same moment are one run and one refusal', async () => {
    const bench = await compactionBench(base);
    const outcomes = await Promise.all([bench.run(), bench.run()]);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['applied', 'refused'],
    );
  });
});

describe('behaviour 7.19: a target without an epoch of its own', () => {
  it('has PreCompact and PostCompact, no SessionStart and no accuracy notice', async () => {
    const agent = { origin: '/root/explorer', transcriptPath: '/s/agents/explorer.jsonl' };
    const bench = await compactionBench({
      ...base,
      target: (root) => ({ ...root, opensEpoch: false, identity: { ...root.identity, ...agent } }),
    });
    await bench.run({ trigger: 'auto', summary: { ...policyOf(200_000), stream: true, idleSeconds: 0 } });
    assert.deepEqual(bench.hooks, ['PreCompact', 'PostCompact']);
    assert.equal(
      bench.phases.some(({ phase }) => phase === 'accuracy-notice'),
      false,
    );
    for (const payload of bench.payloads) {
      assert.equal(payload.origin, agent.origin);
      assert.equal(payload.transcriptPath, agent.transcriptPath);
    }
  });
});

function hookContexts(input: string): readonly string[] {
  return parseEvidence(input)
    .filter((item) => item.provenance === 'hook-context')
    .map((item) => item.text);
}
