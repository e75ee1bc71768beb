// A session store without bytes, for tests that need sessions and not their files. It keeps the port's promises: what
// was confirmed is there for the next handle, what failed is not.

import { isoTime, type Clock } from '../../src/base/clock.ts';
import type { Json } from '../../src/base/json.ts';
import type { Ids } from '../../src/base/ids.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Sha256 } from '../../src/base/sha256.ts';
import { unacceptedDamage } from '../../src/core/sessions/active-segment.ts';
import { externalizeAll, type Artifact } from '../../src/core/sessions/externalize.ts';
import type { StoreFailure } from '../../src/core/sessions/failures.ts';
import { copiedTurns, promptPlaces } from '../../src/core/sessions/prompt-index.ts';
import {
  assertFreshIds,
  assertRotation,
  buildSuccessor,
  externalizeRotation,
  finalizedLine,
  withLateRecords,
  type Rotation,
} from '../../src/core/sessions/rotation.ts';
import { encodeLine } from '../../src/core/sessions/segment-encoding.ts';
import {
  segmentFormat,
  type DamagedLine,
  type FinalizedLine,
  type ParsedSegment,
  type SegmentHeader,
} from '../../src/core/sessions/segment-file.ts';
import {
  newSessionRecord,
  unrecorded,
  type SessionChange,
  type SessionInit,
  type SessionRecord,
} from '../../src/core/sessions/session-record.ts';
import type {
  Repair,
  Rotated,
  SessionHandle,
  SessionStore,
  SessionWriter,
  StreamedAnswer,
  WholeSession,
} from '../../src/core/sessions/store.ts';
import { parseRecord, recordValue, type TranscriptRecord } from '../../src/core/transcript/record.ts';

const rotationStages = ['old-save-start', 'old-saved', 'new-publish-start', 'new-published'] as const;

export interface MemoryStorePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
}

interface KeptSegment {
  readonly header: SegmentHeader;
  records: TranscriptRecord[];
  damage: DamagedLine[];
  finalized: FinalizedLine | null;
}

interface KeptSession {
  record: SessionRecord;
  readonly segments: KeptSegment[];
  readonly artifacts: Map<string, Buffer>;
  readonly agents: Map<string, readonly TranscriptRecord[]>;
  writer: object | null;
  streamed: StreamedAnswer | null;
  running: readonly Json[];
}

/** The sessions of a memory store; several stores over the same ones behave like several processes. */
export class MemorySessions {
  readonly kept = new Map<string, KeptSession>();

  /** Makes the line of a record unreadable, as a fault of the disk would. */
  damage(path: string, id: string, sha256: Sha256): void {
    const segment = this.kept.get(path)?.segments.at(-1);
    const place = segment?.records.findIndex((record) => record.id === id) ?? -1;
    if (segment === undefined || place < 0) throw new Error(`No record ${id} in ${path}`);
    segment.records.splice(place, 1);
    segment.damage.push({ line: place + 2, reason: 'not JSON', hash: sha256.of(id) });
  }

  snapshot(path: string): unknown {
    const { writer: _, ...session } = this.kept.get(path) ?? { writer: null };
    return structuredClone(session);
  }
}

export function createMemoryStore(
  ports: MemoryStorePorts,
  sessions: MemorySessions = new MemorySessions(),
): SessionStore {
  const { clock, ids, sha256 } = ports;
  let order = sessions.kept.size;

  const keep = (session: Pick<WholeSession, 'init' | 'segments' | 'agents' | 'artifacts'>): string => {
    const path = `/memory/${++order}`;
    const record = newSessionRecord(ids.next('session'), isoTime(clock), session.init);
    const artifacts = new Map(session.artifacts.map((artifact) => [artifact.name, bytesOf(artifact)]));
    const segments = session.segments.map((segment, place): KeptSegment => {
      const small = externalizeAll(segment.records, sha256);
      for (const artifact of small.artifacts) artifacts.set(artifact.name, bytesOf(artifact));
      const records = reread(small.records);
      const header: SegmentHeader = {
        kind: 'header',
        format: segmentFormat,
        session: record.id,
        segment: place + 1,
        createdAt: segment.createdAt,
        tailTurns: copiedTurns(records),
        tailTruncated: false,
      };
      return { header, records, damage: [], finalized: segment.finalized };
    });
    const places = segments.slice(0, -1).flatMap((segment) => placesOf(segment));
    sessions.kept.set(path, {
      record: {
        ...record,
        activeSegment: segments.length,
        finalizedTurns: places.length,
        promptIndex: places,
      },
      segments,
      artifacts,
      agents: new Map(session.agents),
      writer: null,
      streamed: null,
      running: [],
    });
    return path;
  };

  const open = (path: string, access: 'read' | 'write'): Result<SessionHandle, StoreFailure> => {
    const session = sessions.kept.get(path);
    if (session === undefined) return err({ kind: 'not-found', path });
    if (access === 'write' && session.writer !== null) {
      const owner = { pid: 1, host: 'memory', since: session.record.createdAt };
      return err({ kind: 'locked', path, owner, elsewhere: false, lock: path });
    }
    return ok(new MemoryHandle(path, { session, access, ports }));
  };

  const createdAt = (path: string): string => sessions.kept.get(path)?.record.createdAt ?? '';

  return {
    create: async (init: SessionInit, signal) => {
      if (signal.aborted) return err({ kind: 'cancelled' });
      const empty = { records: [], createdAt: isoTime(clock), finalized: null };
      return open(keep({ init, segments: [empty], agents: new Map(), artifacts: [] }), 'write');
    },
    adopt: async (session, signal) => (signal.aborted ? err({ kind: 'cancelled' }) : ok(keep(session))),
    open: async (path, access, signal) => (signal.aborted ? err({ kind: 'cancelled' }) : open(path, access)),
    list: async (signal) =>
      signal.aborted
        ? err({ kind: 'cancelled' })
        : ok([...sessions.kept.keys()].sort((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1))),
  };
}

class MemoryHandle implements SessionHandle {
  readonly path: string;
  readonly access: 'read' | 'write';
  readonly repairs: readonly Repair[];
  readonly artifacts: SessionHandle['artifacts'];
  readonly streamed: StreamedAnswer | null;
  readonly running: readonly Json[];
  readonly write: SessionWriter;
  private readonly kept: KeptSession;
  private readonly ports: MemoryStorePorts;
  /** What a reader sees does not move on with the writer. */
  private readonly view: KeptSession;
  private closed = false;

  constructor(
    path: string,
    open: {
      readonly session: KeptSession;
      readonly access: 'read' | 'write';
      readonly ports: MemoryStorePorts;
    },
  ) {
    this.path = path;
    this.access = open.access;
    this.ports = open.ports;
    this.kept = open.session;
    this.streamed = this.kept.streamed;
    this.running = this.kept.running;
    const { outbox } = this.kept.record;
    const waiting = [...unrecorded(outbox, this.last(this.kept).records)];
    const dropped = open.access === 'write' && waiting.length < outbox.length;
    this.repairs = dropped ? [{ file: path, what: 'recorded-outbox-entry', kept: null }] : [];
    const record = { ...this.kept.record, outbox: waiting };
    if (open.access === 'write') {
      this.kept.record = record;
      this.kept.writer = this;
      this.view = this.kept;
    } else {
      this.view = { ...structuredClone({ ...this.kept, writer: null }), record: structuredClone(record) };
    }
    const read = (name: string): Buffer | undefined => this.kept.artifacts.get(name);
    this.artifacts = {
      text: async (name) => read(name)?.toString('utf8'),
      base64: async (name) => read(name)?.toString('base64'),
    };
    this.write = {
      append: async (records, signal) => this.change(signal, () => this.append(records)),
      rotate: async (rotation, signal) => this.change(signal, () => this.rotate(rotation)),
      update: async (change, signal) => this.change(signal, () => this.update(change)),
      artifact: async (artifact, signal) => this.change(signal, () => this.keep([artifact])),
      keepStreamed: async (answer, signal) =>
        this.change(signal, () => {
          this.kept.streamed = structuredClone(answer);
          return ok();
        }),
      keepRunning: async (copies, signal) =>
        this.change(signal, () => {
          this.kept.running = structuredClone(copies);
          return ok();
        }),
    };
  }

  session(): SessionRecord {
    return this.view.record;
  }

  active(): ReturnType<SessionHandle['active']> {
    const segment = this.last(this.view);
    const { header, records } = segment;
    const damage = unacceptedDamage(segment.damage, this.view.record);
    return { number: header.segment, header, records: [...records], damage, bytes: offsetsOf(segment).end };
  }

  async segment(number: number, signal: AbortSignal): Promise<Result<ParsedSegment, StoreFailure>> {
    if (signal.aborted) return err({ kind: 'cancelled' });
    const segment = this.view.segments[number - 1];
    if (segment === undefined) return err({ kind: 'not-found', path: `${this.path}/${number}` });
    const { offsets, end } = offsetsOf(segment);
    const { header, records, damage, finalized } = segment;
    return ok({
      header,
      records: [...records],
      offsets,
      damage: [...damage],
      finalized,
      finalizedOffset: finalized === null ? null : end,
      tornOffset: null,
      unended: false,
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.kept.writer === this) this.kept.writer = null;
  }

  private change<T>(signal: AbortSignal, apply: () => Result<T, StoreFailure>): Result<T, StoreFailure> {
    if (this.access === 'read') return err({ kind: 'read-only-handle', path: this.path });
    if (this.closed) return err({ kind: 'closed', path: this.path });
    return signal.aborted ? err({ kind: 'cancelled' }) : apply();
  }

  private append(given: readonly TranscriptRecord[]): Result<undefined, StoreFailure> {
    const segment = this.last(this.kept);
    assertFreshIds(given, (id) => segment.records.some((record) => record.id === id));
    const { records, artifacts } = externalizeAll(given, this.ports.sha256);
    this.keep(artifacts);
    segment.records.push(...reread(records));
    return ok();
  }

  private rotate(given: Rotation): Result<Rotated, StoreFailure> {
    const active = this.active();
    if (active.damage.length > 0) {
      return err({ kind: 'damaged', path: this.path, lines: active.damage.map((line) => line.line) });
    }
    const whole = withLateRecords(given, active.records);
    assertRotation(whole, active.records);
    for (const stage of rotationStages) given.onStage?.(stage);
    const { rotation, artifacts } = externalizeRotation(whole, this.ports.sha256);
    this.keep([...artifacts, ...rotation.instructions]);
    const at = isoTime(this.ports.clock);
    const { record } = this.kept;
    const own = new Set(active.records.map(({ id }) => id));
    const has = (id: string): boolean => own.has(id);
    const successor = buildSuccessor(rotation, { session: record.id, from: active.number, at, has });
    const predecessor = this.last(this.kept);
    predecessor.finalized = finalizedLine(rotation, at);
    const places = placesOf(predecessor);
    this.kept.segments.push({
      header: successor.header,
      records: reread(successor.records),
      damage: [],
      finalized: null,
    });
    this.kept.record = {
      ...record,
      updatedAt: at,
      activeSegment: active.number + 1,
      finalizedTurns: record.finalizedTurns + places.length,
      promptIndex: [...record.promptIndex, ...places],
      outbox: [...unrecorded(record.outbox, predecessor.records)],
    };
    return ok({ from: active.number, to: active.number + 1, later: null });
  }

  private update(change: SessionChange): Result<undefined, StoreFailure> {
    this.kept.record = {
      ...this.kept.record,
      ...structuredClone(change),
      updatedAt: isoTime(this.ports.clock),
    };
    return ok();
  }

  private keep(artifacts: readonly Artifact[]): Result<undefined, StoreFailure> {
    for (const artifact of artifacts) this.kept.artifacts.set(artifact.name, bytesOf(artifact));
    return ok();
  }

  private last(session: KeptSession): KeptSegment {
    const segment = session.segments.at(-1);
    if (segment === undefined) throw new Error('A session has at least one segment');
    return segment;
  }
}

function bytesOf({ content }: Artifact): Buffer {
  return Buffer.from(content.text, content.encoding);
}

/** The records as a reader gets them back, so that nothing that would not survive writing survives here. */
function reread(records: readonly TranscriptRecord[]): TranscriptRecord[] {
  return records.map((record) => {
    const parsed = parseRecord(JSON.parse(JSON.stringify(recordValue(record))));
    if (!parsed.ok) throw new Error(`A record that could not be read back: ${parsed.reason}`);
    return parsed.record;
  });
}

function placesOf(segment: KeptSegment): SessionRecord['promptIndex'] {
  const { header, records } = segment;
  return [...promptPlaces({ number: header.segment, records, offsets: offsetsOf(segment).offsets })];
}

/** Where the lines would stand in a file. */
function offsetsOf({ header, records }: KeptSegment): { readonly offsets: number[]; readonly end: number } {
  let end = Buffer.byteLength(encodeLine(header));
  const offsets = records.map((record) => {
    const offset = end;
    end += Buffer.byteLength(encodeLine(recordValue(record)));
    return offset;
  });
  return { offsets, end };
}
