// A file read whole for editing.

import { err, ok, type Result } from '../../base/result.ts';
import type { Place } from './workspace.ts';
import { sameStamp } from './file-lines.ts';
import { decodeFile, type TextFile } from './text-file.ts';
import type { FileFault, FileStamp, WorkspaceFiles } from './workspace-files.ts';

/** Larger files are not edited as text. */
const mostBytes = 16 * 1024 * 1024;

export async function wholeFile(
  place: Place,
  files: WorkspaceFiles,
  signal: AbortSignal,
): Promise<Result<(TextFile & { readonly stamp: FileStamp }) | 'binary' | 'broken', FileFault>> {
  const facts = await files.facts(place.real, signal);
  if (!facts.ok) return facts;
  const { kind, stamp } = facts.value;
  if (kind !== 'file') return err({ kind: kind === 'folder' ? 'is-folder' : 'special' });
  if (stamp.bytes > mostBytes) return err({ kind: 'too-large', bytes: stamp.bytes, most: mostBytes });
  const read = await files.read(place.real, { offset: 0, length: stamp.bytes }, signal);
  if (!read.ok) return read;
  if (!sameStamp(stamp, read.value.stamp)) return err({ kind: 'changed' });
  const text = decodeFile(read.value.bytes);
  return ok(typeof text === 'string' ? text : { ...text, stamp });
}
