// Commands that bring conversations in from other agents, and take this one out.

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import { agentTranscripts } from '../../adapters/disk/agent-transcripts.ts';
import { importForeignFile } from '../../adapters/import/foreign-file.ts';
import { reasonOf } from '../../base/fail.ts';
import { exportSession, type SessionExport } from '../../core/export/export-session.ts';
import { exportFormats, type ExportFormat } from '../../core/export/format.ts';
import { rootParts } from '../../core/export/transcript-parts.ts';
import { describeImportFailure } from '../../core/import/failures.ts';
import { temporaryName } from '../../core/sessions/names.ts';
import { storeText, texts } from '../texts.ts';
import type { CommandDeps, CommandTable } from './command-deps.ts';
import { mayLeave } from './leave.ts';

export const transferCommands: CommandTable<'segue.importTranscript' | 'segue.exportSession'> = {
  'segue.importTranscript': importTranscript,
  'segue.exportSession': exportConversation,
};

/** `given` may be the path of a transcript. */
async function importTranscript(deps: CommandDeps, [given]: readonly unknown[]): Promise<void> {
  const file = typeof given === 'string' ? given : await pickedFile();
  if (file === undefined) return;
  const kept = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: texts.importing, cancellable: true },
    (_, token) => keptSessions(file, deps, signalOf(token)),
  );
  const [first] = kept;
  if (first === undefined) return;
  deps.tell('info', texts.imported(kept.length));
  if (await mayLeave(deps.desk.conversation)) await deps.desk.openSession(first);
  await deps.view.focus();
}

async function pickedFile(): Promise<string | undefined> {
  const picked = await vscode.window.showOpenDialog({ title: texts.importTitle, canSelectMany: false });
  return picked?.[0]?.fsPath;
}

/** The paths of the sessions that were kept; what went wrong is told. */
async function keptSessions(
  file: string,
  deps: CommandDeps,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { machine, importWorker, shelf, tell } = deps;
  const read = await importForeignFile(
    { path: file, format: 'auto' },
    { ...machine, workerEntry: importWorker },
    signal,
  );
  if (!read.ok) {
    if (read.error.kind !== 'cancelled') tell('error', texts.notImported(describeImportFailure(read.error)));
    return [];
  }
  const kept: string[] = [];
  for (const { session } of read.value.sessions) {
    const adopted = await shelf.adopt(session, signal);
    if (!adopted.ok) {
      if (adopted.error.kind !== 'cancelled') tell('error', texts.notImported(storeText(adopted.error)));
      return kept;
    }
    kept.push(adopted.value);
  }
  return kept;
}

async function exportConversation(deps: CommandDeps): Promise<void> {
  const { desk, tell } = deps;
  const { conversation } = desk;
  if (conversation === undefined) {
    tell('info', texts.noConversation);
    return;
  }
  const items = exportFormats.map((format) => ({ label: texts.formats[format], format }));
  const format = (await vscode.window.showQuickPick(items, { title: texts.pickFormat }))?.format;
  if (format === undefined) return;
  const ending = { markdown: 'md', 'claude-code': 'jsonl', openai: 'json' }[format];
  const folder =
    vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(path.dirname(deps.shelf.folder));
  const name = `${path.basename(conversation.session.path)}.${ending}`;
  const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder, name) });
  if (target === undefined) return;
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: texts.exporting, cancellable: true },
    (_, token) => writeExport(target.fsPath, format, deps, signalOf(token)),
  );
}

async function writeExport(
  target: string,
  format: ExportFormat,
  deps: CommandDeps,
  signal: AbortSignal,
): Promise<void> {
  const exported = await exportOf(format, deps, signal);
  if (exported === undefined) return;
  const temporary = path.join(
    path.dirname(target),
    temporaryName(path.basename(target), deps.machine.ids.hex(12)),
  );
  try {
    await pipeline(Readable.from(exported.pieces), createWriteStream(temporary, { flags: 'wx' }), { signal });
    await rename(temporary, target);
    deps.tell('info', texts.exported(target, exported.report().maskedSecrets));
  } catch (error) {
    await rm(temporary, { force: true });
    if (!signal.aborted) deps.tell('error', texts.notExported(reasonOf(error)));
  }
}

async function exportOf(
  format: ExportFormat,
  { desk, disk, machine, tell }: CommandDeps,
  signal: AbortSignal,
): Promise<SessionExport | undefined> {
  const session = desk.conversation?.session;
  if (session === undefined) return undefined;
  const agents = await agentTranscripts(disk, session.path);
  if (!agents.ok) {
    tell('error', texts.notExported(storeText(agents.error)));
    return undefined;
  }
  const source = {
    session: session.session(),
    root: rootParts(session),
    agents: agents.value,
    artifacts: session.artifacts,
  };
  const { prompts, masker, sha256, pace } = machine;
  const chatTexts = {
    opening: prompts.text('request/opening', {}),
    missingResult: prompts.text('request/missing-result', {}),
  };
  return exportSession(source, { format, texts: chatTexts }, { masker, sha256, pace }, signal);
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort('user'));
  return token.isCancellationRequested ? AbortSignal.abort('user') : controller.signal;
}
