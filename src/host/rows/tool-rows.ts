// Rows of tool calls: the call's record, its result, what it is doing now, what it asks, and the command it started are
// put together by call id.

import { parseJson, type JsonObject } from '../../base/json.ts';
import { singleLine } from '../../base/single-line.ts';
import { visibleText } from '../../base/visible-text.ts';
import type { RunningCall } from '../../core/agent/events.ts';
import { isLive, type ExecutionRender } from '../../core/executions/render.ts';
import { mainArgument } from '../../core/export/main-argument.ts';
import { todoLegend, todoLines } from '../../core/tools/todo-lines.ts';
import { todoLabel, todoOf, updateTodo } from '../../core/tools/update-todo.ts';
import type { RecordOf } from '../../core/transcript/record.ts';
import type { RowOf, ToolAsk, ToolDecision } from '../../protocol/rows.ts';
import { executionView } from './execution-view.ts';
import type { NewRow } from './row-store.ts';
import { argumentsText, cutText, rowCaps, shownContent } from './shown-text.ts';

const labelLength = 200;

/** What is known of a call besides its records. Of a decision that outlives its result, the record says the same. */
export interface LiveCall {
  readonly running: RunningCall | undefined;
  readonly ask: ToolAsk | undefined;
  readonly decision: ToolDecision | undefined;
}

/** A call as far as it has come. A result whose call is missing stands alone. */
export interface KnownCall {
  readonly key: string;
  readonly callId: string;
  readonly call: RecordOf<'tool-call'> | undefined;
  readonly result: RecordOf<'tool-result'> | undefined;
  readonly execution: ExecutionRender | undefined;
  readonly live: LiveCall;
}

export function toolRow(known: KnownCall): NewRow {
  const { key, callId, call, result, execution, live } = known;
  const { ask, running } = live;
  const decision = live.decision ?? result?.permission;
  const durationMs = duration(call, result, execution);
  return {
    kind: 'tool',
    key,
    callId,
    name: cutText(call?.name ?? result?.name ?? 'tool', labelLength).text,
    label: labelOf(call, running),
    state: stateOf(known),
    ...(durationMs === undefined ? {} : { durationMs }),
    arguments: call === undefined ? { text: '', omitted: 0 } : shownArguments(call, rowCaps.arguments),
    ...(result === undefined ? {} : { result: shownContent(result.content, rowCaps.result) }),
    ...(ask === undefined || result !== undefined ? {} : { ask }),
    ...(decision === undefined ? {} : { decision }),
    ...(execution === undefined ? {} : { execution: executionView(execution) }),
  };
}

export function shownArguments(call: RecordOf<'tool-call'>, most: number): RowOf<'tool'>['arguments'] {
  const { storedInput } = call;
  const todo = todoIn(call);
  if (todo !== undefined) return cutText([...todoLines(todo), todoLegend].join('\n'), most);
  if (storedInput === undefined) return argumentsText(call.input, most);
  const head = cutText(storedInput.head, most);
  return { text: head.text, omitted: Math.max(0, storedInput.characters - most) };
}

function labelOf(call: RecordOf<'tool-call'> | undefined, running: RunningCall | undefined): string {
  const label = running?.label ?? (call === undefined ? '' : mainOf(call));
  return cutText(visibleText(singleLine(label.slice(0, 4 * labelLength))), labelLength).text;
}

function mainOf(call: RecordOf<'tool-call'>): string {
  const todo = todoIn(call);
  if (todo !== undefined) return todoLabel(todo);
  return mainArgument(call.storedInput === undefined ? call.input : stringsIn(call.storedInput.head));
}

/** The list a call of update_todo gave. */
function todoIn({ name, input }: RecordOf<'tool-call'>): ReturnType<typeof todoOf> {
  return name === updateTodo ? todoOf(input) : undefined;
}

/** The arguments of text that stand whole in the beginning of a JSON object. */
function stringsIn(head: string): JsonObject {
  const found = head.matchAll(/"(\w{1,40})"\s*:\s*("(?:\\.|[^"\\]){0,4000}")/g);
  const pairs = [...found].flatMap(([, name = '', json = '']) => {
    const text = parseJson(json);
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  // The first of a name is the outermost: what follows may be part of a text.
  return Object.fromEntries(pairs.reverse());
}

function stateOf({ result, execution, live }: KnownCall): RowOf<'tool'>['state'] {
  if (result === undefined) {
    if (live.ask !== undefined) return 'waiting';
    return live.running?.state ?? 'called';
  }
  if (execution !== undefined && isLive(execution)) return 'background';
  if (result.isError === true) return 'failed';
  return execution !== undefined && endedBadly(execution) ? 'failed' : 'done';
}

function endedBadly({ end, outcome }: ExecutionRender): boolean {
  if (end === 'archived') return false;
  return end !== 'exited' || outcome === 'failure';
}

/**
 * A command is measured by itself; anything else from its call's record to that of its result, without the time in which it
 * waited for the person.
 */
function duration(
  call: RecordOf<'tool-call'> | undefined,
  result: RecordOf<'tool-result'> | undefined,
  execution: ExecutionRender | undefined,
): number | undefined {
  if (execution?.endedAt !== undefined) return between(execution.startedAt, execution.endedAt);
  if (call === undefined || result === undefined) return undefined;
  const whole = result.synthetic === true ? undefined : between(call.at, result.at);
  return whole === undefined ? undefined : Math.max(0, whole - (result.waitedMs ?? 0));
}

function between(from: string, to: string): number | undefined {
  const ms = Date.parse(to) - Date.parse(from);
  return ms >= 0 ? ms : undefined;
}
