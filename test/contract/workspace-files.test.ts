// Both kinds of workspace files under the contract, and what only a real disk can show.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeWorkspaceFiles } from '../../src/adapters/files/node-workspace-files.ts';
import { countingIds } from '../support/counting-ids.ts';
import { errorOf, never as signal, valueOf } from '../support/expect.ts';
import { MemoryWorkspace } from '../support/memory-workspace.ts';
import { describeWorkspaceFiles, type FilesSubject } from './workspace-files.ts';

const content = new TextEncoder().encode('new');

function onDisk(): FilesSubject {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'segue-files-')));
  return {
    files: nodeWorkspaceFiles(countingIds()),
    root,
    put: (file, text) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    folder: (folder) => mkdirSync(folder, { recursive: true }),
    link: (link, target) => symlinkSync(target, link),
    pipe: (pipe) => execFileSync('mkfifo', [pipe]),
    bytes: (file) => {
      try {
        return readFileSync(file);
      } catch {
        // Not there.
        return undefined;
      }
    },
    close: () => rmSync(root, { recursive: true }),
  };
}

function inMemory(): FilesSubject {
  const files = new MemoryWorkspace().folder('/w');
  return {
    files,
    root: '/w',
    put: (file, text) => void files.put(file, text),
    folder: (folder) => void files.folder(folder),
    link: (link, target) => void files.link(link, target),
    pipe: (pipe) => void files.special(pipe),
    bytes: (file) => files.bytes(file),
    close: () => undefined,
  };
}

describeWorkspaceFiles('in memory', inMemory);
describeWorkspaceFiles('on disk', onDisk);

describe('workspace files on disk', () => {
  let subject: FilesSubject;
  const at = (...names: string[]): string => path.join(subject.root, ...names);

  beforeEach(() => {
    subject = onDisk();
  });

  afterEach(() => subject.close());

  const stampOf = async (file: string) => valueOf(await subject.files.facts(file, signal)).stamp;

  it('never opens a device', async () => {
    const range = { offset: 0, length: 10 };
    assert.deepEqual(errorOf(await subject.files.read('/dev/zero', range, signal)), { kind: 'special' });
    assert.deepEqual(errorOf(await subject.files.write('/dev/null', content, null, signal)), {
      kind: 'special',
    });
  });

  it('reads a range out of a file of 1 GB', async () => {
    writeFileSync(at('huge'), 'beginning');
    truncateSync(at('huge'), 1024 ** 3);
    const { bytes, stamp } = valueOf(await subject.files.read(at('huge'), { offset: 0, length: 9 }, signal));
    assert.equal(new TextDecoder().decode(bytes), 'beginning');
    assert.equal(stamp.bytes, 1024 ** 3);
    const end = valueOf(await subject.files.read(at('huge'), { offset: 1024 ** 3 - 4, length: 100 }, signal));
    assert.deepEqual([...end.bytes], [0, 0, 0, 0]);
  });

  it('keeps the mode of a file it replaces', async () => {
    writeFileSync(at('script'), 'old');
    chmodSync(at('script'), 0o751);
    valueOf(await subject.files.write(at('script'), content, await stampOf(at('script')), signal));
    assert.equal(statSync(at('script')).mode & 0o777, 0o751);
  });

  it('replaces no file through a link that stands in its place by now', async () => {
    writeFileSync(at('outside'), 'theirs');
    writeFileSync(at('file'), 'old');
    const stamp = await stampOf(at('file'));
    rmSync(at('file'));
    symlinkSync(at('outside'), at('file'));
    assert.deepEqual(errorOf(await subject.files.write(at('file'), content, stamp, signal)), {
      kind: 'changed',
    });
    assert.deepEqual(errorOf(await subject.files.write(at('file'), content, null, signal)), {
      kind: 'changed',
    });
    assert.equal(readFileSync(at('outside'), 'utf8'), 'theirs');
  });

  it('reads no file through a link that stands in its place by now', async () => {
    writeFileSync(at('outside'), 'secret');
    symlinkSync(at('outside'), at('file'));
    const read = await subject.files.read(at('file'), { offset: 0, length: 10 }, signal);
    assert.deepEqual(errorOf(read), { kind: 'special' });
  });

  it('writes, reads and lists nothing through a folder that is a link by now', async () => {
    mkdirSync(at('src'));
    mkdirSync(at('theirs'));
    writeFileSync(at('src', 'file'), 'old');
    writeFileSync(at('theirs', 'file'), 'secret');
    const stamp = await stampOf(at('src', 'file'));
    renameSync(at('src'), at('away'));
    symlinkSync(at('theirs'), at('src'));
    const moved = { kind: 'moved' };
    const file = at('src', 'file');
    assert.deepEqual(errorOf(await subject.files.write(at('src', 'new'), content, null, signal)), moved);
    assert.deepEqual(errorOf(await subject.files.write(at('src', 'a', 'b'), content, null, signal)), moved);
    assert.deepEqual(errorOf(await subject.files.write(file, content, stamp, signal)), moved);
    assert.deepEqual(errorOf(await subject.files.write(file, content, await stampOf(file), signal)), moved);
    assert.deepEqual(errorOf(await subject.files.read(file, { offset: 0, length: 9 }, signal)), moved);
    assert.deepEqual(errorOf(await subject.files.list(at('src'), signal)), moved);
    assert.deepEqual(readdirSync(at('theirs')), ['file']);
    assert.equal(readFileSync(at('theirs', 'file'), 'utf8'), 'secret');
  });

  it('notices a change of the same length whose time was set back', async () => {
    writeFileSync(at('file'), 'one');
    const { atime, mtime } = statSync(at('file'));
    const stamp = await stampOf(at('file'));
    // A change within the grain of the system's clock cannot be told from none.
    while ((await stampOf(at('file'))).inode === stamp.inode) {
      writeFileSync(at('file'), 'two');
      utimesSync(at('file'), atime, mtime);
    }
    assert.deepEqual(errorOf(await subject.files.write(at('file'), content, stamp, signal)), {
      kind: 'changed',
    });
  });

  it('answers at once when it was stopped before, and does nothing', async () => {
    const stopped = AbortSignal.abort();
    assert.deepEqual(errorOf(await subject.files.resolve(at('a'), stopped)), {
      kind: 'other',
      code: 'ABORT_ERR',
    });
    assert.deepEqual(errorOf(await subject.files.write(at('a'), content, null, stopped)), {
      kind: 'other',
      code: 'ABORT_ERR',
    });
    assert.deepEqual(readdirSync(subject.root), []);
  });
});
