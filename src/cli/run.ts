// Runs one command line: parse, do, print. Returns the exit status; nothing here ends the process.

import type { Result } from '../base/result.ts';
import { parseCommandLine, type ParsedCommand } from './arguments.ts';
import type { CommandOutput } from './command.ts';
import { compactCommand } from './commands/compact.ts';
import { diagnoseCommand } from './commands/diagnose.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { requestCommand } from './commands/request.ts';
import { runCommand } from './commands/run.ts';
import { segmentsCommand } from './commands/segments.ts';
import { showCommand } from './commands/show.ts';
import { verifyCommand } from './commands/verify.ts';
import { composeTools, type Tools } from './compose.ts';
import { asOneLine, type CliFailure } from './failure.ts';
import type { CliHost } from './host.ts';
import { helpText } from './help.ts';
import type { CommandName } from './usage.ts';

type Command = (
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
) => Promise<Result<CommandOutput, CliFailure>>;

const implementations: Readonly<Record<CommandName, Command>> = {
  import: importCommand,
  compact: compactCommand,
  request: requestCommand,
  show: showCommand,
  segments: segmentsCommand,
  diagnose: diagnoseCommand,
  verify: verifyCommand,
  export: exportCommand,
  run: runCommand,
};

/** `args` are the words after the program's name. */
export async function runCli(args: readonly string[], host: CliHost): Promise<number> {
  const line = parseCommandLine(args);
  if (!line.ok) return failed(line.error, host);
  if (line.value.kind === 'help') {
    host.out(helpText(line.value.name));
    return 0;
  }
  if (line.value.kind === 'version') {
    host.out(`${host.version}\n`);
    return 0;
  }
  const { command } = line.value;
  const result = await implementations[command.name](command, host, composeTools(host));
  if (!result.ok) return failed(result.error, host);
  const { json, text, raw, notes, error, exit } = result.value;
  if (raw !== undefined) host.out(raw);
  else if (command.has('json')) host.out(`${JSON.stringify(json)}\n`);
  else if (text !== '') host.out(`${text}\n`);
  for (const note of notes ?? []) host.err(`segue: ${asOneLine(note)}\n`);
  if (error !== undefined) host.err(`segue: ${asOneLine(error)}\n`);
  return exit;
}

function failed(failure: CliFailure, host: CliHost): number {
  host.err(`segue: ${asOneLine(failure.message)}\n`);
  return failure.exit;
}
