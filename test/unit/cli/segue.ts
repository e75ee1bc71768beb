// Runs a command line in this process and keeps what it printed.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliHost } from '../../../src/cli/host.ts';
import { runCli } from '../../../src/cli/run.ts';
import { never } from '../../support/expect.ts';

const home = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** What a command left. */
export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Nobody watches and no key is set, unless said otherwise; `onOut` is told of each print. */
export async function segue(
  cwd: string,
  args: readonly string[],
  host: Partial<CliHost> & { readonly onOut?: (text: string) => void } = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const exit = await runCli(args, {
    env: {},
    cwd,
    home,
    version: '0.0.0',
    program: 'segue',
    out: (text) => {
      out += text;
      host.onOut?.(text);
    },
    err: (text) => {
      err += text;
    },
    watched: false,
    signal: never,
    ...host,
  });
  return { exit, out, err };
}
