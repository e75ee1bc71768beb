// A generation that is stopped: by the person, or because nothing comes.

import assert from 'node:assert/strict';
import type { ProviderEvent } from '../../../../src/core/provider/events.ts';
import {
  generateSummary,
  type SummaryParameters,
  type SummaryResult,
} from '../../../../src/core/summary/generate.ts';
import { hangs, runs, ScriptedProvider, waits, type Script } from '../../../support/scripted-provider.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';
import { policyOf, prompts, summaryOf } from './summary-of.ts';

interface Started {
  readonly provider: ScriptedProvider;
  readonly clock: VirtualClock;
  readonly abort: AbortController;
  /** Every settlement, so that a second one would show. */
  readonly settled: SummaryResult[];
}

function start(
  script: (abort: AbortController) => Script,
  own: Partial<SummaryParameters> = {},
  abort = new AbortController(),
): Started {
  const provider = new ScriptedProvider([script(abort)]);
  const clock = new VirtualClock();
  const settled: SummaryResult[] = [];
  const parameters = { purpose: 'continuation', evidence: 'evidence', policy: policyOf(), ...own } as const;
  void generateSummary(parameters, { provider, prompts, clock }, abort.signal).then(
    ({ author: _, ...result }) => settled.push(result),
  );
  return { provider, clock, abort, settled };
}

const summary = summaryOf('continuation');
const answer: readonly ProviderEvent[] = [
  { type: 'alive' },
  { type: 'reasoning', text: 'hm' },
  { type: 'text', text: summary.slice(0, 20) },
  { type: 'text', text: summary.slice(20) },
  { type: 'stop', reason: 'end' },
];

describe('behaviour 6.8: cancelling', () => {
  it('before the start sends nothing', async () => {
    const abort = new AbortController();
    abort.abort('user');
    const { provider, settled } = start(() => answer, {}, abort);
    await settle();
    assert.deepEqual(settled, [{ outcome: 'aborted', usage: null }]);
    assert.equal(provider.asked.length, 0);
  });

  for (let place = 0; place < answer.length; place++) {
    it(`before event ${place + 1} of ${answer.length} settles once as aborted, and what comes late is inert`, async () => {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const { provider, settled } = start((abort) => [
        ...answer.slice(0, place),
        runs(() => abort.abort('user')),
        waits(gate),
        ...answer.slice(place),
      ]);
      await settle();
      assert.deepEqual(settled, [{ outcome: 'aborted', usage: null }]);
      assert.equal(provider.asked[0]?.released, true);
      release();
      await settle();
      assert.deepEqual(settled, [{ outcome: 'aborted', usage: null }]);
    });
  }

  it('works at once while the provider hangs and does not listen', async () => {
    const { provider, abort, settled } = start(() => [{ type: 'text', text: 'a' }, hangs]);
    await settle();
    assert.deepEqual(settled, []);
    abort.abort('user');
    await settle();
    assert.deepEqual(settled, [{ outcome: 'aborted', usage: null }]);
    assert.equal(provider.asked[0]?.signal.aborted, true);
    assert.equal(provider.asked[0].released, true);
  });

  it('after the end changes nothing', async () => {
    const { abort, settled } = start(() => answer);
    await settle();
    abort.abort('user');
    await settle();
    assert.deepEqual(settled, [{ outcome: 'success', summary, usage: null }]);
  });

  it('stops one of two generations and leaves the other alone', async () => {
    const stopped = start(() => [hangs]);
    const other = start(() => answer);
    stopped.abort.abort('user');
    await settle();
    assert.deepEqual([stopped.settled[0]?.outcome, other.settled[0]?.outcome], ['aborted', 'success']);
  });
});

describe('the idle deadline of a generation (design 13.7)', () => {
  for (const purpose of ['continuation', 'handoff'] as const) {
    it(`ends a ${purpose} without a byte as a failed attempt`, async () => {
      const { clock, settled, provider } = start(() => [hangs], {
        purpose,
        policy: policyOf({ idleSeconds: 120 }),
      });
      await clock.advance(119_999);
      assert.deepEqual(settled, []);
      await clock.advance(1);
      const failure = { kind: 'idle', seconds: 120 } as const;
      const message = 'Context summary request failed: no answer for 120 s';
      assert.deepEqual(settled, [
        { outcome: 'error', error: { class: 'provider', message, failure }, usage: null },
      ]);
      assert.equal(provider.asked[0]?.signal.aborted, true);
    });
  }

  it('does not hold for a digest', async () => {
    const { clock, settled } = start(() => [hangs], {
      purpose: 'digest',
      policy: policyOf({ idleSeconds: 120 }),
    });
    await clock.advance(100_000_000);
    assert.deepEqual(settled, []);
    assert.deepEqual(clock.delays, []);
  });

  it('is switched off by 0', async () => {
    const { clock, settled } = start(() => [hangs], { policy: policyOf({ idleSeconds: 0 }) });
    await clock.advance(100_000_000);
    assert.deepEqual(settled, []);
  });

  it('is fed by reasoning alone', async () => {
    const clock = new VirtualClock();
    const pause = runs(() => clock.delay(100_000, new AbortController().signal));
    const thinking: ProviderEvent = { type: 'reasoning', text: '.' };
    const provider = new ScriptedProvider([[pause, thinking, pause, thinking, pause, ...answer]]);
    const parameters = {
      purpose: 'continuation',
      evidence: 'e',
      policy: policyOf({ idleSeconds: 120 }),
    } as const;
    const result = generateSummary(parameters, { provider, prompts, clock }, new AbortController().signal);
    await clock.advance(300_000);
    assert.equal((await result).outcome, 'success');
  });
});
