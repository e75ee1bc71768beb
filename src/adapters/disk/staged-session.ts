// Writes one session into its staging folder. Everything in it is durable when `write` is done, the folder's own name
// excepted: publishing it is left to publish-session.ts.

import { addAll } from '../../base/add-all.ts';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import { externalizeTranscript, type Artifact } from '../../core/sessions/externalize.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { agentFile, artifactsFolder, lockName, segmentName, sidecarName } from '../../core/sessions/names.ts';
import { copiedTurns, promptPlaces } from '../../core/sessions/prompt-index.ts';
import { segmentFormat, type SegmentHeader } from '../../core/sessions/segment-file.ts';
import {
  sessionRecordText,
  type PromptPlace,
  type SessionRecord,
} from '../../core/sessions/session-record.ts';
import type { WholeSession } from '../../core/sessions/store.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';
import type { DiskPorts } from './disk-ports.ts';
import type { FileResult } from './file-system.ts';
import { writeSegmentFile, type SegmentFileContent } from './segment-writer.ts';
import { writeNewFile } from './write-file.ts';

export interface NewSession {
  readonly record: SessionRecord;
  readonly content: Pick<WholeSession, 'segments' | 'agents' | 'artifacts'>;
  /** The lock's content: it marks the staging folder as owned and is in the session from the first moment on. */
  readonly lock: Uint8Array;
}

type Done = Awaited<FileResult<undefined>>;

/** Writes one session into its staging folder. */
export class StagedSession {
  private readonly ports: DiskPorts;
  private readonly folder: string;
  private readonly record: SessionRecord;
  private readonly artifacts = new Set<string>();
  /** Folders made so far, by their name below the session folder. */
  private readonly folders = new Set<string>();
  private readonly places: PromptPlace[] = [];

  constructor(ports: DiskPorts, folder: string, record: SessionRecord) {
    this.ports = ports;
    this.folder = folder;
    this.record = record;
  }

  async write({ content, lock }: NewSession, signal: AbortSignal): Promise<Done> {
    const { files } = this.ports;
    const steps: (() => Promise<Done>)[] = [
      () => writeNewFile(files, join(this.folder, lockName), [lock]),
      ...content.artifacts.map((artifact) => () => this.artifact(artifact)),
      ...content.segments.map((segment, place) => () => this.segment(place + 1, segment)),
      ...[...content.agents].map(
        ([path, records]) =>
          () =>
            this.agent(path, records),
      ),
      () => this.sidecar(content.segments.length),
      () => this.syncFolders(),
    ];
    for (const step of steps) {
      if (signal.aborted) return err({ kind: 'cancelled' });
      const done = await step();
      if (!done.ok) return done;
    }
    return ok();
  }

  private async segment(number: number, segment: WholeSession['segments'][number]): Promise<Done> {
    const small = await externalizeTranscript(segment.records, this.ports.sha256, this.ports.pace);
    const saved = await this.all(small.artifacts);
    if (!saved.ok) return saved;
    const { records } = small;
    const header = this.header(number, segment.createdAt, records);
    const written = await this.file(segmentName(number), { header, records, finalized: segment.finalized });
    if (!written.ok) return written;
    if (segment.finalized !== null) {
      addAll(this.places, promptPlaces({ number, records, offsets: written.value }));
    }
    return ok();
  }

  private async agent(path: string, given: readonly TranscriptRecord[]): Promise<Done> {
    const small = await externalizeTranscript(given, this.ports.sha256, this.ports.pace);
    const saved = await this.all(small.artifacts);
    if (!saved.ok) return saved;
    const name = agentFile(path);
    const made = await this.ensureBelow(dirname(name));
    if (!made.ok) return made;
    const header = this.header(1, given[0]?.at ?? this.record.createdAt, small.records);
    const written = await this.file(name, { header, records: small.records, finalized: null });
    return written.ok ? ok() : written;
  }

  private async all(artifacts: readonly Artifact[]): Promise<Done> {
    for (const artifact of artifacts) {
      const saved = await this.artifact(artifact);
      if (!saved.ok) return saved;
    }
    return ok();
  }

  private async artifact({ name, content }: Artifact): Promise<Done> {
    if (this.artifacts.has(name)) return ok();
    this.artifacts.add(name);
    const made = await this.ensureBelow(artifactsFolder);
    if (!made.ok) return made;
    const bytes = Buffer.from(content.text, content.encoding);
    return writeNewFile(this.ports.files, join(this.folder, artifactsFolder, name), [bytes]);
  }

  /** Creates the folder, and those between it and the session's, unless this session has it already. */
  private async ensureBelow(name: string): Promise<Done> {
    if (name === '.' || this.folders.has(name)) return ok();
    const above = await this.ensureBelow(dirname(name));
    if (!above.ok) return above;
    this.folders.add(name);
    return this.ports.files.folders.create(join(this.folder, name));
  }

  /** The names of all files, then of the folders they are in. */
  private async syncFolders(): Promise<Done> {
    for (const name of this.folders) {
      const synced = await this.ports.files.folders.sync(join(this.folder, name));
      if (!synced.ok) return synced;
    }
    return this.ports.files.folders.sync(this.folder);
  }

  private sidecar(segments: number): Promise<Done> {
    const record: SessionRecord = {
      ...this.record,
      activeSegment: segments,
      finalizedTurns: this.places.length,
      promptIndex: this.places,
    };
    const bytes = new TextEncoder().encode(sessionRecordText(record));
    return writeNewFile(this.ports.files, join(this.folder, sidecarName), [bytes]);
  }

  private async file(
    name: string,
    content: SegmentFileContent,
  ): Promise<Result<readonly number[], StoreFailure>> {
    const written = await writeSegmentFile(this.ports, join(this.folder, name), content);
    return written.ok ? ok(written.value.offsets) : written;
  }

  private header(segment: number, createdAt: string, records: readonly TranscriptRecord[]): SegmentHeader {
    const tailTurns = copiedTurns(records);
    const session = this.record.id;
    return {
      kind: 'header',
      format: segmentFormat,
      session,
      segment,
      createdAt,
      tailTurns,
      tailTruncated: false,
    };
  }
}
