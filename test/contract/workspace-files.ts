// What every kind of workspace files owes the tools. What only a real disk can show is tested beside it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FileFault, WorkspaceFiles } from '../../src/core/tools/workspace-files.ts';
import { errorOf, never as signal, valueOf } from '../support/expect.ts';

export interface FilesSubject {
  readonly files: WorkspaceFiles;
  /** Absolute and real; empty at first. */
  readonly root: string;
  put(path: string, content: string | Uint8Array): void;
  folder(path: string): void;
  link(path: string, target: string): void;
  pipe(path: string): void;
  bytes(path: string): Uint8Array | undefined;
  close(): void;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function describeWorkspaceFiles(name: string, start: () => FilesSubject): void {
  describe(`the contract of workspace files: ${name}`, () => {
    let subject: FilesSubject;
    const at = (...names: string[]): string => join(subject.root, ...names);
    const real = async (path: string): Promise<string> =>
      valueOf(await subject.files.resolve(path, signal)).real;
    const read = async (path: string, offset = 0, length = 1000): Promise<string> => {
      const { bytes } = valueOf(await subject.files.read(path, { offset, length }, signal));
      return new TextDecoder().decode(bytes);
    };
    const readFault = async (path: string): Promise<FileFault> =>
      errorOf(await subject.files.read(path, { offset: 0, length: 10 }, signal));
    const stamp = async (path: string) => valueOf(await subject.files.facts(path, signal)).stamp;
    const write = (path: string, text: string, expected: Awaited<ReturnType<typeof stamp>> | null) =>
      subject.files.write(path, bytesOf(text), expected, signal);
    const text = (path: string): string => new TextDecoder().decode(subject.bytes(path));

    beforeEach(() => {
      subject = start();
    });

    afterEach(() => subject.close());

    describe('resolve', () => {
      it('takes `.` and `..` away, whatever exists', async () => {
        subject.folder(at('a'));
        assert.equal(await real(`${subject.root}/a/./../b/..//c`), at('c'));
      });

      it('follows links of files, of folders and of links', async () => {
        subject.put(at('inside/file'), 'x');
        subject.link(at('folder'), 'inside');
        subject.link(at('again'), at('folder'));
        assert.equal(await real(at('again/file')), at('inside/file'));
      });

      it('appends what does not exist to what does', async () => {
        subject.folder(at('inside'));
        subject.link(at('link'), 'inside');
        const resolved = valueOf(await subject.files.resolve(at('link/new/file'), signal));
        assert.deepEqual(resolved, {
          real: at('inside/new/file'),
          plain: at('link/new/file'),
          exists: false,
        });
      });

      it('follows a link that points to nothing, since a write would land there', async () => {
        subject.link(at('dangling'), '../outside/file');
        const { real: found, exists } = valueOf(await subject.files.resolve(at('dangling'), signal));
        assert.equal(found, join(subject.root, '../outside/file'));
        assert.equal(exists, false);
      });

      it('does not follow links in a circle for ever', async () => {
        subject.link(at('one'), 'two');
        subject.link(at('two'), 'one');
        assert.deepEqual(errorOf(await subject.files.resolve(at('one'), signal)), {
          kind: 'other',
          code: 'ELOOP',
        });
      });
    });

    describe('read', () => {
      it('gives the bytes of a range, and fewer at the end', async () => {
        subject.put(at('file'), '0123456789');
        assert.equal(await read(at('file'), 2, 3), '234');
        assert.equal(await read(at('file'), 8, 100), '89');
        assert.equal(await read(at('file'), 10, 100), '');
        assert.equal(await read(at('file'), 1e9, 100), '');
      });

      it('says what is not there, a folder, and a path through a file', async () => {
        subject.put(at('file'), 'x');
        subject.folder(at('folder'));
        assert.deepEqual(await readFault(at('none')), { kind: 'not-found' });
        assert.deepEqual(await readFault(at('folder')), { kind: 'is-folder' });
        assert.deepEqual(await readFault(at('file/below')), { kind: 'not-a-folder' });
      });

      it('never opens a pipe', async () => {
        subject.pipe(at('pipe'));
        assert.deepEqual(await readFault(at('pipe')), { kind: 'special' });
        assert.equal(valueOf(await subject.files.facts(at('pipe'), signal)).kind, 'special');
      });
    });

    describe('list', () => {
      it('names every entry with its kind, links not followed', async () => {
        subject.put(at('b.txt'), 'four');
        subject.folder(at('a'));
        subject.link(at('c'), 'b.txt');
        subject.pipe(at('d'));
        assert.deepEqual(valueOf(await subject.files.list(subject.root, signal)), [
          { name: 'a', kind: 'folder', bytes: undefined },
          { name: 'b.txt', kind: 'file', bytes: 4 },
          { name: 'c', kind: 'link', bytes: undefined },
          { name: 'd', kind: 'special', bytes: undefined },
        ]);
      });

      it('lists no file', async () => {
        subject.put(at('file'), 'x');
        assert.deepEqual(errorOf(await subject.files.list(at('file'), signal)), { kind: 'not-a-folder' });
      });
    });

    describe('write', () => {
      it('creates a file with the folders it needs, and tells its stamp', async () => {
        const written = valueOf(await write(at('new/deep/file'), 'content', null));
        assert.equal(text(at('new/deep/file')), 'content');
        assert.deepEqual(written, await stamp(at('new/deep/file')));
      });

      it('does not create what is there by now', async () => {
        subject.put(at('file'), 'theirs');
        assert.deepEqual(errorOf(await write(at('file'), 'mine', null)), { kind: 'changed' });
        assert.equal(text(at('file')), 'theirs');
      });

      it('replaces a file whose stamp is the expected one', async () => {
        subject.put(at('file'), 'old');
        const written = valueOf(await write(at('file'), 'newer', await stamp(at('file'))));
        assert.equal(text(at('file')), 'newer');
        assert.deepEqual(written, await stamp(at('file')));
      });

      it('leaves a file alone that was changed, replaced or removed since', async () => {
        subject.put(at('file'), 'old');
        const old = await stamp(at('file'));
        subject.put(at('file'), 'their new content');
        assert.deepEqual(errorOf(await write(at('file'), 'mine', old)), { kind: 'changed' });
        assert.equal(text(at('file')), 'their new content');
        assert.deepEqual(errorOf(await write(at('gone'), 'mine', old)), { kind: 'changed' });
        assert.equal(subject.bytes(at('gone')), undefined);
      });

      it('writes to no folder and no pipe', async () => {
        subject.folder(at('folder'));
        subject.pipe(at('pipe'));
        assert.deepEqual(errorOf(await write(at('folder'), 'x', null)), { kind: 'is-folder' });
        assert.deepEqual(errorOf(await write(at('pipe'), 'x', null)), { kind: 'special' });
      });

      it('leaves nothing else in the folder', async () => {
        valueOf(await write(at('one'), 'x', null));
        valueOf(await write(at('one'), 'y', await stamp(at('one'))));
        errorOf(await write(at('one'), 'z', null));
        assert.deepEqual(
          valueOf(await subject.files.list(subject.root, signal)).map((entry) => entry.name),
          ['one'],
        );
      });

      it('keeps every byte', async () => {
        const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
        valueOf(await subject.files.write(at('bytes'), bytes, null, signal));
        assert.deepEqual([...(subject.bytes(at('bytes')) ?? [])], [...bytes]);
      });
    });
  });
}
