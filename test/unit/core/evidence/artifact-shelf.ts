// Texts kept beside a session, for tests of what reads them.

import { createHash } from 'node:crypto';
import { codePointLength, firstCodePoints, utf8Length } from '../../../../src/base/code-points.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import type { ProjectionDeps } from '../../../../src/core/evidence/project.ts';
import {
  storedHeadLength,
  type ArtifactReader,
  type StoredText,
} from '../../../../src/core/transcript/parts.ts';

export class ArtifactShelf implements ArtifactReader {
  /** Artifacts that were read, in order. */
  readonly read: string[] = [];
  private readonly texts = new Map<string, string>();

  /** Keeps a text and gives the part that stands for it. */
  keep(text: string): StoredText {
    const part = this.lost(text);
    this.texts.set(part.artifact, text);
    return part;
  }

  /** The part of a text whose artifact is gone. */
  lost(text: string): StoredText {
    return {
      type: 'stored-text',
      artifact: createHash('sha256').update(text).digest('hex'),
      characters: codePointLength(text),
      bytes: utf8Length(text),
      head: firstCodePoints(text, storedHeadLength),
    };
  }

  async text(artifact: string): Promise<string | undefined> {
    this.read.push(artifact);
    return this.texts.get(artifact);
  }

  async base64(): Promise<string | undefined> {
    return undefined;
  }
}

/** Nothing is kept anywhere, and nothing takes a breath. */
export const noArtifacts: ProjectionDeps = { artifacts: new ArtifactShelf(), pace: unpaced };

/** What a projection over a shelf needs. */
export function shelved(artifacts: ArtifactShelf): ProjectionDeps {
  return { artifacts, pace: unpaced };
}
