import assert from 'node:assert/strict';
import { decideBaseline } from '../../../../src/core/tokens/baseline.ts';
import type { Estimate } from '../../../../src/core/tokens/estimate.ts';
import { preSendEstimate } from '../../../../src/core/tokens/pre-send.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import { conversation } from '../../../support/conversation.ts';
import { measured, policyOf } from '../../../support/policies.ts';

function sourceOf(characters: number): RunningCount {
  return new RunningCount(conversation().user('x'.repeat(characters)).records(), 1844);
}

function ask(source: RunningCount, characters: number, images = 0): Estimate {
  return preSendEstimate({ source, prompt: { characters, images }, imageTokens: 1844 });
}

describe('behaviour 2.15: before a send, the baseline plus what the transforms added', () => {
  function measuredSource(): RunningCount {
    const source = sourceOf(8);
    source.setBaseline(measured(100));
    return source;
  }

  it('is 102 for a baseline of 100, a source of 8 characters and a prompt of 16', () => {
    assert.deepEqual(ask(measuredSource(), 16), { tokens: 102, source: 'provider-context' });
  });

  it('never subtracts what the transforms took away', () => {
    assert.deepEqual(ask(measuredSource(), 0), { tokens: 100, source: 'provider-context' });
    assert.deepEqual(ask(measuredSource(), 4), { tokens: 100, source: 'provider-context' });
  });

  it('adds what came to the source since its baseline, and once only', () => {
    const source = measuredSource();
    source.append(conversation().assistant('x'.repeat(40)).records()[0]!);
    assert.equal(ask(source, 48).tokens, 110);
    assert.equal(ask(source, 60).tokens, 113);
  });

  it('adds an image the transforms brought in', () => {
    assert.equal(ask(measuredSource(), 8, 1).tokens, 100 + 1844);
  });

  it('is the transformed prompt alone where there is no baseline', () => {
    assert.deepEqual(ask(sourceOf(400), 440), { tokens: 110, source: 'fresh-estimate' });
    assert.deepEqual(ask(sourceOf(400), 200), { tokens: 50, source: 'fresh-estimate' });
    assert.deepEqual(ask(sourceOf(400), 0), { tokens: 0, source: 'fresh-estimate' });
    assert.deepEqual(ask(sourceOf(0), 0), { tokens: 0, source: 'fresh-estimate' });
  });

  it('stays an estimate when the baseline is only one', () => {
    const source = sourceOf(400);
    const request = { requestId: 'q', policy: policyOf(128_000), usage: null, cumulative: null };
    source.setBaseline(decideBaseline(request, () => source.fresh().tokens));
    assert.deepEqual(ask(source, 440), { tokens: 110, source: 'fresh-estimate' });
  });
});

describe('the estimate before a send when a tokenizer counted the source', () => {
  const tokenized = (tokens: number): RunningCount => {
    const source = sourceOf(400);
    source.counted('r1', tokens);
    return source;
  };

  it('takes growth in characters, so that tokens of one kind are never set against the other', () => {
    const source = tokenized(400);
    source.setBaseline(measured(500));
    assert.equal(ask(source, 440).tokens, 510);
  });

  it("is the tokenizer's count and the growth without a baseline", () => {
    assert.equal(ask(tokenized(400), 440).tokens, 410);
    assert.equal(ask(tokenized(50), 440).tokens, 60);
  });

  it('is that part of the count which the prompt kept of the source', () => {
    assert.equal(ask(tokenized(400), 200).tokens, 200);
    assert.equal(ask(tokenized(400), 0).tokens, 0);
  });
});
