// One session and several processes: exactly one writes at a time, the others wait or say who does, and nobody has to
// clear up behind one that was killed.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { lockName } from '../../src/core/sessions/names.ts';
import { says, silence } from '../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { folderState } from './folder-state.ts';
import { assertFails } from './one-line.ts';
import { Running, segue, textIn, usesProgram, valueIn } from './program.ts';
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

  it('is refused to a second writer, which says who holds it, and is open to every reader', async () => {
    const session = await place.session();
    const holder = await holdingProcess(session);
    const before = await folderState(session);
    const second = new Running(['compact', session, '--provider', 'offline']);
    const readers = [
      ['show', session],
      ['segments', session],
      ['diagnose', session],
      ['verify', session],
      ['request', session, '--provider', 'openai'],
      ['export', session, '--format', 'markdown'],
    ];
    for (const args of readers) textIn(await segue(args));
    const refused = await second.ended;
    assertFails(
      refused,
      1,
      new RegExp(`is in use by process ${holder.pid} since .*; close it there, or wait`),
    );
    assert.deepEqual(await folderState(session), before);
    assert.ok(holder.isRunning);
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

  it('on another host is left to the person, who is told which file to delete', async () => {
    const session = await place.session();
    const lock = path.join(session, lockName);
    const owner = {
      pid: 4711,
      host: `not-${hostname()}`,
      start: '1',
      token: 't',
      since: '2026-11-30T09:00:00.000Z',
    };
    await writeFile(lock, JSON.stringify(owner));
    const before = await folderState(session);
    const ended = await segue(['compact', session, '--provider', 'offline']);
    assertFails(ended, 1, new RegExp(`in use by process 4711 on another host, not-.*delete ${lock}`));
    assert.deepEqual(await folderState(session), before);
    assert.equal(await readFile(lock, 'utf8'), JSON.stringify(owner));
  });

  it('by a lock nobody can read is free after a moment', async () => {
    const session = await place.session();
    await writeFile(path.join(session, lockName), '');
    const ended = await segue(['compact', session, '--provider', 'offline']);
    assert.match(textIn(ended), /^Conversation compacted/);
  });
});
