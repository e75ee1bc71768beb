// Ctrl-C and its like, at every stage of a command: it ends within moments and leaves everything as it was.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockName } from '../../src/core/sessions/names.ts';
import { paused, says, silence, type Answer } from '../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { folderState } from './folder-state.ts';
import { assertFails, oneLine } from './one-line.ts';
import { Running, segue, textIn, usesProgram, type Ended } from './program.ts';
import { sampleFile, usesFolder } from './sample.ts';

describe('a command that is interrupted', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let server: Loopback;

  beforeEach(async () => {
    server = await startLoopback();
  });

  afterEach(() => server.close());

  /** Cancelled in the right words; the session is as it was, its lock is gone, and the server was left. */
  async function assertCancelled(ended: Ended, session: string): Promise<void> {
    assert.equal(oneLine(ended), 'cancelled, the session is as it was before');
    assert.equal(ended.exit, 130);
    const value = JSON.parse(ended.out) as CompactJson;
    assert.equal(value.outcome, 'cancelled');
    assert.deepEqual(value.segment, { from: 1, to: 1 });
    assert.ok(!(await readdir(session)).includes(lockName));
    for (const request of server.requests) assert.notEqual(await request.ended, undefined);
  }

  const stages: readonly (readonly [string, Answer, number])[] = [
    ['while no answer has come', silence, 0],
    ['in the middle of an answer', says(goodSummary, { delivery: paused(5, 'hang') }), 0],
    ['while it waits for its second attempt', says('No summary.'), 0],
    ['while it waits for its third attempt', says('No summary.'), 1],
  ];

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    for (const [when, answer, request] of stages) {
      if (signal !== 'SIGINT' && answer !== silence) continue;
      it(`by ${signal} ${when} is cancelled and changes nothing`, async () => {
        server.answers(answer);
        const session = await place.session();
        const before = await folderState(session);
        const running = startCompact(session, server);
        const received = await server.request(request);
        if (answer.kind === 'reply' && answer.delivery.pause === null) await received.ended;
        running.send(signal);
        await assertCancelled(await running.ended, session);
        assert.equal(server.requests.length, request + 1);
        assert.deepEqual(await folderState(session), before);
        assert.match(textIn(await segue(['verify', session])), /^ok/);
      });
    }
  }

  it('takes two signals that come together for one', async () => {
    server.answers(silence);
    const session = await place.session();
    const running = startCompact(session, server);
    await server.request(0);
    running.send('SIGINT');
    running.send('SIGTERM');
    await assertCancelled(await running.ended, session);
  });

  it('takes back what its flags said of the session', async () => {
    server.answers(silence);
    const session = await place.session();
    const before = JSON.parse(await readFile(path.join(session, 'session.json'), 'utf8')) as object;
    const running = startCompact(session, server, { more: ['--workspace', place.folder] });
    await server.request(0);
    running.send('SIGINT');
    await assertCancelled(await running.ended, session);
    const after = JSON.parse(await readFile(path.join(session, 'session.json'), 'utf8')) as {
      updatedAt: string;
    };
    assert.deepEqual({ ...before, updatedAt: after.updatedAt }, after);
  });

  it('while another process holds the session ends the wait', async () => {
    server.answers(silence);
    const session = await place.session();
    const holder = startCompact(session, server);
    await server.request(0);
    const waiting = new Running(['compact', session, '--provider', 'offline']);
    // Its claim for the lock says that it has begun to wait.
    while (!(await readdir(session)).some((name) => name.startsWith(`${lockName}-`))) await waiting.turn();
    waiting.send('SIGINT');
    assertFails(await waiting.ended, 130, /^cancelled, the session is as it was before$/);
    assert.ok(holder.isRunning);
  });

  it('as an import of a large line leaves nothing behind', async function () {
    if (process.platform !== 'linux') {
      console.log(`    imports that are interrupted: ${process.platform} does not tell which files are open`);
      this.skip();
    }
    const file = path.join(place.folder, 'large.jsonl');
    const content = 'One very long line. '.repeat(1_000_000);
    await writeFile(file, `${JSON.stringify({ role: 'user', content })}\n`);
    const sessions = path.join(place.folder, 'interrupted');
    const running = new Running(['import', file, '--sessions', sessions]);
    await running.opens(file);
    running.send('SIGINT');
    assertFails(await running.ended, 130, /^cancelled, nothing was imported$/);
    assert.ok(!(await readdir(place.folder)).includes('interrupted'));
  });

  it('as a compaction of a file tells where the imported session is', async () => {
    server.answers(silence);
    const sessions = path.join(place.folder, 'imported');
    const running = startCompact(sampleFile, server, { more: ['--sessions', sessions] });
    await server.request(0);
    running.send('SIGINT');
    const ended = await running.ended;
    const [session = ''] = await readdir(sessions);
    const kept = path.join(sessions, session);
    assert.equal(
      oneLine(ended),
      `cancelled, the session is as it was before; the imported session is kept: ${kept}`,
    );
    assert.equal(ended.exit, 130);
    assert.match(textIn(await segue(['verify', kept])), /^ok/);
  });
});
