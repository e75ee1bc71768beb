// The operations that are broken off at every effect: how each begins, what it does, and what must be there afterwards.
// Everything before must be there whole, or everything after; nothing else.

import { join } from 'node:path';
import { sidecarName } from '../../src/core/sessions/names.ts';
import { encodeLine } from '../../src/core/sessions/segment-encoding.ts';
import type { SessionHandle, SessionStore, WholeSession } from '../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { conversation } from '../support/conversation.ts';
import { never, valueOf } from '../support/expect.ts';
import { sampleRecords, sampleRotation, summaryRecord } from '../support/rotation-sample.ts';

/** Changing files behind the store's back, to build what a crash would leave. */
export interface Tamper {
  write(path: string, text: string): Promise<void>;
  append(path: string, text: string): Promise<void>;
}

export interface CrashOperation {
  readonly name: string;
  /** Builds the state before; undefined when the operation makes the session itself. */
  prepare(store: SessionStore, tamper: Tamper): Promise<string | undefined>;
  /** Does it; `confirm` is called as soon as the store has confirmed. */
  run(store: SessionStore, path: string | undefined, confirm: () => void): Promise<void>;
}

const at = '2026-11-30T12:00:00.000Z';
const largeText = 'large '.repeat(44_000);
const streamed = { turn: 2, requestId: 'q1', text: 'The parser reads '.repeat(600) };
const instruction = 'Tabs, never spaces.';

export const operations: readonly CrashOperation[] = [
  {
    name: 'create',
    prepare: async () => undefined,
    run: async (store, _path, confirm) => {
      const handle = valueOf(await store.create({ name: 'Made' }, never));
      confirm();
      await handle.close();
    },
  },
  {
    name: 'adopt',
    prepare: async () => undefined,
    run: async (store, _path, confirm) => {
      valueOf(await store.adopt(importedSession(), never));
      confirm();
    },
  },
  {
    name: 'append',
    prepare: begun,
    run: changing(async (handle) => {
      const records = sampleRecords();
      valueOf(await handle.write.append(records.slice(12), never));
    }),
  },
  {
    name: 'append with a large content',
    prepare: begun,
    run: changing(async (handle) => {
      const result: TranscriptRecord = {
        ...sampleRecords()[12]!,
        kind: 'assistant',
        content: [{ type: 'text', text: largeText }],
      };
      valueOf(await handle.write.append([result], never));
    }),
  },
  {
    name: 'update',
    prepare: begun,
    run: changing(async (handle) => {
      const outbox = [{ id: 'prompt', text: 'one more thing', at }];
      valueOf(await handle.write.update({ name: 'Renamed', outbox }, never));
    }),
  },
  {
    name: 'keep the streamed answer',
    prepare: async (store) => {
      const path = await begun(store);
      const handle = valueOf(await store.open(path, 'write', never));
      valueOf(await handle.write.keepStreamed({ ...streamed, text: 'The par' }, never));
      await handle.close();
      return path;
    },
    run: changing(async (handle) => {
      valueOf(await handle.write.keepStreamed(streamed, never));
    }),
  },
  {
    name: 'keep what runs',
    prepare: begun,
    run: changing(async (handle) => {
      valueOf(await handle.write.keepRunning([{ executionId: 'e1', output: 'line\n' }], never));
    }),
  },
  {
    name: 'remove the streamed answer',
    prepare: async (store) => {
      const path = await begun(store);
      const handle = valueOf(await store.open(path, 'write', never));
      valueOf(await handle.write.keepStreamed(streamed, never));
      await handle.close();
      return path;
    },
    run: changing(async (handle) => {
      valueOf(await handle.write.keepStreamed(null, never));
    }),
  },
  {
    name: 'rotate',
    prepare: (store) => sampleSession(store),
    run: changing(async (handle) => {
      const content = { encoding: 'utf8', text: instruction } as const;
      const instructions = [{ name: nodeSha256.of(instruction), content }];
      const records = handle.active().records;
      const rotated = valueOf(await handle.write.rotate(sampleRotation(records, { instructions }), never));
      if (rotated.later !== null) throw new Error('The rotation is not settled');
    }),
  },
  {
    name: 'open what a crash left',
    prepare: async (store, tamper) => {
      const path = await sampleSession(store);
      const segment = join(path, 'segment-0001.jsonl');
      await tamper.append(segment, encodeLine({ kind: 'finalized', at, cut: 'r7' }));
      await tamper.append(segment, '{"kind":"assistant","id":"torn","conte');
      await tamper.write(
        join(path, 'segment-0002.jsonl'),
        encodeLine(summaryRecord('orphan', 'Never committed.')),
      );
      await tamper.write(join(path, `${sidecarName}.0badcafe.tmp`), '{"format":1');
      return path;
    },
    run: changing(async () => undefined),
  },
];

/** A session with one and a half turns, the second prompt still in the outbox although it is recorded. */
async function begun(store: SessionStore): Promise<string> {
  const handle = valueOf(await store.create({ name: 'Begun' }, never));
  const outbox = [{ id: 'r12', text: 'Now run the tests.', at }];
  valueOf(await handle.write.update({ outbox }, never));
  valueOf(await handle.write.append(sampleRecords().slice(0, 12), never));
  await handle.close();
  return handle.path;
}

async function sampleSession(store: SessionStore): Promise<string> {
  const handle = valueOf(await store.create({ name: 'Sample' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  const outbox = [{ id: 'waiting', text: 'and then?', at }];
  valueOf(await handle.write.update({ outbox }, never));
  await handle.close();
  return handle.path;
}

function changing(change: (handle: SessionHandle) => Promise<void>): CrashOperation['run'] {
  return async (store, path, confirm) => {
    if (path === undefined) throw new Error('Nothing was prepared');
    const handle = valueOf(await store.open(path, 'write', never));
    await change(handle);
    confirm();
    await handle.close();
  };
}

function importedSession(): WholeSession {
  const picture = Buffer.from('a picture, more or less').toString('base64');
  return {
    init: { name: 'Imported', imported: { format: 'codex', file: 'rollout.jsonl' } },
    segments: [
      {
        records: conversation().user('One').assistant(largeText).settled('imported').records(),
        createdAt: at,
        finalized: { kind: 'finalized', at, cut: null },
      },
      { records: [summaryRecord('s1', 'What came before.')], createdAt: at, finalized: null },
    ],
    agents: new Map([['explorer/helper', conversation().task('Look around', 'explorer/helper').records()]]),
    artifacts: [{ name: nodeSha256.ofBase64(picture), content: { encoding: 'base64', text: picture } }],
  };
}
