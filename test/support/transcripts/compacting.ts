// Conversations of real transcripts in a file store, compacted by the offline model as a host does it, with what each
// run was about: the body it summarised, the facts in it, and the summary as the model gave it.

import { offlineProvider } from '../offline.ts';
import { createSecretMasker } from '../../../src/adapters/secrets/masker.ts';
import { verifySessionFolder } from '../../../src/adapters/disk/verify-session.ts';
import { unpaced } from '../../../src/base/pace.ts';
import { ok } from '../../../src/base/result.ts';
import { noCheckpoints } from '../../../src/core/compaction/checkpoint.ts';
import { maskedFacts } from '../../../src/core/compaction/masked-facts.ts';
import type { CompactionOutcome } from '../../../src/core/compaction/outcome.ts';
import type { CompactionRequest } from '../../../src/core/compaction/request.ts';
import { createRootTarget } from '../../../src/core/compaction/root-target.ts';
import { RunState } from '../../../src/core/compaction/run-state.ts';
import { runCompaction } from '../../../src/core/compaction/runner.ts';
import { conversationFacts, type ConversationFacts } from '../../../src/core/evidence/facts/facts.ts';
import { noHooks } from '../../../src/core/hooks/compact-hooks.ts';
import { modelFor, offlineModel, resolvePolicy } from '../../../src/core/models/policy.ts';
import type { ProviderEvent } from '../../../src/core/provider/events.ts';
import type { Provider } from '../../../src/core/provider/provider.ts';
import type { SessionHandle, WholeSession } from '../../../src/core/sessions/store.ts';
import type { Verification } from '../../../src/core/sessions/verification.ts';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { withoutHandOver } from '../../../src/core/summary/hand-over.ts';
import { freshEstimate } from '../../../src/core/tokens/estimate.ts';
import { inlineText } from '../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { prompts } from '../compaction-bench.ts';
import { countingIds } from '../counting-ids.ts';
import { MemoryComputer } from '../disk-store.ts';
import { never, valueOf } from '../expect.ts';
import { TelemetryLog } from '../telemetry-log.ts';
import { hurriedClock } from '../virtual-clock.ts';
import { transcriptFile } from './folder.ts';
import { importedFile } from './imported-file.ts';
import { knownTranscripts } from './table.ts';

export const masker = createSecretMasker({ pace: unpaced });

/** One conversation of a transcript: `07`, or `14.3` where a file holds many. */
export interface RealConversation {
  readonly name: string;
  readonly whole: WholeSession;
}

/** What a run was asked to keep. */
export type Keep = { readonly tailTurns: number } | 'nothing';

export interface Run {
  readonly keep: Keep;
  readonly outcome: CompactionOutcome;
  /** The active segment behind it; as it was, where nothing was applied. */
  readonly after: readonly TranscriptRecord[];
  /** What left the model's sight, but for the summary before it. */
  readonly body: readonly TranscriptRecord[];
  /** Of the body, secrets masked. */
  readonly facts: ConversationFacts;
  /** As the model gave it: nothing appended yet. */
  readonly answer: string;
  /** As it stands in the successor, without the hand-over sentence. */
  readonly summary: string;
}

/** Every conversation of the five formats, in order of the files. */
export async function realConversations(folder: string): Promise<readonly RealConversation[]> {
  const conversations: RealConversation[] = [];
  for (const { number } of knownTranscripts) {
    const { sessions } = await importedFile(transcriptFile(folder, number));
    sessions.forEach(({ session }, place) => {
      conversations.push({ name: sessions.length === 1 ? number : `${number}.${place + 1}`, whole: session });
    });
  }
  return conversations;
}

/** A conversation as an open session on a disk of its own. */
export class OpenedConversation {
  readonly name: string;
  readonly session: SessionHandle;
  private readonly computer: MemoryComputer;
  private readonly ids = countingIds();

  private constructor(name: string, session: SessionHandle, computer: MemoryComputer) {
    this.name = name;
    this.session = session;
    this.computer = computer;
  }

  static async of({ name, whole }: RealConversation): Promise<OpenedConversation> {
    const computer = new MemoryComputer();
    const store = computer.store();
    const path = valueOf(await store.adopt(whole, never));
    const session = valueOf(await store.open(path, 'write', never));
    return new OpenedConversation(name, session, computer);
  }

  async verified(): Promise<Verification> {
    return valueOf(await verifySessionFolder(this.computer.ports(), this.session.path, never));
  }

  async append(records: readonly TranscriptRecord[]): Promise<void> {
    valueOf(await this.session.write.append(records, never));
  }

  /** Compacts by hand with the offline model. */
  async compact(keep: Keep): Promise<Run> {
    const { session } = this;
    const tailTurns = keep === 'nothing' ? {} : { 'compaction.tailTurns': keep.tailTurns };
    const { settings } = readSettings(tailTurns);
    const before = session.active().records;
    const request: CompactionRequest = {
      trigger: 'manual',
      purpose: 'continuation',
      tail: keep === 'nothing' ? 'none' : 'recent',
      target: resolvePolicy(modelFor('chat', settings, session.session().model), settings),
      summary: { ...resolvePolicy(offlineModel, settings), stream: true, idleSeconds: 0 },
      targetPressure: false,
      tokensBefore: freshEstimate(before, settings['compaction.imageTokenEstimate']),
      fixedTokens: 0,
      turn: before.at(-1)?.turn ?? 0,
    };
    const telemetry = new TelemetryLog();
    const pieces: string[] = [];
    const outcome = await runCompaction(
      request,
      {
        target: createRootTarget({
          session,
          telemetry,
          automatic: () => ({ enabled: true, switchedOff: false }),
        }),
        state: new RunState(),
        provider: ok(overheard(offlineProvider, pieces)),
        ...{ settings, prompts, masker, telemetry },
        hooks: noHooks,
        checkpoints: noCheckpoints,
        clock: hurriedClock(),
        ids: { ...this.ids, next: (kind) => `${this.name}-run-${this.ids.next(kind)}` },
        pace: unpaced,
        report: () => undefined,
        committed: () => undefined,
      },
      never,
    );
    const after = session.active().records;
    const kept = new Set(after.map(({ id }) => id));
    const body = before.filter(({ id, kind }) => kind !== 'summary' && !kept.has(id));
    const [first] = before;
    const openBefore = first?.kind === 'summary' ? first.openRequest : undefined;
    const work = { artifacts: session.artifacts, pace: unpaced, before: openBefore };
    const facts = await maskedFacts(await conversationFacts(body, work, never), masker, never);
    return { keep, outcome, after, body, facts, answer: pieces.join(''), summary: summaryOf(after) };
  }
}

/** The lines of a summary that say something: no headings, no filler. */
export function tellingLines(summary: string): readonly string[] {
  return summary
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '(none)' && !line.startsWith('## '));
}

/** The leading summary without its hand-over sentence; empty when there is none. */
function summaryOf(records: readonly TranscriptRecord[]): string {
  const [first] = records;
  if (first?.kind !== 'summary') return '';
  return withoutHandOver(inlineText(first.content), prompts.text('context-summary/hand-over', {}));
}

/** The provider, the pieces of its answer written down. */
function overheard(provider: Provider, pieces: string[]): Provider {
  return {
    name: provider.name,
    body: (request) => provider.body(request),
    stream: (request, signal) => heard(provider.stream(request, signal), pieces),
  };
}

async function* heard(events: AsyncIterable<ProviderEvent>, pieces: string[]): AsyncGenerator<ProviderEvent> {
  for await (const event of events) {
    if (event.type === 'text') pieces.push(event.text);
    yield event;
  }
}
