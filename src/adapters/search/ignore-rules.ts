// What the ignore files of version control hide, those of many folders together: rules of an inner folder come after
// those of the outer ones and reach only below it.

import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ifReadable } from './if-readable.ts';
import { matchesPath, readIgnoreLine, type IgnorePattern } from './ignore-pattern.ts';

/** More than any list that people keep; what comes after it is not read. */
const mostBytes = 1024 * 1024;
const sliceMs = 20;
/** How many rules are asked between two looks at the time. */
const batch = 100;

interface IgnoreRule {
  readonly pattern: IgnorePattern;
  /** How many names its folder is below the base. */
  readonly depth: number;
}

export class IgnoreRules {
  /** Absolute; paths are judged by how they go on below it. */
  private readonly base: string;
  private readonly rules: readonly IgnoreRule[];

  constructor(base: string, rules: readonly IgnoreRule[] = []) {
    this.base = base;
    this.rules = rules;
  }

  /** With the folder's own ignore file, if it has one that can be read. The folder is the base or below it. */
  async withFolder(folder: string): Promise<IgnoreRules> {
    const text = await ifReadable(beginningOf(path.join(folder, '.gitignore')));
    if (text === undefined) return this;
    const depth = this.names(folder).length;
    const patterns = text.split(/\r?\n/).map(readIgnoreLine);
    const own = patterns.flatMap((pattern) => (pattern === undefined ? [] : [{ pattern, depth }]));
    return new IgnoreRules(this.base, [...this.rules, ...own]);
  }

  /**
   * For something below every folder whose rules these are, whose own folders are not hidden. However many rules there
   * are, and whatever they say, the event loop gets its turn in between.
   */
  async hides(target: string, kind: 'file' | 'folder'): Promise<boolean> {
    const names = this.names(target).map((name) => Array.from(name));
    let since = performance.now();
    for (let at = this.rules.length - 1; at >= 0; at--) {
      if (at % batch === 0 && performance.now() - since > sliceMs) {
        await turn();
        since = performance.now();
      }
      const rule = this.rules[at];
      if (rule === undefined || rule.depth >= names.length) continue;
      if (rule.pattern.foldersOnly && kind === 'file') continue;
      if (matchesPath(rule.pattern, names.slice(rule.depth))) return !rule.pattern.isNegative;
    }
    return false;
  }

  private names(target: string): readonly string[] {
    return path.relative(this.base, target).split(path.sep).filter(Boolean);
  }
}

/** Whole lines only. Fails for what is no file: a pipe would be waited for. */
async function beginningOf(file: string): Promise<string> {
  const { size } = await plainFile(file);
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(size, mostBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead));
    return size > mostBytes ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
  } finally {
    await handle.close();
  }
}

async function plainFile(file: string): Promise<Stats> {
  const stats = await stat(file);
  if (!stats.isFile()) throw new Error(`${file} is no file`);
  return stats;
}
