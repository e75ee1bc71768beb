// A rotation on disk: every step of it, and how each is taken back as long as the rotation is not committed. What goes
// into the successor is decided by the caller; whose turn it is, by the handle.

import { join } from 'node:path';
import { isoTime } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { segmentName, temporaryName } from '../../core/sessions/names.ts';
import { promptPlaces } from '../../core/sessions/prompt-index.ts';
import {
  buildSuccessor,
  externalizeRotation,
  finalizedLine,
  type Rotation,
  type RotationStage,
} from '../../core/sessions/rotation.ts';
import { encodeLine } from '../../core/sessions/segment-encoding.ts';
import { unrecorded, type SessionRecord } from '../../core/sessions/session-record.ts';
import { removeArtifacts, saveArtifacts } from './artifact-files.ts';
import type { DiskPorts } from './disk-ports.ts';
import { KnownFile } from './known-file.ts';
import type { OpenSession } from './open-session.ts';
import { SegmentLog, type WriteFailure } from './segment-log.ts';
import { writeSegmentFile } from './segment-writer.ts';
import { replaceSidecar } from './sidecar-file.ts';

export interface CommittedRotation {
  readonly record: SessionRecord;
  readonly sidecar: KnownFile;
  readonly segment: SegmentLog;
  /** The commit is visible but a power cut may still undo it: nothing may be confirmed on top of it yet. */
  readonly unsettled: StoreFailure | null;
}

/**
 * Publishes the successor, or leaves everything as it was (design 4.3; behaviours 8.6, 8.13):
 *   1 the predecessor is complete already: it is checked byte for byte
 *   2 the successor is written under a temporary name, synced, renamed into place, and the folder synced
 *   3 the `finalized` line is added to the predecessor and synced
 *   4 the sidecar is replaced: from its rename on every reader is in the successor. This is the commit point.
 * Before it any failure and any cancellation take everything back, after it nothing is undone. The session in memory is
 * not changed.
 */
export async function rotateSegment(
  ports: DiskPorts,
  { session, rotation }: { readonly session: OpenSession; readonly rotation: Rotation },
  signal: AbortSignal,
): Promise<Result<CommittedRotation, WriteFailure>> {
  const transaction = new RotationTransaction(ports, session);
  const committed = await transaction.run(rotation, signal);
  if (committed.ok) return committed;
  const undone = await transaction.undo();
  return err({ failure: committed.error.failure, restored: committed.error.restored && undone });
}

class RotationTransaction {
  private readonly ports: DiskPorts;
  private readonly session: OpenSession;
  private readonly at: string;
  /** How to take back what has been done so far, newest last. */
  private readonly steps: (() => Promise<boolean>)[] = [];

  constructor(ports: DiskPorts, session: OpenSession) {
    this.ports = ports;
    this.session = session;
    this.at = isoTime(ports.clock);
  }

  async run(given: Rotation, signal: AbortSignal): Promise<Result<CommittedRotation, WriteFailure>> {
    const { segment, sidecar } = this.session;
    const reached = (stage: RotationStage): void => given.onStage?.(stage);
    reached('old-save-start');
    const unchanged = await segment.file.checkContent();
    const readable = unchanged.ok ? await sidecar.checkByName() : unchanged;
    if (!readable.ok) return clean(readable.error);
    reached('old-saved');
    const { rotation, artifacts } = externalizeRotation(given, this.ports.sha256);
    const saved = await saveArtifacts(this.ports, this.session.folder, artifacts);
    if (!saved.ok) return clean(saved.error);
    this.steps.push(() => removeArtifacts(this.ports, saved.value.created).then(() => true));
    if (isCancelled(signal)) return clean({ kind: 'cancelled' });

    reached('new-publish-start');
    const successor = await this.publishSuccessor(rotation);
    if (!successor.ok) return clean(successor.error);
    reached('new-published');
    if (isCancelled(signal)) return clean({ kind: 'cancelled' });

    const line = new TextEncoder().encode(encodeLine(finalizedLine(rotation, this.at)));
    const finalized = await segment.finalize(line);
    if (!finalized.ok) return finalized;
    this.steps.push(() => segment.takeBack());
    if (isCancelled(signal)) return clean({ kind: 'cancelled' });

    return this.commit(successor.value);
  }

  /** Takes everything back, newest first. False when something could not be. */
  async undo(): Promise<boolean> {
    let restored = true;
    for (const step of this.steps.reverse()) restored = (await step()) && restored;
    return restored;
  }

  private async publishSuccessor(rotation: Rotation): Promise<Result<SegmentLog, StoreFailure>> {
    const { files, ids } = this.ports;
    const { folder, record } = this.session;
    const { segment } = this.session;
    const from = segment.number;
    const has = (id: string): boolean => segment.has(id);
    const successor = buildSuccessor(rotation, { session: record.id, from, at: this.at, has });
    const name = segmentName(from + 1);
    const path = join(folder, name);
    // What stands under this name was put there by something else: it is not overwritten.
    const there = await files.stat(path);
    if (there.ok) return err({ kind: 'changed-on-disk', path, how: 'edited' });
    if (there.error.kind !== 'not-found') return there;

    const temporary = join(folder, temporaryName(name, ids.hex(12)));
    const written = await writeSegmentFile(this.ports, temporary, { ...successor, finalized: null });
    if (!written.ok) return written;
    const renamed = await files.rename(temporary, path);
    if (!renamed.ok) {
      await files.remove(temporary);
      return renamed;
    }
    this.steps.push(() => this.removeSuccessor(path));
    const synced = await files.folders.sync(folder);
    if (!synced.ok) return synced;

    const { hash, size, offsets } = written.value;
    const file = new KnownFile(path, { hash, size }, this.ports);
    await file.look();
    return ok(new SegmentLog({ number: from + 1, ...successor, offsets, damage: [] }, file));
  }

  private async commit(successor: SegmentLog): Promise<Result<CommittedRotation, WriteFailure>> {
    const { session } = this;
    const { records, offsets, number } = session.segment;
    const places = promptPlaces({ number, records, offsets });
    const record: SessionRecord = {
      ...session.record,
      updatedAt: this.at,
      activeSegment: successor.number,
      finalizedTurns: session.record.finalizedTurns + places.length,
      promptIndex: [...session.record.promptIndex, ...places],
      // Only the successor is read from now on, so what the predecessor has recorded must not wait any more.
      outbox: [...unrecorded(session.record.outbox, records)],
    };
    const { replaced, file } = await replaceSidecar(this.ports, session.sidecar, record);
    if (replaced.kind === 'unchanged') return clean(replaced.failure);
    const unsettled = replaced.kind === 'unsettled' ? replaced.failure : null;
    return ok({ record, sidecar: file, segment: successor, unsettled });
  }

  private async removeSuccessor(path: string): Promise<boolean> {
    const removed = await this.ports.files.remove(path);
    // If a power cut brings the name back, it is an unnamed segment and set aside on the next open.
    await this.ports.files.folders.sync(this.session.folder);
    return removed.ok;
  }
}

/** Asked afresh each time: the signal may abort between two steps. */
function isCancelled(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A failure that left the predecessor as it was. */
function clean(failure: StoreFailure): Result<never, WriteFailure> {
  return err({ failure, restored: true });
}
