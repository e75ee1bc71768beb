// A chat over a session on disk with everything of its own but a model that answers at once and tools that take no time.

import { join } from 'node:path';
import { createNodeProcessRunner } from '../../../src/adapters/process/node-process-runner.ts';
import { loadPrompts } from '../../../src/adapters/prompts/library.ts';
import { randomIds } from '../../../src/adapters/system/ids.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { ok } from '../../../src/base/result.ts';
import type { ChatSession } from '../../../src/core/agent/chat-session.ts';
import { createChat } from '../../../src/core/agent/create-chat.ts';
import { noCheckpoints } from '../../../src/core/compaction/checkpoint.ts';
import { noMasking } from '../../../src/core/evidence/secrets.ts';
import { createExecutions } from '../../../src/core/executions/create-executions.ts';
import type { Executions } from '../../../src/core/executions/executions.ts';
import { noHooks } from '../../../src/core/hooks/compact-hooks.ts';
import type { ProviderEvent } from '../../../src/core/provider/events.ts';
import { createReminders } from '../../../src/core/reminders/create-reminders.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { noTelemetry } from '../../../src/core/telemetry/recorder.ts';
import type { ToolCall, ToolOutcome, ToolSet } from '../../../src/core/tools/tool.ts';
import { pace } from './engine.ts';
import { benchRoot } from './places.ts';

/** Tokens; nothing is ever compacted for want of room. */
const boundless = 1_000_000_000;

/** What the model answers to its n-th request, counted from 0. */
export type Answers = (request: number, signal: AbortSignal) => AsyncIterable<ProviderEvent>;

/** What a call comes to. Without it every call is answered with a word. */
export type Tool = (call: ToolCall, executions: Executions, signal: AbortSignal) => Promise<ToolOutcome>;

export interface ChatParts {
  readonly answers: Answers;
  readonly tool?: Tool;
}

export function openChat(session: SessionHandle, { answers, tool = word }: ChatParts): Promise<ChatSession> {
  const { settings } = readSettings({
    providers: { bench: { contextWindow: boundless } },
    'models.default': 'bench/model',
  });
  let requests = 0;
  const provider = {
    name: 'bench',
    body: (request: unknown) => request,
    stream: (_: unknown, signal: AbortSignal) => answers(requests++, signal),
  };
  const processes = createNodeProcessRunner({ shell: '/bin/sh' });
  return createChat({
    session,
    settings: () => settings,
    models: { provider: () => ok(provider), idleSeconds: () => 0, reported: () => undefined },
    executions: (ports) =>
      createExecutions({ ...ports, processes, clock: systemClock, ids: randomIds, warn: () => undefined }),
    tools: (executions) => toolsOver(executions, tool),
    report: () => undefined,
    reminders: createReminders(),
    systemPrompts: { text: () => Promise.resolve('You are Segue.') },
    expandMentions: () => Promise.resolve([]),
    prompts: loadPrompts(join(benchRoot, 'prompts')),
    ...{ masker: noMasking, hooks: noHooks, checkpoints: noCheckpoints, telemetry: noTelemetry },
    ...{ clock: systemClock, ids: randomIds, pace },
  });
}

/** Calls of one tool, one a request, and a sentence behind the last; told of each request. */
export function callsInARow(count: number, asked: () => void = () => undefined): Answers {
  return async function* (request) {
    await Promise.resolve();
    asked();
    const isLast = request % (count + 1) === count;
    if (isLast) yield { type: 'text', text: 'That was all.' };
    else yield { type: 'tool-call', callId: `call-${request}`, name: 'look', input: '{"at":"x"}' };
    yield { type: 'stop', reason: isLast ? 'end' : 'tool-use' };
  };
}

export function textOutcome(text: string): ToolOutcome {
  const content = [{ type: 'text', text }] as const;
  return { content, isError: false, artifacts: [], touches: [], execution: undefined };
}

function word(): Promise<ToolOutcome> {
  return Promise.resolve(textOutcome('seen'));
}

function toolsOver(executions: Executions, tool: Tool): ToolSet {
  return {
    specs: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }],
    execute: (call, _, signal) => tool(call, executions, signal),
    forgetReads: () => undefined,
  };
}
