// The program: takes what it needs from the process, runs one command, sets the exit status.

import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../adapters/system/clock.ts';
import { asOneLine } from './failure.ts';
import { Interrupt } from './interrupt.ts';
import { runCli } from './run.ts';

const interrupt = new Interrupt(systemClock, () => process.exit(130));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.request());

// A reader that goes away (`| head`) is no fault of the command.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  end(`standard output could not be written (${code ?? 'unknown'}); make room there or choose another place`);
});
// With nobody to tell, there is nothing more to do about it.
process.stderr.on('error', () => process.exit(1));
// Also what a promise was rejected with and nobody handled.
process.on('uncaughtException', (error) => end(bugText(error)));

void run().then((exit) => {
  process.exitCode = exit;
});

async function run(): Promise<number> {
  const home = path.resolve(path.dirname(realpathSync(process.argv[1] ?? '')), '..');
  const manifest = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };
  return runCli(process.argv.slice(2), {
    env: process.env,
    cwd: currentFolder(),
    home,
    version: manifest.version,
    program: process.env['SEGUE_PROGRAM'] ?? 'segue',
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    watched: process.stderr.isTTY,
    get columns() {
      return process.stderr.columns;
    },
    signal: interrupt.signal,
  });
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return end('the current folder is gone; change to another one and run it again');
  }
}

function bugText(error: unknown): string {
  return `this is a bug in Segue: ${String(error)}; please report it with the command that showed it`;
}

function end(message: string): never {
  process.stderr.write(`segue: ${asOneLine(message)}\n`);
  process.exit(1);
}
