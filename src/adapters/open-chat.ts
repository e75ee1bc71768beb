// Opens the chat of a session on this machine: shared by both hosts. Whose files, commands and search they are is decided
// here; who the person is, where rules are kept and which folders are open is the host's to say.

import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Pace } from '../base/pace.ts';
import type { Sha256 } from '../base/sha256.ts';
import { rootOwner } from '../core/agent/chat-parts.ts';
import type { ChatSession } from '../core/agent/chat-session.ts';
import { createChat } from '../core/agent/create-chat.ts';
import { createMentions } from '../core/agent/mentions.ts';
import type { ChatModels } from '../core/agent/policies.ts';
import { todoList } from '../core/agent/todo-list.ts';
import { createSystemPrompts } from '../core/agent/system/create-system-prompts.ts';
import { noCheckpoints } from '../core/compaction/checkpoint.ts';
import type { SecretMasker } from '../core/evidence/secrets.ts';
import { createExecutions } from '../core/executions/create-executions.ts';
import type { ProcessRunner } from '../core/executions/process.ts';
import { currentTurn } from '../core/executions/transcript.ts';
import { noHooks } from '../core/hooks/compact-hooks.ts';
import { createReminders } from '../core/reminders/create-reminders.ts';
import { telemetryName } from '../core/sessions/names.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { Settings } from '../core/settings/settings.ts';
import type { PromptLibrary } from '../core/prompts/prompts.ts';
import { createTelemetry, noTelemetry, type Telemetry } from '../core/telemetry/recorder.ts';
import { tokensOf } from '../core/tokens/estimate.ts';
import { payloadSize } from '../core/tokens/payload.ts';
import type { TranscriptRecord } from '../core/transcript/record.ts';
import { commandTools } from '../core/tools/background-commands.ts';
import { Workspace } from '../core/tools/workspace.ts';
import { createToolSet } from '../core/tools/create-tool-set.ts';
import type { RuleStore } from '../core/tools/permission-rules.ts';
import { Permissions, type PermissionMode } from '../core/tools/permissions.ts';
import type { Person } from '../core/tools/person.ts';
import { ReadMemory } from '../core/tools/read-memory.ts';
import type { WorkspaceSearch } from '../core/tools/workspace-files.ts';
import { personTools, workspaceTools } from '../core/tools/workspace-tools.ts';
import type { ToolSpec } from '../core/provider/request.ts';
import { unifiedDiff } from './diff/unified-diff.ts';
import { telemetryFile } from './disk/telemetry-file.ts';
import { nodeWorkspaceFiles } from './files/node-workspace-files.ts';
import { createEnvironment } from './system/environment.ts';
import { createTiktokenTokenizer } from './tokenizer/tiktoken.ts';

/** What one host has once, for every chat it opens. */
export interface Machine {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pace: Pace;
  readonly sha256: Sha256;
  readonly prompts: PromptLibrary;
  readonly masker: SecretMasker;
  readonly search: WorkspaceSearch;
  readonly processes: ProcessRunner;
  /** The program of the tokenizer's worker; it is started where `compaction.tokenizer` wants one. */
  readonly tokenizerWorker: string | URL;
  /** Absolute path of the shell commands are run with; the system's own without it. */
  readonly shell: string | undefined;
}

export interface ChatPlace {
  readonly session: SessionHandle;
  readonly settings: () => Settings;
  readonly models: ChatModels;
  readonly person: Person;
  readonly rules: RuleStore;
  /** Absolute paths of the folders that are open; none where there is nothing to work in. */
  readonly roots: () => readonly string[];
  readonly trusted: () => boolean;
  readonly mode: () => PermissionMode;
  /** One sentence for the person about commands. */
  readonly warn: (text: string) => void;
  /** For the log. Never throws. */
  readonly report: (problem: string) => void;
}

/** What a request has besides its transcript. */
export interface RequestFrame {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
}

export interface OpenedChat {
  readonly chat: ChatSession;
  /** That of the next request, read now. */
  frame(signal: AbortSignal): Promise<RequestFrame>;
  /** Tokens every request has besides its transcript: system prompt and tools, estimated. */
  fixedTokens(signal: AbortSignal): Promise<number>;
}

/** The chat closes the session when it is disposed of. Commands an earlier host left behind are settled here. */
export async function openChat(machine: Machine, place: ChatPlace): Promise<OpenedChat> {
  const { clock, ids, pace, sha256, prompts, masker, search, processes, shell, tokenizerWorker } = machine;
  const { session, settings, models, person, rules, roots, trusted, mode, warn, report } = place;
  const workspace = new Workspace(nodeWorkspaceFiles(ids), roots);
  const permissions = new Permissions(rules);
  const memory = new ReadMemory();
  const environment = createEnvironment(clock, shell);
  const systemPrompts = createSystemPrompts({ prompts, workspace, environment, trusted });
  let specs: readonly ToolSpec[] = [];
  const chat = await createChat({
    ...{ session, settings, models, prompts, masker, clock, ids, pace, systemPrompts, report },
    executions: (ports) => createExecutions({ ...ports, processes, clock, ids, warn }),
    tools: (executions) => {
      const commands = { executions, workspace, sha256, prompts, owner: rootOwner };
      const files = { workspace, search, permissions, memory, diff: unifiedDiff, sha256, prompts, mode };
      const tools = createToolSet({
        tools: (asking) => [
          ...workspaceTools({ ...files, person: asking, artifacts: session.artifacts }),
          ...commandTools(commands),
          ...personTools({ person: asking, prompts }),
        ],
        ...{ person, permissions, memory, sha256, trusted, mode },
      });
      specs = tools.specs;
      return tools;
    },
    reminders: createReminders(),
    expandMentions: createMentions({ workspace, prompts }),
    hooks: noHooks,
    checkpoints: noCheckpoints,
    telemetry: telemetryOf(session, clock),
    tokenizer: createTiktokenTokenizer({ worker: tokenizerWorker }),
  });
  const frame = async (signal: AbortSignal): Promise<RequestFrame> => {
    const todo = todoList(session.session().todo);
    const touched = touchedFiles(session.active().records);
    return { system: await systemPrompts.text({ todo, touched }, signal), tools: specs };
  };
  return {
    chat,
    frame,
    fixedTokens: async (signal) =>
      tokensOf(payloadSize(await frame(signal)), settings()['compaction.imageTokenEstimate']),
  };
}

/** Each file once, in the order of its newest touch, as requests have them. */
function touchedFiles(records: readonly TranscriptRecord[]): readonly string[] {
  const touched = new Set<string>();
  for (const record of records) {
    if (record.kind !== 'file-touch') continue;
    touched.delete(record.path);
    touched.add(record.path);
  }
  return [...touched];
}

function telemetryOf(session: SessionHandle, clock: Clock): Telemetry {
  if (session.access === 'read') return noTelemetry;
  return createTelemetry({
    clock,
    session: session.session().id,
    turn: () => currentTurn(session.active().records),
    write: telemetryFile(path.join(session.path, telemetryName)),
  });
}
