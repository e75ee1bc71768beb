// Digests: their bounds, their model, their independence.

import assert from 'node:assert/strict';
import { modelFor } from '../../../../src/core/models/policy.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import {
  generateSummary,
  summaryRequest,
  type SummaryResult,
} from '../../../../src/core/summary/generate.ts';
import type { SummaryPolicy } from '../../../../src/core/summary/policy.ts';
import { renderSummaryInput } from '../../../../src/core/summary/input.ts';
import { digestMaxBytes } from '../../../../src/core/summary/validate.ts';
import { never } from '../../../support/expect.ts';
import { says, ScriptedProvider, type Script } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { policyOf, prompts, summaryOf } from './summary-of.ts';

const parametersOf = (policy: SummaryPolicy) =>
  ({ purpose: 'digest', evidence: 'evidence', policy }) as const;

async function digest(
  script: Script,
): Promise<{ readonly result: SummaryResult; readonly provider: ScriptedProvider }> {
  const provider = new ScriptedProvider([script]);
  const deps = { provider, prompts, clock: new VirtualClock() };
  const { author: _, ...result } = await generateSummary(parametersOf(policyOf()), deps, never);
  return { provider, result };
}

/** A valid digest of exactly so many bytes. */
function ofBytes(bytes: number): string {
  const bare = Buffer.byteLength(summaryOf('digest', { Done: '- 😀' }));
  return summaryOf('digest', { Done: `- 😀${'x'.repeat(bytes - bare)}` });
}

const tooLong: SummaryResult = {
  outcome: 'error',
  error: { class: 'validation', message: 'the digest is longer than 16384 bytes' },
  usage: null,
};

describe('behaviour 6.19: a digest is bounded in bytes while it comes', () => {
  for (const length of [1, 1000, digestMaxBytes + 1]) {
    it(`16384 bytes pass and 16385 do not, in pieces of ${length}`, async () => {
      const exact = ofBytes(digestMaxBytes);
      const { result } = await digest(says(exact, length));
      assert.deepEqual(result, { outcome: 'success', summary: exact, usage: null });
      assert.deepEqual((await digest(says(ofBytes(digestMaxBytes + 1), length))).result, tooLong);
    });
  }

  it('is stopped at the piece that goes beyond, and takes no more of them', async () => {
    const { provider, result } = await digest(says('x'.repeat(100_000), 1000));
    assert.deepEqual(result, tooLong);
    const [asked] = provider.asked;
    assert.deepEqual([asked?.given, asked?.released, asked?.signal.aborted], [17, true, true]);
  });

  it('holds for digests only', async () => {
    const summary = summaryOf('continuation', { Scope: 'x'.repeat(20_000) });
    const provider = new ScriptedProvider([says(summary, 1000)]);
    const parameters = { purpose: 'continuation', evidence: 'e', policy: policyOf() } as const;
    const result = await generateSummary(parameters, { provider, prompts, clock: new VirtualClock() }, never);
    assert.equal(result.outcome, 'success');
  });
});

describe('behaviour 6.20: a digest asks for at most 4000 tokens', () => {
  const limits = (policy: SummaryPolicy): readonly unknown[] => {
    const parameters = parametersOf(policy);
    const request = summaryRequest(parameters, renderSummaryInput(parameters), prompts);
    return [request.maxOutput, request.outputCeiling];
  };

  it('or at most a lower limit that is set', () => {
    assert.deepEqual(limits(policyOf({ maxOutput: 1000 })), [1000, 1000]);
    assert.deepEqual(limits(policyOf({ maxOutput: 9000 })), [9000, 4000]);
  });

  it('by a ceiling, so that a body without a limit gets none', () => {
    assert.deepEqual(limits(policyOf()), [undefined, 4000]);
  });

  it('and leaves the other purposes without a ceiling', () => {
    const parameters = { purpose: 'continuation', evidence: 'e', policy: policyOf() } as const;
    const request = summaryRequest(parameters, renderSummaryInput(parameters), prompts);
    assert.equal(request.outputCeiling, undefined);
  });
});

describe('behaviour 6.22: a digest stands on its own', () => {
  it('is asked with the policy it was given, whatever settings say by then', async () => {
    const { provider } = await digest(says(summaryOf('digest')));
    assert.deepEqual([provider.requests[0]?.model, provider.requests[0]?.tools], ['summarizer', []]);
  });

  it('switches reasoning off where the model is known to take that, unless an effort was set', () => {
    const effortOf = (own: Partial<SummaryPolicy>): string | undefined => {
      const parameters = { purpose: 'digest', evidence: 'e', policy: policyOf(own) } as const;
      return summaryRequest(parameters, renderSummaryInput(parameters), prompts).effort;
    };
    assert.equal(effortOf({ provider: 'anthropic', model: 'claude-sonnet-4-5' }), 'none');
    assert.equal(effortOf({ provider: 'openai-chat', model: 'gpt-5.1' }), 'none');
    assert.equal(effortOf({ provider: 'openai', model: 'gpt-5' }), undefined);
    assert.equal(effortOf({ provider: 'ollama', model: 'claude-sonnet-4-5' }), undefined);
    assert.equal(effortOf({ provider: 'anthropic', model: 'claude-sonnet-4-5', effort: 'low' }), 'low');
  });

  it('takes its model from the journal setting, else from the session', () => {
    const session = { provider: 'anthropic', model: 'large' };
    const { settings } = readSettings({ 'models.journal': 'openai/small@low' });
    assert.deepEqual(modelFor('journal', settings, session), {
      provider: 'openai',
      model: 'small',
      effort: 'low',
    });
    assert.deepEqual(modelFor('journal', readSettings({}).settings, session), session);
  });
});
