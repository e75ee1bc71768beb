// Puts right what a crash left half-done: unnamed segments are set aside, torn ends kept beside the file, an
// uncommitted rotation taken back, unfinished files removed. No byte a person or a model wrote is thrown away.

import { basename, join } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import { strayFiles, type SettledSegment } from '../../core/sessions/active-segment.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { orphanName, sidecarName, tornName } from '../../core/sessions/names.ts';
import { unrecorded } from '../../core/sessions/session-record.ts';
import type { Repair } from '../../core/sessions/store.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';
import type { DiskPorts } from './disk-ports.ts';
import type { FileResult } from './file-system.ts';
import { writeSidecar, type Sidecar } from './sidecar-file.ts';
import { replaceFile, syncName, writeNewFile } from './write-file.ts';

export interface Unrepaired {
  readonly folder: string;
  /** The active segment's file and the records it holds once it is settled. */
  readonly path: string;
  readonly records: readonly TranscriptRecord[];
  /** What has to be changed in that file; null when it is as it should be. */
  readonly unsettled: UnsettledFile | null;
  readonly sidecar: Sidecar;
}

export interface UnsettledFile {
  readonly given: Uint8Array;
  readonly settled: SettledSegment;
}

export interface Repaired {
  readonly sidecar: Sidecar;
  readonly repairs: readonly Repair[];
}

type Done = Awaited<FileResult<undefined>>;

/**
 * Makes the folder equal to the settled view, then makes all of it durable: what an earlier process had written but
 * not yet synced is confirmed by the first answer given from it. Every step may be repeated after a crash in it.
 */
export async function repairSession(
  ports: DiskPorts,
  found: Unrepaired,
): Promise<Result<Repaired, StoreFailure>> {
  const { files } = ports;
  const names = await files.folders.list(found.folder);
  if (!names.ok) return names;
  const repairs: Repair[] = [];
  const stray = strayFiles(names.value, found.sidecar.record);
  const taken = new Set(names.value);
  const setAside = await setOrphansAside(ports, found.folder, { orphans: stray.orphans, taken, repairs });
  if (!setAside.ok) return setAside;
  const settled = await settleFile(ports, found, { taken, repairs });
  if (!settled.ok) return settled;
  for (const name of stray.leftovers) {
    const removed = await files.remove(join(found.folder, name));
    if (!removed.ok) return removed;
    repairs.push({ file: name, what: 'leftover-file', kept: null });
  }
  const durable = await makeDurable(ports, found);
  if (!durable.ok) return durable;
  const sidecar = await dropRecordedPrompts(ports, found, repairs);
  return sidecar.ok ? ok({ sidecar: sidecar.value, repairs }) : sidecar;
}

interface Progress {
  /** Names in use in the folder. */
  readonly taken: Set<string>;
  readonly repairs: Repair[];
}

async function setOrphansAside(
  ports: DiskPorts,
  folder: string,
  progress: Progress & { readonly orphans: readonly string[] },
): Promise<Done> {
  for (const name of progress.orphans) {
    const kept = freeName(progress.taken, (number) => orphanName(name, number));
    const renamed = await ports.files.rename(join(folder, name), join(folder, kept));
    if (!renamed.ok) return renamed;
    progress.repairs.push({ file: name, what: 'orphan-segment', kept });
  }
  return ok();
}

async function settleFile(ports: DiskPorts, found: Unrepaired, progress: Progress): Promise<Done> {
  const { unsettled, path, folder } = found;
  if (unsettled === null) return ok();
  const { settled, given } = unsettled;
  const file = basename(path);
  if (settled.torn !== null) {
    const kept = freeName(progress.taken, (number) => tornName(file, number));
    const copied = await writeNewFile(ports.files, join(folder, kept), [settled.torn]);
    // The copy's name must be durable before the original is cut.
    const synced = copied.ok ? await ports.files.folders.sync(folder) : copied;
    if (!synced.ok) return synced;
    progress.repairs.push({ file, what: 'torn-line', kept });
  }
  if (settled.unfinishedRotation) progress.repairs.push({ file, what: 'unfinished-rotation', kept: null });
  if (settled.missingLineEnd) progress.repairs.push({ file, what: 'missing-line-end', kept: null });
  return makeEqual(ports, path, { given, wanted: settled.bytes });
}

async function makeEqual(
  ports: DiskPorts,
  path: string,
  content: { readonly given: Uint8Array; readonly wanted: Uint8Array },
): Promise<Done> {
  const { given, wanted } = content;
  if (startsWith(given, wanted) || startsWith(wanted, given)) {
    const opened = await ports.files.open(path, 'append');
    if (!opened.ok) return opened;
    const changed =
      wanted.length < given.length
        ? await opened.value.truncate(wanted.length)
        : await opened.value.write(wanted.subarray(given.length));
    await opened.value.close();
    return changed;
  }
  const replaced = await replaceFile(ports, path, { chunks: [wanted] });
  return replaced.kind === 'replaced' ? ok() : { ok: false, error: replaced.failure };
}

async function makeDurable(ports: DiskPorts, found: Unrepaired): Promise<Done> {
  const opened = await ports.files.open(found.path, 'append');
  if (!opened.ok) return opened;
  const synced = await opened.value.sync();
  await opened.value.close();
  if (!synced.ok) return synced;
  const folder = await ports.files.folders.sync(found.folder);
  // Whoever published the session may have been killed before its own name was durable.
  return folder.ok ? syncName(ports.files, found.folder) : folder;
}

async function dropRecordedPrompts(
  ports: DiskPorts,
  found: Unrepaired,
  repairs: Repair[],
): Promise<Result<Sidecar, StoreFailure>> {
  const { record, file } = found.sidecar;
  const outbox = unrecorded(record.outbox, found.records);
  if (outbox.length === record.outbox.length) return ok(found.sidecar);
  repairs.push({ file: sidecarName, what: 'recorded-outbox-entry', kept: null });
  const updated = { ...record, outbox: [...outbox] };
  const written = await writeSidecar(ports, file.path, updated);
  if (written.replaced.kind !== 'replaced') return { ok: false, error: written.replaced.failure };
  return ok({ record: updated, file: written.file });
}

function startsWith(whole: Uint8Array, start: Uint8Array): boolean {
  return start.length <= whole.length && Buffer.compare(whole.subarray(0, start.length), start) === 0;
}

/** The first name of the series that is not in use; it is taken from then on. */
function freeName(taken: Set<string>, nameOf: (number: number) => string): string {
  for (let number = 1; ; number++) {
    const name = nameOf(number);
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
