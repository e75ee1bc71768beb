// What all tests of the panel in the real VS Code share: a server with the packaged extension installed, a browser, and a
// scripted model. Whoever imports this has them started before the first test and ended after the last.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { launchBrowser } from '../vscode/browser.mjs';
import { startServer, type Server } from '../vscode/host/server.mjs';
import { packExtension } from '../vscode/package.mjs';

export interface Bench {
  readonly server: Server;
  readonly browser: Browser;
  /** The model of every window, unless its settings name another. */
  readonly model: Loopback;
  /** For what the tests make; gone at the end. */
  readonly folder: string;
  /** Another server like the first, that trusts no folder by itself. Whoever starts it closes it. */
  startUntrusting(): Promise<Server>;
}

/** Milliseconds: for something to be seen, for a test. Machines may be slow, and do other things. */
export const patience = { wait: 60_000, test: 240_000 };

/** Nothing of it may be used before the first test. */
export const bench = {} as Bench;

before('starts VS Code', async function () {
  this.timeout(patience.test);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-ui-'));
  Object.assign(bench, { folder });
  const packed = path.join(folder, 'segue.vsix');
  packExtension(packed);
  const model = await startLoopback();
  Object.assign(bench, { model });
  const settings = {
    'segue.providers': {
      scripted: {
        kind: 'openai-chat',
        baseUrl: model.baseUrl('openai-chat'),
        // The tight one is at its threshold with 16000 tokens.
        contextWindow: { roomy: 128_000, tight: 40_000 },
      },
    },
    'segue.models.default': 'scripted/roomy',
    'segue.models.summarization': 'offline/offline',
    'workbench.secondarySideBar.defaultVisibility': 'visible',
  };
  const extensions = [packed];
  Object.assign(bench, { server: await startServer({ extensions, settings }) });
  const wary = { ...settings, 'security.workspace.trust.startupPrompt': 'never' };
  const startUntrusting = () => startServer({ extensions, settings: wary, trusts: false });
  Object.assign(bench, { startUntrusting });
  Object.assign(bench, { browser: await launchBrowser() });
});

after('ends VS Code', async function () {
  this.timeout(patience.test);
  const { browser, server, model, folder } = bench as Partial<Bench>;
  await browser?.close();
  await server?.close();
  await model?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
