import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { importForeignFile, workerThresholdBytes } from '../../../../src/adapters/import/foreign-file.ts';
import { importInWorker } from '../../../../src/adapters/import/import-in-worker.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import type { Result } from '../../../../src/base/result.ts';
import type { AskedFormat } from '../../../../src/core/import/detect.ts';
import type { ImportFailure } from '../../../../src/core/import/failures.ts';
import type { ImportedFile } from '../../../../src/core/import/read-transcript.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { testWorkerEntry } from '../../../support/transcripts/imported-file.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const never = new AbortController().signal;
const user = (content: string): object => ({
  type: 'user',
  sessionId: 's',
  message: { role: 'user', content },
});

describe('importing a foreign file from disk', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'segue-import-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function written(name: string, content: string | Buffer): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  }

  function imported(
    file: string,
    options: { format?: AskedFormat; signal?: AbortSignal } = {},
  ): Promise<Result<ImportedFile, ImportFailure>> {
    const deps = {
      ids: countingIds(),
      sha256: nodeSha256,
      clock: new VirtualClock(),
      pace: unpaced,
      workerEntry: testWorkerEntry,
    };
    return importForeignFile({ path: file, format: options.format ?? 'auto' }, deps, options.signal ?? never);
  }

  async function failure(file: string, format?: AskedFormat): Promise<ImportFailure | 'imported'> {
    const result = await imported(file, format === undefined ? {} : { format });
    return result.ok ? 'imported' : result.error;
  }

  it('names the session after what was asked, and the file it came from', async () => {
    const result = await imported(await written('chat.jsonl', JSON.stringify(user('hello there'))));
    assert.ok(result.ok);
    const { init } = result.value.sessions[0]!.session;
    assert.deepEqual(
      [init.name, init.imported],
      ['hello there', { format: 'claude-code', file: 'chat.jsonl' }],
    );
  });

  it('says that there is no file', async () => {
    const missing = path.join(folder, 'none.jsonl');
    assert.deepEqual(await failure(missing), { kind: 'missing', path: missing });
    const within = path.join(await written('plain', 'x'), 'below');
    assert.deepEqual(await failure(within), { kind: 'missing', path: within });
  });

  it('says that the path is a folder', async () => {
    assert.deepEqual(await failure(folder), { kind: 'directory', path: folder });
  });

  it('says that the file is empty', async () => {
    const file = await written('empty', '');
    assert.deepEqual(await failure(file), { kind: 'empty', path: file });
    const blank = await written('blank', '\ufeff\r\n \n');
    assert.deepEqual(await failure(blank), { kind: 'empty', path: blank });
  });

  it('says that the file is binary', async () => {
    const file = await written('program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]));
    assert.deepEqual(await failure(file), { kind: 'binary', path: file });
  });

  it('says that the file is in no known format, or not in the one asked for', async () => {
    const file = await written('notes.md', '# Notes\n');
    const [unknown, asked, later] = [
      await failure(file),
      await failure(file, 'pi'),
      await failure(file, 'aider'),
    ];
    assert.deepEqual(
      [unknown, asked, later].map((result) => (result === 'imported' ? result : result.kind)),
      ['unknown-format', 'does-not-fit', 'not-built-yet'],
    );
  });

  it('does not wait for a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    const file = path.join(folder, 'pipe');
    execFileSync('mkfifo', [file]);
    assert.deepEqual(await failure(file), { kind: 'no-plain-file', path: file });
  });

  it('says that the file may not be read', async function () {
    if (process.platform === 'win32') this.skip();
    const closed = path.join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o755);
    const file = path.join(closed, 'chat.jsonl');
    await writeFile(file, JSON.stringify(user('x')));
    await chmod(file, 0o000);
    await chmod(folder, 0o755);
    const isRoot = process.getuid?.() === 0;
    // Permissions do not bind root: it has to be somebody else for a moment.
    if (isRoot) process.seteuid?.(65_534);
    try {
      assert.deepEqual(await failure(file), { kind: 'not-readable', code: 'EACCES', path: file });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('is cancelled before it begins', async () => {
    const file = await written('chat2.jsonl', JSON.stringify(user('x')));
    const result = await imported(file, { signal: AbortSignal.abort('user') });
    assert.deepEqual(result, { ok: false, error: { kind: 'cancelled', path: file } });
  });

  describe('with a giant line', () => {
    const text = 'z'.repeat(workerThresholdBytes + 1);

    it('reads it in a worker, with the same result', async () => {
      const lines = [JSON.stringify(user('hello')), JSON.stringify(user(text)), '{"cut'];
      const result = await imported(await written('giant.jsonl', lines.join('\n')));
      assert.ok(result.ok);
      const [{ session, counts }] = result.value.sessions as [ImportedFile['sessions'][number]];
      assert.deepEqual([counts.turns, session.init.name], [1, 'hello']);
      assert.equal(session.artifacts.find(({ content }) => content.text === text)?.name, nodeSha256.of(text));
      assert.deepEqual(result.value.damaged, [
        { line: 3, reason: 'cut short: JSON that ends in the middle' },
      ]);
    });

    it('reads a giant whole value there too', async () => {
      const messages = [{ role: 'user', content: text }];
      const result = await imported(await written('giant.json', JSON.stringify({ messages }, null, 1)));
      assert.ok(result.ok);
      assert.equal(result.value.format, 'openai');
    });

    it('gives the failures of the worker', async () => {
      const file = await written('garbage', text);
      assert.equal(((await failure(file)) as ImportFailure).kind, 'unknown-format');
    });

    it('ends the worker when it is cancelled', async () => {
      const file = await written('giant2.jsonl', JSON.stringify(user(text)));
      const controller = new AbortController();
      const result = importInWorker(
        testWorkerEntry,
        { path: file, format: 'auto', fileName: 'giant2.jsonl' },
        controller.signal,
      );
      controller.abort('user');
      assert.deepEqual(await result, { ok: false, error: { kind: 'cancelled', path: file } });
    });

    it('reads it in a bundled worker just the same', async () => {
      const bundle = path.join(folder, 'import-worker.cjs');
      const entry = fileURLToPath(new URL('../../../../src/cli/import-worker.ts', import.meta.url));
      await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile: bundle });
      const file = await written('giant4.jsonl', JSON.stringify(user(text)));
      const result = await importInWorker(bundle, { path: file, format: 'auto', fileName: 'x' }, never);
      assert.ok(result.ok);
      assert.equal(result.value.sessions[0]?.counts.turns, 1);
    });

    it('survives a worker that cannot start', async () => {
      const file = await written('giant3.jsonl', JSON.stringify(user(text)));
      const entry = path.join(folder, 'no-such-worker.mjs');
      const result = await importInWorker(entry, { path: file, format: 'auto', fileName: 'x' }, never);
      assert.deepEqual(result, {
        ok: false,
        error: { kind: 'io', path: file, code: 'ERR_MODULE_NOT_FOUND' },
      });
    });
  });
});
