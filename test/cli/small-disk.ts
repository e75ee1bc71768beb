// A small file system of its own, in memory, for as long as a block of tests runs: really full, really write-protected.
// It lives in a mount namespace; the program is run inside, and its files are looked at from outside.

import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export class SmallDisk {
  /** Where it is for a program that runs inside. */
  readonly path: string;
  private readonly holder: ChildProcess;

  private constructor(place: string, holder: ChildProcess) {
    this.path = place;
    this.holder = holder;
  }

  /** Mounts one over an empty folder. Linux only. */
  static async mount(place: string, size: string): Promise<SmallDisk> {
    const script = 'mount -t tmpfs -o size="$1" tmpfs "$2" && echo mounted && exec cat';
    const words = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', size, place];
    const holder = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [said] = (await once(holder.stdout, 'data')) as [Buffer];
    assert.equal(said.toString(), 'mounted\n');
    return new SmallDisk(place, holder);
  }

  /** The words that stand before a command to run it inside. */
  get through(): readonly string[] {
    return ['nsenter', '--target', String(this.holder.pid), '--user', '--mount', '--preserve-credentials'];
  }

  /** Where a place on the disk is for the tests, which run outside. */
  outside(...names: readonly string[]): string {
    return path.join(`/proc/${this.holder.pid}/root`, this.path, ...names);
  }

  /** Leaves so many bytes free, in whole pages. */
  async fill(free: number): Promise<void> {
    const filler = this.outside('filler');
    await rm(filler, { force: true });
    if (free > 0) await writeFile(this.outside('spare'), Buffer.alloc(free));
    await assert.rejects(writeFile(filler, Buffer.alloc(64 * 1024 * 1024)), { code: 'ENOSPC' });
    await rm(this.outside('spare'), { force: true });
  }

  async makeRoom(): Promise<void> {
    await rm(this.outside('filler'));
  }

  protect(how: 'ro' | 'rw'): void {
    const words = [...this.through, 'mount', '-o', `remount,${how}`, this.path];
    execFileSync(words[0]!, words.slice(1));
  }

  async close(): Promise<void> {
    const ended = once(this.holder, 'exit');
    this.holder.stdin?.end();
    await ended;
  }
}
