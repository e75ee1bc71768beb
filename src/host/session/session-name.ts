// What a new session is called: by its first prompt.

import { firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import { singleLine } from '../../base/single-line.ts';

const longest = 60;

export function sessionName(prompt: string): string {
  const line = singleLine(prompt.trim().slice(0, 4 * longest)).trim();
  if (!isLongerThan(line, longest)) return line;
  const cut = firstCodePoints(line, longest);
  const word = cut.lastIndexOf(' ');
  return `${cut.slice(0, word > longest / 2 ? word : undefined).trimEnd()}…`;
}
