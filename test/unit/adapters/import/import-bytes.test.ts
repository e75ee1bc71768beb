import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { longestText, splitLines } from '../../../../src/adapters/import/decode.ts';
import { importBytes } from '../../../../src/adapters/import/import-bytes.ts';
import { readForeignFile } from '../../../../src/adapters/import/read-file.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { settleDeps } from '../../../support/transcripts/steps.ts';

const request = { path: 'chat.jsonl', format: 'auto', fileName: 'chat.jsonl' } as const;
const line = JSON.stringify({ type: 'user', sessionId: 's', message: { role: 'user', content: 'x' } });

describe('importing bytes', () => {
  it('breathes between steps, and stops there when it is cancelled', async () => {
    const source = await splitLines(Buffer.from(`${line}\n`.repeat(50)), unpaced);
    const controller = new AbortController();
    let breaths = 0;
    const pace = {
      breathe: () => {
        if (++breaths === 60) controller.abort('user');
        return undefined;
      },
    };
    const result = await importBytes(source, request, { ...settleDeps(), pace }, controller.signal);
    assert.deepEqual(result, { ok: false, error: { kind: 'cancelled', path: 'chat.jsonl' } });
    assert.equal(breaths, 60);
  });

  it('refuses a line longer than any text can be', async () => {
    const source = await splitLines(Buffer.from(line), unpaced);
    const giant = { ...source, mayBeWhole: false, longestLine: longestText + 1 };
    const { signal } = new AbortController();
    assert.deepEqual(await importBytes(giant, request, { ...settleDeps(), pace: unpaced }, signal), {
      ok: false,
      error: { kind: 'too-large', path: 'chat.jsonl', what: 'json', bytes: longestText + 1 },
    });
  });
});

describe('a file larger than can be read at once', () => {
  it('is refused without reading it', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'segue-import-'));
    try {
      const file = path.join(folder, 'sparse.jsonl');
      const handle = await open(file, 'w');
      await handle.truncate(2 ** 31);
      await handle.close();
      assert.deepEqual(await readForeignFile(file, new AbortController().signal), {
        ok: false,
        error: { kind: 'too-large', path: file, what: 'file', bytes: 2 ** 31 },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
