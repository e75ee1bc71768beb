// Links, pipes and devices where a session has files and folders: nothing outside is touched, nothing waits for ever.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentTranscripts } from '../../../../src/adapters/disk/agent-transcripts.ts';
import { nodeFileSystem } from '../../../../src/adapters/disk/node-file-system.ts';
import { removeTree } from '../../../../src/adapters/disk/staging.ts';
import { newestTelemetry, telemetryFile } from '../../../../src/adapters/disk/telemetry-file.ts';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import { realDiskPorts, realStore, withTemporaryFolder } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { conversation } from '../../../support/conversation.ts';

const longAgo = new Date('2020-01-01T00:00:00.000Z');

/** A closed session with an artifact and an agent. */
async function sessionIn(root: string): Promise<string> {
  const at = '2026-11-30T12:00:00.000Z';
  const records = conversation().user('One').assistant('y'.repeat(300_000)).settled('success').records();
  const path = await realStore(root).adopt(
    {
      init: { name: 'Linked' },
      segments: [{ records, createdAt: at, finalized: null }],
      agents: new Map([['explorer', conversation().task('Look', 'explorer').records()]]),
      artifacts: [],
    },
    never,
  );
  return valueOf(path);
}

function pipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

describe('links where a session has folders', () => {
  it('a staging folder that is a link, or holds one, is never a way to delete what it leads to', async () => {
    await withTemporaryFolder(async (folder) => {
      const victim = join(folder, 'victim');
      const root = join(folder, 'sessions');
      const staging = join(root, '.staging-held');
      await mkdir(join(victim, 'below'), { recursive: true });
      await writeFile(join(victim, 'precious'), 'mine');
      await mkdir(staging, { recursive: true });
      await symlink(victim, join(root, '.staging-link'));
      await symlink(victim, join(staging, 'inside'));
      await utimes(victim, longAgo, longAgo);
      await utimes(staging, longAgo, longAgo);
      await sessionIn(root);
      assert.deepEqual((await readdir(victim)).sort(), ['below', 'precious']);
      // The abandoned folder itself is cleared away, with the link in it: the sweep did run.
      assert.equal((await readdir(root)).includes('.staging-held'), false);
      await removeTree(nodeFileSystem, join(root, '.staging-link'));
      assert.equal(await readFile(join(victim, 'precious'), 'utf8'), 'mine');
    });
  });

  it('links that lead in circles do not keep verify or an export walking', async () => {
    await withTemporaryFolder(async (folder) => {
      const session = await sessionIn(folder);
      for (const name of ['a', 'b', 'artifacts/c', 'artifacts/d', 'agents/e', 'agents/f']) {
        await symlink(session, join(session, name));
      }
      assert.deepEqual(valueOf(await verifySessionFolder(realDiskPorts(), session, never)).problems, []);
      const agents = valueOf(await agentTranscripts(realDiskPorts(), session));
      assert.deepEqual(
        agents.map(({ path }) => path),
        ['explorer'],
      );
    });
  });

  it('artifacts and agents that were put elsewhere and linked to are found there', async () => {
    await withTemporaryFolder(async (folder) => {
      const session = await sessionIn(join(folder, 'sessions'));
      for (const name of ['artifacts', 'agents']) {
        await rename(join(session, name), join(folder, name));
        await symlink(join(folder, name), join(session, name));
      }
      assert.deepEqual(valueOf(await verifySessionFolder(realDiskPorts(), session, never)).problems, []);
      assert.equal(valueOf(await agentTranscripts(realDiskPorts(), session)).length, 1);
    });
  });

  it('a lock that is a link to nothing counts as nobody’s after a moment, instead of being tried for ever', async () => {
    await withTemporaryFolder(async (folder) => {
      const session = await sessionIn(folder);
      await symlink(join(folder, 'nothing'), join(session, '.lock'));
      const handle = valueOf(await realStore(folder).open(session, 'write', never));
      assert.match(await readFile(join(session, '.lock'), 'utf8'), new RegExp(`"pid":${process.pid},`));
      await handle.close();
    });
  });

  it('telemetry never goes through a link into another file', async () => {
    await withTemporaryFolder(async (folder) => {
      await writeFile(join(folder, 'mine'), 'mine');
      await symlink(join(folder, 'mine'), join(folder, 'telemetry.jsonl'));
      assert.throws(() => telemetryFile(join(folder, 'telemetry.jsonl'))('line\n'), { code: 'ELOOP' });
      assert.equal(await readFile(join(folder, 'mine'), 'utf8'), 'mine');
      telemetryFile(join(folder, 'own.jsonl'))('line\n');
      assert.deepEqual(await newestTelemetry(join(folder, 'own.jsonl')), ['line', '']);
    });
  });
});

describe('pipes and devices where a session has files', () => {
  for (const name of ['session.json', 'segment-0001.jsonl', '.lock']) {
    it(`${name} as a pipe is refused at once`, async () => {
      await withTemporaryFolder(async (folder) => {
        const session = await sessionIn(folder);
        await rm(join(session, name), { force: true });
        pipe(join(session, name));
        const failure = errorOf(await realStore(folder).open(session, 'write', never));
        assert.deepEqual(failure, { kind: 'no-plain-file', path: join(session, name) });
        const { problems } = valueOf(await verifySessionFolder(realDiskPorts(), session, never));
        assert.deepEqual([...new Set(problems.map(({ file }) => file))], name === '.lock' ? [] : [name]);
      });
    });
  }

  it('a device without an end is not read', async () => {
    assert.equal(errorOf(await nodeFileSystem.read('/dev/zero')).kind, 'no-plain-file');
    const pieces = await nodeFileSystem.readPieces('/dev/zero', () => Promise.resolve());
    assert.equal(errorOf(pieces).kind, 'no-plain-file');
  });

  it('telemetry waits for no pipe', async () => {
    await withTemporaryFolder(async (folder) => {
      pipe(join(folder, 'telemetry.jsonl'));
      assert.throws(() => telemetryFile(join(folder, 'telemetry.jsonl'))('line\n'), { code: 'ENXIO' });
      assert.deepEqual(await newestTelemetry(join(folder, 'telemetry.jsonl')), []);
    });
  });
});
