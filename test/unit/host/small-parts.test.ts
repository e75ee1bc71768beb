// Names, places and lists the host makes without VS Code.

import assert from 'node:assert/strict';
import path from 'node:path';
import { nodeSha256 } from '../../../src/adapters/system/sha256.ts';
import { parseModelReference } from '../../../src/core/models/policy.ts';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { slashCommands } from '../../../src/host/session/facts.ts';
import type { ReportedModel } from '../../../src/core/models/reported-models.ts';
import { offeredModels, serversOf } from '../../../src/host/models/offered-models.ts';
import { modelLabel } from '../../../src/host/models/model-label.ts';
import { rememberedItems } from '../../../src/host/commands/remembered-permissions.ts';
import { ripgrepPlaces } from '../../../src/host/window/ripgrep-places.ts';
import { isSameJson } from '../../../src/host/window/same-json.ts';
import { sessionName } from '../../../src/host/session/session-name.ts';
import { runSlash, slashNames } from '../../../src/host/panel/slash.ts';
import { workspaceKey } from '../../../src/host/window/workspace-key.ts';

describe('the folder of a workspace', () => {
  it('is readable and differs by place', () => {
    const one = workspaceKey('My Project', ['file:///a/My%20Project'], nodeSha256);
    assert.match(one, /^my-project-[0-9a-f]{12}$/);
    assert.notEqual(one, workspaceKey('My Project', ['file:///b/My%20Project'], nodeSha256));
  });

  it('does not depend on the order of the folders', () => {
    assert.equal(
      workspaceKey('x', ['a:/', 'b:/'], nodeSha256),
      workspaceKey('x', ['b:/', 'a:/'], nodeSha256),
    );
  });

  it('is one for all windows without a folder', () => {
    assert.equal(workspaceKey('', [], nodeSha256), 'no-folder');
  });
});

describe('the name of a session', () => {
  it('is its first prompt on one line', () => {
    assert.equal(sessionName('  Fix the\n  build, please  '), 'Fix the build, please');
  });

  it('is cut at a word', () => {
    const name = sessionName(
      'Please have a look at the tests of the parser and tell me why half of them are so slow',
    );
    assert.equal(name, 'Please have a look at the tests of the parser and tell me…');
  });

  it('is cut anywhere in a text without words, and never inside a character', () => {
    assert.equal(sessionName('😀'.repeat(100)), `${'😀'.repeat(60)}…`);
  });
});

describe('the places of ripgrep', () => {
  it('are those of every version of VS Code, unpacked from an archive or not', () => {
    const places = ripgrepPlaces({ appRoot: '/app', platform: 'linux', arch: 'x64' });
    for (const place of [
      'node_modules/@vscode/ripgrep/bin/rg',
      'node_modules.asar.unpacked/@vscode/ripgrep/bin/rg',
      'node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg',
    ]) {
      assert.ok(places.includes(path.join('/app', place)), place);
    }
  });

  it('end in .exe on Windows', () => {
    const places = ripgrepPlaces({ appRoot: 'C:\\app', platform: 'win32', arch: 'arm64' });
    assert.ok(places.every((place) => place.endsWith('rg.exe')));
  });
});

describe('the offered models', () => {
  const { settings } = readSettings({
    'models.summarization': 'anthropic/claude-haiku-4-5',
    providers: {
      ollama: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:1', contextWindow: { qwen3: 32768 } },
    },
  });
  const offered = offeredModels(settings, { provider: 'ollama', model: 'llama' }, () => []);
  const names = offered.map(({ model }) => `${model.provider}/${model.model}`);

  it('begin with the offline guide', () => {
    assert.equal(names[0], 'offline/offline');
  });

  it('hold what is used now, what settings name and what they declare', () => {
    for (const name of ['ollama/llama', 'ollama/qwen3', 'anthropic/claude-haiku-4-5'])
      assert.ok(names.includes(name));
  });

  it('come once each, those of a provider together', () => {
    assert.equal(new Set(names).size, names.length);
    const providers = offered.map(({ model }) => model.provider);
    const changes = providers.filter((provider, place) => provider !== providers[place - 1]);
    assert.equal(new Set(changes).size, changes.length);
  });

  it('mark the one that is used now', () => {
    assert.deepEqual(
      offered.filter(({ isChosen }) => isChosen).map(({ model }) => model.model),
      ['llama'],
    );
  });
});

describe('the models that servers list', () => {
  const { settings } = readSettings({
    providers: { ollama: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:1' } },
  });
  const lists: Readonly<Record<string, readonly ReportedModel[]>> = {
    ollama: [{ id: 'qwen3:latest', window: 40_960 }, { id: 'gemma' }],
    anthropic: [{ id: 'claude-sonnet-4-5-20250929', window: 300_000 }, { id: 'claude-next-1' }],
  };
  const offered = offeredModels(
    settings,
    { provider: 'ollama', model: 'qwen3' },
    (provider) => lists[provider] ?? [],
  );
  const ofProvider = (name: string) => offered.filter(({ model }) => model.provider === name);

  it('are offered with what their server says of them', () => {
    assert.deepEqual(
      ofProvider('ollama').map(({ model, listed }) => [model.model, listed?.window]),
      [
        ['qwen3', 40_960],
        ['qwen3:latest', 40_960],
        ['gemma', undefined],
      ],
    );
  });

  it('are not offered a second time where only their date is new', () => {
    const names = ofProvider('anthropic').map(({ model }) => model.model);
    assert.equal(names.includes('claude-sonnet-4-5-20250929'), false);
    assert.ok(names.includes('claude-next-1'));
    const sonnet = offered.find(({ model }) => model.model === 'claude-sonnet-4-5');
    assert.equal(sonnet?.listed?.window, 300_000);
  });

  it('come from compatible servers and from Anthropic: the list of OpenAI tells no windows', () => {
    assert.deepEqual(serversOf(settings), ['anthropic', 'ollama']);
  });
});

describe('commands typed into the composer', () => {
  it('are those the panel offers', () => {
    assert.deepEqual(
      slashCommands.map(({ name }) => name),
      slashNames,
    );
  });

  it('hand on what stands behind them', () => {
    const called: unknown[] = [];
    runSlash('compact', ' keep the names ', (...call) => {
      called.push(call);
      return Promise.resolve();
    });
    assert.deepEqual(called, [['segue.compact', ['keep the names']]]);
  });

  it('are none under another name', () => {
    assert.equal(
      runSlash('toString', '', () => Promise.resolve()),
      false,
    );
  });
});

describe('two values of JSON', () => {
  it('are the same whatever the order of their fields', () => {
    assert.equal(isSameJson({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 }), true);
  });

  it('differ when one is not there', () => {
    assert.equal(isSameJson(undefined, null), false);
  });
});

describe('a model in the list to choose from', () => {
  const { settings } = readSettings({
    providers: { local: { contextWindow: { small: 8000 } } },
    'budget.contextLimit': null,
  });
  const told = (name: string, isChosen = false) => {
    const model = parseModelReference(name);
    assert.ok(model !== undefined);
    return modelLabel({ model, isChosen, listed: undefined }, { settings, keyFrom: 'nowhere' });
  };

  it('has its name as settings write it, the effort too, and says that it is the one in use', () => {
    const label = told('anthropic/claude-sonnet-4-5@high', true);
    assert.equal(label.label, '$(check) anthropic/claude-sonnet-4-5@high');
    assert.equal(label.description, 'in use now · 200k tokens · no key yet');
    assert.equal(told('anthropic/claude-sonnet-4-5').description, '200k tokens · no key yet');
  });

  it('says how its window is known', () => {
    const declared =
      /^declared locally, not confirmed by the provider; check the provider's current model page/;
    assert.match(told('anthropic/claude-sonnet-4-5').detail, declared);
    assert.match(told('local/small').detail, declared);
    assert.match(told('local/other').detail, /^128k assumed: nothing known about this model; check/);
    const limited = readSettings({ 'budget.contextLimit': 64_000 }).settings;
    const model = { provider: 'local', model: 'other' };
    const { detail, description } = modelLabel(
      { model, isChosen: false, listed: undefined },
      { settings: limited, keyFrom: 'secrets' },
    );
    assert.match(detail, /^from your setting segue\.budget\.contextLimit; check/);
    assert.equal(description, '64k tokens · key stored');
  });

  it('does not call the most a server could give a model the word of the provider', () => {
    const most = (window: number) =>
      modelLabel(
        {
          ...{ model: { provider: 'local', model: 'other' }, isChosen: false },
          listed: { id: 'other', window, isUpperBound: true },
        },
        { settings, keyFrom: 'secrets' },
      ).detail;
    assert.equal(most(40_960), 'at most 40k: the provider says how much once the model is loaded');
    assert.match(most(262_144), /^128k assumed, at most 262k: the provider says how much once/);
  });

  it('is the offline guide by its own name, without a key', () => {
    const { label, description } = told('offline/offline', true);
    assert.deepEqual([label, description], ['$(check) Offline guide', 'in use now · 128k tokens · Built in']);
  });
});

describe('what is always allowed', () => {
  it('is listed in words, each with what it allows', () => {
    const items = rememberedItems([
      { kind: 'command-words', words: ['npm', 'test'], options: ['-s', '--silent'] },
      { kind: 'command-line', line: 'npm test | tee log' },
      { kind: 'command-line', line: 'npm test', folder: '/w/part' },
      { kind: 'edits', folder: '/w/src' },
      { kind: 'outside', path: '/etc/hosts', access: 'read' },
      { kind: 'outside', path: '/etc/motd', access: 'change' },
    ]);
    assert.deepEqual(
      items.map(({ label }) => label),
      [
        'The command "npm test", also with -s or --silent',
        'The command "npm test | tee log"',
        'The command "npm test", started in /w/part',
        'Edits below /w/src',
        'Reading /etc/hosts',
        'Reading and changing /etc/motd',
      ],
    );
    assert.match(items[4]?.detail ?? '', /read without asking; changing it asks$/);
    assert.match(items[5]?.detail ?? '', /each change of it is shown first$/);
  });
});
