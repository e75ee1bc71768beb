// Executions as hidden records of a transcript: the archive stands for one that still runs, the completion for one that
// ended. A completion replaces every archive of its execution; of archives the newest counts.

import type { Json } from '../../base/json.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { executionRenderSchema, type ExecutionRender } from './render.ts';

export type ExecutionRecord = RecordOf<'execution-archive' | 'execution-completion'>;

/** Where a new record stands. */
export interface RecordPlace {
  readonly id: string;
  readonly turn: number;
  readonly at: string;
}

export function isExecutionRecord(record: TranscriptRecord): record is ExecutionRecord {
  return record.kind === 'execution-archive' || record.kind === 'execution-completion';
}

export function archiveRecord(render: ExecutionRender, place: RecordPlace): RecordOf<'execution-archive'> {
  const { callId, executionId } = render;
  return { kind: 'execution-archive', ...place, callId, executionId, render: jsonOf(render) };
}

/** `told`: the model knows how it ended already. */
export function completionRecord(
  render: ExecutionRender,
  place: RecordPlace & { readonly told: boolean },
): RecordOf<'execution-completion'> {
  const { callId, executionId, owner } = render;
  const { told, ...rest } = place;
  return {
    ...{ kind: 'execution-completion', ...rest, callId, executionId, owner, render: jsonOf(render) },
    ...(told ? { told } : {}),
  };
}

/** What a record keeps of its execution; undefined when that is something else, or speaks of another execution. */
export function renderOf(record: ExecutionRecord): ExecutionRender | undefined {
  const parsed = executionRenderSchema.safeParse(record.render);
  if (!parsed.success) return undefined;
  const { callId, executionId } = parsed.data;
  return callId === record.callId && executionId === record.executionId ? parsed.data : undefined;
}

/** The name of the reminder that tells the model how an execution ended. */
export function endReminderName(executionId: string): string {
  return `execution:${executionId}`;
}

export type IsTold = (completion: RecordOf<'execution-completion'>) => boolean;

/**
 * Tells of a completion whether the model has heard how the execution ended: the reminder that says so is among the
 * records, or the result of its call is. A result the host made up, because the call was cut off, tells nothing. The
 * records are gone through once, whatever is asked.
 */
export function toldIn(records: readonly TranscriptRecord[]): IsTold {
  const reminders = new Set<string>();
  const calls = new Set<string>();
  const answered = new Set<string>();
  for (const record of records) {
    if (record.kind === 'reminder' && record.name !== undefined) reminders.add(record.name);
    else if (record.kind === 'tool-call') calls.add(record.callId);
    else if (record.kind === 'tool-result' && record.synthetic !== true) answered.add(record.callId);
  }
  return ({ executionId, callId, told }) => {
    if (reminders.has(endReminderName(executionId))) return true;
    if (told !== true) return false;
    // Without its row it was told when there was one.
    return answered.has(callId) || !calls.has(callId);
  };
}

/** True when the two say the same of an execution, whatever the order of their fields. */
export function sameRender(one: ExecutionRender, other: ExecutionRender): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(render: ExecutionRender): string {
  return JSON.stringify(executionRenderSchema.parse(render));
}

/** As it reads back from disk. */
function jsonOf(render: ExecutionRender): Json {
  return JSON.parse(JSON.stringify(render)) as Json;
}
