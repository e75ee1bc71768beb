// What a compaction does by itself, without a model: its steps one after the other, and the real run around them.

import { join } from 'node:path';
import { loadPrompts } from '../../../src/adapters/prompts/library.ts';
import { randomIds } from '../../../src/adapters/system/ids.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { ok } from '../../../src/base/result.ts';
import { carriedRecords } from '../../../src/core/compaction/carried-records.ts';
import { noCheckpoints } from '../../../src/core/compaction/checkpoint.ts';
import { selectProven } from '../../../src/core/compaction/proof.ts';
import type { CompactionRequest } from '../../../src/core/compaction/request.ts';
import { createRootTarget } from '../../../src/core/compaction/root-target.ts';
import { RunState } from '../../../src/core/compaction/run-state.ts';
import { runCompaction } from '../../../src/core/compaction/runner.ts';
import { plainLimits } from '../../../src/core/compaction/tightening.ts';
import { projectEvidence } from '../../../src/core/evidence/project.ts';
import { noMasking } from '../../../src/core/evidence/secrets.ts';
import { noHooks } from '../../../src/core/hooks/compact-hooks.ts';
import type { Provider } from '../../../src/core/provider/provider.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { headingsFor } from '../../../src/core/summary/purpose.ts';
import { textContent } from '../../../src/core/transcript/parts.ts';
import type { RecordOf } from '../../../src/core/transcript/record.ts';
import { never, valueOf } from '../../support/expect.ts';
import { policyOf } from '../../support/policies.ts';
import { pace } from './engine.ts';
import { benchRoot } from './places.ts';

/** Tokens; all evidence of the largest session fits. */
const boundless = 1_000_000_000;

const { settings } = readSettings({});
const telemetry = { record: () => undefined };

const soundSummary = headingsFor('continuation')
  .map((heading) => `## ${heading}\n(none)`)
  .join('\n');

/** Select, project by the seed's rule, shorten the tail, publish. */
export async function selectToPublish(session: SessionHandle): Promise<void> {
  const { artifacts } = session;
  const { records } = session.active();
  const { selection, tail } = await selectProven(records, requestOf(session), { settings, artifacts });
  const limits = plainLimits(settings['compaction.bodyToolOutputMax']);
  const evidence = await projectEvidence(selection.body, limits, { artifacts, pace }, never);
  if (evidence.items.length === 0) throw new Error('There was nothing to project');
  const summary: RecordOf<'summary'> = {
    ...{ kind: 'summary', id: randomIds.next('record'), turn: 1, at: new Date().toISOString() },
    ...{ content: [...textContent(soundSummary)], author: { kind: 'offline' }, purpose: 'continuation' },
  };
  const { batch, cut, turns } = selection;
  const rotation = {
    ...{ summary, audits: [], tail: tail.records, carried: carriedRecords(selection, records), batch, cut },
    ...{ tailTurns: turns.kept, tailTruncated: tail.truncated, instructions: [] },
  };
  valueOf(await session.write.rotate(rotation, never));
}

/** A whole run that must end applied. */
export async function runWhole(session: SessionHandle): Promise<void> {
  const automatic = () => ({ enabled: true, switchedOff: false });
  const { outcome } = await runCompaction(
    requestOf(session),
    {
      target: createRootTarget({ session, telemetry, automatic }),
      ...{ settings, telemetry, pace, masker: noMasking, hooks: noHooks, checkpoints: noCheckpoints },
      ...{ state: new RunState(), provider: ok(instantModel), clock: systemClock, ids: randomIds },
      prompts: loadPrompts(join(benchRoot, 'prompts')),
      report: () => undefined,
      committed: () => undefined,
    },
    never,
  );
  if (outcome !== 'applied') throw new Error(`The run ended ${outcome}`);
}

function requestOf(session: SessionHandle): CompactionRequest {
  return {
    trigger: 'manual',
    purpose: 'continuation',
    tail: 'recent',
    target: policyOf(200_000),
    summary: { ...policyOf(boundless), stream: true, idleSeconds: 0 },
    targetPressure: false,
    tokensBefore: { tokens: 0, source: 'fresh-estimate' },
    fixedTokens: 0,
    turn: session.active().records.at(-1)?.turn ?? 0,
  };
}

const instantModel: Provider = {
  name: 'instant',
  body: (request) => request,
  stream: async function* () {
    yield { type: 'text', text: soundSummary };
    yield await Promise.resolve({ type: 'stop', reason: 'end' } as const);
  },
};
