// Sessions on a real disk for commands to work on.

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { segmentName } from '../../../src/core/sessions/names.ts';
import type { WholeSession } from '../../../src/core/sessions/store.ts';
import { textContent } from '../../../src/core/transcript/parts.ts';
import { conversation } from '../../support/conversation.ts';
import { realStore, withTemporaryFolder } from '../../support/disk-store.ts';
import { never, valueOf } from '../../support/expect.ts';
import { longOutput, sampleRecords, sampleRotation } from '../../support/rotation-sample.ts';

/** Runs with the sample session, compacted once while a batch ran and then gone on with. */
export function withCompacted(run: (folder: string, session: string) => Promise<void>): Promise<void> {
  return withTemporaryFolder(async (folder) => {
    const session = valueOf(await realStore(folder).create({ name: 'Parser' }, never));
    const { write } = session;
    valueOf(await write.append(sampleRecords(), never));
    valueOf(await write.rotate(sampleRotation(session.active().records), never));
    const lint = {
      kind: 'tool-result' as const,
      id: 'lint',
      turn: 3,
      at: '2026-11-30T12:01:00.000Z',
      callId: 'call-4',
      content: [...textContent(longOutput)],
    };
    const end = conversation().assistant('Two tests fail.').settled().records();
    valueOf(
      await write.append(
        [lint, ...end.map((record) => ({ ...record, id: `end-${record.id}`, turn: 3 }))],
        never,
      ),
    );
    await session.close();
    await run(folder, session.path);
  });
}

/** Runs with a session that was adopted as it is. */
export function withAdopted(
  session: WholeSession,
  run: (folder: string, session: string) => Promise<void>,
): Promise<void> {
  return withTemporaryFolder(async (folder) => {
    await run(folder, valueOf(await realStore(folder).adopt(session, never)));
  });
}

/** As a disk or a person would lose it. */
export async function removeSegment(session: string, number: number): Promise<void> {
  await rm(path.join(session, segmentName(number)));
}
