import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { bench, patience } from './bench.ts';
import { Panel } from './panel.ts';
import { watch } from './pictures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = path.join(root, 'test', 'start.mjs');

describe('npm start', function () {
  this.timeout(patience.test);
  let child: ChildProcess;
  let said = '';
  let context: BrowserContext;

  let isReady: Promise<void>;

  before(() => {
    const started = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    isReady = new Promise((resolve, reject) => {
      started.stdout.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
        if (said.includes('Ctrl-C')) resolve();
      });
      started.once('exit', () => reject(new Error(`it ended and had said: ${said}`)));
    });
  });
  after(async () => {
    await context.close();
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
    assert.equal(child.exitCode, 0);
    const workspace = /^Workspace\s+(\S+)$/m.exec(said)?.[1];
    const session = /^Session\s+(\S+)$/m.exec(said)?.[1];
    assert.ok(workspace !== undefined && session !== undefined, said);
    const folder = path.dirname(workspace);
    try {
      assert.ok(existsSync(path.join(session, 'session.json')), 'the session stays');
      assert.deepEqual(readdirSync(path.join(folder, 'user')), ['User']);
      assert.deepEqual(
        readdirSync(folder).filter((name) => !['user', 'sessions'].includes(name)),
        [path.basename(workspace)],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('shows a long conversation whose next prompt compacts it, and answers that prompt', async () => {
    await isReady;
    const address = /http:\/\/127\.0\.0\.1:\S+/.exec(said)?.[0];
    assert.ok(address !== undefined, said);
    context = await bench.browser.newContext({ viewport: { width: 1400, height: 900 } });
    context.setDefaultTimeout(patience.wait);
    const page = await context.newPage();
    watch(page);
    await page.goto(address);
    const panel = new Panel(page);
    await panel.rows('assistant', 'I would take them in this order').waitFor();
    await panel.say('read src/convert.js');
    await panel.rows('separator', 'Conversation compacted').waitFor();
    await panel.tool('read_file', 'done').last().waitFor();
    await panel.isIdle();
  });

  it('prints commands for the command line that work as they are printed', () => {
    const commands = [...said.matchAll(/^ {2}(npm run segue -- .*)$/gm)].flatMap(([, line]) => line ?? []);
    assert.equal(commands.length, 2);
    for (const line of commands) {
      const quiet = line.replace('npm run', 'npm run --silent');
      assert.notEqual(execFileSync('sh', ['-c', quiet], { cwd: root, encoding: 'utf8' }), '');
    }
  });
});
