// From what the person named to the session or file that is meant.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../base/result.ts';
import { segmentName, sidecarName } from '../core/sessions/names.ts';
import { failure, quote, usageFailure, type CliFailure } from './failure.ts';
import { systemRemedy } from './remedies.ts';
import { shellWord } from './shell-word.ts';

export interface Place {
  readonly kind: 'session' | 'file';
  readonly path: string;
}

/** The folder of `--sessions`, absolute; undefined when it was not given. It need not be there yet. */
export async function sessionsFolder(
  given: string | undefined,
  cwd: string,
): Promise<Result<string | undefined, CliFailure>> {
  if (given === undefined) return ok(undefined);
  const folder = path.resolve(cwd, given);
  const seen = await look(folder);
  if (seen.code === 'ELOOP')
    return err(failure(`${folder} cannot be reached (ELOOP); ${systemRemedy('ELOOP')}`));
  if (await isOwnSession(folder)) {
    return err(
      usageFailure(`--sessions names ${folder}, which is a session itself; name the folder it lies in`),
    );
  }
  if (seen.kind !== 'file' && seen.code !== 'ENOTDIR') return ok(folder);
  const file = seen.kind === 'file' ? folder : `a part of ${folder}`;
  return err(usageFailure(`--sessions names a folder, but ${file} is a file; name another folder`));
}

/** A session by its path or by its name below `--sessions`; or a file. */
export async function findPlace(
  operand: string,
  sessions: string | undefined,
  cwd: string,
): Promise<Result<Place, CliFailure>> {
  const candidates = [path.resolve(cwd, operand)];
  if (sessions !== undefined && !path.isAbsolute(operand)) candidates.push(path.join(sessions, operand));
  const seen: Seen[] = [];
  for (const candidate of candidates) {
    const found = await look(candidate);
    if (found.kind === 'session') return ok({ kind: 'session', path: candidate });
    if (found.kind === 'file') {
      const fault = await fileFault(candidate);
      return fault === undefined ? ok({ kind: 'file', path: candidate }) : err(fault);
    }
    seen.push(found);
  }
  // The most telling of what stands in the way.
  const folder = seen.find(({ kind }) => kind === 'folder');
  if (folder !== undefined) {
    return err(
      failure(
        `${folder.path} is a folder without ${sidecarName}: not a session; name a session folder, as import and compact print it`,
      ),
    );
  }
  const hidden = seen.find(({ code }) => code === 'EACCES' || code === 'EPERM');
  if (hidden !== undefined) {
    return err(failure(`${hidden.path} may not be looked at (${hidden.code}); change its permissions`));
  }
  const hint =
    sessions === undefined
      ? 'give its path, or its folder with --sessions DIR'
      : `there is none of that name in ${sessions} either`;
  return err(failure(`nothing is at ${quote(operand)}; ${hint}`));
}

/** A file of a session is no transcript of its own: what is meant is the session. */
export async function fileFault(file: string): Promise<CliFailure | undefined> {
  const folder = path.dirname(file);
  if (!(await isOwnSession(folder))) return undefined;
  return usageFailure(`${file} is a file of a session; name its folder: ${shellWord(folder)}`);
}

/** Like `findPlace`, for commands that take a session only. */
export async function findSession(
  operand: string,
  sessions: string | undefined,
  cwd: string,
): Promise<Result<string, CliFailure>> {
  const folder = await sessionsFolder(sessions, cwd);
  if (!folder.ok) return folder;
  const place = await findPlace(operand, folder.value, cwd);
  if (!place.ok) return place;
  if (place.value.kind === 'session') return ok(place.value.path);
  const again = `segue import ${shellWord(operand)} --sessions DIR`;
  return err(usageFailure(`${operand} is a file, not a session; import it first: ${again}`));
}

/** Other programs too keep a file of the sidecar's name beside their transcripts; none keeps a segment there. */
async function isOwnSession(folder: string): Promise<boolean> {
  if ((await look(folder)).kind !== 'session') return false;
  return (await kindOf(path.join(folder, segmentName(1)))).kind === 'file';
}

interface Seen {
  readonly kind: 'session' | 'folder' | 'file' | 'none';
  readonly path: string;
  /** Why nothing could be seen there; empty when something was. */
  readonly code: string;
}

async function look(candidate: string): Promise<Seen> {
  const found = await kindOf(candidate);
  if (found.kind !== 'folder') return { ...found, path: candidate };
  const sidecar = await kindOf(path.join(candidate, sidecarName));
  if (sidecar.kind === 'file') return { kind: 'session', path: candidate, code: '' };
  const isClosed = sidecar.code === 'EACCES' || sidecar.code === 'EPERM';
  return { kind: isClosed ? 'none' : 'folder', path: candidate, code: isClosed ? sidecar.code : '' };
}

async function kindOf(
  candidate: string,
): Promise<{ readonly kind: 'folder' | 'file' | 'none'; readonly code: string }> {
  try {
    return { kind: (await stat(candidate)).isDirectory() ? 'folder' : 'file', code: '' };
  } catch (error) {
    return { kind: 'none', code: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}
