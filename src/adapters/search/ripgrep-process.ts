// One run of ripgrep: its lines as they come, killed as soon as nobody wants more.

import { spawn } from 'node:child_process';

export interface RipgrepRun {
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** What ends a line of its output. */
  readonly separator: '\n' | '\0';
  /** Called for each line; false stops the run. */
  line(text: string): boolean;
}

export type RipgrepEnd =
  /** 0: something was found, 1: nothing, 2: something went wrong, perhaps not everything. */
  | { readonly kind: 'exited'; readonly code: number; readonly errors: string }
  /** By the caller, or by the signal. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'not-started'; readonly code: string };

const mostErrorText = 4000;
/** UTF-16 units of a line of output, which may hold a whole line of a file. */
const longestLine = 256 * 1024 * 1024;

/** Resolves at once when the signal aborts. */
export function runRipgrep(run: RipgrepRun, signal: AbortSignal): Promise<RipgrepEnd> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ kind: 'stopped' });
      return;
    }
    const child = spawn(run.executable, [...run.arguments], {
      cwd: run.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let errors = '';
    const lines = new Lines(run.separator);
    const end = (how: RipgrepEnd): void => {
      signal.removeEventListener('abort', stop);
      resolve(how);
    };
    const stop = (): void => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      end({ kind: 'stopped' });
    };
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (!lines.take(piece, (line) => run.line(line))) stop();
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      if (errors.length < mostErrorText) errors += piece;
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ kind: 'not-started', code: error.code ?? 'UNKNOWN' }),
    );
    child.on('close', (code) => end({ kind: 'exited', code: code ?? 2, errors }));
  });
}

class Lines {
  private readonly separator: string;
  private pieces: string[] = [];
  private length = 0;

  constructor(separator: string) {
    this.separator = separator;
  }

  /** False when the reader wants no more, or a line is too long to be held. */
  take(piece: string, read: (line: string) => boolean): boolean {
    let start = 0;
    for (;;) {
      const end = piece.indexOf(this.separator, start);
      if (end === -1) break;
      this.pieces.push(piece.slice(start, end));
      const line = this.pieces.join('');
      this.pieces = [];
      this.length = 0;
      start = end + 1;
      if (!read(line)) return false;
    }
    this.pieces.push(piece.slice(start));
    this.length += piece.length - start;
    return this.length <= longestLine;
  }
}
