// `segue verify`: every file of a session is checked and none is changed. A folder that lost its sidecar can be checked
// too, as long as a segment is there.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { verifySessionFolder } from '../../adapters/disk/verify-session.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { printableLine } from '../../core/export/printable.ts';
import { agentsFolder, artifactsFolder, segmentNumber } from '../../core/sessions/names.ts';
import type { Problem, Verification } from '../../core/sessions/verification.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import { counted } from '../../base/counted.ts';
import { cancelled, failure, type CliFailure } from '../failure.ts';
import type { CliHost } from '../host.ts';
import { createProgress } from '../progress.ts';
import { findSession } from '../session-place.ts';
import { storeFailureText } from '../texts.ts';

/** Problems end it with 1 (design 14.3); what has been dealt with does not. */
export async function verifyCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const folder = await folderToVerify(command, host);
  if (!folder.ok) return folder;
  const progress = createProgress(host);
  progress.show(`Checking ${folder.value}…`);
  const verified = await verifySessionFolder(tools.disk, folder.value, host.signal);
  progress.clear();
  if (!verified.ok) {
    return err(verified.error.kind === 'cancelled' ? cancelled : failure(storeFailureText(verified.error)));
  }
  const { ok: isFine, problems, settled } = verified.value;
  const text = verificationText(verified.value, await countsOf(folder.value));
  return ok({ json: { ok: isFine, problems, settled }, text, exit: isFine ? 0 : 1 });
}

/** A session, or a folder of that name that is none only because its sidecar is gone. */
async function folderToVerify(command: ParsedCommand, host: CliHost): Promise<Result<string, CliFailure>> {
  const sessions = command.text('sessions');
  const session = await findSession(command.operand, sessions, host.cwd);
  if (session.ok) return session;
  const candidates = [path.resolve(host.cwd, command.operand)];
  if (sessions !== undefined) candidates.push(path.resolve(host.cwd, sessions, command.operand));
  for (const candidate of candidates) {
    const names = await namesIn(candidate);
    if (names.some((name) => segmentNumber(name) !== undefined)) return ok(candidate);
  }
  return session;
}

/** Names of the files below a folder; none where there is no folder that can be read. */
async function namesIn(folder: string, how: { readonly deep?: true } = {}): Promise<readonly string[]> {
  try {
    return await readdir(folder, { recursive: how.deep === true });
  } catch {
    // Whoever asked has a better word for what is wrong with the place.
    return [];
  }
}

async function countsOf(folder: string): Promise<string> {
  const segments = (await namesIn(folder)).filter((name) => segmentNumber(name) !== undefined).length;
  const agents = await namesIn(path.join(folder, agentsFolder), { deep: true });
  const artifacts = (await namesIn(path.join(folder, artifactsFolder))).length;
  const transcripts = agents.filter((name) => name.endsWith('.jsonl')).length;
  return [
    counted(segments, 'segment'),
    ...(transcripts > 0 ? [counted(transcripts, 'agent transcript')] : []),
    ...(artifacts > 0 ? [counted(artifacts, 'artifact')] : []),
  ].join(', ');
}

/** `ok` and what was checked, or the problems one a line with where the bytes are kept. */
function verificationText({ ok: isFine, problems, settled }: Verification, counts: string): string {
  const known = settled.map((problem) => `  dealt with  ${problemText(problem)}`);
  if (isFine) return [`ok: ${counts} checked`, ...known].join('\n');
  const found = `${counted(problems.length, 'problem')}; ${counts} checked, nothing was changed`;
  return [found, ...problems.map((problem) => `  ${problemText(problem)}`), ...known].join('\n');
}

function problemText({ file, line, problem, kept }: Problem): string {
  const place = line === undefined ? file : `${file}, line ${line}`;
  const bytes = kept === null ? 'no bytes are there' : `its bytes are in ${kept}`;
  return printableLine(`${place}: ${problem}; ${bytes}`);
}
