// The artifacts of one imported session: media bytes under their SHA-256, identical ones once, and large texts.

import type { Sha256 } from '../../../base/sha256.ts';
import { externalize, type Artifact } from '../../sessions/externalize.ts';
import type { MediaPart } from '../../transcript/parts.ts';
import type { TranscriptRecord } from '../../transcript/record.ts';
import type { Draft, DraftPart } from '../draft.ts';
import { base64Bytes } from '../media.ts';

type InlineMedia = Extract<DraftPart, { type: 'inline-media' }>;

/** Base64 shorter than this is not worth a reference. */
const shortestReferenced = 256;

export class ArtifactShelf {
  private readonly sha256: Sha256;
  private readonly kept = new Map<string, Artifact>();
  private readonly nameOf = new Map<string, string>();
  private readonly images = new Set<string>();
  private readonly byLine = new Map<number, Set<string>>();

  constructor(sha256: Sha256) {
    this.sha256 = sha256;
  }

  get artifacts(): readonly Artifact[] {
    return [...this.kept.values()];
  }

  /** How many different images there are. */
  get imageCount(): number {
    return this.images.size;
  }

  /** Puts the media of a draft on the shelf. All drafts pass before the first record is made. */
  collect(draft: Draft): void {
    if (!('content' in draft)) return;
    for (const part of draft.content) {
      if (part.type !== 'inline-media') continue;
      this.keep(part);
      const line = this.byLine.get(draft.line);
      if (line === undefined) this.byLine.set(draft.line, new Set([part.base64]));
      else line.add(part.base64);
    }
  }

  media(part: InlineMedia): MediaPart {
    return {
      type: 'media',
      media: part.media,
      ...(part.mime === undefined ? {} : { mime: part.mime }),
      artifact: this.keep(part),
      bytes: base64Bytes(part.base64),
    };
  }

  /**
   * The leftover of a line with the bytes of its media replaced by `artifact:<sha256>`: sources often hold the same
   * image twice in a line.
   */
  withoutBytes(raw: string, line: number): string {
    let text = raw;
    for (const base64 of this.byLine.get(line) ?? []) {
      if (base64.length < shortestReferenced || text.length < base64.length) continue;
      text = text.replaceAll(base64, `artifact:${this.nameOf.get(base64) ?? ''}`);
    }
    return text;
  }

  /** The record as it is stored; its large texts go on the shelf. */
  store(record: TranscriptRecord): TranscriptRecord {
    const { record: stored, artifacts } = externalize(record, this.sha256);
    for (const artifact of artifacts) this.kept.set(artifact.name, artifact);
    return stored;
  }

  private keep(part: InlineMedia): string {
    let name = this.nameOf.get(part.base64);
    if (name === undefined) {
      name = this.sha256.ofBase64(part.base64);
      this.nameOf.set(part.base64, name);
      this.kept.set(name, { name, content: { encoding: 'base64', text: part.base64 } });
    }
    if (part.media === 'image') this.images.add(name);
    return name;
  }
}
