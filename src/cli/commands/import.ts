// `segue import`: a transcript of another agent becomes one session or several.

import path from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { AskedFormat } from '../../core/import/detect.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import type { CliFailure } from '../failure.ts';
import type { CliHost } from '../host.ts';
import { keepSessions, readTranscriptFile } from '../import-file.ts';
import { importOutput } from '../import-report.ts';
import { createProgress } from '../progress.ts';
import { fileFault, sessionsFolder } from '../session-place.ts';

export async function importCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const folder = await sessionsFolder(command.text('sessions'), host.cwd);
  if (!folder.ok) return folder;
  const file = path.resolve(host.cwd, command.operand);
  const fault = await fileFault(file);
  if (fault !== undefined) return err(fault);
  const progress = createProgress(host, tools.clock);
  try {
    progress.show(`Reading ${path.basename(file)}… Ctrl-C cancels`);
    const read = await readTranscriptFile(file, askedFormat(command), tools, host.signal);
    if (!read.ok) return read;
    progress.show('Writing the session… Ctrl-C cancels');
    const kept = await keepSessions(read.value, folder.value ?? host.cwd, tools, host.signal);
    return kept.ok ? ok(importOutput(read.value, kept.value)) : err(kept.error);
  } finally {
    progress.clear();
  }
}

/** The command line was checked against the list. */
function askedFormat(command: ParsedCommand): AskedFormat {
  return (command.text('format') ?? 'auto') as AskedFormat;
}
