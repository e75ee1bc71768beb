// A projection as the items a reader finds in it.

import {
  evidenceText,
  projectEvidence,
  type ProjectionLimits,
} from '../../../../src/core/evidence/project.ts';
import { parseEvidence, type EvidenceItem } from '../../../../src/core/evidence/labels.ts';
import type { Conversation } from '../../../support/conversation.ts';
import { never } from '../../../support/expect.ts';
import { noArtifacts, shelved, type ArtifactShelf } from './artifact-shelf.ts';

export const seedsRule: ProjectionLimits = { outputCap: 8000, fold: false };

export async function documentOf(
  talk: Conversation,
  limits: ProjectionLimits = seedsRule,
  shelf?: ArtifactShelf,
): Promise<string> {
  const deps = shelf === undefined ? noArtifacts : shelved(shelf);
  return evidenceText(await projectEvidence(talk.records(), limits, deps, never));
}

export async function itemsOf(
  talk: Conversation,
  limits?: ProjectionLimits,
  shelf?: ArtifactShelf,
): Promise<readonly EvidenceItem[]> {
  return parseEvidence(await documentOf(talk, limits, shelf));
}

/** Items as `provenance: text`. */
export async function linesOf(
  talk: Conversation,
  limits?: ProjectionLimits,
  shelf?: ArtifactShelf,
): Promise<readonly string[]> {
  return (await itemsOf(talk, limits, shelf)).map((item) => `${item.provenance}: ${item.text}`);
}
