// The tools command_output and stop_command: what a model can do about commands that go on in the background.

import * as z from 'zod';
import type { Sha256 } from '../../base/sha256.ts';
import { newestText, outputText, statusLines } from '../executions/end-texts.ts';
import type { Executions } from '../executions/executions.ts';
import { isLive, type ExecutionRender } from '../executions/render.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { anyTool, type AnyTool } from './any-tool.ts';
import type { Workspace } from './workspace.ts';
import { answer, refusal } from './outcomes.ts';
import { runCommandTool } from './run-command.ts';
import type { Tool, ToolOutcome } from './tool.ts';

/** Code points of the newest output in one answer. */
const shownOutput = 24_000;

const input = z.object({
  execution_id: z.string().regex(/\S/, 'it is blank').describe('the execution id run_command gave'),
});

type Input = z.infer<typeof input>;

export interface CommandToolDeps {
  readonly executions: Executions;
  readonly workspace: Workspace;
  readonly sha256: Sha256;
  readonly prompts: PromptLibrary;
  readonly owner: string;
}

/** All tools of commands, in the order they are declared. */
export function commandTools(deps: CommandToolDeps): readonly AnyTool[] {
  return [anyTool(runCommandTool(deps)), anyTool(commandOutputTool(deps)), anyTool(stopCommandTool(deps))];
}

function commandOutputTool(deps: Pick<CommandToolDeps, 'executions' | 'prompts'>): Tool<Input> {
  return {
    name: 'command_output',
    description: deps.prompts.text('tools/command_output', {}),
    ...shared,
    run: (given) => {
      const render = deps.executions.byId(idOf(given));
      if (render === undefined) return Promise.resolve(unknown(given, deps.executions));
      const output = newestText(outputText(render), shownOutput);
      return Promise.resolve(
        answer(`${commandLine(render)}\n${statusLines(render)}\n\n${output === '' ? '(no output)' : output}`),
      );
    },
  };
}

function stopCommandTool(deps: Pick<CommandToolDeps, 'executions' | 'prompts'>): Tool<Input> {
  return {
    name: 'stop_command',
    description: deps.prompts.text('tools/stop_command', {}),
    ...shared,
    run: (given) => {
      const render = deps.executions.byId(idOf(given));
      if (render === undefined) return Promise.resolve(unknown(given, deps.executions));
      if (!isLive(render)) {
        return Promise.resolve(
          answer(`${commandLine(render)}\nIt has ended already.\n${statusLines(render)}`),
        );
      }
      deps.executions.stop(render.executionId);
      return Promise.resolve(
        answer(`${commandLine(render)}\nIt is being stopped; you will be told when it has ended.`),
      );
    },
  };
}

const shared = {
  input,
  needsTrust: true,
  label: idOf,
  need: () => Promise.resolve({ kind: 'none' } as const),
};

function idOf(given: Input): string {
  return given.execution_id.trim();
}

function commandLine({ command, executionId }: ExecutionRender): string {
  return `Execution ${executionId}: ${command}`;
}

function unknown(given: Input, executions: Executions): ToolOutcome {
  const live = executions.live().map(({ executionId }) => executionId);
  const running = live.length === 0 ? 'Nothing runs in the background.' : `These run: ${live.join(', ')}.`;
  return refusal(`There is no execution ${JSON.stringify(idOf(given))}. ${running}`);
}
