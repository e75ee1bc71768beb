// Reads a session folder into memory: the sidecar and the active segment, never a finalized one. Opening for writing
// also makes the files equal to what was read; the repairs themselves are in repair-session.ts.

import { join } from 'node:path';
import { assertNever } from '../../base/fail.ts';
import type { Json } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { checkHeader, isSettled, settleSegment } from '../../core/sessions/active-segment.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { runningName, segmentName, streamName } from '../../core/sessions/names.ts';
import type { ParsedSegment, SegmentHeader } from '../../core/sessions/segment-file.ts';
import { SegmentParser } from '../../core/sessions/segment-reader.ts';
import { unrecorded, type SessionRecord } from '../../core/sessions/session-record.ts';
import type { Repair, StreamedAnswer } from '../../core/sessions/store.ts';
import { readStreamed } from '../../core/sessions/streamed.ts';
import type { DiskPorts } from './disk-ports.ts';
import { keptLines } from './kept-file.ts';
import { hashOf, KnownFile, RunningHash } from './known-file.ts';
import { repairSession, type UnsettledFile } from './repair-session.ts';
import { SegmentLog } from './segment-log.ts';
import { readSidecar, type Sidecar } from './sidecar-file.ts';

/** A session in memory. Only its handle changes it, one call at a time. */
export interface OpenSession {
  readonly folder: string;
  record: SessionRecord;
  sidecar: KnownFile;
  segment: SegmentLog;
}

export interface Opened {
  readonly session: OpenSession;
  readonly repairs: readonly Repair[];
  readonly left: LeftBehind;
}

/** Copies of what was on its way when the session was last left. */
export interface LeftBehind {
  readonly streamed: StreamedAnswer | null;
  readonly running: readonly Json[];
}

/** The session as it would be after the repairs; not a byte is changed. */
export async function openForReading(
  ports: DiskPorts,
  folder: string,
): Promise<Result<Opened, StoreFailure>> {
  const read = await readSession(ports, folder);
  if (!read.ok) return read;
  const { sidecar, parsed, header, path, content } = read.value;
  const outbox = unrecorded(sidecar.record.outbox, parsed.records);
  const session: OpenSession = {
    folder,
    record: { ...sidecar.record, outbox: [...outbox] },
    sidecar: sidecar.file,
    segment: segmentLog(sidecar.record, header, parsed, new KnownFile(path, content, ports)),
  };
  return ok({ session, repairs: [], left: await leftBehind(ports, folder) });
}

/** The same with the files repaired and everything that was read made durable. The caller holds the lock. */
export async function openForWriting(
  ports: DiskPorts,
  folder: string,
): Promise<Result<Opened, StoreFailure>> {
  const read = await readSession(ports, folder);
  if (!read.ok) return read;
  const { parsed, unsettled, header, path, content } = read.value;
  const found = { folder, path, records: parsed.records, unsettled, sidecar: read.value.sidecar };
  const repaired = await repairSession(ports, found);
  if (!repaired.ok) return repaired;
  const { sidecar, repairs } = repaired.value;
  const file = new KnownFile(path, content, ports);
  await file.look();
  const segment = segmentLog(sidecar.record, header, parsed, file);
  const session: OpenSession = { folder, record: sidecar.record, sidecar: sidecar.file, segment };
  return ok({ session, repairs, left: await leftBehind(ports, folder) });
}

async function leftBehind(ports: DiskPorts, folder: string): Promise<LeftBehind> {
  const streamed = readStreamed(await keptLines(ports, join(folder, streamName)));
  return { streamed, running: await keptLines(ports, join(folder, runningName)) };
}

interface ReadSession extends ReadSegment {
  readonly sidecar: Sidecar;
  /** The active segment's file. */
  readonly path: string;
  readonly header: SegmentHeader;
}

/** The active segment as it should be. */
interface ReadSegment {
  readonly parsed: ParsedSegment;
  readonly unsettled: UnsettledFile | null;
  readonly content: { readonly hash: RunningHash; readonly size: number };
}

async function readSession(ports: DiskPorts, folder: string): Promise<Result<ReadSession, StoreFailure>> {
  const sidecar = await readSidecar(ports, folder);
  if (!sidecar.ok) return sidecar;
  const { record } = sidecar.value;
  const name = segmentName(record.activeSegment);
  const path = join(folder, name);
  const refused = (why: string): Result<never, StoreFailure> =>
    err({ kind: 'not-a-session', path: folder, why });
  const segment = await readSegment(ports, path);
  if (!segment.ok) return segment.error.kind === 'not-found' ? refused(`${name} is missing`) : segment;
  const checked = checkHeader(segment.value.parsed, record);
  switch (checked.kind) {
    case 'newer':
      return err({ kind: 'newer-format', path, format: checked.format });
    case 'foreign':
      return refused(checked.why);
    case 'fits':
      return ok({ ...segment.value, sidecar: sidecar.value, path, header: checked.header });
    default:
      return assertNever(checked);
  }
}

/** In one pass, which holds none of the file's bytes; only a file that has to be settled is read whole, once more. */
async function readSegment(ports: DiskPorts, path: string): Promise<Result<ReadSegment, StoreFailure>> {
  const parser = new SegmentParser(ports.sha256, ports.pace);
  const hash = new RunningHash();
  let size = 0;
  const read = await ports.files.readPieces(path, async (piece) => {
    hash.add(piece);
    size += piece.length;
    await parser.add(piece);
  });
  if (!read.ok) return read;
  const parsed = parser.finish();
  if (isSettled(parsed)) return ok({ parsed, unsettled: null, content: { hash, size } });
  const given = await ports.files.read(path);
  if (!given.ok) return given;
  const settled = await settleSegment(given.value, ports.sha256, ports.pace);
  const content = { hash: await hashOf(settled.bytes, ports.pace), size: settled.bytes.length };
  return ok({ parsed: settled.parsed, unsettled: { given: given.value, settled }, content });
}

function segmentLog(
  record: SessionRecord,
  header: SegmentHeader,
  { records, offsets, damage }: ParsedSegment,
  file: KnownFile,
): SegmentLog {
  return new SegmentLog({ number: record.activeSegment, header, records, offsets, damage }, file);
}
