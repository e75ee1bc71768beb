// One session and several processes: exactly one writes at a time, the others wait or say who does, and nobody has to
// clear up behind one that was killed.

import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { lockName } from '../../src/core/sessions/names.ts';
import { says, silence } from '../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { folderState, type FolderState } from './folder-state.ts';
import { assertFails } from './one-line.ts';
import { Running, segue, textIn, usesProgram, valueIn, type Ended } from './program.ts';
import { usesFolder } from './sample.ts';

describe('a session that another process holds', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let server: Loopback;

  beforeEach(async () => {
    server = await startLoopback();
    server.answers(silence);
  });

  afterEach(() => server.close());

  /** A process that holds the session for as long as the server is silent. */
  async function holdingProcess(session: string): Promise<Running> {
    const holder = startCompact(session, server);
    await server.request(0);
    return holder;
  }

  describe('and does not let go', () => {
    const elsewhere = {
      pid: 4711,
      host: `not-${hostname()}`,
      start: '1',
      token: 't',
      since: '2026-11-30T09:00:00.000Z',
    };
    let here: { session: string; holder: Running; before: FolderState; ended: Promise<Ended> };
    let there: { session: string; before: FolderState; ended: Promise<Ended> };

    // Both wait five seconds for the holder: they wait together.
    before(async () => {
      const silent = await startLoopback();
      silent.answers(silence);
      const session = await place.session();
      const holder = startCompact(session, silent);
      await silent.request(0);
      const other = await place.session();
      await writeFile(path.join(other, lockName), JSON.stringify(elsewhere));
      here = { session, holder, before: await folderState(session), ended: compacting(session) };
      there = { session: other, before: await folderState(other), ended: compacting(other) };
      for (const args of readers(session)) textIn(await segue(args));
      await Promise.all([here.ended, there.ended]);
      assert.ok(holder.isRunning);
      await silent.close();
    });

    const compacting = (session: string) => segue(['compact', session, '--provider', 'offline']);
    const readers = (session: string) => [
      ['show', session],
      ['segments', session],
      ['diagnose', session],
      ['verify', session],
      ['request', session, '--provider', 'openai', '--workspace', '.'],
      ['export', session, '--format', 'markdown'],
    ];

    it('is refused to a second writer, which says who holds it', async () => {
      const words = new RegExp(`is in use by process ${here.holder.pid} since .*; close it there, or wait`);
      assertFails(await here.ended, 1, words);
      assert.deepEqual(await folderState(here.session), here.before);
    });

    it('on another host is left to the person, who is told which file to delete', async () => {
      const lock = path.join(there.session, lockName);
      assertFails(
        await there.ended,
        1,
        new RegExp(`in use by process 4711 on another host or in another container, not-.*delete ${lock}`),
      );
      assert.deepEqual(await folderState(there.session), there.before);
    });
  });

  it('is never taken by a process of another container, in which its holder cannot be seen', async () => {
    const session = await place.session();
    const holder = await holdingProcess(session);
    const before = await folderState(session);
    const second = await segue(['compact', session, '--provider', 'offline'], {
      through: ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc'],
    });
    assertFails(
      second,
      1,
      new RegExp(`in use by process ${holder.pid} on another host or in another container`),
    );
    assert.deepEqual(await folderState(session), before);
  });

  it('is taken over at once from a process that was killed', async () => {
    const session = await place.session();
    const holder = await holdingProcess(session);
    await holder.kill();
    assert.ok((await readdir(session)).includes(lockName));
    const value = valueIn(
      await segue(['compact', session, '--provider', 'offline', '--json']),
    ) as CompactJson;
    assert.equal(value.outcome, 'applied');
    assert.ok(!(await readdir(session)).some((name) => name.startsWith(lockName)));
    assert.match(textIn(await segue(['verify', session])), /^ok: 2 segments checked/);
  });

  it('is waited for while its holder is about to finish', async () => {
    server.answers(
      says(goodSummary, { delivery: { cut: 'frames', pause: { after: 3, then: { gate: 'go' } } } }),
    );
    const session = await place.session();
    const holder = await holdingProcess(session);
    const second = new Running(['compact', session, '--provider', 'offline', '--all', '--json']);
    while (!(await readdir(session)).some((name) => name.startsWith(`${lockName}-`))) await second.turn();
    server.open('go');
    assert.equal((valueIn(await holder.ended) as CompactJson).outcome, 'applied');
    const value = valueIn(await second.ended) as CompactJson;
    assert.deepEqual(value.segment, { from: 2, to: 3 });
    assert.match(textIn(await segue(['verify', session])), /^ok: 3 segments checked/);
  });

  it('is compacted by one of several that come together; the others find nothing left to do', async () => {
    const session = await place.session();
    const args = ['compact', session, '--provider', 'offline', '--all', '--json'];
    const endings = await Promise.all([1, 2, 3].map(() => segue(args)));
    const outcomes = endings.map(({ out }) => (JSON.parse(out) as CompactJson).outcome);
    assert.deepEqual(outcomes.sort(), ['applied', 'refused', 'refused']);
    assert.match(textIn(await segue(['verify', session])), /^ok: 2 segments checked/);
    const shown = await segue(['show', session, '--visible', '--json']);
    const { records } = valueIn(shown) as { records: { kind: string }[] };
    assert.equal(records.filter(({ kind }) => kind === 'summary').length, 1);
  });

  it('by a lock nobody can read is free after a moment', async () => {
    const session = await place.session();
    await writeFile(path.join(session, lockName), '');
    const ended = await segue(['compact', session, '--provider', 'offline']);
    assert.match(textIn(ended), /^Conversation compacted/);
  });
});
