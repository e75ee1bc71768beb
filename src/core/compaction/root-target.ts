// The root session as a compaction target: its active segment is finalized and a successor takes its place.

import type { Removal } from '../executions/archive.ts';
import { ok } from '../../base/result.ts';
import type { SkillInvocation } from '../evidence/skills.ts';
import type { Rotation } from '../sessions/rotation.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { CompactionTarget } from './target.ts';

export interface RootTargetOptions {
  readonly session: SessionHandle;
  readonly telemetry: Telemetry;
  /** Setting `compaction.auto`, and whether three failures switched it off. */
  readonly automatic: () => { readonly enabled: boolean; readonly switchedOff: boolean };
  readonly skills?: (() => readonly SkillInvocation[]) | undefined;
  /** What must live on of the records a summary replaces. */
  readonly carry?: ((removal: Removal) => readonly TranscriptRecord[]) | undefined;
}

export function createRootTarget(options: RootTargetOptions): CompactionTarget {
  const { session, telemetry } = options;
  const { id, name, workspace } = session.session();
  return {
    identity: {
      sessionId: id,
      sessionName: name,
      origin: '/root',
      transcriptPath: session.path,
      workspace: workspace ?? null,
    },
    opensEpoch: true,
    artifacts: session.artifacts,
    startFacts: () => {
      const automatic = options.automatic();
      return {
        autoEnabled: automatic.enabled,
        switchedOff: automatic.switchedOff,
        writable: session.access === 'write',
        persisted: true,
        onActiveSegment: true,
        damagedLines: session.active().damage.length,
        agentOwnsHistory: false,
      };
    },
    records: () => session.active().records,
    skills: () => options.skills?.() ?? [],
    ...(options.carry === undefined ? {} : { carry: options.carry }),
    apply: async (plan, signal) => {
      const oldSegment = session.active().number;
      const newSegment = oldSegment + 1;
      const rotation: Rotation = {
        ...plan,
        instructions: [],
        onStage: (stage) =>
          telemetry.record({ event: 'segment-rotation-stage', stage, oldSegment, newSegment }),
      };
      telemetry.record({ event: 'segment-rotation', phase: 'started', oldSegment, newSegment });
      const rotated = await session.write.rotate(rotation, signal);
      telemetry.record({
        event: 'segment-rotation',
        phase: rotated.ok ? 'finished' : 'failed',
        oldSegment,
        newSegment,
      });
      return rotated.ok ? ok(rotated.value) : rotated;
    },
  };
}
