// A child that writes until a real limit stops it, and checks that nothing was lost: node exhaust <limit> <root>.
// It exits with 3 when nothing stopped it, so that a test that could not break the thing fails.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreFailure } from '../../src/core/sessions/failures.ts';
import type { SessionHandle, SessionStore } from '../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { verifySessionFolder } from '../../src/adapters/disk/verify-session.ts';
import { realDiskPorts, realStore } from '../support/disk-store.ts';
import { errorOf, never, valueOf } from '../support/expect.ts';
import { wholeRotation } from '../support/rotation-sample.ts';

type Limit = 'full-disk' | 'file-size' | 'read-only';
type Failure = Extract<StoreFailure['kind'], 'disk-full' | 'not-writable'>;

const [limit, root] = process.argv.slice(2) as [Limit, string];
const store = realStore(root);
const ballast = join(root, 'ballast');

switch (limit) {
  case 'full-disk':
    await writeFile(ballast, Buffer.alloc(20 * 1024));
    await fillAndRecover(store, () => rm(ballast));
    break;
  case 'file-size':
    await fillAndRecover(store, undefined);
    break;
  case 'read-only':
    await writeProtected(store);
    break;
}

/** Appends until it fails, sees that all is as it was, makes room, and goes on. */
async function fillAndRecover(
  store: SessionStore,
  makeRoom: (() => Promise<void>) | undefined,
): Promise<void> {
  const handle = valueOf(await store.create({ name: 'Full' }, never));
  const confirmed: string[] = [];
  for (;;) {
    const record = userRecord(confirmed.length + 1, 3000);
    const before = await snapshot(handle.path);
    const appended = await handle.write.append([record], never);
    if (appended.ok) {
      confirmed.push(record.id);
      if (confirmed.length > 1000) process.exit(3);
      continue;
    }
    assert.equal(appended.error.kind, 'disk-full');
    assert.deepEqual(await snapshot(handle.path), before);
    break;
  }
  if (makeRoom !== undefined) await assertFull(store, handle);
  await makeRoom?.();
  const last = userRecord(confirmed.length + 1, makeRoom === undefined ? 1 : 3000);
  if (makeRoom !== undefined) {
    valueOf(await handle.write.append([last], never));
    confirmed.push(last.id);
  }
  valueOf(await handle.write.rotate(wholeRotation('summary'), never));
  await handle.close();
  await assertIntact(store, handle.path, confirmed);
  process.stdout.write(`${confirmed.length} records confirmed\n`);
}

/** With no room at all, every kind of change fails clearly and leaves every byte as it was. */
async function assertFull(store: SessionStore, handle: SessionHandle): Promise<void> {
  await fillUp();
  await assertRefused(store, handle, 'disk-full');
  await rm(join(root, 'filler'));
}

async function writeProtected(store: SessionStore): Promise<void> {
  const handle = valueOf(await store.create({ name: 'Protected' }, never));
  const other = valueOf(await store.create({ name: 'Closed' }, never));
  await other.close();
  const record = userRecord(1, 100);
  valueOf(await handle.write.append([record], never));
  execFileSync('mount', ['-o', 'remount,ro', root]);
  await assertRefused(store, handle, 'not-writable');
  assert.equal(errorOf(await store.open(other.path, 'write', never)).kind, 'not-writable');
  const reader = valueOf(await store.open(handle.path, 'read', never));
  assert.deepEqual(reader.active().records, [record]);
  execFileSync('mount', ['-o', 'remount,rw', root]);
  valueOf(await handle.write.append([userRecord(2, 100)], never));
  await handle.close();
  await assertIntact(store, handle.path, ['r1', 'r2']);
  process.stdout.write('2 records confirmed\n');
}

async function assertRefused(store: SessionStore, handle: SessionHandle, kind: Failure): Promise<void> {
  const before = await snapshot(root);
  const changes: readonly (readonly [string, () => Promise<{ ok: boolean }>])[] = [
    ['append', () => handle.write.append([userRecord(900, 8000)], never)],
    ['append with an artifact', () => handle.write.append([userRecord(901, 300_000)], never)],
    ['rotate', () => handle.write.rotate(wholeRotation('refused'), never)],
    ['update', () => handle.write.update({ name: 'x'.repeat(8000) }, never)],
    ['create', () => store.create({ name: 'x' }, never)],
    ['adopt', () => store.adopt(wholeSession(), never)],
  ];
  for (const [name, change] of changes) {
    const result = (await change()) as { ok: boolean; error?: StoreFailure };
    if (result.ok) {
      process.stderr.write(`${name} was not stopped\n`);
      process.exit(3);
    }
    assert.equal(result.error?.kind, kind, `${name}: ${JSON.stringify(result.error)}`);
    assert.deepEqual(await snapshot(root), before, name);
  }
}

async function assertIntact(store: SessionStore, path: string, confirmed: readonly string[]): Promise<void> {
  const handle = valueOf(await store.open(path, 'write', never));
  const found: string[] = [];
  for (let number = 1; number <= handle.session().activeSegment; number++) {
    const { records } = valueOf(await handle.segment(number, never));
    found.push(...records.filter((record) => record.kind === 'user').map((record) => record.id));
  }
  assert.deepEqual(found, confirmed);
  assert.deepEqual(handle.repairs, []);
  await handle.close();
  const verified = valueOf(await verifySessionFolder(realDiskPorts(), path, never));
  assert.deepEqual(verified.problems, []);
}

async function fillUp(): Promise<void> {
  try {
    await writeFile(join(root, 'filler'), Buffer.alloc(1024 * 1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw error;
  }
  process.exit(3);
}

function userRecord(number: number, length: number): TranscriptRecord {
  const text = `${number} `.repeat(length).slice(0, length);
  return { kind: 'user', id: `r${number}`, turn: number, at: 'now', content: [{ type: 'text', text }] };
}

function wholeSession(): Parameters<SessionStore['adopt']>[0] {
  const segment = { records: [userRecord(1, 8000)], createdAt: 'now', finalized: null };
  return { init: { name: 'x' }, segments: [segment], agents: new Map(), artifacts: [] };
}

async function snapshot(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.sort().map(async (file) => [file, await readFile(file, 'latin1')] as const),
  );
  return Object.fromEntries(contents);
}
