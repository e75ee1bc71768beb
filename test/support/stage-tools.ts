// The real tools, mentions and executions for a scenario, over files in memory, commands that do what the test says, and a
// person who answers by rule.

import { fileURLToPath } from 'node:url';
import { loadPrompts } from '../../src/adapters/prompts/library.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { rootOwner } from '../../src/core/agent/chat-parts.ts';
import type { ChatDeps } from '../../src/core/agent/create-chat.ts';
import { createMentions } from '../../src/core/agent/mentions.ts';
import { createExecutions } from '../../src/core/executions/create-executions.ts';
import { commandTools } from '../../src/core/tools/background-commands.ts';
import { Workspace } from '../../src/core/tools/workspace.ts';
import type { Stage } from './chat-stage.ts';
import { MemoryWorkspace } from './memory-workspace.ts';
import { ScriptedProcesses } from './scripted-processes.ts';
import { ToolBench } from './tool-bench.ts';

const prompts = loadPrompts(fileURLToPath(new URL('../../prompts', import.meta.url)));

export class StageTools {
  readonly files = new MemoryWorkspace().folder('/w');
  readonly processes = new ScriptedProcesses();
  /** What `open` of the stage is given. */
  readonly deps: Pick<ChatDeps, 'tools' | 'executions' | 'expandMentions'>;

  /** `person` sets mode and answers of the person. */
  constructor({ clock, ids }: Stage, person: (bench: ToolBench) => void = () => undefined) {
    const workspace = new Workspace(this.files, () => ['/w']);
    this.deps = {
      executions: (ports) =>
        createExecutions({ ...ports, processes: this.processes, clock, ids, warn: () => undefined }),
      tools: (executions) => {
        const commands = { executions, workspace, sha256: nodeSha256, prompts, owner: rootOwner };
        const bench = new ToolBench(commandTools(commands), { files: this.files });
        person(bench);
        return bench.set;
      },
      expandMentions: createMentions({ workspace, prompts }),
    };
  }
}
