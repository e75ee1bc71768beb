// The whole text of some content as evidence shows it: artifacts read, a placeholder for each media part.

import { wholeText, type ArtifactReader, type Part } from '../transcript/parts.ts';
import { mediaPlaceholder } from './media-placeholder.ts';

export async function contentText(content: readonly Part[], artifacts: ArtifactReader): Promise<string> {
  return joinedLines([await wholeText(content, artifacts), ...mediaLines(content)]);
}

/** Media stand after the text and are never cut with it. */
export function mediaLines(content: readonly Part[]): readonly string[] {
  return content.filter((part) => part.type === 'media').map(mediaPlaceholder);
}

export function joinedLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
