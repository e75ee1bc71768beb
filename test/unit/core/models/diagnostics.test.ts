import assert from 'node:assert/strict';
import { modelName, policyFigures } from '../../../../src/core/models/diagnostics.ts';
import { resolvePolicy } from '../../../../src/core/models/policy.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';

describe('behaviour 16.5: the figures of both models, the ratio and the winning threshold', () => {
  const { settings } = readSettings({
    'budget.contextLimit': 272_000,
    providers: { anthropic: { contextWindow: { 'claude-opus-5': 1_000_000 } } },
  });
  const target = resolvePolicy({ provider: 'anthropic', model: 'claude-opus-5' }, settings);

  it('gives window, provenance, reserve, usable and threshold for target and summary', () => {
    const summary = resolvePolicy({ provider: 'local', model: 'small' }, settings);
    assert.deepEqual(policyFigures(target, summary), {
      ratio: 0.8,
      winningThreshold: 201_600,
      target: {
        model: 'anthropic/claude-opus-5',
        window: 1_000_000,
        provenance: 'model-metadata',
        reserve: 20_000,
        usable: 980_000,
        threshold: 784_000,
      },
      summary: {
        model: 'local/small',
        window: 272_000,
        provenance: 'configured-fallback',
        reserve: 20_000,
        usable: 252_000,
        threshold: 201_600,
      },
    });
  });

  it('never shows an unknown model as one that is known to have 128000', () => {
    const unknown = resolvePolicy({ provider: 'x', model: 'y' }, readSettings({}).settings);
    const figures = policyFigures(unknown, target);
    assert.equal(figures.target.window, 128_000);
    assert.equal(figures.target.provenance, 'built-in-fallback');
    assert.equal(figures.winningThreshold, 86_400);
  });
});

describe('modelName', () => {
  it('is provider and model, without the effort', () => {
    assert.equal(modelName({ provider: 'openrouter', model: 'a/b' }), 'openrouter/a/b');
  });
});
