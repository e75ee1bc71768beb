// What package.json contributes is what the host has: commands, settings, the view, the file system of proposals.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chatViewId, commandIds, proposalScheme } from '../../../src/host/command-ids.ts';
import { readSettings, settingNames } from '../../../src/core/settings/settings.ts';

interface Contributed {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly markdownDescription?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

interface Manifest {
  readonly main: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: unknown };
  };
  readonly contributes: {
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly commands: readonly { readonly command: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly when: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Contributed>> };
  };
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as Manifest;
const { contributes } = manifest;
const settings = contributes.configuration.properties;

describe('the manifest', () => {
  it('activates with the first use and with nothing else', () => {
    assert.deepEqual(manifest.activationEvents, []);
    assert.equal(manifest.main, './dist/extension.cjs');
  });

  it('works with limits where the folder is not trusted or not on this machine', () => {
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
    assert.equal(manifest.capabilities.virtualWorkspaces.supported, 'limited');
  });

  it('lets no untrusted folder name a server, a model or what may run', () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    const guarded = settingNames.filter((name) => /^(providers|permissions\.|models\.(?!stream))/.test(name));
    assert.deepEqual([...restricted].sort(), guarded.map((name) => `segue.${name}`).sort());
  });

  it('contributes every command the host has, and no other', () => {
    assert.deepEqual(
      contributes.commands.map(({ command }) => command),
      [...commandIds],
    );
    assert.ok(contributes.commands.every(({ category }) => category === 'Segue'));
  });

  it('names only commands of its own in menus', () => {
    const named = Object.values(contributes.menus).flatMap((entries) =>
      entries.map(({ command }) => command),
    );
    assert.deepEqual(
      named.filter((command) => !(commandIds as readonly string[]).includes(command)),
      [],
    );
  });

  it('shows accept and reject on proposed edits only', () => {
    const entries = contributes.menus['editor/title'] ?? [];
    assert.ok(entries.length > 0);
    assert.ok(entries.every(({ when }) => when === `resourceScheme == ${proposalScheme}`));
  });

  it('lets the Stop key work wherever the focus is: VS Code knows of none inside a webview', () => {
    const stop = contributes.keybindings.find(({ command }) => command === 'segue.stop');
    const names = stop?.when.split('&&').map((part) => part.trim());
    assert.deepEqual(names, ['segue.busy', '!terminalFocus']);
  });

  it('has one view in one container: in the secondary side bar where VS Code has one, else in the activity bar', () => {
    const { viewsContainers, views } = contributes;
    // The first place VS Code knows gets the container.
    assert.deepEqual(Object.keys(viewsContainers), ['secondarySidebar', 'activitybar']);
    assert.deepEqual(
      new Set(Object.values(viewsContainers).flatMap((list) => list.map(({ id }) => id))),
      new Set(['segue']),
    );
    assert.deepEqual(
      views['segue']?.map(({ id }) => id),
      [chatViewId],
    );
  });
});

describe('the settings of the manifest', () => {
  it('are those of the core, and no other', () => {
    assert.deepEqual(Object.keys(settings).sort(), settingNames.map((name) => `segue.${name}`).sort());
  });

  it('say of themselves where nothing uses them yet', () => {
    const idle = settingNames.filter((name) =>
      settings[`segue.${name}`]?.markdownDescription?.startsWith('Without effect so far:'),
    );
    assert.deepEqual(idle.sort(), ['models.journal', 'models.planning', 'retention.days']);
  });

  for (const name of settingNames) {
    describe(name, () => {
      const contributed = settings[`segue.${name}`];
      const { settings: defaults } = readSettings({});

      it('has the default of the core', () => {
        assert.deepEqual(contributed?.default ?? null, defaults[name] ?? null);
      });

      it('says what it does', () => {
        assert.match(contributed?.markdownDescription ?? '', /^[A-Z].{15,}\.$/s);
      });

      it('offers what the core allows', () => {
        for (const value of contributed?.enum ?? []) {
          assert.deepEqual(readSettings({ [name]: value }).problems, []);
        }
        const below =
          contributed?.minimum === undefined ? contributed?.exclusiveMinimum : contributed.minimum - 1;
        if (below !== undefined) assert.equal(readSettings({ [name]: below }).problems.length, 1);
        if (contributed?.minimum !== undefined) {
          assert.deepEqual(readSettings({ [name]: contributed.minimum }).problems, []);
        }
      });
    });
  }
});
