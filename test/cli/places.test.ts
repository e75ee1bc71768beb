// Places that are full, write-protected, closed or in the way: told in one line, and nothing that was there is changed.

import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderState } from './folder-state.ts';
import { assertFails } from './one-line.ts';
import { segue, textIn, usesProgram } from './program.ts';
import { sampleFile, usesFolder } from './sample.ts';
import { SmallDisk } from './small-disk.ts';
import { unreadable } from './unreadable.ts';

const readers: readonly (readonly string[])[] = [
  ['show'],
  ['show', '--segment', 'all', '--json'],
  ['segments'],
  ['diagnose'],
  ['verify'],
  ['request', '--provider', 'openai', '--workspace', '.'],
  ['export', '--format', 'markdown'],
];

/** A reading command about this session. */
function reading([command = '', ...flags]: readonly string[], session: string): string[] {
  return [command, session, ...flags];
}

describe('a small file system', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();
  let disk: SmallDisk;
  let session: string;

  before(async function () {
    if (process.platform !== 'linux') {
      console.log(`    small file systems: ${process.platform} has no mount namespaces`);
      this.skip();
    }
    const mounted = path.join(place.folder, 'disk');
    await mkdir(mounted);
    disk = await SmallDisk.mount(mounted, '1m');
    session = path.join(disk.path, 'session');
    await cp(await place.session(), disk.outside('session'), { recursive: true });
  });

  after(() => disk.close());

  const inside = (...args: string[]) => segue(args, { through: disk.through });

  describe('that is full', () => {
    afterEach(() => disk.makeRoom());

    it('takes no import and keeps nothing of it', async () => {
      const sessions = disk.outside('sessions');
      await mkdir(sessions);
      await disk.fill(0);
      const ended = await inside('import', sampleFile, '--sessions', path.join(disk.path, 'sessions'));
      const words =
        /^The disk is full: .*; free some space and run it again; nothing that was there before is changed$/;
      assertFails(ended, 1, words);
      assert.deepEqual(await readdir(sessions), []);
      await rmdir(sessions);
    });

    for (const free of [0, 4096, 8192, 12_288]) {
      it(`with ${free} bytes left takes no compaction and leaves the session as it was`, async () => {
        const before = await folderState(disk.outside('session'));
        await disk.fill(free);
        assertFails(
          await inside('compact', session),
          1,
          /The disk is full: .*; free some space and run it again/,
        );
        assert.deepEqual(await folderState(disk.outside('session')), before);
        assert.match(textIn(await inside('verify', session)), /^ok: 1 segment checked/);
      });
    }

    it('takes no export and keeps nothing of it', async () => {
      await disk.fill(4096);
      const before = await readdir(disk.outside());
      const out = path.join(disk.path, 'talk.md');
      const ended = await inside('export', session, '--format', 'markdown', '--out', out);
      assertFails(ended, 1, /^the export was not written: The disk is full/);
      assert.deepEqual(await readdir(disk.outside()), before);
    });

    it('lets every reading command read', async () => {
      await disk.fill(0);
      for (const args of readers) textIn(await inside(...reading(args, session)));
    });
  });

  describe('that may not be written', () => {
    before(() => disk.protect('ro'));

    after(() => disk.protect('rw'));

    it('takes no import', async () => {
      const ended = await inside('import', sampleFile, '--sessions', path.join(disk.path, 'sessions'));
      assertFails(ended, 1, /may not be written; check its permissions/);
    });

    it('takes no compaction', async () => {
      assertFails(await inside('compact', session), 1, /may not be written; check its permissions/);
    });

    it('lets every reading command read', async () => {
      for (const args of readers) textIn(await inside(...reading(args, session)));
    });
  });

  describe('that has room again', () => {
    it('takes the compaction', async () => {
      assert.match(textIn(await inside('compact', session)), /^Conversation compacted/);
      assert.match(textIn(await inside('verify', session)), /^ok: 2 segments checked/);
    });
  });
});

describe('a place that is closed or in the way', () => {
  usesProgram();
  const place = usesFolder();

  it('is told as a session whose folder may not be read', async function () {
    const session = await place.session();
    const through = await unreadable(session, this);
    for (const args of [...readers, ['compact']]) {
      const ended = await segue(reading(args, session), { through });
      assertFails(ended, 1, /may not be looked at \(EACCES\); change its permissions$/);
    }
  });

  it('is told as a segment that may not be read', async function () {
    const session = await place.session();
    const through = await unreadable(path.join(session, 'segment-0001.jsonl'), this);
    for (const args of [['show'], ['segments'], ['diagnose'], ['compact']]) {
      const ended = await segue(reading(args, session), { through });
      assertFails(ended, 1, /segment-0001\.jsonl may not be read; check its permissions/);
    }
    const verified = await segue(['verify', session], { through });
    assert.equal(verified.exit, 1);
    assert.match(verified.out, /segment-0001\.jsonl: .*cannot be read/);
  });

  it('is told as a sessions folder that may not be entered', async function () {
    const sessions = path.join(place.folder, 'closed');
    await mkdir(sessions);
    const through = await unreadable(sessions, this);
    const ended = await segue(['import', sampleFile, '--sessions', sessions], { through });
    assertFails(ended, 1, /closed\/\S+ may not be written; check its permissions/);
    const named = await segue(['show', 'talk', '--sessions', sessions], { through });
    assertFails(named, 1, /may not be looked at \(EACCES\)/);
  });

  it('is told as a path that is too long', async () => {
    const sessions = path.join(place.folder, 'x'.repeat(300));
    const ended = await segue(['import', sampleFile, '--sessions', sessions]);
    assertFails(ended, 1, /\(ENAMETOOLONG\); choose a place with a shorter path$/);
  });

  it('is told as symbolic links that lead in a circle', async () => {
    const sessions = path.join(place.folder, 'circle');
    await symlink(sessions, sessions);
    const ended = await segue(['import', sampleFile, '--sessions', sessions]);
    assertFails(ended, 1, /circle cannot be reached \(ELOOP\); its symbolic links lead in a circle/);
  });

  it('is told as a symbolic link that leads nowhere', async () => {
    const sessions = path.join(place.folder, 'nowhere');
    await symlink(path.join(place.folder, 'none'), sessions);
    const ended = await segue(['import', sampleFile, '--sessions', sessions]);
    assertFails(
      ended,
      1,
      /nowhere \(EEXIST\); something else is in the way; move it or choose another place/,
    );
  });

  it('is told as a folder of which this is no session', async () => {
    const folder = path.join(place.folder, 'plain');
    await mkdir(folder);
    await writeFile(path.join(folder, 'notes.txt'), 'mine');
    for (const args of [...readers, ['compact']]) {
      const ended = await segue(reading(args, folder));
      assertFails(ended, 1, /is a folder without session\.json: not a session; name a session folder/);
    }
    const named = await segue(['show', 'plain', '--sessions', place.folder]);
    assertFails(named, 1, /plain is a folder without session\.json/);
    assert.deepEqual(await readdir(folder), ['notes.txt']);
  });

  it('does not hinder a session that is reached through a symbolic link', async () => {
    const session = await place.session();
    const link = path.join(place.folder, 'link');
    await symlink(session, link);
    assert.match(textIn(await segue(['compact', link])), /^Conversation compacted/);
    assert.match(textIn(await segue(['verify', session])), /^ok: 2 segments checked/);
  });

  it('does not hinder sessions in folders with odd names, whose paths can be pasted back', async () => {
    const sessions = path.join(place.folder, "it's “odd”  $HOME `x`");
    const said = textIn(await segue(['compact', sampleFile, '--sessions', sessions]));
    const again = /^ {2}before {3}segue (.*)$/m.exec(said)?.[1] ?? '';
    const [name = ''] = await readdir(sessions);
    assert.ok((await stat(path.join(sessions, name))).isDirectory());
    const through = ['sh', '-c', `exec "$0" "$1" ${again}`];
    assert.match(textIn(await segue([], { through })), /Segment 1 of 2 \(finalized\)/);
  });

  it('does not hinder a session that is named in its folder', async () => {
    await place.session('by-name');
    const args = ['--sessions', path.basename(place.folder)];
    const ended = await segue(['segments', 'by-name', ...args], { cwd: path.dirname(place.folder) });
    assert.match(textIn(ended), /^ {2}1 {2}active/);
  });

  it('says so when the current folder is gone', async () => {
    const gone = path.join(place.folder, 'gone');
    await mkdir(gone);
    const through = ['sh', '-c', `cd '${gone}' && rmdir '${gone}' && exec "$@"`, 'sh'];
    assertFails(await segue(['show', 'x'], { through }), 1, /^the current folder is gone; change to another/);
  });
});
