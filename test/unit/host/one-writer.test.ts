import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifySessionFolder } from '../../../src/adapters/disk/verify-session.ts';
import { inlineText } from '../../../src/core/transcript/parts.ts';
import { realDiskPorts } from '../../support/disk-store.ts';
import { never, valueOf } from '../../support/expect.ts';
import { windowBench, windowFolders, type WindowBench } from '../../support/window-bench.ts';
import { segue } from '../cli/segue.ts';

describe('two windows and a segue run on one session at the same time', () => {
  let folders: ReturnType<typeof windowFolders>;
  let one: WindowBench;
  let other: WindowBench;
  let session: string;
  const here = (name: string): string => path.join(folders.workspace, name);
  const writer = new RegExp(`process ${process.pid}\\b`);

  /** The first window is in the middle of a turn: its command waits for the test. */
  beforeEach(async () => {
    folders = windowFolders();
    one = windowBench(folders);
    await one.desk.start();
    const command = 'run touch began; until [ -e go ]; do sleep 0.02; done; echo went on';
    assert.deepEqual(
      await one.desk.submit({
        text: command,
        session: one.desk.screen.facts.session.path,
        whileBusy: 'steer',
      }),
      { ok: true, value: { as: 'sent' } },
    );
    while (!existsSync(here('began'))) await pause(10);
    session = one.desk.screen.facts.session.path;
    other = windowBench(folders);
    await other.desk.start();
  });

  afterEach(async () => {
    writeFileSync(here('go'), '');
    await other.desk.close();
    await one.desk.close();
    folders.remove();
  });

  async function firstGoesOn(): Promise<void> {
    writeFileSync(here('go'), '');
    assert.deepEqual(await one.desk.conversation?.chat.idle(), { outcome: 'success' });
    const records = one.desk.conversation?.session.active().records ?? [];
    const results = records.filter((record) => record.kind === 'tool-result');
    assert.equal(results.length, 1);
    assert.match(inlineText(results[0]?.content ?? []), /went on/);
    assert.equal(records.filter(({ kind }) => kind === 'user').length, 1);
    const verified = valueOf(await verifySessionFolder(realDiskPorts(), session, never));
    assert.deepEqual(verified.problems, []);
  }

  it('shows the second window who writes, takes nothing from it, and the first goes on undisturbed', async () => {
    assert.equal(other.desk.screen.facts.session.path, session);
    assert.match(other.desk.screen.facts.session.readOnly ?? '', writer);
    assert.equal(
      (
        await other.desk.submit({
          text: 'list',
          session: other.desk.screen.facts.session.path,
          whileBusy: 'steer',
        })
      ).ok,
      false,
    );
    await firstGoesOn();
  });

  it('refuses the run in one line that says who writes, and the first goes on undisturbed', async () => {
    const ran = await segue(folders.workspace, [
      'run',
      session,
      '--prompt',
      'Me too',
      '--provider',
      'offline',
    ]);
    assert.deepEqual([ran.exit, ran.out], [1, '']);
    assert.match(ran.err, /^segue: .* is in use by process \d+ since .*; close it there, or wait[^\n]*\n$/);
    assert.match(ran.err, writer);
    await firstGoesOn();
  });

  it('lets the second window write once the first has left it', async () => {
    await firstGoesOn();
    await one.desk.close();
    await other.desk.openSession(session);
    assert.equal(other.desk.screen.facts.session.readOnly, undefined);
    assert.deepEqual(
      await other.desk.submit({
        text: 'help',
        session: other.desk.screen.facts.session.path,
        whileBusy: 'steer',
      }),
      { ok: true, value: { as: 'sent' } },
    );
    assert.deepEqual(await other.desk.conversation?.chat.idle(), { outcome: 'success' });
  });
});
