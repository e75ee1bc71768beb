// The built program as a process: started with arguments, watched, stopped, and judged by what it printed.

import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = path.join(root, 'dist', 'cli.cjs');

/** What a command left, in a process of its own or not. */
export type Printed = Pick<Ended, 'exit' | 'out' | 'err'>;

export interface Ended {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface StartOptions {
  readonly cwd?: string;
  /** Beside PATH and a home that is not there; keys are given here. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the program: its words come first. */
  readonly through?: readonly string[];
}

const running = new Set<Running>();

/** Builds the program before the tests of a block, and ends what they leave running. */
export function usesProgram(): void {
  before(function () {
    this.timeout(120_000);
    buildOnce();
  });

  afterEach(async () => {
    for (const process of [...running]) await process.kill();
  });
}

let isBuilt = false;

function buildOnce(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [path.join(root, 'test', 'segue.mjs'), '--version'], { stdio: 'ignore' });
  isBuilt = true;
}

/** A process of the program. */
export class Running {
  out = '';
  err = '';
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;
  private readonly watchers = new Set<() => void>();

  constructor(args: readonly string[], options: StartOptions = {}) {
    const [command = '', ...words] = [...(options.through ?? []), process.execPath, program, ...args];
    this.child = spawn(command, words, {
      cwd: options.cwd ?? root,
      env: { PATH: process.env['PATH'], HOME: path.join(root, 'no-home'), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
      for (const look of this.watchers) look();
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
      for (const look of this.watchers) look();
    });
    running.add(this);
    this.ended = once(this.child, 'close').then((ending) => {
      running.delete(this);
      for (const look of this.watchers) look();
      const [exit, signal] = ending as [number | null, NodeJS.Signals | null];
      return { exit, signal, out: this.out, err: this.err };
    });
  }

  get pid(): number {
    assert.ok(this.child.pid !== undefined, 'the process started');
    return this.child.pid;
  }

  get isRunning(): boolean {
    return running.has(this);
  }

  send(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves once the process has printed something that fits; fails when it ends before. */
  async prints(what: RegExp): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (what.test(this.out) || what.test(this.err)) resolve();
        else if (this.isRunning) return;
        else reject(new Error(`ended without ${what}: ${this.out}${this.err}`));
        this.watchers.delete(look);
      };
      this.watchers.add(look);
      look();
    });
  }

  /** Resolves a little later; fails when the process ends meanwhile. For polls of what the process does to files. */
  async turn(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(this.isRunning, `ended meanwhile: ${this.out}${this.err}`);
  }

  /** Resolves once the process has this file open. Linux only. */
  async opens(file: string): Promise<void> {
    for (;;) {
      const open = await openFiles(this.pid);
      if (open.includes(file)) return;
      await this.turn();
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

async function openFiles(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readlink(path.join(folder, name)).catch(() => '')));
}

/** Runs the program to its end. */
export async function segue(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return new Running(args, options).ended;
}

/** The value a command printed that must have gone well and said nothing beside it. */
export function valueIn(ended: Printed): unknown {
  assert.equal(ended.err, '');
  assert.equal(ended.exit, 0);
  return JSON.parse(ended.out);
}

/** A command that must have gone well. */
export function textIn(ended: Printed): string {
  assert.equal(ended.err, '');
  assert.equal(ended.exit, 0, ended.out);
  return ended.out;
}
