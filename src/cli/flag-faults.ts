// What is wrong with flags that several commands share, before anything is opened.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ParsedCommand } from './arguments.ts';
import { quote } from './failure.ts';
import type { CliHost } from './host.ts';

/** `--base-url` and `--model`, as far as they can be judged without asking anybody. */
export function modelFlagFault(command: ParsedCommand): string | undefined {
  const baseUrl = command.text('base-url');
  if (baseUrl !== undefined && (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))) {
    return `--base-url is ${quote(baseUrl)}, allowed is an http or https address such as http://127.0.0.1:11434/v1`;
  }
  if (command.text('provider') !== 'offline') return undefined;
  const flag = ['base-url', 'model'].find((name) => command.text(name) !== undefined);
  return flag === undefined ? undefined : `--${flag} has no meaning for the offline provider; leave it out`;
}

/** Naming a folder is trusting it, so it must be one. */
export async function workspaceFault(command: ParsedCommand, host: CliHost): Promise<string | undefined> {
  const given = command.text('workspace');
  if (given === undefined) return undefined;
  try {
    const found = await stat(path.resolve(host.cwd, given));
    return found.isDirectory()
      ? undefined
      : `--workspace is ${quote(given)}, which is no folder; name a folder`;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return `--workspace is ${quote(given)}, where no folder can be seen (${code}); name a folder that is there`;
  }
}
