// The panel without a session: what is shown before the first prompt, or while one is being opened.

import type { ModelPolicy } from '../../core/models/policy.ts';
import { segmentFormat, type SegmentHeader } from '../../core/sessions/segment-file.ts';
import type { PermissionMode } from '../../protocol/snapshot.ts';
import { bannersFor, modelView, slashCommands } from './facts.ts';
import { ChatScreen, type ScreenFacts } from '../rows/chat-screen.ts';
import type { WorkspaceFacts } from '../window/workspace.ts';

export interface BlankFacts {
  readonly target: ModelPolicy;
  readonly permissions: PermissionMode;
  readonly workspace: WorkspaceFacts;
  readonly now: () => number;
}

/** `readOnly` says why nothing can be sent now. */
export function blankScreen(given: BlankFacts, readOnly: string | undefined): ChatScreen {
  const session = { title: '', path: '', segment: 1, ...(readOnly === undefined ? {} : { readOnly }) };
  return new ChatScreen({
    facts: { session, ...blankFacts(given) },
    activity: { doing: 'nothing' },
    queue: { steering: [], followUps: [], deliveryPaused: false, failurePaused: false },
    outbox: [],
    segment: () => ({ number: 1, header: emptyHeader, records: [] }),
    handOver: '',
    interrupted: undefined,
    now: given.now,
  });
}

export function blankFacts({ target, permissions, workspace }: BlankFacts): Omit<ScreenFacts, 'session'> {
  return {
    model: modelView(target),
    meter: undefined,
    compactionWaits: false,
    permissions,
    commands: slashCommands,
    banners: bannersFor({ ...workspace, isSwitchedOff: false, damagedLines: 0, readOnly: undefined }),
  };
}

const emptyHeader: SegmentHeader = {
  kind: 'header',
  format: segmentFormat,
  session: '',
  segment: 1,
  createdAt: '',
  tailTurns: 0,
  tailTruncated: false,
};
