// Globs as both searches understand them: those of ripgrep's --glob, where a pattern without a slash matches a name at
// any depth and one with a slash matches from the root on.

import { err, ok, type Result } from '../../base/result.ts';
import { globMachine, type GlobPiece } from './glob-machine.ts';

/** Stars and braces among which a regular expression may go back and forth without anybody noticing. */
const mostChoices = 3;

export type PathTest = (path: string) => boolean;

/** The test for paths below a root, with `/` between names; or why the glob cannot be used. */
export function compileGlob(glob: string): Result<PathTest, string> {
  if (glob.startsWith('!')) return err('a glob says what is looked at, it cannot begin with "!"');
  if (glob.endsWith('/')) return err('a glob that ends with "/" matches no file; add "**"');
  const bare = glob.replace(/^\.\//, '').replace(/^\//, '');
  const isAnchored = glob.includes('/');
  const pieces = new GlobSource(isAnchored ? bare : `**/${bare}`).pieces();
  if (!pieces.ok) return pieces;
  const choices = pieces.value.filter(({ kind }) => kind !== 'one' && kind !== 'or' && kind !== 'close');
  if (choices.length > mostChoices) return ok(globMachine(pieces.value));
  const regex = new RegExp(`^${pieces.value.map(regexOf).join('')}$`, 'su');
  return ok((path) => regex.test(path));
}

/** What a file's name alone must match for the glob to match; undefined where that says nothing. */
export function nameGlob(glob: string): string | undefined {
  const name = glob.slice(glob.lastIndexOf('/') + 1);
  const isWhole = !name.includes('**') && balanced(name, '{', '}') && balanced(name, '[', ']');
  // A colon would be read as a part of the definition of a type.
  return isWhole && name !== '' && !/^!|[:\\]/.test(name) ? name : undefined;
}

function balanced(text: string, open: string, close: string): boolean {
  return text.split(open).length === text.split(close).length;
}

class GlobSource {
  private readonly glob: string;
  private at = 0;
  private depth = 0;

  constructor(glob: string) {
    this.glob = glob;
  }

  pieces(): Result<readonly GlobPiece[], string> {
    const pieces: GlobPiece[] = [];
    while (this.at < this.glob.length) {
      const next = this.next();
      if (!next.ok) return next;
      pieces.push(next.value);
    }
    return this.depth === 0 ? ok(pieces) : err('a "{" is not closed');
  }

  private next(): Result<GlobPiece, string> {
    const found = this.glob.charAt(this.at++);
    switch (found) {
      case '*':
        return ok(this.stars());
      case '?':
        return ok({ kind: 'one', source: '[^/]' });
      case '[':
        return this.oneOf();
      case '{':
        this.depth++;
        return ok({ kind: 'open' });
      case '}':
        if (this.depth === 0) return err('a "}" was never opened');
        this.depth--;
        return ok({ kind: 'close' });
      case ',':
        return ok(this.depth > 0 ? { kind: 'or' } : literal(','));
      case '\\':
        if (this.at >= this.glob.length) return err('it ends with a backslash');
        this.at++;
        return ok(literal(this.point()));
      default:
        return ok(literal(this.point()));
    }
  }

  /** The whole character whose first unit was just read. */
  private point(): string {
    const point = String.fromCodePoint(this.glob.codePointAt(this.at - 1) ?? 0);
    this.at += point.length - 1;
    return point;
  }

  /** Two stars cross folders only when they stand alone between slashes. */
  private stars(): GlobPiece {
    const isStart = this.at === 1 || '/{,'.includes(this.glob.charAt(this.at - 2));
    if (this.glob.charAt(this.at) !== '*') return { kind: 'name' };
    const after = this.glob.charAt(this.at + 1);
    if (!isStart || (after !== '/' && after !== '' && !(this.depth > 0 && ',}'.includes(after)))) {
      while (this.glob.charAt(this.at) === '*') this.at++;
      return { kind: 'name' };
    }
    this.at += after === '/' ? 2 : 1;
    return { kind: after === '/' ? 'folders' : 'anything' };
  }

  private oneOf(): Result<GlobPiece, string> {
    const isNegated = '!^'.includes(this.glob.charAt(this.at)) && this.at < this.glob.length;
    const start = this.at + (isNegated ? 1 : 0);
    // A bracket in the first place stands for itself.
    const end = this.glob.indexOf(']', start + 1);
    if (end === -1) return err('a "[" is not closed');
    const members = this.glob.slice(start, end);
    for (const [, low = '', high = ''] of members.matchAll(/(.)-(.)/gsu))
      if (low > high) return err(`the range ${low}-${high} is empty`);
    this.at = end + 1;
    const body = members.replace(/[\\\]^[]/g, '\\$&').replace(/^-|-$/g, '\\-');
    return ok({ kind: 'one', source: `(?!/)[${isNegated ? '^' : ''}${body}]` });
  }
}

function literal(text: string): GlobPiece {
  return { kind: 'one', source: text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') };
}

const sources = { name: '[^/]*', folders: '(?:[^/]+/)*', anything: '.+', open: '(?:', or: '|', close: ')' };

function regexOf(piece: GlobPiece): string {
  return piece.kind === 'one' ? piece.source : sources[piece.kind];
}
