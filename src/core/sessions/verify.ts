// Checks a whole session without changing it: that every file reads, that they fit each other, and that nothing is
// there twice or missing. One transcript is in memory at a time, whatever the session's size.

import { addAll } from '../../base/add-all.ts';
import type { Sha256 } from '../../base/sha256.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import {
  agentsFolder,
  artifactsFolder,
  isArtifactName,
  isSetAside,
  segmentName,
  segmentNumber,
  sidecarName,
} from './names.ts';
import { strayFiles } from './active-segment.ts';
import { openedTurns } from './prompt-index.ts';
import type { ParsedSegment } from './segment-file.ts';
import { unrecorded, type ReadSessionRecord, type SessionRecord } from './session-record.ts';
import type { Problem, Verification } from './verification.ts';
import { referredArtifacts, segmentProblems, type ExpectedSegment } from './verify-segment.ts';

/** A session as it lies there. Reading may fail for a file that is listed: the answer is undefined then. */
export interface SessionFolder {
  /** Every file below the folder, with `/` between steps. */
  readonly names: readonly string[];
  readonly sidecar: ReadSessionRecord | { readonly kind: 'missing' };
  transcript(file: string): Promise<ParsedSegment | undefined>;
  /** The SHA-256 of the file's content. */
  hash(file: string): Promise<string | undefined>;
}

/** The findings; incomplete when the signal has aborted. */
export async function verifySession(
  folder: SessionFolder,
  sha256: Sha256,
  signal: AbortSignal,
): Promise<Verification> {
  const check = new SessionCheck(folder, sha256);
  await check.run(signal);
  return check.result();
}

class SessionCheck {
  private readonly folder: SessionFolder;
  private readonly sha256: Sha256;
  private readonly names: ReadonlySet<string>;
  private readonly problems: Problem[] = [];
  private readonly settled: Problem[] = [];
  /** What each record was in each segment, to compare copies with their originals. */
  private readonly fingerprints = new Map<number, Map<string, string>>();
  private readonly intact = new Set<string>();
  private turns = 0;

  constructor(folder: SessionFolder, sha256: Sha256) {
    this.folder = folder;
    this.sha256 = sha256;
    this.names = new Set(folder.names);
  }

  async run(signal: AbortSignal): Promise<void> {
    const record = this.readableSidecar();
    this.looseFiles(record);
    for (const check of this.fileChecks(record)) {
      if (signal.aborted) return;
      await check();
    }
    if (record !== undefined) this.indexFits(record);
  }

  result(): Verification {
    return { ok: this.problems.length === 0, problems: this.problems, settled: this.settled };
  }

  private readableSidecar(): SessionRecord | undefined {
    const { sidecar } = this.folder;
    if (sidecar.kind === 'read') return sidecar.record;
    const problem =
      sidecar.kind === 'missing'
        ? 'the file is missing'
        : sidecar.kind === 'newer'
          ? `format ${sidecar.format} is newer than this version knows`
          : sidecar.why;
    this.problem({ file: sidecarName, problem });
    return undefined;
  }

  /** Artifacts first, then the segments in order, so that what refers to something comes after it. */
  private *fileChecks(record: SessionRecord | undefined): Generator<() => Promise<void>> {
    const { names } = this.folder;
    for (const file of names.filter((name) => name.startsWith(`${artifactsFolder}/`))) {
      yield () => this.artifact(file);
    }
    const last = record?.activeSegment ?? this.highestSegment();
    for (let number = 1; number <= last; number++) yield () => this.segment(number, record);
    for (const file of names.filter(
      (name) => name.startsWith(`${agentsFolder}/`) && name.endsWith('.jsonl'),
    )) {
      yield () => this.agent(file, record);
    }
  }

  private looseFiles(record: SessionRecord | undefined): void {
    for (const file of this.folder.names) {
      if (isSetAside(file)) this.settled.push({ file, problem: 'bytes that were set aside', kept: file });
    }
    if (record === undefined) return;
    const { orphans, leftovers } = strayFiles(this.folder.names, record);
    for (const file of orphans) this.problem({ file, problem: `${sidecarName} does not name this segment` });
    for (const file of leftovers)
      this.problem({ file, problem: 'an unfinished file of an interrupted write' });
  }

  private highestSegment(): number {
    return Math.max(0, ...this.folder.names.map((name) => segmentNumber(name) ?? 0));
  }

  private async artifact(file: string): Promise<void> {
    const name = file.slice(artifactsFolder.length + 1);
    if (!isArtifactName(name)) return;
    if ((await this.folder.hash(file)) === name) this.intact.add(name);
    else this.problem({ file, problem: 'the content is not what the name says' });
  }

  private async segment(number: number, record: SessionRecord | undefined): Promise<void> {
    const file = segmentName(number);
    const parsed = await this.transcript(file);
    if (parsed === undefined) return;
    const finalized = record === undefined ? parsed.finalized !== null : number < record.activeSegment;
    const session = record?.id ?? parsed.header?.session ?? '';
    this.transcriptFile(parsed, { file, session, segment: number, finalized }, record);
    this.copies(number, file, parsed.records);
    if (record === undefined) return;
    if (finalized) {
      this.turns += openedTurns(parsed.records);
      this.promptPlaces(number, parsed, record);
    } else if (unrecorded(record.outbox, parsed.records).length < record.outbox.length) {
      this.problem({ file: sidecarName, problem: 'a prompt waits in the outbox that is recorded already' });
    }
  }

  private async agent(file: string, record: SessionRecord | undefined): Promise<void> {
    const parsed = await this.transcript(file);
    if (parsed === undefined) return;
    const session = record?.id ?? parsed.header?.session ?? '';
    const segment = parsed.header?.segment ?? 1;
    this.transcriptFile(parsed, { file, session, segment, finalized: parsed.finalized !== null }, record);
  }

  private async transcript(file: string): Promise<ParsedSegment | undefined> {
    const parsed = this.names.has(file) ? await this.folder.transcript(file) : undefined;
    if (parsed === undefined) this.problem({ file, problem: 'the file is missing or cannot be read' });
    return parsed;
  }

  private transcriptFile(
    parsed: ParsedSegment,
    expected: ExpectedSegment,
    record: SessionRecord | undefined,
  ): void {
    const { file } = expected;
    const accepted = new Set(record?.acceptedDamage);
    for (const { line, reason, hash } of parsed.damage) {
      const problem: Problem = { file, line, problem: reason, kept: file };
      if (accepted.has(hash)) this.settled.push({ ...problem, problem: `${reason} (accepted)` });
      else this.problems.push(problem);
    }
    addAll(this.problems, segmentProblems(parsed, expected));
    for (const name of referredArtifacts(parsed.records)) {
      if (this.intact.has(name)) continue;
      this.problem({ file, problem: `it refers to the artifact ${name}, which is missing or damaged` });
    }
  }

  /** Each record stands once in the session, except for copies that say where they come from. */
  private copies(number: number, file: string, records: readonly TranscriptRecord[]): void {
    const own = new Map<string, string>();
    this.fingerprints.set(number, own);
    for (const record of records) {
      const { id, copiedFrom } = record;
      if (id === '') continue;
      const print = this.fingerprint(record);
      if (copiedFrom !== undefined) {
        const original = this.fingerprints.get(copiedFrom)?.get(id);
        if (original === undefined || copiedFrom >= number) {
          this.problem({
            file,
            problem: `${id} says it was copied from segment ${copiedFrom}, which lacks it`,
          });
        } else if (original !== print) {
          this.problem({ file, problem: `${id} is not what it was in segment ${copiedFrom}` });
        }
      } else if ([...this.fingerprints.values()].some((earlier) => earlier.has(id))) {
        this.problem({ file, problem: `the id ${id} is used in an earlier segment` });
      }
      own.set(id, print);
    }
  }

  /** What a copy must share with its original. Tool calls and results may have been shortened for the tail. */
  private fingerprint(record: TranscriptRecord): string {
    const { kind, turn } = record;
    const call = record.kind === 'tool-call' || record.kind === 'tool-result' ? record.callId : '';
    const whole = record.kind === 'user' || record.kind === 'assistant';
    const content = whole ? this.sha256.of(JSON.stringify(record.content)).slice(0, 16) : '';
    return `${kind} ${turn} ${call} ${content}`;
  }

  private promptPlaces(number: number, parsed: ParsedSegment, record: SessionRecord): void {
    const offsets = new Map(parsed.records.map(({ id }, place) => [id, parsed.offsets[place]]));
    for (const place of record.promptIndex) {
      if (place.segment !== number || offsets.get(place.record) === place.offset) continue;
      const problem = `turn ${place.turn} is not where it says in ${segmentName(number)}`;
      this.problem({ file: sidecarName, problem });
    }
  }

  private indexFits(record: SessionRecord): void {
    const { finalizedTurns, promptIndex, activeSegment } = record;
    if (this.turns !== finalizedTurns || promptIndex.length !== finalizedTurns) {
      const counts = `it counts ${finalizedTurns} finalized turns and indexes ${promptIndex.length}`;
      this.problem({ file: sidecarName, problem: `${counts}; the segments hold ${this.turns}` });
    }
    const beyond = promptIndex.filter((place) => place.segment >= activeSegment);
    for (const { turn, segment } of beyond) {
      const problem = `turn ${turn} is indexed in segment ${segment}, which is not finalized`;
      this.problem({ file: sidecarName, problem });
    }
  }

  private problem(found: { readonly file: string; readonly problem: string }): void {
    this.problems.push({ ...found, kept: this.names.has(found.file) ? found.file : null });
  }
}
