// Finds a pattern in lines, and gives up on a pattern that would take for ever: a regular expression of somebody else's
// runs in a thread of its own, since it cannot be interrupted in any other way and nobody is to wait for it.

import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../base/fail.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SearchFault, TextSearch } from '../../core/tools/workspace-files.ts';
import { stoppedSearch } from './stopped-search.ts';

/** For one batch of lines. */
const mostMs = 2000;

/** Asked one batch at a time. */
export interface LineMatcher {
  /** For each line the place of its first match, or -1. */
  find(lines: readonly string[]): Promise<Result<readonly number[], SearchFault>>;
  close(): Promise<void>;
}

export function lineMatcher(text: TextSearch, signal: AbortSignal): Result<LineMatcher, SearchFault> {
  const regex = compiled(text);
  if (!regex.ok) return regex;
  return ok(text.kind === 'literal' ? matcherHere(regex.value) : new MatcherThread(regex.value, signal));
}

/** A text as it stands is found without going back and forth. */
function matcherHere(regex: RegExp): LineMatcher {
  return {
    find: (lines) => Promise.resolve(ok(lines.map((line) => line.search(regex)))),
    close: () => Promise.resolve(),
  };
}

const thread = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', (lines) => parentPort.postMessage(lines.map((line) => line.search(workerData))));
`;

class MatcherThread implements LineMatcher {
  private readonly regex: RegExp;
  private readonly signal: AbortSignal;
  private started: Promise<Worker> | undefined;

  constructor(regex: RegExp, signal: AbortSignal) {
    this.regex = regex;
    this.signal = signal;
  }

  async find(lines: readonly string[]): Promise<Result<readonly number[], SearchFault>> {
    // Begun before the time is taken: how long a thread takes to start is not the pattern's fault.
    this.started ??= begunThread(this.regex);
    const worker = await this.started;
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const settle = (found: Result<readonly number[], SearchFault>): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        worker.off('message', take).off('error', reject);
        resolve(found);
      };
      const take = (places: readonly number[]): void => settle(ok(places));
      const stop = (): void => settle(err(stoppedSearch));
      const timer = setTimeout(
        () => settle(err({ kind: 'bad-pattern', why: 'it takes too long; write it more simply' })),
        mostMs,
      );
      worker.on('message', take).on('error', reject);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      else worker.postMessage(lines);
    });
  }

  async close(): Promise<void> {
    const worker = await this.started;
    await worker?.terminate();
  }
}

function begunThread(regex: RegExp): Promise<Worker> {
  const worker = new Worker(thread, { eval: true, workerData: regex });
  return new Promise((resolve, reject) => {
    worker.once('online', () => resolve(worker)).once('error', reject);
  });
}

function compiled({ pattern, kind, caseSensitive }: TextSearch): Result<RegExp, SearchFault> {
  const flags = caseSensitive ? '' : 'i';
  if (kind === 'literal') return ok(new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), `${flags}u`));
  // Escapes without need are allowed elsewhere, and here only without the u.
  const strict = tried(pattern, `${flags}u`);
  return strict.ok ? strict : tried(pattern, flags);
}

function tried(pattern: string, flags: string): Result<RegExp, SearchFault> {
  try {
    return ok(new RegExp(pattern, flags));
  } catch (error) {
    return err({ kind: 'bad-pattern', why: reasonOf(error) });
  }
}
