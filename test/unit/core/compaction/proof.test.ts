// Proof before commit: what is kept must stay below the target's threshold (design 13.2).

import assert from 'node:assert/strict';
import { proveSuccessor, selectProven, sizeOf } from '../../../../src/core/compaction/proof.ts';
import type { CompactionRequest } from '../../../../src/core/compaction/request.ts';
import { readSettings } from '../../../../src/core/settings/settings.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { policyOf } from '../../../support/policies.ts';
import { summaryRecord } from '../../../support/rotation-sample.ts';
import { noArtifacts } from '../evidence/artifact-shelf.ts';
import { requestOf } from './request-of.ts';

/** Three turns of 400 tokens each, then a pending batch of 100. */
const turn = 'x'.repeat(1596);
const records = conversation()
  .user(turn)
  .assistant('Done')
  .settled()
  .user(turn)
  .assistant('Done')
  .settled()
  .user(turn)
  .assistant('Done')
  .settled()
  .user('x'.repeat(396))
  .calls('Read')
  .records();
const pendingFrom = records.at(-2)?.id;

async function proven(threshold: number, own: Partial<CompactionRequest> = {}, given = {}) {
  const { settings } = readSettings({ 'compaction.tailBudget': 1, ...given });
  const target = policyOf(200_000, { threshold });
  const request = requestOf({ trigger: 'auto', target, pendingFrom, ...own });
  return { request, settings, kept: await selectProven(records, request, { settings, ...noArtifacts }) };
}

describe('the first proof (design 13.2)', () => {
  it('keeps the tail of the settings while tail, batch and fixed parts stay below the threshold', async () => {
    const { kept } = await proven(951, { fixedTokens: 50 });
    assert.deepEqual(kept.selection.turns, { total: 3, kept: 2 });
    assert.deepEqual([kept.keptTokens, kept.irreducible], [950, null]);
  });

  it('gives the oldest turn of the tail to the body when they reach it', async () => {
    const { kept } = await proven(950, { fixedTokens: 50 });
    assert.deepEqual(kept.selection.turns, { total: 3, kept: 1 });
    assert.deepEqual([kept.keptTokens, kept.irreducible], [550, null]);
    assert.equal(kept.selection.body.at(-1)?.turn, 2);
    assert.equal(kept.selection.cut, kept.selection.tail[0]?.id);
  });

  it('keeps no tail at all when that is what it takes', async () => {
    const { kept } = await proven(500, { fixedTokens: 50 });
    assert.deepEqual(kept.selection.turns, { total: 3, kept: 0 });
    assert.deepEqual([kept.keptTokens, kept.irreducible], [150, null]);
    assert.equal(kept.selection.cut, pendingFrom);
  });

  it('is irreducible, with the numbers, when batch and fixed parts alone reach it', async () => {
    const { kept } = await proven(150, { fixedTokens: 50 });
    assert.deepEqual(kept.irreducible, { class: 'irreducible', tokens: 150, threshold: 150 });
    const { kept: below } = await proven(151, { fixedTokens: 50 });
    assert.equal(below.irreducible, null);
  });

  it('shortens nothing in a manual run', async () => {
    const { kept } = await proven(1, { trigger: 'manual', fixedTokens: 50 });
    assert.deepEqual([kept.selection.turns.kept, kept.irreducible], [2, null]);
  });

  it('measures tool outputs as they will stand in the tail, not as they were', async () => {
    const long = conversation()
      .user('one')
      .assistant('1')
      .user('Read')
      .calls('Read')
      .results('word '.repeat(2000))
      .assistant('2')
      .records();
    const { settings } = readSettings({ 'compaction.tailToolOutputMax': 400, 'compaction.tailTurns': 1 });
    const request = requestOf({ trigger: 'auto', target: policyOf(200_000, { threshold: 200 }) });
    const kept = await selectProven(long, request, { settings, ...noArtifacts });
    assert.deepEqual([kept.selection.turns.kept, kept.irreducible, kept.tail.shortenedOutputs], [1, null, 1]);
    assert.equal(kept.keptTokens, sizeOf(kept.tail.records, settings));
  });

  it('hands on the records it was made from', async () => {
    const { kept } = await proven(10_000);
    assert.deepEqual(kept.records, records);
  });
});

describe('the second proof (design 13.2)', () => {
  /** 550 tokens are kept. */
  async function second(summary: string, added: readonly TranscriptRecord[] = [], trigger = 'auto') {
    const { kept, request, settings } = await proven(950, { fixedTokens: 50 });
    const asked = { ...request, trigger: trigger === 'auto' ? 'auto' : 'manual' } as const;
    return proveSuccessor(asked, kept, [summaryRecord('s', summary), ...added], settings);
  }

  it('lets a successor through that stays below the threshold', async () => {
    assert.equal(await second('x'.repeat(1599)), null);
  });

  it('fails with the numbers where it reaches it', async () => {
    assert.deepEqual(await second('x'.repeat(1600)), {
      ...{ class: 'irreducible', tokens: 950, threshold: 950 },
    });
  });

  it('counts what was appended while the run lasted', async () => {
    const late = conversation().add({
      kind: 'agent-message',
      content: [{ type: 'text', text: 'y'.repeat(400) }],
      from: 'a',
    });
    assert.equal(await second('x'.repeat(1199), late.records()), null);
    assert.equal((await second('x'.repeat(1200), late.records()))?.class, 'irreducible');
  });

  it('never refuses the result of a manual run', async () => {
    assert.equal(await second('x'.repeat(100_000), [], 'manual'), null);
  });
});
