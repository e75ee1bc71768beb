import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../src/adapters/system/sha256.ts';
import { unpaced } from '../../../src/base/pace.ts';
import { archiveRecord, completionRecord } from '../../../src/core/executions/records.ts';
import { segmentText } from '../../../src/host/commands/segment-text.ts';
import { prompts } from '../../support/compaction-bench.ts';
import { conversation } from '../../support/conversation.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { endedWell, renderLike } from '../../support/executions-bench.ts';
import { never, valueOf } from '../../support/expect.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { wholeRotation } from '../../support/rotation-sample.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const place = { id: 'x1', turn: 1, at: '2026-11-30T12:00:00.000Z' };
const running = renderLike({ command: 'npm run `serve`' });

/** The page of a first segment with these records, after a compaction. */
async function pageOf(records: readonly Parameters<typeof archiveRecord>[0][]): Promise<string> {
  const store = createMemoryStore({ clock: new VirtualClock(), ids: countingIds(), sha256: nodeSha256 });
  const session = valueOf(await store.create({ name: 'Pages' }, never));
  const told = conversation().user('Serve it').calls('run_command').results('It goes on');
  const kept = records.map((render, at) =>
    render.state === 'ended'
      ? completionRecord(render, { ...place, id: `x${at}`, told: false })
      : archiveRecord(render, { ...place, id: `x${at}` }),
  );
  valueOf(await session.write.append([...told.settled().records(), ...kept], never));
  valueOf(await session.write.rotate(wholeRotation('s1'), never));
  return segmentText(session, 1, { prompts, sha256: nodeSha256, pace: unpaced }, never);
}

describe('the page of an earlier segment', () => {
  it('says of a command that ran when it ended that a later segment tells the end', async () => {
    const page = await pageOf([running]);
    assert.ok(page.includes('Serve it'));
    assert.ok(
      page.endsWith(
        '\n**Still running** when this segment ended: `` npm run `serve` ``. A later segment tells how it ended.\n',
      ),
      page,
    );
  });

  it('calls itself by its own number where it begins with a summary', async () => {
    const store = createMemoryStore({ clock: new VirtualClock(), ids: countingIds(), sha256: nodeSha256 });
    const session = valueOf(await store.create({ name: 'Pages' }, never));
    valueOf(await session.write.append(conversation().user('Serve it').settled().records(), never));
    valueOf(await session.write.rotate(wholeRotation('s1'), never));
    valueOf(await session.write.rotate(wholeRotation('s2'), never));
    const page = await segmentText(session, 2, { prompts, sha256: nodeSha256, pace: unpaced }, never);
    assert.match(page, /\*\*Conversation compacted\*\* · segment 2 begins/);
  });

  it('says nothing of one that had ended by then, or of none', async () => {
    const page = await pageOf([running, renderLike({ ...endedWell, command: running.command })]);
    assert.doesNotMatch(page, /Still running/);
    assert.doesNotMatch(await pageOf([]), /Still running/);
  });
});
