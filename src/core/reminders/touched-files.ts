// Which files a conversation read or changed, and which of them the model can no longer see after a compaction.

import { singleLine } from '../../base/single-line.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { withoutSuperseded } from '../transcript/visibility.ts';

export interface TouchedFile {
  /** Absolute. */
  readonly path: string;
  /** The newest turn that read it; undefined when none did. */
  readonly readTurn: number | undefined;
  readonly modifiedTurn: number | undefined;
}

/** Every file the records touch, once, sorted by path; what was superseded touched nothing (behaviour 11.1). */
export function touchedFiles(records: readonly TranscriptRecord[]): readonly TouchedFile[] {
  const files = new Map<string, TouchedFile>();
  for (const record of withoutSuperseded(records)) {
    if (record.kind !== 'file-touch') continue;
    const { path, access, turn } = record;
    const known = files.get(path) ?? { path, readTurn: undefined, modifiedTurn: undefined };
    const field = access === 'read' ? 'readTurn' : 'modifiedTurn';
    files.set(path, { ...known, [field]: Math.max(turn, known[field] ?? 0) });
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

export interface Omission {
  /** Turns that are complete; the running one has the next number. */
  readonly turnCount: number;
  /** Those of them that stay word for word. */
  readonly preservedTurns: number;
  readonly trigger: 'manual' | 'auto';
}

/**
 * The paths of files last touched before the first preserved turn. An automatic run summarises the running turn too, so
 * it adds that turn's files (seed, Tail preservation; behaviour 11.2, design 6.1).
 */
export function omittedFiles(
  files: readonly TouchedFile[],
  { turnCount, preservedTurns, trigger }: Omission,
): readonly string[] {
  const isOmitted = (last: number): boolean =>
    last <= turnCount - preservedTurns || (trigger === 'auto' && last > turnCount);
  return files
    .filter(({ readTurn = 0, modifiedTurn = 0 }) => isOmitted(Math.max(readTurn, modifiedTurn)))
    .map(({ path }) => path);
}

/** One line a path, at most `limit`, and how many are left out (behaviour 11.3). */
export function fileLines(paths: readonly string[], limit: number): string {
  const lines = paths.slice(0, limit).map((path) => `- ${singleLine(path)}`);
  const left = paths.length - lines.length;
  if (left > 0) lines.push(`- ... ${left} more file references omitted`);
  return lines.join('\n');
}
