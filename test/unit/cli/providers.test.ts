// Who summarises and who is asked: from flags, settings, keys and what the session chose.

import assert from 'node:assert/strict';
import type { CliHost } from '../../../src/cli/host.ts';
import { named, providerFor, summariser, type ProviderFlags } from '../../../src/cli/providers.ts';
import { idleSeconds } from '../../../src/adapters/wire-provider.ts';
import { readSettings, type Settings } from '../../../src/core/settings/settings.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { never } from '../../support/expect.ts';

const none: ProviderFlags = { provider: undefined, model: undefined, baseUrl: undefined };
const chosen = { provider: 'anthropic', model: 'claude-opus-4-1', effort: 'high' };
const offline = { provider: 'offline', model: 'offline' };
const ids = countingIds();

function settingsOf(given: Readonly<Record<string, unknown>> = {}): Settings {
  const { settings, problems } = readSettings(given);
  assert.deepEqual(problems, []);
  return settings;
}

function hostWith(env: CliHost['env']): CliHost {
  const print = (): void => assert.fail('nothing is printed');
  return {
    env,
    cwd: '.',
    home: '.',
    version: '0',
    program: 'segue',
    out: print,
    err: print,
    watched: false,
    signal: never,
  };
}

describe('the summariser', () => {
  const cases: readonly (readonly [
    string,
    Partial<ProviderFlags>,
    Readonly<Record<string, unknown>>,
    { imported?: true; keyless?: true; unchosen?: true },
    object,
  ])[] = [
    ["is the session's own model", {}, {}, {}, chosen],
    [
      'is the provider of the flag with its usual model',
      { provider: 'openai' },
      {},
      {},
      { provider: 'openai', model: 'gpt-5' },
    ],
    [
      "is the flag's provider with the session's model where they are one",
      { provider: 'anthropic' },
      {},
      {},
      chosen,
    ],
    [
      'is the model of the flag at the same provider',
      { model: 'claude-haiku-4-5' },
      {},
      {},
      { provider: 'anthropic', model: 'claude-haiku-4-5', effort: undefined },
    ],
    [
      'takes an effort behind @',
      { provider: 'openai', model: 'gpt-5@low' },
      {},
      {},
      { provider: 'openai', model: 'gpt-5', effort: 'low' },
    ],
    [
      'is the one of the settings before the session’s',
      {},
      { 'models.summarization': 'openai/gpt-5' },
      {},
      { provider: 'openai', model: 'gpt-5' },
    ],
    [
      'is the one of the flag before the settings’',
      { provider: 'offline' },
      { 'models.summarization': 'openai/gpt-5' },
      {},
      offline,
    ],
    [
      'is the default one where nobody chose',
      {},
      { 'models.default': 'openai/gpt-5' },
      { unchosen: true },
      { provider: 'openai', model: 'gpt-5' },
    ],
    ['is offline where nobody chose anything (design 14.1)', {}, {}, { unchosen: true }, offline],
    ['of an import is the model of its source where there is a key', {}, {}, { imported: true }, chosen],
    ['of an import is offline where there is no key', {}, {}, { imported: true, keyless: true }, offline],
    [
      'of an import is the one of the settings, key or not',
      {},
      { 'models.summarization': 'openai/gpt-5' },
      { imported: true, keyless: true },
      { provider: 'openai', model: 'gpt-5' },
    ],
    [
      'of an import is the one at the address of the flag, key or not',
      { baseUrl: 'http://127.0.0.1:1' },
      {},
      { imported: true, keyless: true },
      chosen,
    ],
    ['of a session that is no import is its own, key or not', {}, {}, { keyless: true }, chosen],
  ];

  for (const [title, flags, given, { imported, keyless, unchosen }, expected] of cases) {
    it(title, () => {
      const host = hostWith(keyless === true ? {} : { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' });
      const question = {
        chosen: unchosen === true ? undefined : chosen,
        imported: imported === true,
        host,
        ids,
      };
      const { model } = summariser({ ...none, ...flags }, settingsOf(given), question);
      assert.deepEqual({ ...model }, { ...expected });
    });
  }

  it('of an import says which model it stands in for, and why', () => {
    const question = { chosen, imported: true, host: hostWith({}), ids };
    const { insteadOf } = summariser(none, settingsOf({}), question);
    assert.match(
      insteadOf ?? '',
      new RegExp(`^${chosen.provider}/${chosen.model}: [A-Z_]+ is not set; set it`),
    );
  });

  it('keeps the effort of the session where another provider of the same maker is named', () => {
    const gpt = { provider: 'openai', model: 'gpt-5-mini', effort: 'low' };
    assert.deepEqual(named('openai-chat', undefined, gpt), { ...gpt, provider: 'openai-chat' });
  });
});

describe('a provider', () => {
  const ask = (model: string, given = {}, env: CliHost['env'] = {}, baseUrl?: string) =>
    providerFor(
      { provider: model, model: 'm' },
      { flags: { baseUrl }, settings: settingsOf(given), host: hostWith(env), ids },
    );

  it('of a session with a compatible server is asked at that server only, whatever key is there: its address is wanted', () => {
    for (const env of [{}, { OPENAI_API_KEY: 'k' }]) {
      const refused = ask('openai-chat', {}, env);
      const why = refused.ok ? '' : refused.error;
      assert.match(
        why,
        /^openai-chat\/m is the model of a compatible server; name its address with --base-url,/,
      );
      assert.doesNotMatch(why, /OPENAI_API_KEY/);
      assert.equal(ask('mine', { providers: { mine: { kind: 'openai-chat' } } }, env).ok, false);
      assert.equal(ask('openai-chat', {}, env, 'http://127.0.0.1:1/v1').ok, true);
    }
    const flags = { baseUrl: undefined, provider: 'openai-chat' };
    const sources = { flags, settings: settingsOf({}), host: hostWith({ OPENAI_API_KEY: 'k' }), ids };
    assert.equal(providerFor({ provider: 'openai-chat', model: 'm' }, sources).ok, true);
  });

  it('needs a key, unless it is on this machine', () => {
    for (const url of [undefined, 'https://example.com', 'http://127.evil.example', 'http://10.0.0.1/v1']) {
      const refused = ask('openai', {}, {}, url);
      assert.equal(
        refused.ok ? '' : refused.error,
        'OPENAI_API_KEY is not set; set it, or use --provider offline',
      );
    }
    for (const url of [
      'http://localhost:1/v1',
      'http://127.0.0.1:1',
      'http://127.1.2.3',
      'http://[::1]:1/v1',
    ]) {
      assert.ok(ask('openai', {}, {}, url).ok, url);
    }
  });

  it('of a name of its own is reached by the kind and address of its settings', () => {
    const given = { providers: { ollama: { kind: 'openai-chat', baseUrl: 'http://localhost:11434/v1' } } };
    const found = ask('ollama', given);
    assert.equal(found.ok ? found.value.name : '', 'openai-chat');
    const unknown = ask('acme');
    assert.equal(
      unknown.ok ? '' : unknown.error,
      'nothing is known of a provider acme; set providers.acme.kind',
    );
  });

  it('may be silent for 120 seconds, 600 on this machine, or as long as is set (design 13.7)', () => {
    assert.equal(idleSeconds(settingsOf(), undefined), 120);
    assert.equal(idleSeconds(settingsOf(), 'https://api.example'), 120);
    assert.equal(idleSeconds(settingsOf(), 'http://localhost:1'), 600);
    assert.equal(idleSeconds(settingsOf({ 'compaction.idleTimeoutSeconds': 0 }), 'http://localhost:1'), 0);
  });
});
