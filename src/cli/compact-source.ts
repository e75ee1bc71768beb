// The session a compaction is about: one that is there, or one that is imported first from the file that was named.

import path from 'node:path';
import { err, ok, type Result } from '../base/result.ts';
import type { SourceDamage } from '../core/import/source.ts';
import type { ParsedCommand } from './arguments.ts';
import type { Tools } from './compose.ts';
import { failure, usageFailure, type CliFailure } from './failure.ts';
import type { CliHost } from './host.ts';
import { keepSessions, readTranscriptFile } from './import-file.ts';
import type { Progress } from './progress.ts';
import { findPlace, sessionsFolder } from './session-place.ts';
import { shellWord } from './shell-word.ts';

export interface CompactSource {
  /** The session's folder. */
  readonly path: string;
  /** It was imported by this command. */
  readonly isNew: boolean;
  /** Lines of the file that could not be read. */
  readonly damaged: readonly SourceDamage[];
}

const mostNamed = 5;

/** A file is imported when it holds exactly one conversation (design 7). */
export async function sessionToCompact(
  command: ParsedCommand,
  work: { readonly host: CliHost; readonly tools: Tools; readonly progress: Progress },
): Promise<Result<CompactSource, CliFailure>> {
  const { host, tools, progress } = work;
  const sessions = await sessionsFolder(command.text('sessions'), host.cwd);
  if (!sessions.ok) return sessions;
  const folder = sessions.value;
  const place = await findPlace(command.operand, folder, host.cwd);
  if (!place.ok) return place;
  if (place.value.kind === 'session') return ok({ path: place.value.path, isNew: false, damaged: [] });
  if (folder === undefined) {
    return err(
      usageFailure(
        `${command.operand} is a file: compacting it imports it first; name a folder for the session with --sessions DIR`,
      ),
    );
  }
  progress.show(`Reading ${path.basename(place.value.path)}… Ctrl-C cancels`);
  const read = await readTranscriptFile(place.value.path, 'auto', tools, host.signal);
  if (!read.ok) return read;
  const names = read.value.sessions.map(({ session }) => session.init.name);
  if (names.length !== 1)
    return err(severalFailure(`${host.program} import`, { operand: command.operand, folder }, names));
  const kept = await keepSessions(read.value, folder, tools, host.signal);
  if (!kept.ok) return kept;
  const [session] = kept.value;
  return ok({ path: session?.session ?? '', isNew: true, damaged: read.value.damaged });
}

function severalFailure(
  importing: string,
  { operand, folder }: { readonly operand: string; readonly folder: string },
  names: readonly string[],
): CliFailure {
  const listed = names.slice(0, mostNamed).map((name, place) => `${place + 1}. ${name}`);
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const first = `${importing} ${shellWord(operand)} --sessions ${shellWord(folder)}`;
  return failure(
    `${operand} holds ${names.length} conversations: ${listed.join(', ')}${more}; keep them with ${first} and compact one of them`,
  );
}
