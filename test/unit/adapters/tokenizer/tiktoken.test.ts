import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { createTiktokenTokenizer } from '../../../../src/adapters/tokenizer/tiktoken.ts';
import { neverAborted } from '../../../../src/base/abort.ts';
import type { Tokenizer } from '../../../../src/core/tokens/tokenizer.ts';
import { gibberish } from '../../../support/fake-secrets.ts';

const worker = new URL('../../../support/tokenizer-worker.mjs', import.meta.url);

/** A worker of one line, to see what becomes of one that misbehaves. */
function workerSaying(script: string): URL {
  return new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads'; ${script}`);
}

const ready = "parentPort.postMessage({ kind: 'ready' });";

describe('the tokenizer in a worker', function () {
  this.timeout(60_000);
  let tokenizer: Tokenizer;
  before(async () => {
    tokenizer = createTiktokenTokenizer({ worker });
    assert.ok(await tokenizer.load(neverAborted()));
  });
  after(() => tokenizer.close());

  it('counts the tokens of each text, in order', async () => {
    const counts = await tokenizer.count(['hello world', '', 'hello', 'hello world'], neverAborted());
    assert.deepEqual(counts, [2, 0, 1, 2]);
  });

  it('gives no numbers for no texts', async () => {
    assert.deepEqual(await tokenizer.count([], neverAborted()), []);
  });

  it('sums a text that travels in several batches', async () => {
    const [one] = (await tokenizer.count(['word word '], neverAborted()))!;
    const [many] = (await tokenizer.count(['word word '.repeat(30_000)], neverAborted()))!;
    assert.ok(one !== undefined && many !== undefined);
    assert.ok(Math.abs(many - 60_001) <= 20);
  });

  it('answers two calls at once, each with its own numbers', async () => {
    const [long, short] = await Promise.all([
      tokenizer.count(['a b '.repeat(50_000)], neverAborted()),
      tokenizer.count(['hello'], neverAborted()),
    ]);
    assert.equal(short?.[0], 1);
    assert.ok((long?.[0] ?? 0) > 90_000);
  });

  for (const [name, text] of [
    ['one letter twenty thousand times', 'a'.repeat(20_000)],
    ['200 kB of base64', gibberish(200_000)],
    ['a megabyte of Chinese', '的一是不了人我在有他这中大来上国'.repeat(21_000)],
    ['a megabyte of spaces', ' '.repeat(1_000_000)],
  ] as const) {
    it(`comes to an end over ${name}, and other work runs meanwhile`, async () => {
      let turns = 0;
      let other = setImmediate(function turn() {
        turns++;
        other = setImmediate(turn);
      });
      try {
        const counts = await tokenizer.count([text], neverAborted());
        assert.ok((counts?.[0] ?? 0) > 1000);
      } finally {
        clearImmediate(other);
      }
      assert.ok(turns > 0);
    });
  }

  it('gives up at once when the signal aborts, and counts again afterwards', async () => {
    const controller = new AbortController();
    const counting = tokenizer.count(['界面'.repeat(500_000)], controller.signal);
    controller.abort();
    assert.equal(await counting, undefined);
    assert.equal(await tokenizer.count(['hello'], controller.signal), undefined);
    assert.deepEqual(await tokenizer.count(['hello'], neverAborted()), [1]);
  });
});

describe('the tokenizer in a bundled worker', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'segue-tokenizer-'));
    await build({
      entryPoints: [fileURLToPath(new URL('../../../../src/adapters/tokenizer/worker.ts', import.meta.url))],
      outfile: path.join(folder, 'tokenizer-worker.cjs'),
      ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error' },
    });
  });
  after(() => rm(folder, { recursive: true }));

  it('counts as well', async () => {
    const tokenizer = createTiktokenTokenizer({ worker: path.join(folder, 'tokenizer-worker.cjs') });
    assert.ok(await tokenizer.load(neverAborted()));
    assert.deepEqual(await tokenizer.count(['hello world'], neverAborted()), [2]);
    await tokenizer.close();
  });

  it('does not keep the process alive', async () => {
    const source = new URL('../../../../src/adapters/tokenizer/tiktoken.ts', import.meta.url).href;
    const program = path.join(folder, 'program.mjs');
    await writeFile(
      program,
      `import { createTiktokenTokenizer } from ${JSON.stringify(source)};
      const tokenizer = createTiktokenTokenizer({ worker: process.argv[2] });
      const signal = new AbortController().signal;
      await tokenizer.load(signal);
      console.log(await tokenizer.count(['hello world'], signal));`,
    );
    const bundle = path.join(folder, 'tokenizer-worker.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, bundle]);
    assert.equal(stdout, '[ 2 ]\n');
  });

  it('is missed when there is not memory enough for the table', async () => {
    const tokenizer = createTiktokenTokenizer({
      worker: path.join(folder, 'tokenizer-worker.cjs'),
      memoryMb: 16,
    });
    assert.equal(await tokenizer.load(neverAborted()), false);
    assert.equal(await tokenizer.count(['hello'], neverAborted()), undefined);
  });
});

describe('a tokenizer that does not come or does not stay', () => {
  it('does not know while it loads', async () => {
    const tokenizer = createTiktokenTokenizer({ worker: workerSaying('setInterval(() => {}, 1000);') });
    assert.equal(await tokenizer.count(['hello'], neverAborted()), undefined);
    await tokenizer.close();
  });

  for (const [name, file] of [
    ['is missing', new URL('missing-worker.cjs', import.meta.url)],
    ['has no proper path', 'worker.cjs'],
    ['is no program', workerSaying('}{')],
    ['throws', workerSaying("throw new Error('no table');")],
    ['ends', workerSaying('process.exit(3);')],
    ['says something else', workerSaying("parentPort.postMessage('hello'); setInterval(() => {}, 1000);")],
  ] as const) {
    it(`does not know when the file of the worker ${name}`, async () => {
      const tokenizer = createTiktokenTokenizer({ worker: file });
      assert.equal(await tokenizer.load(neverAborted()), false);
      assert.equal(await tokenizer.count(['hello'], neverAborted()), undefined);
      await tokenizer.close();
    });
  }

  it('is told once when the worker breaks over a text, and is not started again', async () => {
    const tokenizer = createTiktokenTokenizer({
      worker: workerSaying(`parentPort.on('message', () => { throw new Error('broken'); }); ${ready}`),
    });
    assert.ok(await tokenizer.load(neverAborted()));
    assert.equal(await tokenizer.count(['hello'], neverAborted()), undefined);
    assert.equal(await tokenizer.count(['hello'], neverAborted()), undefined);
    assert.equal(await tokenizer.load(neverAborted()), false);
    await tokenizer.close();
  });

  it('lets go of a call that waits when it is closed, and may be closed twice', async () => {
    const tokenizer = createTiktokenTokenizer({
      worker: workerSaying(`parentPort.on('message', () => {}); ${ready}`),
    });
    assert.ok(await tokenizer.load(neverAborted()));
    const counting = tokenizer.count(['hello'], neverAborted());
    await tokenizer.close();
    await tokenizer.close();
    assert.equal(await counting, undefined);
    assert.equal(await tokenizer.count(['hello'], neverAborted()), undefined);
  });

  it('does not wait for a worker that never loads once the signal is aborted', async () => {
    const controller = new AbortController();
    const tokenizer = createTiktokenTokenizer({ worker: workerSaying('setInterval(() => {}, 1000);') });
    const loading = tokenizer.load(controller.signal);
    controller.abort();
    assert.equal(await loading, false);
    await tokenizer.close();
  });
});
