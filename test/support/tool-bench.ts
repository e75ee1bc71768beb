// A set of all tools of core/tools over files in memory, with a person who answers by rule and remembers the questions.

import { fileURLToPath } from 'node:url';
import { unifiedDiff } from '../../src/adapters/diff/unified-diff.ts';
import { loadPrompts } from '../../src/adapters/prompts/library.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import type { Artifact } from '../../src/core/sessions/externalize.ts';
import type { AnyTool } from '../../src/core/tools/any-tool.ts';
import { Workspace } from '../../src/core/tools/workspace.ts';
import { createToolSet } from '../../src/core/tools/create-tool-set.ts';
import type { PermissionRule } from '../../src/core/tools/permission-rules.ts';
import { Permissions, type PermissionMode } from '../../src/core/tools/permissions.ts';
import type {
  EditAnswer,
  EditReview,
  PermissionAnswer,
  PermissionQuestion,
  Person,
  PersonAnswer,
} from '../../src/core/tools/person.ts';
import { ReadMemory } from '../../src/core/tools/read-memory.ts';
import type { ToolOutcome, ToolProgress, ToolSet } from '../../src/core/tools/tool.ts';
import { personTools, workspaceTools } from '../../src/core/tools/workspace-tools.ts';
import type { TextSearch, WorkspaceFiles, WorkspaceSearch } from '../../src/core/tools/workspace-files.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import { never } from './expect.ts';
import { MemoryWorkspace } from './memory-workspace.ts';

const prompts = loadPrompts(fileURLToPath(new URL('../../prompts', import.meta.url)));

export class ToolBench {
  readonly files = new MemoryWorkspace().folder('/w');
  roots: readonly string[] = ['/w'];
  mode: PermissionMode = 'full-auto';
  isTrusted = true;
  /** False: the results of calls do not get onto the disk. */
  isKept = true;
  /** What a search finds. */
  found: Awaited<ReturnType<WorkspaceSearch['text']>> = { ok: true, value: { matches: [], more: false } };
  paths: Awaited<ReturnType<WorkspaceSearch['files']>> = { ok: true, value: { paths: [], more: false } };
  searches: (TextSearch | Parameters<WorkspaceSearch['files']>[0])[] = [];
  onPermit: (question: PermissionQuestion) => PermissionAnswer = () => ({ answer: 'allow' });
  onReview: (review: EditReview) => EditAnswer | Promise<EditAnswer> = ({ after }) => ({
    answer: 'accept',
    content: after,
  });
  onAsk: () => PersonAnswer = () => ({ answer: 'nobody', why: 'no one is there' });
  readonly questions: PermissionQuestion[] = [];
  readonly reviews: EditReview[] = [];
  readonly progress: ToolProgress['state'][] = [];
  rules: readonly PermissionRule[] = [];
  readonly set: ToolSet;
  private readonly artifacts = new Map<string, Artifact>();
  private calls = 0;

  /** `more` come behind the tools of the workspace; `real` takes the place of files in memory and scripted searches. */
  constructor(
    more: readonly AnyTool[] = [],
    real?: { readonly files: WorkspaceFiles; readonly search?: WorkspaceSearch },
  ) {
    const memory = new ReadMemory();
    const permissions = new Permissions({
      load: () => this.rules,
      save: async (rules) => {
        this.rules = rules;
      },
    });
    const deps = {
      workspace: new Workspace(real?.files ?? this.files, () => this.roots),
      search: real?.search ?? this.search(),
      artifacts: { text: async (name: string) => this.artifact(name), base64: async () => undefined },
      diff: unifiedDiff,
      sha256: nodeSha256,
      prompts,
      permissions,
      memory,
      mode: () => this.mode,
    };
    this.set = createToolSet({
      ...deps,
      tools: (person) => [
        ...workspaceTools({ ...deps, person }),
        ...more,
        ...personTools({ person, prompts }),
      ],
      person: this.person(),
      trusted: () => this.isTrusted,
    });
  }

  /** Runs a call and keeps what came of it, as the loop does. A text is taken for the arguments as they came. */
  async run(name: string, input: object | string, signal: AbortSignal = never): Promise<ToolOutcome> {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const call = { callId: `call-${++this.calls}`, name, input: text, turn: 1 };
    const outcome = await this.set.execute(call, ({ state }) => void this.progress.push(state), signal);
    for (const artifact of outcome.artifacts) this.artifacts.set(artifact.name, artifact);
    if (this.isKept) outcome.whenKept?.();
    return outcome;
  }

  /** The text of the result, marked when it is an error. */
  async text(name: string, input: object | string): Promise<string> {
    const outcome = await this.run(name, input);
    return `${outcome.isError ? 'ERROR ' : ''}${inlineText(outcome.content)}`;
  }

  private artifact(name: string): string | undefined {
    return this.artifacts.get(name)?.content.text;
  }

  private search(): WorkspaceSearch {
    return {
      text: async (search) => {
        this.searches.push(search);
        return this.found;
      },
      files: async (search) => {
        this.searches.push(search);
        return this.paths;
      },
    };
  }

  private person(): Person {
    return {
      permit: async (question) => {
        this.questions.push(question);
        return this.onPermit(question);
      },
      review: async (review) => {
        this.reviews.push(review);
        return this.onReview(review);
      },
      ask: async () => this.onAsk(),
    };
  }
}
