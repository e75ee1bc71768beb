import assert from 'node:assert/strict';
import {
  modelFor,
  offlineModel,
  outputRoom,
  parseModelReference,
  reserveTokens,
  resolvePolicy,
  thresholdTokens,
  usableTokens,
} from '../../../../src/core/models/policy.ts';
import { readSettings, type Settings } from '../../../../src/core/settings/settings.ts';

function settingsWith(given: Record<string, unknown>): Settings {
  const { settings, problems } = readSettings(given);
  assert.deepEqual(problems, []);
  return settings;
}

const unknown = { provider: 'local', model: 'unheard-of' };

function policyOf(window: number, given: Record<string, unknown> = {}) {
  return resolvePolicy(unknown, settingsWith({ providers: { local: { contextWindow: window } }, ...given }));
}

describe('behaviour 1.3: reserve = min(max(reserve setting, max output), window / 2), usable = window - reserve', () => {
  it('keeps 180000 of 200000 tokens usable with a reserve of 20000', () => {
    assert.equal(policyOf(200_000).usable, 180_000);
  });

  it('caps the reserve at half of a small window', () => {
    assert.equal(policyOf(8000).usable, 4000);
    assert.equal(reserveTokens(8001, 20_000, undefined), 4000);
  });

  it('takes the larger of the setting and an explicit max output', () => {
    assert.equal(usableTokens(200, reserveTokens(200, 0, 100)), 100);
    assert.equal(reserveTokens(200_000, 20_000, 64_000), 64_000);
    assert.equal(reserveTokens(200_000, 20_000, 8000), 20_000);
    assert.equal(reserveTokens(200_000, 0, undefined), 0);
  });

  it('never lets usable fall below 1', () => {
    assert.equal(policyOf(1).usable, 1);
    assert.equal(usableTokens(10, 10), 1);
  });
});

describe('behaviour 1.4: the effective max output is one number on the policy', () => {
  const given = { providers: { local: { contextWindow: 200_000, maxOutput: 50_000 } } };

  it('enters the reserve when it is set for the provider', () => {
    const policy = resolvePolicy(unknown, settingsWith(given));
    assert.equal(policy.maxOutput, 50_000);
    assert.equal(policy.reserve, 50_000);
  });

  it('counts only for the model it is set for', () => {
    const settings = settingsWith({
      providers: { local: { contextWindow: 200_000, maxOutput: { other: 50_000 } } },
    });
    assert.equal(resolvePolicy(unknown, settings).maxOutput, undefined);
    assert.equal(resolvePolicy(unknown, settings).reserve, 20_000);
    assert.equal(resolvePolicy({ provider: 'local', model: 'other' }, settings).reserve, 50_000);
  });

  it('is no output limit of the table: what a model could answer does not enter the reserve', () => {
    const policy = resolvePolicy({ provider: 'openai', model: 'gpt-5' }, settingsWith({}));
    assert.equal(policy.modelMaxOutput, 128_000);
    assert.equal(policy.maxOutput, undefined);
    assert.equal(policy.reserve, 20_000);
  });
});

describe('behaviour 1.5: threshold = round(ratio x usable)', () => {
  for (const [window, threshold] of [
    [128_000, 86_400],
    [1_000_000, 784_000],
    [272_000, 201_600],
    [200_000, 144_000],
    [8000, 3200],
  ] as const) {
    it(`is ${threshold} for a window of ${window} at the default ratio`, () => {
      assert.equal(policyOf(window).threshold, threshold);
    });
  }

  it('follows the ratio and rounds an exact half to the even number', () => {
    assert.equal(policyOf(200_000, { 'compaction.tokenThreshold': 0.5 }).threshold, 90_000);
    assert.equal(thresholdTokens(0.5, 5), 2);
    assert.equal(thresholdTokens(0.5, 7), 4);
  });
});

describe('resolvePolicy', () => {
  it('says where the window comes from', () => {
    assert.equal(policyOf(500).provenance, 'model-metadata');
    assert.equal(resolvePolicy(unknown, settingsWith({})).provenance, 'built-in-fallback');
    assert.equal(resolvePolicy(unknown, settingsWith({}), { window: 64_000 }).window, 64_000);
  });
});

describe('parseModelReference', () => {
  const cases: readonly (readonly [string | undefined, object | undefined])[] = [
    ['openai/gpt-5', { provider: 'openai', model: 'gpt-5' }],
    ['openai/gpt-5@high', { provider: 'openai', model: 'gpt-5', effort: 'high' }],
    ['openrouter/anthropic/claude@low', { provider: 'openrouter', model: 'anthropic/claude', effort: 'low' }],
    ['local/a/b/c', { provider: 'local', model: 'a/b/c' }],
    ['workers/@cf/meta/llama', { provider: 'workers', model: '@cf/meta/llama' }],
    ['workers/@cf/meta/llama@low', { provider: 'workers', model: '@cf/meta/llama', effort: 'low' }],
    ['vertex/claude@20250929@high', { provider: 'vertex', model: 'claude@20250929', effort: 'high' }],
    ['vertex/claude@20250929@', { provider: 'vertex', model: 'claude@20250929' }],
    ['gpt-5', undefined],
    ['/gpt-5', undefined],
    ['openai/', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [text, reference] of cases) {
    const read = reference === undefined ? 'no reference' : JSON.stringify(reference);
    it(`reads ${text ?? 'nothing'} as ${read}`, () => {
      assert.deepEqual(parseModelReference(text), reference);
    });
  }
});

describe("behaviour 1.24: the summarization workload names a model, and what it leaves out is the session's", () => {
  const session = { provider: 'openai', model: 'gpt-5', effort: 'high' };

  it("is the session's own model with its effort when nothing is set", () => {
    assert.deepEqual(modelFor('summarization', settingsWith({}), session), session);
  });

  it('is the model of the setting, with its own effort', () => {
    const settings = settingsWith({ 'models.summarization': 'anthropic/claude-haiku-4-5@low' });
    assert.deepEqual(modelFor('summarization', settings, session), {
      provider: 'anthropic',
      model: 'claude-haiku-4-5',
      effort: 'low',
    });
  });

  it('inherits the effort when the setting names the same model, and none for another', () => {
    const same = settingsWith({ 'models.summarization': 'openai/gpt-5' });
    assert.equal(modelFor('summarization', same, session).effort, 'high');
    const own = settingsWith({ 'models.summarization': 'openai/gpt-5@low' });
    assert.equal(modelFor('summarization', own, session).effort, 'low');
    const other = settingsWith({ 'models.summarization': 'openai/gpt-5-mini' });
    assert.equal(modelFor('summarization', other, session).effort, undefined);
  });

  it('has a budget of its own: the max output of the target does not leak into it', () => {
    const settings = settingsWith({
      'models.summarization': 'local/small',
      providers: { local: { contextWindow: 100_000, maxOutput: { large: 40_000 } } },
    });
    const target = resolvePolicy({ provider: 'local', model: 'large' }, settings);
    const summary = resolvePolicy(modelFor('summarization', settings, target), settings);
    assert.deepEqual([target.reserve, summary.reserve], [40_000, 20_000]);
    assert.deepEqual([target.maxOutput, summary.maxOutput], [40_000, undefined]);
  });

  it('uses a max output that is set for the summary model itself', () => {
    const settings = settingsWith({ providers: { local: { maxOutput: { small: 30_000 } } } });
    assert.equal(resolvePolicy({ provider: 'local', model: 'small' }, settings).maxOutput, 30_000);
  });
});

describe('modelFor', () => {
  const settings = settingsWith({
    'models.default': 'anthropic/claude-opus-5',
    'models.planning': 'openai/gpt-5@high',
  });

  it('answers the chat with what the session chose, else the default, else the offline model', () => {
    assert.deepEqual(modelFor('chat', settings, { provider: 'x', model: 'y' }), {
      provider: 'x',
      model: 'y',
    });
    assert.deepEqual(modelFor('chat', settings, undefined), {
      provider: 'anthropic',
      model: 'claude-opus-5',
    });
    assert.deepEqual(modelFor('chat', settingsWith({}), undefined), offlineModel);
  });

  it("gives each workload its own setting and the session's model where it has none", () => {
    assert.equal(modelFor('planning', settings, undefined).model, 'gpt-5');
    assert.equal(modelFor('journal', settings, undefined).model, 'claude-opus-5');
  });
});

describe('outputRoom', () => {
  const settings = settingsWith({ providers: { local: { contextWindow: 200_000 } } });

  it('is the explicit maximum when there is one', () => {
    assert.equal(outputRoom({ ...resolvePolicy(unknown, settings), maxOutput: 500 }), 500);
  });

  it("is else the smaller of the model's maximum and the reserve", () => {
    const policy = resolvePolicy(unknown, settings);
    assert.equal(outputRoom(policy), 20_000);
    assert.equal(outputRoom({ ...policy, modelMaxOutput: 4096 }), 4096);
    assert.equal(outputRoom({ ...policy, modelMaxOutput: 64_000 }), 20_000);
  });

  it('is still a number above 0 where nothing is reserved', () => {
    assert.equal(outputRoom({ ...resolvePolicy(unknown, settings), reserve: 0 }), 4096);
  });
});
