// `segue export`: the whole conversation in another format, on standard output or in a file.

import path from 'node:path';
import { agentTranscripts } from '../../adapters/disk/agent-transcripts.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { noMasking } from '../../core/evidence/secrets.ts';
import { exportSession, type SessionExport } from '../../core/export/export-session.ts';
import { exportFormats, type ExportFormat } from '../../core/export/format.ts';
import { rootParts } from '../../core/export/transcript-parts.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import { targetFault, writeExport } from '../export-file.ts';
import { exportNotes, missingFiles } from '../export-notes.ts';
import { cancelled, failure, type CliFailure } from '../failure.ts';
import { gathered } from '../gathered.ts';
import type { CliHost } from '../host.ts';
import { createProgress } from '../progress.ts';
import { readSession } from '../read-session.ts';
import { storeFailureText } from '../texts.ts';

/** Notes about the export go to standard error; only a file that could not be read ends it with 1. */
export async function exportCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const opened = await readSession(command, host, tools);
  if (!opened.ok) return opened;
  const out = command.text('out');
  const target = out === undefined ? undefined : path.resolve(host.cwd, out);
  const fault = target === undefined ? undefined : await targetFault(tools.disk, target);
  if (fault !== undefined) return err(fault);
  const exported = await exportOf(opened.value, command, { tools, signal: host.signal });
  if (!exported.ok) return exported;
  const given = await giveOut(exported.value, target, { host, tools });
  if (!given.ok) return given;
  const report = exported.value.report();
  const error = missingFiles(report.gaps);
  return ok({
    json: null,
    text: target ?? '',
    ...(target === undefined ? { raw: '' } : {}),
    notes: exportNotes(report),
    error,
    exit: error === undefined ? 0 : 1,
  });
}

async function exportOf(
  session: SessionHandle,
  command: ParsedCommand,
  how: { readonly tools: Tools; readonly signal: AbortSignal },
): Promise<Result<SessionExport, CliFailure>> {
  const { disk, masker, sha256, pace, prompts } = how.tools;
  const agents = await agentTranscripts(disk, session.path);
  if (!agents.ok) return err(failure(storeFailureText(agents.error)));
  const source = {
    session: session.session(),
    root: rootParts(session),
    agents: agents.value,
    artifacts: session.artifacts,
  };
  const texts = {
    opening: prompts.text('request/opening', {}),
    missingResult: prompts.text('request/missing-result', {}),
  };
  const deps = { masker: command.has('unmasked') ? noMasking : masker, sha256, pace };
  return ok(exportSession(source, { format: formatOf(command), texts }, deps, how.signal));
}

async function giveOut(
  exported: SessionExport,
  target: string | undefined,
  how: { readonly host: CliHost; readonly tools: Tools },
): Promise<Result<undefined, CliFailure>> {
  const { host, tools } = how;
  const pieces = gathered(exported.pieces);
  if (target !== undefined) {
    const progress = createProgress(host);
    progress.show(`Exporting to ${target}… Ctrl-C cancels`);
    const written = await writeExport(tools.disk, target, pieces, host.signal);
    progress.clear();
    return written;
  }
  for await (const piece of pieces) {
    host.out(piece);
    const rest = tools.pace.breathe();
    if (rest !== undefined) await rest;
  }
  return host.signal.aborted ? err(cancelled) : ok();
}

/** The command line was checked against the list. */
function formatOf(command: ParsedCommand): ExportFormat {
  return exportFormats.find((format) => format === command.text('format')) ?? 'markdown';
}
