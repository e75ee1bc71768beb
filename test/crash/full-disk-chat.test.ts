// The disk runs full in the middle of what the whole chat does: a real full file system, real commands, a scripted model.

import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileChild, runChild } from '../support/child-script.ts';

const prompts = fileURLToPath(new URL('../../prompts', import.meta.url));

describe('a disk that runs full under a chat', function () {
  this.timeout(120_000);
  let folder = '';
  let child = '';

  before(async function () {
    if (process.platform !== 'linux') {
      console.log(`    full disk: ${process.platform} has no mount namespaces`);
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'segue-full-'));
    await mkdir(join(folder, 'disk'));
    child = await compileChild(fileURLToPath(new URL('./exhaust-chat.ts', import.meta.url)), folder);
  });

  afterEach(() => rm(join(folder, 'work'), { recursive: true, force: true }));

  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  const moments: readonly (readonly [string, string])[] = [
    ['before a prompt is taken', 'the send'],
    ['while an answer is kept', 'the answer'],
    ['while an answer is kept and something waits behind it', 'the answer, with a queue'],
    ['while results are kept', 'the results'],
    ['while a compaction in the middle of a turn writes the successor', 'the successor'],
    ['while the end of a command in the background is kept', 'the end of a command'],
  ];

  for (const [when, moment] of moments) {
    for (const after of ['here', 'reopened']) {
      const goesOn = after === 'here' ? 'goes on once there is room' : 'goes on when it is opened again';
      it(`${when} is told once, loses and doubles nothing, and ${goesOn}`, async () => {
        const script = 'mount -t tmpfs -o size=512k tmpfs "$1" && shift && exec "$@"';
        const disk = join(folder, 'disk');
        const program = [process.execPath, child, moment, after, disk, join(folder, 'work'), prompts];
        const end = await runChild(['unshare', '-rm', 'sh', '-c', script, 'sh', disk, ...program]);
        assert.notEqual(end.code, 3, `the full disk stopped nothing: ${end.errors}`);
        assert.equal(end.code, 0, end.errors === '' ? `ended by ${end.signal}` : end.errors);
        assert.match(end.output, /\d+ records confirmed/);
      });
    }
  }
});
