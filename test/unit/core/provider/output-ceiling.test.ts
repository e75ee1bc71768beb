import assert from 'node:assert/strict';
import { applyOutputCeiling } from '../../../../src/core/provider/output-ceiling.ts';
import { errorOf, valueOf } from '../../../support/expect.ts';

const clamped = (body: object, ceiling = 4000): object => valueOf(applyOutputCeiling(body, ceiling));

describe('behaviour 6.20: limits of the finished body are clamped wherever a wire format keeps them', () => {
  const places: readonly (readonly [string, (limit: number) => object])[] = [
    ['max_tokens', (limit) => ({ max_tokens: limit })],
    ['max_completion_tokens', (limit) => ({ max_completion_tokens: limit })],
    ['max_output_tokens', (limit) => ({ max_output_tokens: limit })],
    [
      'generationConfig.maxOutputTokens',
      (limit) => ({ generationConfig: { maxOutputTokens: limit, topK: 1 } }),
    ],
    ['inferenceConfig.maxTokens', (limit) => ({ inferenceConfig: { maxTokens: limit } })],
    ['options.num_predict', (limit) => ({ options: { num_predict: limit, seed: 7 } })],
  ];
  for (const [place, body] of places) {
    it(`lowers ${place} above 4000 and keeps a lower one`, () => {
      assert.deepEqual(clamped({ model: 'm', ...body(16_000) }), { model: 'm', ...body(4000) });
      assert.deepEqual(clamped(body(4000)), body(4000));
      assert.deepEqual(clamped(body(300)), body(300));
    });

    it(`refuses ${place} that is no whole number above 0, by its name`, () => {
      const name = place.split('.').at(-1) ?? '';
      for (const limit of [0, -1, 1.5, NaN]) {
        assert.match(errorOf(applyOutputCeiling(body(limit), 4000)), new RegExp(`^output limit ${name} is `));
      }
    });
  }

  it('clamps every limit of a body that has several', () => {
    const body = { max_tokens: 9000, options: { num_predict: 5000 } };
    assert.deepEqual(clamped(body), { max_tokens: 4000, options: { num_predict: 4000 } });
  });

  it('adds no limit that is not there', () => {
    for (const body of [{}, { model: 'm' }, { generationConfig: {} }, { options: null }, { options: 'none' }])
      assert.deepEqual(clamped(body), body);
  });

  it('does not change a body, or a part of one, that others may share', () => {
    const options = Object.freeze({ num_predict: 9000 });
    const body = Object.freeze({ options });
    assert.deepEqual(clamped(body), { options: { num_predict: 4000 } });
    assert.deepEqual(body, { options: { num_predict: 9000 } });
  });

  it('is lowered further by a lower limit of the caller', () => {
    assert.deepEqual(clamped({ max_tokens: 4000 }, 1000), { max_tokens: 1000 });
  });
});
