// What is looked at after an operation was broken off: the state, said in a way that can be compared.

import assert from 'node:assert/strict';
import { verifySessionFolder } from '../../src/adapters/disk/verify-session.ts';
import type { DiskPorts } from '../../src/adapters/disk/disk-ports.ts';
import type { SessionStore } from '../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { never, valueOf } from '../support/expect.ts';

export interface Outcome {
  /** Of each listed session, everything that times do not touch. */
  readonly sessions: readonly unknown[];
}

/**
 * Opens every session for writing, so that all repairs are made, and describes it. Each must verify without a problem
 * and open a second time with nothing left to repair.
 */
export async function aftermath(store: SessionStore, ports: DiskPorts): Promise<Outcome> {
  const sessions: unknown[] = [];
  for (const path of valueOf(await store.list(never))) {
    const handle = valueOf(await store.open(path, 'write', never));
    const { updatedAt: _u, createdAt: _c, id: _i, ...record } = handle.session();
    const earlier: unknown[] = [];
    for (let number = 1; number < record.activeSegment; number++) {
      const segment = valueOf(await handle.segment(number, never));
      earlier.push({ records: segment.records, cut: segment.finalized?.cut });
    }
    const { records: active, number } = handle.active();
    const { streamed, running } = handle;
    sessions.push({ record, earlier, active, number, streamed, running });
    await assertWholeTexts(handle.active().records, (name) => handle.artifacts.text(name));
    await handle.close();
    const again = valueOf(await store.open(path, 'write', never));
    assert.deepEqual(again.repairs, [], 'a repair was not finished');
    await again.close();
    const verified = valueOf(await verifySessionFolder(ports, path, never));
    assert.deepEqual(verified.problems, [], 'verify found a problem');
  }
  return { sessions };
}

/** Adds a record and gives its id: what is confirmed after a recovery must survive the next power cut. */
export async function confirmOneMore(store: SessionStore, id: string): Promise<string | undefined> {
  const [path] = valueOf(await store.list(never));
  if (path === undefined) return undefined;
  const handle = valueOf(await store.open(path, 'write', never));
  const turn = handle.active().records.at(-1)?.turn ?? 1;
  const record: TranscriptRecord = {
    kind: 'notice',
    id,
    turn,
    at: 'later',
    level: 'info',
    text: 'after all',
  };
  valueOf(await handle.write.append([record], never));
  return path;
}

async function assertWholeTexts(
  records: readonly TranscriptRecord[],
  read: (artifact: string) => Promise<string | undefined>,
): Promise<void> {
  for (const record of records) {
    if (!('content' in record)) continue;
    for (const part of record.content) {
      if (part.type !== 'stored-text') continue;
      assert.equal((await read(part.artifact))?.length, part.characters);
    }
  }
}
