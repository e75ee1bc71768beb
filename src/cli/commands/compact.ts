// `segue compact`: the older part of a session becomes a summary at the head of a new segment.

import path from 'node:path';
import { neverAborted } from '../../base/abort.ts';
import { codePointLength } from '../../base/code-points.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { guidanceMaxLength } from '../../core/summary/generate.ts';
import type { SessionChange } from '../../core/sessions/session-record.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import { compactSession, type CompactWork } from '../compact-session.ts';
import { sessionToCompact, type CompactSource } from '../compact-source.ts';
import type { Tools } from '../compose.ts';
import { cancelled, failure, usageFailure, type CliFailure } from '../failure.ts';
import { modelFlagFault, workspaceFault } from '../flag-faults.ts';
import type { CliHost } from '../host.ts';
import { createProgress } from '../progress.ts';
import { providerFlags, unheardFlag } from '../providers.ts';
import { settingsFrom } from '../settings.ts';
import { shellWord } from '../shell-word.ts';
import { storeFailureText } from '../texts.ts';

export async function compactCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const settings = settingsFrom(command.list('set'));
  if (!settings.ok) return settings;
  const fault = flagFault(command) ?? (await workspaceFault(command, host));
  if (fault !== undefined) return err(usageFailure(fault));
  const progress = createProgress(host, tools.clock);
  const work = { command, host, tools, progress, settings: settings.value };
  try {
    const source = await sessionToCompact(command, work);
    if (!source.ok) return source;
    const done = await openAndCompact(source.value, { ...work, damaged: source.value.damaged });
    return source.value.isNew ? withPlace(done, source.value.path) : done;
  } finally {
    progress.clear();
  }
}

async function openAndCompact(
  source: CompactSource,
  work: CompactWork,
): Promise<Result<CommandOutput, CliFailure>> {
  const { host, tools, progress } = work;
  progress.show(`Opening ${path.basename(source.path)}… Ctrl-C cancels`);
  const opened = await tools.store(path.dirname(source.path)).open(source.path, 'write', host.signal);
  if (!opened.ok) {
    return err(opened.error.kind === 'cancelled' ? cancelled : failure(storeFailureText(opened.error)));
  }
  const session = opened.value;
  try {
    const unheard = unheardFlag(providerFlags(work.command), work.settings, session.session().model);
    if (unheard !== undefined) return err(usageFailure(unheardText(unheard)));
    const { change, restore } = saidOfSession(session, work);
    if (Object.keys(change).length === 0) return ok(await compactSession(session, work));
    const updated = await session.write.update(change, host.signal);
    if (!updated.ok) {
      return err(updated.error.kind === 'cancelled' ? cancelled : failure(storeFailureText(updated.error)));
    }
    const output = await compactSession(session, work);
    // A compaction that did not happen leaves the session as it was. Should that fail, what was said of it stays, which
    // the next run says anew or not.
    if (output.exit !== 0) await session.write.update(restore, neverAborted());
    return ok(output);
  } finally {
    await session.close();
  }
}

function unheardText(flag: string): string {
  return `--${flag} has no meaning for the offline model, which summarises this session; name a provider with --provider, or leave it out`;
}

/** What the flags say about the session itself, and what takes it back. */
function saidOfSession(
  session: SessionHandle,
  { command, host }: CompactWork,
): { readonly change: SessionChange; readonly restore: SessionChange } {
  const before = session.session();
  const given = command.text('workspace');
  const workspace = given === undefined ? before.workspace : path.resolve(host.cwd, given);
  const damage = command.has('accept-damage') ? session.active().damage : [];
  const acceptedDamage = [...before.acceptedDamage, ...damage.map((line) => line.hash)];
  return {
    change: {
      ...(workspace === before.workspace ? {} : { workspace }),
      ...(damage.length === 0 ? {} : { acceptedDamage }),
    },
    restore: { workspace: before.workspace, acceptedDamage: before.acceptedDamage },
  };
}

/** Whatever became of the compaction, the import is there: the next try need not repeat it. */
function withPlace(done: Result<CommandOutput, CliFailure>, place: string): typeof done {
  const where = `the imported session is kept: ${shellWord(place)}`;
  if (!done.ok) return err({ ...done.error, message: `${done.error.message}; ${where}` });
  const { error } = done.value;
  return error === undefined ? done : ok({ ...done.value, error: `${error}; ${where}` });
}

function flagFault(command: ParsedCommand): string | undefined {
  const instructions = command.text('instructions');
  if (instructions !== undefined && codePointLength(instructions) > guidanceMaxLength) {
    return `--instructions may have ${guidanceMaxLength} characters, these have ${codePointLength(instructions)}; shorten them`;
  }
  return modelFlagFault(command);
}
