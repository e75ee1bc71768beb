// Creating and adopting sessions on disk: names, staging folders, and failures that leave nothing.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createFileSessionStore } from '../../../../src/adapters/disk/file-session-store.ts';
import type { SessionStore, WholeSession } from '../../../../src/core/sessions/store.ts';
import { conversation } from '../../../support/conversation.ts';
import { MemoryComputer, memoryRoot, realStore, withTemporaryFolder } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { summaryRecord } from '../../../support/rotation-sample.ts';

const at = '2026-11-30T12:00:00.000Z';

function whole(agents: readonly string[] = ['explorer']): WholeSession {
  return {
    init: { name: 'Adopted' },
    segments: [
      {
        records: conversation().user('One').assistant('y'.repeat(300_000)).settled('imported').records(),
        createdAt: at,
        finalized: { kind: 'finalized', at, cut: null },
      },
      {
        records: [
          summaryRecord('s1', 'Before.'),
          ...conversation()
            .user('One')
            .records()
            .map((record) => ({ ...record, copiedFrom: 1 })),
          { ...conversation().user('Two').records()[0]!, id: 'two', turn: 2 },
        ],
        createdAt: at,
        finalized: null,
      },
    ],
    agents: new Map(agents.map((path) => [path, conversation().task('Look', path).records()])),
    artifacts: [],
  };
}

function entries(computer: MemoryComputer): readonly string[] {
  return Object.keys(computer.disk.snapshot(memoryRoot));
}

const makers: readonly (readonly [
  string,
  (store: SessionStore, signal: AbortSignal) => Promise<{ ok: boolean }>,
])[] = [
  ['create', (store, signal) => store.create({ name: 'Created' }, signal)],
  ['adopt', (store, signal) => store.adopt(whole(), signal)],
];

describe('a new session on disk', () => {
  it('has a folder of slug, minute and four digits (design 4.1)', async () => {
    const computer = new MemoryComputer();
    const handle = valueOf(await computer.store().create({ name: 'Fix the Größe of “it”!' }, never));
    assert.match(handle.path, /^\/sessions\/fix-the-gro-e-of-it-2026-11-30T12-00-[0-9a-f]{4}$/);
  });

  it('takes other digits when the name is taken', async () => {
    const computer = new MemoryComputer();
    const ports = computer.ports();
    const digits = ['00000000000a', 'aaaa', 'bbbb', '00000000000b', 'aaaa', 'bbbb', 'cccc'];
    const ids = { ...ports.ids, hex: () => digits.shift() ?? 'dddd' };
    const store = createFileSessionStore({ ...ports, ids }, { root: memoryRoot });
    await ports.files.folders.create(memoryRoot);
    await ports.files.folders.create(join(memoryRoot, 'x-2026-11-30T12-00-aaaa'));
    const first = valueOf(await store.create({ name: 'x' }, never));
    const second = valueOf(await store.create({ name: 'x' }, never));
    assert.deepEqual(
      [first.path, second.path].map((path) => path.slice(-4)),
      ['bbbb', 'cccc'],
    );
  });

  for (const [name, make] of makers) {
    it(`leaves nothing when any effect of ${name} fails`, async () => {
      const whole = new MemoryComputer();
      assert.ok((await make(whole.store(), never)).ok);
      const commit = whole.disk.effects.findIndex(({ operation }) => operation === 'rename') + 2;
      for (let number = 1; number <= commit; number++) {
        const computer = new MemoryComputer();
        computer.disk.failAt(number, 'ENOSPC', 0.5);
        const made = (await make(computer.store(), never)) as { ok: boolean; error?: { kind: string } };
        assert.equal(made.error?.kind, 'disk-full', `effect ${number}`);
        assert.deepEqual(entries(computer), [], `effect ${number}`);
        assert.deepEqual(valueOf(await computer.store().list(never)), []);
      }
    });

    it(`leaves nothing when ${name} is cancelled at any effect before it is published`, async () => {
      const whole = new MemoryComputer();
      assert.ok((await make(whole.store(), never)).ok);
      const { effects } = whole.disk;
      const last = effects.findIndex(({ path }) => path.endsWith('session.json'));
      for (let number = 1; number <= last; number++) {
        const computer = new MemoryComputer();
        const controller = new AbortController();
        computer.disk.fault = (effect) => {
          if (effect.number === number) controller.abort('user');
          return undefined;
        };
        const made = (await make(computer.store(), controller.signal)) as { error?: { kind: string } };
        assert.equal(made.error?.kind, 'cancelled', `effect ${number}`);
        assert.deepEqual(entries(computer), []);
      }
    });
  }

  it('counts copied turns in the header and indexes only those a finalized segment opened', async () => {
    const computer = new MemoryComputer();
    const path = valueOf(await computer.store().adopt(whole(), never));
    const handle = valueOf(await computer.store().open(path, 'read', never));
    assert.equal(handle.active().header.tailTurns, 1);
    assert.deepEqual(
      handle.session().promptIndex.map(({ turn, record }) => [turn, record]),
      [[1, 'r1']],
    );
  });

  it('is refused where the root is a file, and so is listing there', async () => {
    const computer = new MemoryComputer();
    computer.disk.put(memoryRoot, 'a file');
    const code = { kind: 'io', path: memoryRoot, operation: 'open', code: 'ENOTDIR' };
    assert.deepEqual(errorOf(await computer.store().create({ name: 'x' }, never)), code);
    assert.deepEqual(errorOf(await computer.store().list(never)), code);
  });

  it('is made with every folder above it that is missing', () =>
    withTemporaryFolder(async (folder) => {
      const handle = valueOf(await realStore(join(folder, 'a', 'b', 'c')).create({ name: 'x' }, never));
      assert.ok(handle.path.startsWith(join(folder, 'a', 'b', 'c')));
      await handle.close();
    }));

  it('keeps agents by their path, whatever the path holds, inside the folder', async () => {
    const computer = new MemoryComputer();
    const agents = [
      'explorer',
      'explorer/helper',
      '../../etc/passwd',
      'a.jsonl/b',
      'ünï code',
      'C:\\x',
      '..',
    ];
    const path = valueOf(await computer.store().adopt(whole(agents), never));
    const files = entries(computer).filter((file) => file.includes('/agents/'));
    assert.deepEqual(files.sort(), [
      `${path}/agents/%2E%2E.jsonl`,
      `${path}/agents/%2E%2E/%2E%2E/etc/passwd.jsonl`,
      `${path}/agents/%C3%BCn%C3%AF%20code.jsonl`,
      `${path}/agents/C%3A%5Cx.jsonl`,
      `${path}/agents/a%2Ejsonl/b.jsonl`,
      `${path}/agents/explorer.jsonl`,
      `${path}/agents/explorer/helper.jsonl`,
    ]);
    for (const file of files)
      assert.match(computer.disk.text(file), /^\{"kind":"header".*\n\{.*"kind":"task"/);
  });

  it('refuses, as a bug of its caller, a whole session whose last segment is finalized', async () => {
    const { segments, ...rest } = whole();
    const store = new MemoryComputer().store();
    await assert.rejects(store.adopt({ ...rest, segments: segments.slice(0, 1) }, never), /Broken invariant/);
    await assert.rejects(store.adopt({ ...rest, segments: [] }, never), /Broken invariant/);
  });
});

describe('a staging folder that was left', () => {
  const staging = `${memoryRoot}/.staging-left`;

  async function withStaging(lock: string | undefined, ageMs: number): Promise<MemoryComputer> {
    const computer = new MemoryComputer();
    valueOf(await computer.disk.files.folders.create(memoryRoot));
    valueOf(await computer.disk.files.folders.create(staging));
    valueOf(await computer.disk.files.folders.create(`${staging}/artifacts`));
    computer.disk.put(`${staging}/session.json`, 'half');
    computer.disk.put(`${staging}/artifacts/x`, 'x');
    if (lock !== undefined) computer.disk.put(`${staging}/.lock`, lock);
    await computer.clock.delay(ageMs, never);
    return computer;
  }

  const hour = 60 * 60 * 1000;
  const lockOf = (identity: object): string => JSON.stringify({ ...identity, token: 't', since: 'then' });

  it('is never listed and cannot be opened', async () => {
    const computer = await withStaging(undefined, 0);
    assert.deepEqual(valueOf(await computer.store().list(never)), []);
    assert.equal(errorOf(await computer.store().open(staging, 'write', never)).kind, 'not-a-session');
  });

  it('is removed by the next new session when it is old and its builder is gone', async () => {
    const gone = { pid: 5, host: 'this-host', start: 'never' };
    for (const lock of [undefined, '', lockOf(gone)]) {
      const computer = await withStaging(lock, hour + 1);
      const handle = valueOf(await computer.store().create({ name: 'Next' }, never));
      assert.ok(entries(computer).every((file) => file.startsWith(handle.path)));
    }
  });

  it('stays while it is young, while its builder lives, and while nobody here can tell', async () => {
    const young = await withStaging(undefined, hour - 1);
    valueOf(await young.store().create({ name: 'Next' }, never));
    assert.equal(young.disk.text(`${staging}/session.json`), 'half');
    const elsewhere = await withStaging(lockOf({ pid: 5, host: 'other', start: null }), 24 * hour);
    valueOf(await elsewhere.store().create({ name: 'Next' }, never));
    assert.equal(elsewhere.disk.text(`${staging}/session.json`), 'half');
    const computer = await withStaging('', hour + 1);
    const builder = computer.processes.start();
    computer.disk.put(`${staging}/.lock`, lockOf(builder.identity));
    valueOf(await computer.store().create({ name: 'Next' }, never));
    assert.equal(computer.disk.text(`${staging}/session.json`), 'half');
  });
});
