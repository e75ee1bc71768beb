// The handle of one session on disk. It keeps its calls apart, advances memory only after the disk has confirmed, and
// stops writing when a failed write could not be taken back. How the bytes become durable is owned by the files below it.

import { join } from 'node:path';
import { isoTime } from '../../base/clock.ts';
import type { Json } from '../../base/json.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { unacceptedDamage } from '../../core/sessions/active-segment.ts';
import { externalizeAll, type Artifact } from '../../core/sessions/externalize.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { runningName, segmentName, streamName } from '../../core/sessions/names.ts';
import {
  assertFreshIds,
  assertRotation,
  withLateRecords,
  type Rotation,
} from '../../core/sessions/rotation.ts';
import { encodePart } from '../../core/sessions/segment-encoding.ts';
import type { ParsedSegment } from '../../core/sessions/segment-file.ts';
import { parseSegment } from '../../core/sessions/segment-reader.ts';
import type { SessionChange, SessionRecord } from '../../core/sessions/session-record.ts';
import type {
  ActiveSegment,
  Repair,
  Rotated,
  SessionHandle,
  SessionWriter,
  StreamedAnswer,
} from '../../core/sessions/store.ts';
import { streamedLines } from '../../core/sessions/streamed.ts';
import type { ArtifactReader } from '../../core/transcript/parts.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';
import { artifactReader, removeArtifacts, saveArtifacts } from './artifact-files.ts';
import type { DiskPorts } from './disk-ports.ts';
import { keepLines } from './kept-file.ts';
import type { Opened, OpenSession } from './open-session.ts';
import type { HeldLock } from './process-lock.ts';
import { rotateSegment } from './rotate-segment.ts';
import type { WriteFailure } from './segment-log.ts';
import { replaceSidecar, writeSidecar } from './sidecar-file.ts';

type Done = Result<undefined, StoreFailure>;

export class FileSession implements SessionHandle {
  readonly path: string;
  readonly access: 'read' | 'write';
  readonly repairs: readonly Repair[];
  readonly artifacts: ArtifactReader;
  readonly streamed: StreamedAnswer | null;
  readonly running: readonly Json[];
  readonly write: SessionWriter;
  private readonly ports: DiskPorts;
  private readonly held: OpenSession;
  private readonly lock: HeldLock | null;
  private readonly queue = new SerialQueue();
  /** A failed write could not be taken back: the disk is ahead of memory until the session is opened anew. */
  private stuck = false;
  /** The sidecar on disk is the one in memory, but a power cut may bring the one before it back. */
  private unsettled = false;
  /** Another process has taken the session over: this handle never writes again. */
  private lost: Result<never, StoreFailure> | undefined;
  private closing: Promise<void> | null = null;

  /** `lock` is null for read access. */
  constructor(ports: DiskPorts, opened: Opened, lock: HeldLock | null) {
    this.ports = ports;
    this.held = opened.session;
    this.path = opened.session.folder;
    this.repairs = opened.repairs;
    this.streamed = opened.left.streamed;
    this.running = opened.left.running;
    this.lock = lock;
    this.access = lock === null ? 'read' : 'write';
    this.artifacts = artifactReader(ports, this.path);
    this.write = {
      append: (records, signal) => this.exclusively(signal, () => this.append(records, signal)),
      rotate: (rotation, signal) => this.exclusively(signal, () => this.rotate(rotation, signal)),
      update: (change, signal) => this.exclusively(signal, () => this.update(change)),
      artifact: (artifact, signal) => this.exclusively(signal, () => this.artifact(artifact)),
      keepStreamed: (answer, signal) =>
        this.exclusively(signal, () => this.keep(streamName, answer === null ? [] : streamedLines(answer))),
      keepRunning: (copies, signal) => this.exclusively(signal, () => this.keep(runningName, copies)),
    };
  }

  session(): SessionRecord {
    return this.held.record;
  }

  active(): ActiveSegment {
    const { number, header, records, damage, file } = this.held.segment;
    const open = unacceptedDamage(damage, this.held.record);
    return { number, header, records, damage: open, bytes: file.bytes };
  }

  async segment(number: number, signal: AbortSignal): Promise<Result<ParsedSegment, StoreFailure>> {
    const read = async (): Promise<Result<ParsedSegment, StoreFailure>> => {
      if (signal.aborted) return err({ kind: 'cancelled' });
      const bytes = await this.ports.files.read(join(this.path, segmentName(number)));
      if (!bytes.ok) return bytes;
      return ok(await parseSegment(bytes.value, this.ports.sha256, this.ports.pace));
    };
    // A finalized segment does not change; the active one is not read in the middle of an append.
    return number === this.held.segment.number ? this.queue.run(read) : read();
  }

  close(): Promise<void> {
    this.closing ??= this.queue.run(async () => this.lock?.release());
    return this.closing;
  }

  private async append(given: readonly TranscriptRecord[], signal: AbortSignal): Promise<Done> {
    const { segment } = this.held;
    if (given.length === 0) return ok();
    assertFreshIds(given, (id) => segment.has(id));
    const { records, artifacts } = externalizeAll(given, this.ports.sha256);
    const saved = await saveArtifacts(this.ports, this.path, artifacts);
    if (!saved.ok) return saved;
    const appended = signal.aborted
      ? err<WriteFailure>({ failure: { kind: 'cancelled' }, restored: true })
      : await segment.append(encodePart(records), records);
    if (appended.ok) return ok();
    // A record that may still be in the file keeps its artifacts.
    if (appended.error.restored) await removeArtifacts(this.ports, saved.value.created);
    return this.failed(appended.error);
  }

  private async rotate(given: Rotation, signal: AbortSignal): Promise<Result<Rotated, StoreFailure>> {
    const { damage, number: from, records } = this.active();
    if (damage.length > 0) {
      const lines = damage.map((line) => line.line);
      return err({ kind: 'damaged', path: join(this.path, segmentName(from)), lines });
    }
    const rotation = withLateRecords(given, records);
    assertRotation(rotation, records);
    const committed = await rotateSegment(this.ports, { session: this.held, rotation }, signal);
    if (!committed.ok) return this.failed(committed.error);
    const { record, sidecar, segment, unsettled } = committed.value;
    this.held.record = record;
    this.held.sidecar = sidecar;
    this.held.segment = segment;
    this.unsettled = unsettled !== null;
    const saved = await saveArtifacts(this.ports, this.path, rotation.instructions);
    const later = unsettled ?? (saved.ok ? null : saved.error);
    return ok({ from, to: segment.number, later });
  }

  private async update(change: SessionChange): Promise<Done> {
    const unchanged = await this.held.segment.file.checkByName();
    if (!unchanged.ok) return unchanged;
    const before = this.held.record;
    const record = { ...before, ...change, updatedAt: isoTime(this.ports.clock) };
    const { replaced, file } = await replaceSidecar(this.ports, this.held.sidecar, record);
    if (replaced.kind === 'unchanged') return err(replaced.failure);
    this.held.sidecar = file;
    if (replaced.kind === 'replaced') {
      this.held.record = record;
      return ok();
    }
    // Not known to be durable: put the old one back, so that a failure means that nothing has changed.
    const restored = await writeSidecar(this.ports, file.path, before);
    this.held.sidecar = restored.file;
    return this.failed({ failure: replaced.failure, restored: restored.replaced.kind === 'replaced' });
  }

  private async artifact(artifact: Artifact): Promise<Done> {
    const saved = await saveArtifacts(this.ports, this.path, [artifact]);
    return saved.ok ? ok() : saved;
  }

  private keep(name: string, lines: readonly object[]): Promise<Done> {
    return keepLines(this.ports, join(this.path, name), lines);
  }

  /** Runs a change when it is its turn and the session may still be written by then. */
  private exclusively<T>(
    signal: AbortSignal,
    change: () => Promise<Result<T, StoreFailure>>,
  ): Promise<Result<T, StoreFailure>> {
    const { lock } = this;
    if (lock === null) return Promise.resolve(this.refused('read-only-handle'));
    if (this.closing !== null) return Promise.resolve(this.refused('closed'));
    return this.queue.run(async () => {
      if (this.stuck) return this.refused('needs-reopen');
      if (signal.aborted) return err({ kind: 'cancelled' });
      // Once another process has written, what this one holds in memory is no longer what is on disk.
      const held = this.lost ?? (await lock.check());
      if (!held.ok && held.error.kind === 'lock-lost') this.lost = held;
      if (!held.ok) return held;
      const settled = await this.settle();
      return settled.ok ? change() : settled;
    });
  }

  /** Nothing is confirmed on top of a sidecar that a power cut might still undo: it is written again first. */
  private async settle(): Promise<Done> {
    if (!this.unsettled) return ok();
    const { replaced, file } = await replaceSidecar(this.ports, this.held.sidecar, this.held.record);
    if (replaced.kind !== 'unchanged') this.held.sidecar = file;
    if (replaced.kind !== 'replaced') return err(replaced.failure);
    this.unsettled = false;
    return ok();
  }

  private failed({ failure, restored }: WriteFailure): Result<never, StoreFailure> {
    if (!restored) this.stuck = true;
    return err(failure);
  }

  private refused(kind: 'read-only-handle' | 'needs-reopen' | 'closed'): Result<never, StoreFailure> {
    return err({ kind, path: this.path });
  }
}
