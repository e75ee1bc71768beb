// Runs a folder of tests inside the extension host of a real VS Code, over the extension as it is built, a copy of the
// sample workspace, and the long sample session.

import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { putSampleSession } from '../start/sample-session.ts';
import { bundleInHostTests } from './bundle-in-host.ts';
import { makeWorkspace } from './workspace.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const host = fileURLToPath(new URL('host.mjs', import.meta.url));

export interface Inside {
  /** The folder of the tests. */
  readonly tests: string;
  /** `desktop`: a desktop VS Code that is downloaded; else the server of host.mjs. */
  readonly where: 'server' | 'desktop';
  readonly env?: Readonly<Record<string, string>>;
}

/** Resolves to the exit status: 0 when every test passed, and there was one. */
export async function runInside({ tests, where, env = {} }: Inside): Promise<number> {
  // Short, because desktop systems give sockets below it only about a hundred characters.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-in-'));
  try {
    const userData = path.join(folder, 'user');
    mkdirSync(path.join(userData, 'User'), { recursive: true });
    writeFileSync(
      path.join(userData, 'User', 'settings.json'),
      JSON.stringify({ 'segue.models.default': 'offline/offline' }),
    );
    const extensionTestsPath = await bundleInHostTests({ from: tests, to: path.join(folder, 'tests') });
    const workspace = makeWorkspace(folder);
    return await runTests({
      ...(where === 'desktop' ? {} : { vscodeExecutablePath: host }),
      extensionDevelopmentPath: root,
      extensionTestsPath,
      launchArgs: [workspace, `--user-data-dir=${userData}`],
      extensionTestsEnv: { ...env, SEGUE_SAMPLE_SESSION: putSampleSession(workspace, userData) },
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) process.stderr.write(`${String(error)}\n`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
