// The tool run_command: a command line of the person's shell, in the workspace. How commands run, yield and end is owned
// by the executions.

import * as z from 'zod';
import type { Sha256 } from '../../base/sha256.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { singleLine } from '../../base/single-line.ts';
import type { Executions } from '../executions/executions.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { commandOutcome } from './command-result.ts';
import type { Workspace } from './workspace.ts';
import { faultText } from './fault-texts.ts';
import { refusal } from './outcomes.ts';
import type { Tool } from './tool.ts';

/** Seconds. */
const defaultYield = 15;
const longestYield = 600;
/** UTF-16 units; no system starts a longer one, and nobody could read what they allow. */
const longestCommand = 100_000;

const input = z.object({
  command: z
    .string()
    .max(longestCommand, 'it is too long for a shell; write a script and run that')
    .regex(/\S/, 'it is blank')
    .describe('the command line, as the shell is to read it'),
  cwd: z
    .string()
    .optional()
    .describe('the folder to start in, relative to the workspace folder; that folder unless given'),
  yield_seconds: z
    .number()
    .min(0)
    .max(longestYield)
    .optional()
    .describe(`seconds to wait before the command goes on in the background; ${defaultYield} unless given`),
});

type Input = z.infer<typeof input>;

export interface RunCommandDeps {
  readonly executions: Executions;
  readonly workspace: Workspace;
  readonly sha256: Sha256;
  readonly prompts: PromptLibrary;
  /** The conversation that hears of the end: `/root`, or the path of an agent. */
  readonly owner: string;
}

export function runCommandTool(deps: RunCommandDeps): Tool<Input> {
  return {
    name: 'run_command',
    description: deps.prompts.text('tools/run_command', {}),
    input,
    needsTrust: true,
    label: ({ command }) => singleLine(command.trim()),
    need: async ({ command, cwd }, signal) => {
      const start = await startFolder(cwd, deps.workspace, signal);
      if (!start.ok) return { kind: 'impossible', why: start.error };
      const usual = await startFolder(undefined, deps.workspace, signal);
      const folder = usual.ok && usual.value === start.value ? undefined : start.value;
      return { kind: 'command', command, folder };
    },
    run: async ({ command, cwd, yield_seconds: seconds = defaultYield }, { callId }, signal) => {
      const folder = await startFolder(cwd, deps.workspace, signal);
      if (!folder.ok) return refusal(folder.error);
      const start = { callId, owner: deps.owner, command, cwd: folder.value, yieldMs: seconds * 1000 };
      const { render } = await deps.executions.start(start, signal);
      return commandOutcome(render, deps.sha256);
    },
  };
}

/** Where a command starts, or what the model is told instead. Asked again when it runs: folders come and go. */
async function startFolder(
  cwd: string | undefined,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  if (cwd === undefined || cwd.trim() === '') {
    const [root] = await workspace.places(signal);
    return root === undefined ? err('No folder is open to run a command in.') : ok(root.real);
  }
  const located = await workspace.locate(cwd, signal);
  if (!located.ok) return err(faultText(located.error, cwd));
  const { real, exists, isInside } = located.value;
  if (!isInside) return err(`${cwd} is outside the workspace: a command starts in a folder of it.`);
  if (!exists) return err(faultText({ kind: 'not-found' }, cwd));
  const facts = await workspace.files.facts(real, signal);
  if (!facts.ok) return err(faultText(facts.error, cwd));
  return facts.value.kind === 'folder' ? ok(real) : err(faultText({ kind: 'not-a-folder' }, cwd));
}
