// The file-system port, the same for Node's and for the memory disk, so that what is shown on one holds on the other.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFileSystem } from '../../../../src/adapters/disk/node-file-system.ts';
import type { FileSystem, OpenFile } from '../../../../src/adapters/disk/file-system.ts';
import { errorOf, valueOf } from '../../../support/expect.ts';
import { MemoryDisk } from '../../../support/memory-disk.ts';

interface Place {
  readonly files: FileSystem;
  readonly root: string;
  done(): Promise<void>;
}

function describeFileSystem(name: string, make: () => Promise<Place>): void {
  describe(`file system: ${name}`, () => {
    let place: Place;
    beforeEach(async () => (place = await make()));
    afterEach(() => place.done());

    const at = (file: string): string => join(place.root, file);
    const put = async (file: string, text: string): Promise<void> => {
      const opened = valueOf(await place.files.open(at(file), 'create'));
      valueOf(await opened.write(Buffer.from(text)));
      valueOf(await opened.sync());
      await opened.close();
    };
    const text = async (file: string): Promise<string> =>
      Buffer.from(valueOf(await place.files.read(at(file)))).toString();
    const codeOf = (failure: { kind: string; code?: string }): string =>
      failure.kind === 'io' ? (failure.code ?? '') : failure.kind;

    it('creates exclusively, appends at the end, truncates', async () => {
      await put('a', 'one');
      assert.equal(codeOf(errorOf(await place.files.open(at('a'), 'create'))), 'EEXIST');
      const file: OpenFile = valueOf(await place.files.open(at('a'), 'append'));
      valueOf(await file.write(Buffer.from(' two')));
      assert.equal(await text('a'), 'one two');
      valueOf(await file.truncate(4));
      valueOf(await file.write(Buffer.from('three')));
      assert.equal(await text('a'), 'one three');
      assert.equal(valueOf(await file.stat()).size, 9);
      await file.close();
    });

    it('says not-found where there is nothing', async () => {
      assert.equal(errorOf(await place.files.open(at('none'), 'append')).kind, 'not-found');
      assert.equal(errorOf(await place.files.open(at('no/file'), 'create')).kind, 'not-found');
      assert.equal(errorOf(await place.files.read(at('none'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.readPieces(at('none'), async () => {})).kind, 'not-found');
      assert.equal(errorOf(await place.files.stat(at('none'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.rename(at('none'), at('b'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.link(at('none'), at('b'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.remove(at('none'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.folders.list(at('none'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.folders.sync(at('none'))).kind, 'not-found');
      assert.equal(errorOf(await place.files.folders.create(at('no/folder'))).kind, 'not-found');
    });

    it('reads a file in pieces, in order and completely, also an empty one', async () => {
      for (const length of [0, 1, 5000, 2_000_000]) {
        const content = Buffer.alloc(length, 'segment ');
        await put(`length-${length}`, content.toString());
        const pieces: Buffer[] = [];
        const read = await place.files.readPieces(at(`length-${length}`), async (piece) => {
          pieces.push(Buffer.from(piece));
        });
        assert.ok(read.ok);
        assert.ok(Buffer.concat(pieces).equals(content));
      }
    });

    it('replaces a file by a rename, and keeps its identity', async () => {
      await put('old', 'old');
      await put('new', 'new');
      const before = valueOf(await place.files.stat(at('new')));
      valueOf(await place.files.rename(at('new'), at('old')));
      assert.equal(await text('old'), 'new');
      const after = valueOf(await place.files.stat(at('old')));
      assert.equal(after.ino, before.ino);
      assert.equal(after.mtimeNs, before.mtimeNs);
      assert.deepEqual(valueOf(await place.files.folders.list(place.root)), ['old']);
    });

    it('gives a file a second name, but never one that is taken', async () => {
      await put('a', 'content');
      await put('taken', 'other');
      valueOf(await place.files.link(at('a'), at('b')));
      assert.equal(codeOf(errorOf(await place.files.link(at('a'), at('taken')))), 'EEXIST');
      valueOf(await place.files.remove(at('a')));
      assert.equal(await text('b'), 'content');
      assert.equal(await text('taken'), 'other');
    });

    it('creates, lists and removes folders; renames one over an empty one only', async () => {
      const { folders } = place.files;
      for (const name of ['full', 'empty', 'moved']) valueOf(await folders.create(at(name)));
      await put('full/x', 'x');
      await put('moved/y', 'y');
      assert.equal(codeOf(errorOf(await folders.create(at('full')))), 'EEXIST');
      assert.equal(codeOf(errorOf(await folders.remove(at('full')))), 'ENOTEMPTY');
      assert.ok(
        ['ENOTEMPTY', 'EEXIST'].includes(codeOf(errorOf(await place.files.rename(at('moved'), at('full'))))),
      );
      valueOf(await place.files.rename(at('moved'), at('empty')));
      assert.deepEqual([...valueOf(await folders.list(place.root))].sort(), ['empty', 'full']);
      assert.equal(await text('empty/y'), 'y');
      assert.equal(valueOf(await place.files.stat(at('empty'))).folder, true);
      assert.equal(valueOf(await place.files.stat(at('full/x'))).folder, false);
      valueOf(await folders.sync(at('full')));
      assert.equal(errorOf(await folders.list(at('full/x'))).kind, 'not-found');
    });

    it('shows a change by size or times', async () => {
      await put('a', 'one');
      const before = valueOf(await place.files.stat(at('a')));
      const file = valueOf(await place.files.open(at('a'), 'append'));
      valueOf(await file.write(Buffer.from('!')));
      await file.close();
      const after = valueOf(await place.files.stat(at('a')));
      assert.equal(after.ino, before.ino);
      assert.equal(after.size, 4);
      assert.ok(after.mtimeNs >= before.mtimeNs && after.ctimeNs >= before.ctimeNs);
    });
  });
}

describeFileSystem('of Node', async () => {
  const root = await mkdtemp(join(tmpdir(), 'segue-files-'));
  return { files: nodeFileSystem, root, done: () => rm(root, { recursive: true, force: true }) };
});

describeFileSystem('in memory', async () => {
  const disk = new MemoryDisk();
  valueOf(await disk.files.folders.create('/root'));
  return { files: disk.files, root: '/root', done: async () => undefined };
});
