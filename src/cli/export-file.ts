// Writes an export to a file of its own: complete and under its name, or not at all. Nothing that is there is replaced.

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { DiskPorts } from '../adapters/disk/disk-ports.ts';
import { alreadyExists } from '../adapters/disk/file-failure.ts';
import { readSidecar } from '../adapters/disk/sidecar-file.ts';
import { writeNewFile } from '../adapters/disk/write-file.ts';
import { err, type Result } from '../base/result.ts';
import type { StoreFailure } from '../core/sessions/failures.ts';
import { temporaryName } from '../core/sessions/names.ts';
import { cancelled, failure, type CliFailure } from './failure.ts';
import { storeFailureText } from './texts.ts';

/** Why no export may be written there; undefined when it may. */
export async function targetFault(disk: DiskPorts, target: string): Promise<CliFailure | undefined> {
  const there = await disk.files.stat(target);
  if (there.ok) return taken(target, there.value.folder ? 'folder' : 'file');
  const folder = path.dirname(target);
  const parent = await disk.files.stat(folder);
  if (!parent.ok) {
    return parent.error.kind === 'not-found'
      ? failure(`there is no folder ${folder}; create it first or name another file with --out`)
      : failure(storeFailureText(parent.error));
  }
  if (!parent.value.folder) return failure(`${folder} is a file, not a folder; name another file with --out`);
  const session = await sessionAround(disk, await withoutLinks(folder));
  if (session === undefined) return undefined;
  return failure(`${target} would be a file of the session ${session}; choose a place outside of it`);
}

/** Takes the pieces to a temporary file beside the target, then gives it the target's name if that is still free. */
export async function writeExport(
  disk: DiskPorts,
  target: string,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<Result<undefined, CliFailure>> {
  const { files, ids } = disk;
  const folder = path.dirname(target);
  const temporary = path.join(folder, temporaryName(path.basename(target), ids.hex(12)));
  const written = await writeNewFile(files, temporary, encoded(pieces));
  if (!written.ok) return err(notWritten(written.error));
  const placed = signal.aborted ? err(cancelled) : await place(disk, temporary, target);
  await files.remove(temporary);
  if (!placed.ok) return placed;
  const synced = await files.folders.sync(folder);
  return synced.ok ? synced : err(notWritten(synced.error));
}

/** A second name never replaces a file. Where the file system knows no such thing, the name was free a moment ago. */
async function place(
  { files }: DiskPorts,
  temporary: string,
  target: string,
): Promise<Result<undefined, CliFailure>> {
  const linked = await files.link(temporary, target);
  if (linked.ok) return linked;
  const there = await files.stat(target);
  if (there.ok) return err(taken(target, there.value.folder ? 'folder' : 'file'));
  // A link that leads nowhere is a name that is taken, too.
  if (alreadyExists(linked.error)) return err(taken(target, 'file'));
  const renamed = await files.rename(temporary, target);
  return renamed.ok ? renamed : err(notWritten(renamed.error));
}

function taken(target: string, what: 'file' | 'folder'): CliFailure {
  return what === 'folder'
    ? failure(`${target} is a folder; name a file in it with --out`)
    : failure(`${target} is there already and is not replaced; remove it or choose another name`);
}

function notWritten(reason: StoreFailure): CliFailure {
  return failure(`the export was not written: ${storeFailureText(reason)}`);
}

/** Where the links in a path lead. */
async function withoutLinks(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    // It was there a moment ago: writing to it will say what is wrong.
    return folder;
  }
}

/** The session whose folder this is, or lies in. */
async function sessionAround(disk: DiskPorts, folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = path.dirname(here)) {
    if ((await readSidecar(disk, here)).ok) return here;
    if (path.dirname(here) === here) return undefined;
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
