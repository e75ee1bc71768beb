// What the ignore files of version control hide, those of many folders together: rules of an inner folder come after
// those of the outer ones and are written so that they reach only below it.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

export class IgnoreRules {
  /** Absolute; paths are judged by how they go on below it. */
  private readonly base: string;
  private readonly lines: readonly string[];
  private readonly rules: Ignore;

  constructor(base: string, lines: readonly string[] = []) {
    this.base = base;
    this.lines = lines;
    this.rules = ignore({ ignorecase: false }).add([...lines]);
  }

  /** With the folder's own ignore file, if it has one that can be read. The folder is the base or below it. */
  async withFolder(folder: string): Promise<IgnoreRules> {
    const text = await readFile(path.join(folder, '.gitignore'), 'utf8').catch(() => undefined);
    if (text === undefined) return this;
    const prefix = this.relative(folder).replace(/[\\*?[\]!# ]/g, '\\$&');
    const own = text.replace(/^\ufeff/, '').split(/\r?\n/);
    return new IgnoreRules(this.base, [...this.lines, ...own.flatMap((line) => below(prefix, line))]);
  }

  hides(target: string, kind: 'file' | 'folder'): boolean {
    const relative = this.relative(target);
    return relative !== '' && this.rules.ignores(kind === 'folder' ? `${relative}/` : relative);
  }

  private relative(target: string): string {
    return path.relative(this.base, target).split(path.sep).join('/');
  }
}

/** The rule as the base would have to write it; none for comments and empty lines. */
function below(prefix: string, line: string): readonly string[] {
  if (line.trim() === '' || line.startsWith('#')) return [];
  if (prefix === '') return [line];
  const isNegative = line.startsWith('!');
  const pattern = isNegative ? line.slice(1) : line;
  const isAnchored = /\/(?=.*\S)/.test(pattern);
  const body = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${isNegative ? '!' : ''}/${prefix}/${body}`];
}
