// Looks for strays that go wrong: on a machine too busy for one, or where there are very many.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markName, Strays } from '../../src/adapters/process/strays.ts';

describe('a look for strays', function () {
  const path = process.env['PATH'] ?? '';
  let folder = '';

  before(async function () {
    if (process.platform !== 'linux') this.skip();
    folder = await mkdtemp(join(tmpdir(), 'segue-looks-'));
  });

  afterEach(() => {
    process.env['PATH'] = path;
  });

  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  /** The first look gets this from its `awk`; those after it get the real one. */
  async function firstLook(name: string, does: string): Promise<void> {
    const [program, done] = [join(folder, 'awk'), join(folder, name)];
    const script = `#!/bin/sh\nPATH='${path}'\nif [ ! -e '${done}' ]; then : > '${done}'; cat > /dev/null; ${does}; fi\nexec awk "$@"\n`;
    await writeFile(program, script);
    await chmod(program, 0o755);
    process.env['PATH'] = `${folder}:${path}`;
  }

  const kinds = {
    'that failed does not mean that there are none': 'exit 1',
    'finds what lives although very many were known before':
      'i=5000000; while [ $i -lt 5009000 ]; do echo $i:123456789; i=$((i+1)); done; exit 0',
  };
  for (const [title, does] of Object.entries(kinds)) {
    it(title, async () => {
      const mark = `looks:${title.length};`;
      const stray = spawn('sleep', ['1000'], {
        ...{ detached: true, stdio: 'ignore', env: { ...process.env, [markName]: mark } },
      });
      const ended = once(stray, 'exit');
      await firstLook(String(title.length), does);
      await new Strays(mark).endAll();
      // What is left alive ends by this, and not by the force that was to end it.
      stray.kill('SIGINT');
      assert.deepEqual(await ended, [null, 'SIGKILL']);
    });
  }
});
