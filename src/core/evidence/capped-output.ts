// The text of a tool result under a cap, wherever it is kept. Evidence and tail copies share it; media are theirs.

import { codePointLength, firstCodePoints } from '../../base/code-points.ts';
import { wholeText, type ArtifactReader, type Part } from '../transcript/parts.ts';
import { truncateOutput, truncatedOutput } from './truncate.ts';

export interface OutputCap {
  /** Code points. */
  readonly characters: number;
  /** Whether the white space around the text belongs to it. */
  readonly edges: 'kept' | 'trimmed';
}

/** The text, or its beginning and a marker. An artifact is read only when its stored beginning is shorter than the cap. */
export async function cappedOutput(
  content: readonly Part[],
  cap: OutputCap,
  artifacts: ArtifactReader,
): Promise<string> {
  const texts = content.filter((part) => part.type !== 'media');
  const [only] = texts;
  if (texts.length === 1 && only?.type === 'stored-text') {
    const head = cap.edges === 'trimmed' ? only.head.trimStart() : only.head;
    const length = only.characters - codePointLength(only.head) + codePointLength(head);
    if (length > cap.characters && codePointLength(head) >= cap.characters) {
      return truncatedOutput(firstCodePoints(head, cap.characters), length - cap.characters);
    }
  }
  const text = await wholeText(content, artifacts);
  return truncateOutput(cap.edges === 'trimmed' ? text.trim() : text, cap.characters);
}
