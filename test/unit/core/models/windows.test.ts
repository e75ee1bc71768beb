import assert from 'node:assert/strict';
import { contextWindow, explicitMaxOutput } from '../../../../src/core/models/windows.ts';
import { readSettings, type Settings } from '../../../../src/core/settings/settings.ts';

function settingsWith(given: Record<string, unknown>): Settings {
  const { settings, problems } = readSettings(given);
  assert.deepEqual(problems, []);
  return settings;
}

function windowOf(provider: string, model: string, given: Record<string, unknown> = {}, reported?: number) {
  const { tokens, provenance } = contextWindow({
    provider,
    model,
    settings: settingsWith(given),
    reported: { window: reported },
  });
  return `${tokens} ${provenance}`;
}

describe('behaviour 1.1: the window is what is declared for the model, else the limit setting, else 128000', () => {
  it('takes a declared window, however small', () => {
    assert.equal(
      windowOf('local', 'm', { providers: { local: { contextWindow: 200 } } }),
      '200 model-metadata',
    );
  });

  it('takes the limit setting where nothing is declared', () => {
    assert.equal(windowOf('local', 'm', { 'budget.contextLimit': 258_000 }), '258000 configured-fallback');
  });

  it('assumes 128000 where nothing is known at all', () => {
    assert.equal(windowOf('local', 'm'), '128000 built-in-fallback');
  });
});

describe('behaviour 1.2: the limit setting is a fallback, never an override', () => {
  const limit = { 'budget.contextLimit': 64_000 };

  it('does not lower a declared, a reported or a known window', () => {
    const declared = { providers: { local: { contextWindow: 500_000 } }, ...limit };
    assert.equal(windowOf('local', 'm', declared), '500000 model-metadata');
    assert.equal(windowOf('local', 'm', limit, 90_000), '90000 model-metadata');
    assert.equal(windowOf('openai', 'gpt-5', limit), '400000 model-metadata');
  });
});

describe('contextWindow', () => {
  it("asks the provider's settings first, then its report, then the table", () => {
    const byModel = { providers: { openai: { contextWindow: { 'gpt-5': 100_000 } } } };
    assert.equal(windowOf('openai', 'gpt-5', byModel, 90_000), '100000 model-metadata');
    assert.equal(windowOf('openai', 'gpt-5', {}, 90_000), '90000 model-metadata');
    assert.equal(windowOf('openai', 'gpt-5-mini', byModel), '400000 model-metadata');
  });

  it('says of a window that the provider itself told it', () => {
    const asked = { provider: 'local', model: 'm', settings: settingsWith({}) };
    assert.deepEqual(contextWindow({ ...asked, reported: { window: 9000, maxOutput: 700 } }), {
      ...{ tokens: 9000, provenance: 'model-metadata', reported: true },
      maxOutput: 700,
    });
    const settings = settingsWith({ providers: { local: { contextWindow: 5000 } } });
    assert.equal(contextWindow({ ...asked, settings, reported: { window: 9000 } }).reported, undefined);
  });

  it('is no larger for the most a server could give a model that is not loaded yet, and does not call it reported', () => {
    const most = (window: number, given: Record<string, unknown> = {}) =>
      contextWindow({
        ...{ provider: 'local', model: 'm', settings: settingsWith(given) },
        reported: { window, isUpperBound: true },
      });
    const [assumed, limited] = [most(262_144), most(131_072, { 'budget.contextLimit': 8000 })];
    assert.deepEqual(
      [assumed.tokens, assumed.provenance, assumed.reported, assumed.upperBound],
      [128_000, 'built-in-fallback', undefined, 262_144],
    );
    assert.deepEqual([limited.tokens, limited.provenance], [8000, 'configured-fallback']);
    const small = most(4096);
    assert.deepEqual([small.tokens, small.reported, small.upperBound], [4096, undefined, 4096]);
    const declared = most(4096, { providers: { local: { contextWindow: 9000 } } });
    assert.deepEqual([declared.tokens, declared.upperBound], [9000, undefined]);
  });

  it('takes the longest answer of a list that tells no window', () => {
    const settings = settingsWith({});
    const reported = { maxOutput: 700 };
    const { tokens, maxOutput } = contextWindow({ provider: 'openai', model: 'gpt-5', settings, reported });
    assert.deepEqual([tokens, maxOutput], [400_000, 700]);
  });

  it('finds an id that carries its date', () => {
    assert.equal(windowOf('anthropic', 'claude-sonnet-4-5-20250929'), '200000 model-metadata');
    assert.equal(windowOf('openai', 'gpt-4o-2024-05-13'), '128000 model-metadata');
  });

  it('guesses nothing for an id that only resembles a known one', () => {
    for (const id of ['gpt-5.9', 'gpt-5-', 'claude-sonnet-4-5-fast', 'GPT-5', 'gpt-4-0613', 'constructor']) {
      assert.equal(windowOf('openai', id), '128000 built-in-fallback', id);
    }
  });

  it('knows the offline model', () => {
    assert.equal(windowOf('offline', 'offline'), '128000 model-metadata');
  });

  it('is not confused by providers and models named like members of the language', () => {
    assert.equal(windowOf('constructor', 'toString'), '128000 built-in-fallback');
    const given = { providers: { local: { contextWindow: { a: 5 } } } };
    assert.equal(windowOf('local', 'constructor', given), '128000 built-in-fallback');
  });
});

describe('explicitMaxOutput', () => {
  it('is what the settings say for the provider or the model, and nothing from the table', () => {
    const settings = settingsWith({ providers: { a: { maxOutput: 5 }, b: { maxOutput: { m: 6 } } } });
    assert.equal(explicitMaxOutput(settings, 'a', 'any'), 5);
    assert.equal(explicitMaxOutput(settings, 'b', 'm'), 6);
    assert.equal(explicitMaxOutput(settings, 'b', 'n'), undefined);
    assert.equal(explicitMaxOutput(settings, 'openai', 'gpt-5'), undefined);
  });
});
