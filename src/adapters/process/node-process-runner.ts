// Commands as processes of this system: each in a group of its own, nothing on standard input, guarded against the end of
// the host. When to stop one is for the caller to say.

import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../base/fail.ts';
import type {
  ProcessCommand,
  ProcessEnd,
  ProcessListener,
  ProcessRunner,
  RunningProcess,
} from '../../core/executions/process.ts';
import { DecodedOutput } from './decoded-output.ts';
import { GroupGuard } from './group-guard.ts';
import { endGroup, groupIsThere } from './process-group.ts';
import { commandEnvironment, shellLine } from './shell-line.ts';
import { Strays } from './strays.ts';

export interface NodeProcessRunnerOptions {
  /** Absolute path of the person's shell; that of the environment unless given. */
  readonly shell?: string | undefined;
}

/** How long what a command left behind may go on writing after it. */
const lingerMs = 500;
/** How long what was ended by force may take before it is given up. */
const giveUpMs = 2000;
const lookMs = 25;
/** How long the group is left alone while its strays are looked for. */
const lookFirstMs = 500;
const floodBytes = 16 * 1024;

export function createNodeProcessRunner(options: NodeProcessRunnerOptions = {}): ProcessRunner {
  const host = `${randomUUID()}:`;
  const guard = new GroupGuard(host);
  let count = 0;
  const shell = options.shell ?? process.env['SHELL'];
  return {
    start: (command, listener) => {
      const line = shellLine(command.command, shell);
      // Closed by a sign, so that no mark is the beginning of another.
      const mark = `${host}${++count};`;
      try {
        const child = spawn(line.file, line.args, {
          ...{ cwd: command.cwd, env: commandEnvironment(mark), detached: process.platform !== 'win32' },
          ...{ windowsHide: true, windowsVerbatimArguments: true },
          stdio: ['ignore', 'pipe', 'ignore', ...(line.waits ? (['pipe'] as const) : [])],
        });
        return new NodeProcess({ child, command, guard, strays: new Strays(mark) }, listener);
      } catch (error) {
        // A command no process could ever be given, such as one with a zero byte or one that is too long.
        listener.ended({ kind: 'not-started', why: reasonOf(error) });
        return { stop: () => undefined };
      }
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly command: ProcessCommand;
  readonly guard: GroupGuard;
  readonly strays: Strays;
}

class NodeProcess implements RunningProcess {
  private readonly child: ChildProcess;
  private readonly command: ProcessCommand;
  private readonly guard: GroupGuard;
  private readonly strays: Strays;
  private readonly listener: ProcessListener;
  private readonly output: DecodedOutput;
  /** How the leader ended, while what it left behind may still write. */
  private end: ProcessEnd | undefined;
  private isClosed = false;
  private wasAsked = false;
  private isStopped = false;
  private isOver = false;
  private deadline = Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(started: Started, listener: ProcessListener) {
    this.child = started.child;
    this.command = started.command;
    this.guard = started.guard;
    this.strays = started.strays;
    this.listener = listener;
    this.output = new DecodedOutput(listener);
    this.follow();
    if (this.child.pid !== undefined) this.guard.add(this.child.pid);
    this.letGo();
  }

  stop(how: 'ask' | 'force'): void {
    const { pid } = this.child;
    if (this.isOver || pid === undefined) return;
    this.isStopped = true;
    void this.endWithStrays(how, pid);
    if (how === 'ask') return;
    // One the system cannot end, because a device does not answer, is not waited for.
    setTimeout(() => this.finish({ kind: 'signalled', signal: 'SIGKILL' }), giveUpMs).unref();
  }

  /** Strays are looked for first: the parents some of them are known by end with the group. */
  private async endWithStrays(how: 'ask' | 'force', pid: number): Promise<void> {
    const looking = this.strays.look(pid);
    await Promise.race([looking, delay(lookFirstMs, undefined, { ref: false })]);
    if (!this.isOver) endGroup(pid, how);
    this.strays.end(how, await looking);
  }

  private follow(): void {
    const { child, output } = this;
    child.on('error', (error) => {
      if (child.pid === undefined) this.finish({ kind: 'not-started', why: this.whyNot(error) });
    });
    child.on('exit', (code, signal) => {
      this.end = signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal };
      this.deadline = performance.now() + lingerMs;
      this.look();
    });
    child.stdout?.on('data', (bytes: Buffer) => {
      output.add(bytes);
      if (bytes.length >= floodBytes) this.breathe();
    });
    child.stdout?.on('error', () => child.stdout?.destroy());
    child.stdout?.on('close', () => {
      this.isClosed = true;
      this.look();
    });
  }

  /** One large piece a turn of the event loop, so that a flood leaves room for everybody else. */
  private breathe(): void {
    this.child.stdout?.pause();
    setImmediate(() => this.child.stdout?.resume());
  }

  /** The command begins only now: from here on it does not outlive the host. */
  private letGo(): void {
    const gate = this.child.stdio[3];
    if (gate === null || gate === undefined || !('end' in gate)) return;
    // It ended before it began; its exit tells.
    gate.on('error', () => gate.destroy());
    gate.end('go\n');
  }

  /** It has ended once its output is closed and its group is empty, or a moment after its leader has. */
  private look(): void {
    clearTimeout(this.timer);
    const { end } = this;
    const { pid } = this.child;
    if (end === undefined || this.isOver || pid === undefined) return;
    const isLate = performance.now() >= this.deadline;
    const isThere = groupIsThere(pid);
    if (isLate || (this.isClosed && !isThere)) {
      if (isThere) endGroup(pid, 'force');
      this.finish(end);
      return;
    }
    if (this.isClosed && !this.wasAsked) {
      this.wasAsked = true;
      endGroup(pid, 'ask');
    }
    this.timer = setTimeout(() => this.look(), lookMs);
  }

  private finish(end: ProcessEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.child.stdout?.destroy();
    if (this.child.pid !== undefined) this.guard.remove(this.child.pid);
    this.output.end();
    // Whoever stopped it is not kept waiting for what it has set apart.
    if (this.isStopped) void this.strays.endAll();
    this.listener.ended(end);
  }

  private whyNot(error: Error): string {
    const isMissing = 'code' in error && error.code === 'ENOENT';
    return isMissing ? `the folder ${this.command.cwd} cannot be entered` : reasonOf(error);
  }
}
