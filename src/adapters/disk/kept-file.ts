// Small files beside the segments that are only ever replaced as a whole: copies of what is not a record yet. A torn one
// reads as what of it is readable; none of them is ever needed to read the session.

import { err, ok, type Result } from '../../base/result.ts';
import { parseJson, type Json } from '../../base/json.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { encodeLine } from '../../core/sessions/segment-encoding.ts';
import type { DiskPorts } from './disk-ports.ts';
import { replaceFile, syncName } from './write-file.ts';

/** Replaces the file by these lines; none removes it. After a failure the old file or the new one is there. */
export async function keepLines(
  ports: DiskPorts,
  path: string,
  lines: readonly object[],
): Promise<Result<undefined, StoreFailure>> {
  if (lines.length === 0) return removeKept(ports, path);
  const text = lines.map((line) => encodeLine(line)).join('');
  const replaced = await replaceFile(ports, path, { chunks: [new TextEncoder().encode(text)] });
  return replaced.kind === 'replaced' ? ok() : err(replaced.failure);
}

/** The values of the lines up to the first that cannot be read; none where there is no file. */
export async function keptLines(ports: DiskPorts, path: string): Promise<readonly Json[]> {
  const read = await ports.files.read(path);
  // A copy that cannot be read is one that is not there: the session opens without it.
  if (!read.ok) return [];
  const values: Json[] = [];
  for (const line of new TextDecoder().decode(read.value).split('\n')) {
    const value = parseJson(line);
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

async function removeKept(ports: DiskPorts, path: string): Promise<Result<undefined, StoreFailure>> {
  const removed = await ports.files.remove(path);
  if (!removed.ok) return removed.error.kind === 'not-found' ? ok() : removed;
  return syncName(ports.files, path);
}
