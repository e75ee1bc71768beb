// Keeps records small: text above the threshold moves to an artifact before the record is written (design 4.2).

import { firstCodePoints, codePointLength, utf8Length, wellFormed } from '../../base/code-points.ts';
import type { Pace } from '../../base/pace.ts';
import type { Sha256 } from '../../base/sha256.ts';
import { artifactThresholdBytes, storedHeadLength, type Part, type StoredText } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

/** A file to be kept under its SHA-256. */
export interface Artifact {
  readonly name: string;
  readonly content: { readonly encoding: 'utf8' | 'base64'; readonly text: string };
}

export interface Externalized {
  readonly record: TranscriptRecord;
  readonly artifacts: readonly Artifact[];
}

export interface ExternalizedRecords {
  readonly records: readonly TranscriptRecord[];
  /** Each content once, in the order of its first use. */
  readonly artifacts: readonly Artifact[];
}

/** The record as it is stored, and the artifacts that must be on disk before it. Small records come back as they are. */
export function externalize(record: TranscriptRecord, sha256: Sha256): Externalized {
  if ('content' in record) {
    const { content, artifacts } = externalizeContent(record.content, sha256);
    return artifacts.length === 0 ? { record, artifacts } : { record: { ...record, content }, artifacts };
  }
  if (record.kind === 'tool-call' && record.storedInput === undefined) {
    const text = JSON.stringify(record.input);
    if (isLarge(text)) {
      const { part, artifact } = stored(text, sha256);
      return { record: { ...record, input: null, storedInput: part }, artifacts: [artifact] };
    }
  }
  if (record.kind === 'foreign' && typeof record.raw === 'string' && isLarge(record.raw)) {
    const { part, artifact } = stored(record.raw, sha256);
    return { record: { ...record, raw: part }, artifacts: [artifact] };
  }
  return { record, artifacts: [] };
}

/** The same for many records. */
export function externalizeAll(records: readonly TranscriptRecord[], sha256: Sha256): ExternalizedRecords {
  const artifacts = new Map<string, Artifact>();
  const small = records.map((given) => {
    const { record, artifacts: own } = externalize(given, sha256);
    for (const artifact of own) artifacts.set(artifact.name, artifact);
    return record;
  });
  return { records: small, artifacts: [...artifacts.values()] };
}

/** The same for a whole transcript, breathing between its records. */
export async function externalizeTranscript(
  records: readonly TranscriptRecord[],
  sha256: Sha256,
  pace: Pace,
): Promise<ExternalizedRecords> {
  const artifacts = new Map<string, Artifact>();
  const small: TranscriptRecord[] = [];
  for (const given of records) {
    const { record, artifacts: own } = externalize(given, sha256);
    for (const artifact of own) artifacts.set(artifact.name, artifact);
    small.push(record);
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
  return { records: small, artifacts: [...artifacts.values()] };
}

/** The content as it is stored, and the artifacts of its large texts. */
export function externalizeContent(
  content: readonly Part[],
  sha256: Sha256,
): { readonly content: Part[]; readonly artifacts: readonly Artifact[] } {
  const artifacts: Artifact[] = [];
  const small = content.map((part): Part => {
    if (part.type !== 'text' || !isLarge(part.text)) return part;
    const text = stored(part.text, sha256);
    artifacts.push(text.artifact);
    return text.part;
  });
  return { content: small, artifacts };
}

function isLarge(text: string): boolean {
  if (text.length * 3 <= artifactThresholdBytes) return false;
  return text.length > artifactThresholdBytes || utf8Length(text) > artifactThresholdBytes;
}

function stored(text: string, sha256: Sha256): { readonly part: StoredText; readonly artifact: Artifact } {
  const whole = wellFormed(text);
  const name = sha256.of(whole);
  return {
    part: {
      type: 'stored-text',
      artifact: name,
      characters: codePointLength(whole),
      bytes: utf8Length(whole),
      head: unshared(firstCodePoints(whole, storedHeadLength)),
    },
    artifact: { name, content: { encoding: 'utf8', text: whole } },
  };
}

/** A copy of its own: a slice would keep the whole text in memory for as long as the record lives. */
function unshared(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
