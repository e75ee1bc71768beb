// Test children: small programs compiled once, so that many of them start quickly, and run in processes of their own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Compiles a TypeScript program with all it imports into one file in the folder, and returns its path. */
export async function compileChild(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, 'child.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    // Bundled CommonJS packages ask for Node's own modules through require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end and collects what it printed. */
export async function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ChildEnd> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, output, errors };
}

/** Runs the jobs, a few at a time. */
export async function inParallel<T>(
  jobs: readonly T[],
  width: number,
  run: (job: T) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs];
  const worker = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
