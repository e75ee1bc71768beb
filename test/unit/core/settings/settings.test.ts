import assert from 'node:assert/strict';
import { codePointLength } from '../../../../src/base/code-points.ts';
import {
  describeSettingProblem,
  readSettings,
  settingNames,
  type SettingName,
} from '../../../../src/core/settings/settings.ts';

interface Rule {
  readonly fallback: unknown;
  readonly allowed: readonly unknown[];
  readonly refused: readonly unknown[];
}

const tested = new Set<string>();

/** A setting has its default, takes what is allowed, and keeps its default for anything else. */
function specify(title: string, name: SettingName, rule: Rule): void {
  tested.add(name);
  describe(title, () => {
    const fallback = rule.fallback === undefined ? 'unset' : JSON.stringify(rule.fallback);
    it(`is ${fallback} when nothing is given`, () => {
      assert.deepEqual(readSettings({}).settings[name], rule.fallback);
      assert.deepEqual(readSettings({ [name]: undefined }), readSettings({}));
    });
    for (const value of rule.allowed) {
      it(`takes ${JSON.stringify(value)}`, () => {
        const { settings, problems } = readSettings({ [name]: value });
        assert.deepEqual(settings[name], value);
        assert.deepEqual(problems, []);
      });
    }
    for (const value of rule.refused) {
      it(`keeps its default when given ${JSON.stringify(value)} and reports it`, () => {
        const { settings, problems } = readSettings({ [name]: value });
        assert.deepEqual(settings[name], rule.fallback);
        assert.deepEqual(
          problems.map((problem) => [problem.setting, problem.given]),
          [[name, value]],
        );
      });
    }
  });
}

const noNumbers = ['2', null, true, [], {}];
const noWholeNumbers = [...noNumbers, -1, 1.5, 1e21];
const wholeNumber = (fallback: number): Rule => ({
  fallback,
  allowed: [0, 1, 500_000],
  refused: noWholeNumbers,
});
const flag: Rule = { fallback: true, allowed: [true, false], refused: ['true', 1, 0, null] };
const modelReference: Rule = {
  fallback: undefined,
  allowed: ['openai/gpt-5', 'openrouter/anthropic/claude-sonnet-4-5@high', 'workers/@cf/meta/llama@low'],
  refused: ['', 'gpt-5', '/gpt-5', 'openai/', 'open ai/gpt-5', 'openai/gpt 5', 3, null, ['openai/gpt-5']],
};

specify('behaviour 17.1: budget.contextLimit, null or a whole number above 0', 'budget.contextLimit', {
  fallback: null,
  allowed: [null, 1, 258_000],
  refused: [0, -1, 1.5, '258000', false],
});
specify('behaviour 17.2: budget.reserveTokens', 'budget.reserveTokens', wholeNumber(20_000));
specify('behaviour 17.3: compaction.auto', 'compaction.auto', flag);
specify(
  'behaviours 1.6, 17.4: compaction.tokenThreshold, strictly between 0 and 1',
  'compaction.tokenThreshold',
  {
    fallback: 0.8,
    allowed: [0.8, 0.01, 0.999],
    refused: [150_000, 0, 1, -0.1, 1.1, '0.8', ...noNumbers],
  },
);
specify('behaviour 17.5: compaction.imageTokenEstimate', 'compaction.imageTokenEstimate', wholeNumber(1844));
specify('behaviour 17.6: compaction.tailTurns, 0 allowed', 'compaction.tailTurns', wholeNumber(2));
specify('behaviour 17.7: compaction.tailBudget, from 0 to 1', 'compaction.tailBudget', {
  fallback: 0.25,
  allowed: [0, 0.25, 1],
  refused: [-0.01, 1.01, ...noNumbers],
});
specify('behaviour 17.8: compaction.tailToolOutputMax', 'compaction.tailToolOutputMax', wholeNumber(4000));
specify('behaviour 17.9: compaction.bodyToolOutputMax', 'compaction.bodyToolOutputMax', wholeNumber(8000));
specify(
  'behaviour 17.10: compaction.fileReferenceReminderLimit',
  'compaction.fileReferenceReminderLimit',
  wholeNumber(20),
);
specify('behaviour 17.11: compaction.warnOnCompletion', 'compaction.warnOnCompletion', flag);
specify('compaction.oversize', 'compaction.oversize', {
  fallback: 'tighten',
  allowed: ['tighten', 'refuse'],
  refused: ['Tighten', '', true, null],
});
specify('compaction.coverage', 'compaction.coverage', {
  fallback: 'append',
  allowed: ['append', 'report', 'off'],
  refused: ['none', false, null],
});
specify('compaction.idleTimeoutSeconds, 0 for never', 'compaction.idleTimeoutSeconds', {
  fallback: null,
  allowed: [null, 0, 120],
  refused: [-1, 0.5, '120'],
});
specify('compaction.tokenizer', 'compaction.tokenizer', {
  fallback: 'chars',
  allowed: ['chars', 'tiktoken'],
  refused: ['bytes', null],
});
specify('models.default', 'models.default', modelReference);
specify('models.summarization', 'models.summarization', modelReference);
specify('models.journal', 'models.journal', modelReference);
specify('models.planning', 'models.planning', modelReference);
specify('models.stream', 'models.stream', flag);
specify('providers', 'providers', {
  fallback: {},
  allowed: [
    { ollama: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:11434/v1', contextWindow: 32_768 } },
    { openai: { headers: { 'x-team': 'a' }, contextWindow: { 'gpt-5': 400_000 }, maxOutput: 8000 } },
    { own: { laterField: [1] } },
  ],
  refused: [[], 'ollama', null],
});
specify('permissions.mode', 'permissions.mode', {
  fallback: 'ask',
  allowed: ['ask', 'edits', 'full-auto'],
  refused: ['yolo', null],
});
specify('retention.days', 'retention.days', wholeNumber(0));

describe('readSettings', () => {
  it('knows no setting beyond those specified here', () => {
    assert.deepEqual([...settingNames].sort(), [...tested].sort());
  });

  it('reports a name that is no setting and takes the others', () => {
    const { settings, problems } = readSettings({ 'compaction.tailturns': 3, 'compaction.tailTurns': 4 });
    assert.equal(settings['compaction.tailTurns'], 4);
    assert.deepEqual(problems, [{ setting: 'compaction.tailturns', given: 3, allowed: null }]);
  });

  it('takes names of the language for unknown settings too', () => {
    const given = JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, unknown>;
    assert.deepEqual(
      readSettings(given).problems.map((problem) => problem.setting),
      ['__proto__', 'constructor'],
    );
  });

  it('names the field of a provider that is wrong and leaves no provider in force', () => {
    const { settings, problems } = readSettings({
      providers: { good: { maxOutput: 100 }, local: { baseUrl: 'localhost:11434/v1' } },
    });
    assert.deepEqual(settings.providers, {});
    assert.deepEqual(problems, [
      {
        setting: 'providers.local.baseUrl',
        given: 'localhost:11434/v1',
        allowed: 'an address that begins with http:// or https://',
      },
    ]);
  });

  it('names the field also where the fault lies deeper, and the provider where it is no object', () => {
    const setting = (providers: unknown): string | undefined =>
      readSettings({ providers }).problems[0]?.setting;
    assert.equal(setting({ a: { contextWindow: { 'gpt-5': '400k' } } }), 'providers.a.contextWindow');
    assert.equal(setting({ a: { contextWindow: 0 } }), 'providers.a.contextWindow');
    assert.equal(setting({ a: { maxOutput: -1 } }), 'providers.a.maxOutput');
    assert.equal(setting({ a: { kind: 'azure' } }), 'providers.a.kind');
    assert.equal(setting({ a: { headers: { x: 3 } } }), 'providers.a.headers');
    assert.equal(setting({ a: 'openai' }), 'providers.a');
  });
});

describe('describeSettingProblem', () => {
  const described = (given: Record<string, unknown>): string =>
    describeSettingProblem(readSettings(given).problems[0]!);

  it('says which setting, what was given and what is allowed', () => {
    assert.equal(
      described({ 'compaction.tokenThreshold': 150_000 }),
      'compaction.tokenThreshold is 150000, allowed is a number strictly between 0.0 and 1.0',
    );
    assert.equal(
      described({ 'compaction.auto': 'yes' }),
      'compaction.auto is "yes", allowed is true or false',
    );
    assert.equal(
      described({ 'compaction.auto': [true] }),
      'compaction.auto is a list, allowed is true or false',
    );
    assert.equal(
      described({ 'compaction.auto': {} }),
      'compaction.auto is an object, allowed is true or false',
    );
    assert.equal(described({ 'compaction.colour': 1 }), 'there is no setting "compaction.colour"');
  });

  it('stays on one line of a length that can be read, whatever was given', () => {
    const text = described({ 'compaction.oversize': `line\n${'🚀'.repeat(50_000)}` });
    assert.doesNotMatch(text, /\n/);
    assert.ok(codePointLength(text) < 150, text);
  });

  it('never shows what headers hold', () => {
    const key = 'Bearer very-secret';
    for (const providers of [
      { a: { headers: key } },
      { a: { headers: { authorization: [key] } } },
      [{ headers: { authorization: key } }],
      { a: [{ headers: { authorization: key } }] },
    ]) {
      assert.doesNotMatch(described({ providers }), /secret/);
    }
  });
});
