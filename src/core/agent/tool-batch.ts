// Runs the calls of one answer side by side. Whatever happens, each call gets exactly one result, on disk as soon as it
// is there; the request builder puts results in call order.

import { deriveAbort, isAborted, neverAborted, unlessAborted, whenAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/fail.ts';
import { ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { ToolCall, ToolOutcome, ToolProgress, ToolSet } from '../tools/tool.ts';
import { textContent } from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import type { Conversation } from './conversation.ts';
import type { Activity, RunningCall } from './events.ts';

export interface BatchCall {
  readonly callId: string;
  readonly name: string;
  /** As the model wrote it; it may not be JSON. */
  readonly input: string;
}

export interface BatchPorts {
  readonly conversation: Conversation;
  readonly tools: ToolSet;
  readonly clock: Clock;
  readonly show: (activity: Activity) => void;
}

type Done = Result<undefined, StoreFailure>;

/** Calls that run at the same time at most. */
const mostAtOnce = 8;

/** Milliseconds a stopped tool has to say itself what it did. */
const graceMs = 100;

/** What the model reads of a call nobody let finish, by what came between. */
const unfinishedTexts = {
  cancelled: 'cancelled by the user before it finished; what it had begun may be done in part',
  'not-begun': 'cancelled by the user before it began; nothing was done',
  interrupted: 'interrupted before it had a result; what it had begun may be done in part',
  'cut-off': 'not run, because the answer reached its length limit and this call may be incomplete',
  refused: 'not run, because the model declined to go on',
} as const;

export type Unfinished = keyof typeof unfinishedTexts;

/** Resolves when every call has its result on disk, also after an abort; only a store that fails leaves one without. */
export async function runBatch(
  calls: readonly BatchCall[],
  { turn, ports }: { readonly turn: number; readonly ports: BatchPorts },
  signal: AbortSignal,
): Promise<Done> {
  const { conversation } = ports;
  const rows = new RunningRows(calls, ports);
  const waiting = [...calls];
  let done: Done = ok();
  const work = async (): Promise<void> => {
    // Where no result can be kept any more, nothing more is begun.
    for (let call = waiting.shift(); call !== undefined && done.ok; call = waiting.shift()) {
      const kept = isAborted(signal)
        ? await conversation.append([closingRecord(call, 'not-begun', { turn, conversation })])
        : await keepCall({ ...call, turn }, { ports, rows }, signal);
      rows.ended(call);
      if (kept.ok) conversation.runs.grown();
      else done = kept;
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, calls.length) }, work));
  return done;
}

/** The result of a call that never got one of its own. */
export function closingRecord(
  call: Pick<BatchCall, 'callId' | 'name'>,
  why: Unfinished,
  place: { readonly turn: number; readonly conversation: Conversation },
): RecordOf<'tool-result'> {
  return {
    kind: 'tool-result',
    ...place.conversation.stamp(place.turn),
    callId: call.callId,
    name: call.name,
    content: [...textContent(unfinishedTexts[why])],
    isError: true,
    synthetic: true,
  };
}

/** Runs one call and keeps what came of it. */
async function keepCall(
  call: ToolCall,
  { ports, rows }: { readonly ports: BatchPorts; readonly rows: RunningRows },
  signal: AbortSignal,
): Promise<Done> {
  const { conversation } = ports;
  rows.began(call);
  const outcome = await outcomeOf(
    call,
    { ports, progress: (progress) => rows.moved(call, progress) },
    signal,
  );
  if (outcome === undefined)
    return conversation.append([closingRecord(call, 'cancelled', { ...call, conversation })]);
  const { write } = conversation.session;
  for (const artifact of outcome.artifacts) {
    const saved = await write.artifact(artifact, neverAborted());
    if (!saved.ok) return saved;
  }
  const waitedMs = rows.waitedMs(call);
  const kept = await conversation.append(outcomeRecords(call, { ...outcome, waitedMs }, conversation));
  if (!kept.ok) return kept;
  outcome.whenKept?.();
  if (outcome.todo === undefined) return kept;
  return write.update({ todo: outcome.todo.map((item) => ({ ...item })) }, neverAborted());
}

/** Undefined for a tool that was stopped and did not say what it had done; one that throws is answered for. */
async function outcomeOf(
  call: ToolCall,
  how: { readonly ports: BatchPorts; readonly progress: (progress: ToolProgress) => void },
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  const { tools, clock } = how.ports;
  const patience = deriveAbort(neverAborted());
  // A signal of its own: a batch would hang too many listeners on that of the turn.
  const own = deriveAbort(signal);
  const stopped = whenAborted(own.signal);
  void stopped.aborted.then(async () => {
    await clock.delay(graceMs, patience.signal);
    patience.abort('user');
  });
  try {
    const ran = await unlessAborted(tools.execute(call, how.progress, own.signal), patience.signal);
    return ran?.value;
  } catch (error) {
    return failedOutcome(`The tool ${call.name} failed: ${reasonOf(error)}`);
  } finally {
    stopped.release();
    own.release();
    patience.abort('superseded');
  }
}

function failedOutcome(text: string): ToolOutcome {
  return { content: textContent(text), isError: true, artifacts: [], touches: [], execution: undefined };
}

function outcomeRecords(
  { turn, callId, name }: ToolCall,
  outcome: ToolOutcome & { readonly waitedMs: number },
  conversation: Conversation,
): readonly TranscriptRecord[] {
  const { content, isError, waitedMs, permission } = outcome;
  const given = {
    ...{ callId, name, content: [...content] },
    ...(isError ? { isError } : {}),
    ...(waitedMs > 0 ? { waitedMs } : {}),
    ...(permission === undefined ? {} : { permission }),
  };
  return [
    { kind: 'tool-result', ...conversation.stamp(turn), ...given },
    ...outcome.touches.map(({ path, access }): TranscriptRecord => ({
      kind: 'file-touch',
      ...conversation.stamp(turn),
      path,
      access,
    })),
  ];
}

/** What the progress row shows of a batch: the calls that run now, in call order. */
class RunningRows {
  private readonly calls: readonly BatchCall[];
  private readonly ports: Pick<BatchPorts, 'show' | 'clock'>;
  private readonly running = new Map<string, RunningCall>();
  /** How long each has waited for the person, and since when it does so now. */
  private readonly waits = new Map<string, { readonly ms: number; readonly since: number | undefined }>();

  constructor(calls: readonly BatchCall[], ports: Pick<BatchPorts, 'show' | 'clock'>) {
    this.calls = calls;
    this.ports = ports;
  }

  /** How long the call has waited for the person by now. */
  waitedMs({ callId }: Pick<BatchCall, 'callId'>): number {
    const { ms, since } = this.waits.get(callId) ?? { ms: 0, since: undefined };
    return since === undefined ? ms : ms + this.ports.clock.now() - since;
  }

  began({ callId, name }: BatchCall): void {
    this.running.set(callId, { callId, name, label: name, state: 'running' });
    this.tell();
  }

  /** News of a call that has ended is no news. */
  moved({ callId, name }: BatchCall, { label, state }: ToolProgress): void {
    if (!this.running.has(callId)) return;
    const ms = this.waitedMs({ callId });
    this.waits.set(callId, { ms, since: state === 'waiting' ? this.ports.clock.now() : undefined });
    this.running.set(callId, { callId, name, label, state });
    this.tell();
  }

  ended({ callId }: BatchCall): void {
    if (this.running.delete(callId) && this.running.size > 0) this.tell();
  }

  private tell(): void {
    this.ports.show({
      doing: 'tools',
      calls: this.calls.flatMap(({ callId }) => this.running.get(callId) ?? []),
    });
  }
}
