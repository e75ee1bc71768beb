// A life of the program as the soak sees it: orders in, news out, and its end, by itself or killed.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { markedProcesses, markName } from './marked-processes.ts';
import { newsSchema, type Birth, type News, type Order } from './messages.ts';

/** How long what a life left behind may take to end. */
const graceMs = 10_000;

export class Living {
  private readonly mark: string;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly over: Promise<unknown>;
  private readonly answers = new Map<number, (done: boolean | undefined) => void>();
  private number = 0;
  private isOver = false;
  private errors = '';

  constructor(program: string, birth: Birth, options: { mark: string; hear: (news: News) => void }) {
    this.mark = options.mark;
    this.child = spawn(process.execPath, [program, JSON.stringify(birth)], {
      env: { ...process.env, NODE_OPTIONS: '', [markName]: options.mark },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // What was ordered of a life that is over is not carried out.
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString('utf8')));
    const lines = createInterface({ input: this.child.stdout });
    lines.on('line', (line) => {
      const news = newsSchema.parse(JSON.parse(line));
      if (news.news === 'did') this.answers.get(news.number)?.(news.done);
      options.hear(news);
    });
    this.over = Promise.all([once(this.child, 'close'), once(lines, 'close')]).then(() => {
      this.isOver = true;
      for (const answer of this.answers.values()) answer(undefined);
    });
  }

  /** Asked anew each time. */
  hasEnded(): boolean {
    return this.isOver;
  }

  /** What it said on standard error: empty, unless it broke. */
  get complaints(): string {
    return this.errors;
  }

  /** Resolves with whether it was done; undefined when the life ends before it says so. */
  orders(order: Order): Promise<boolean | undefined> {
    if (this.isOver) return Promise.resolve(undefined);
    const number = ++this.number;
    return new Promise((resolve) => {
      this.answers.set(number, (done) => {
        this.answers.delete(number);
        resolve(done);
      });
      this.child.stdin.write(`${JSON.stringify({ number, order })}\n`);
    });
  }

  async killed(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.over;
  }

  async ended(): Promise<void> {
    await this.over;
  }

  /** Processes it left behind, once there was time for them to end; they are ended here. */
  async leftovers(): Promise<readonly number[]> {
    const until = Date.now() + graceMs;
    while (markedProcesses(this.mark).length > 0 && Date.now() < until) await pause(20);
    return markedProcesses(this.mark).filter(wasKilled);
  }
}

/** False for one that ended by itself in this moment. */
function wasKilled(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
