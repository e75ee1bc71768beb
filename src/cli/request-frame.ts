// System prompt and tools of the next request, as the chat of this session would send them in its workspace.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { neverAborted } from '../base/abort.ts';
import { err } from '../base/result.ts';
import { openChat, type RequestFrame } from '../adapters/open-chat.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { Settings } from '../core/settings/settings.ts';
import type { ParsedCommand } from './arguments.ts';
import { composeMachine, type Tools } from './compose.ts';
import { HeadlessPerson } from './headless-person.ts';
import type { CliHost } from './host.ts';

/** The folder that was named, else the one the session was made in; undefined where neither is there. */
export async function requestWorkspace(
  command: ParsedCommand,
  host: CliHost,
  session: SessionHandle,
): Promise<string | undefined> {
  const given = command.text('workspace');
  if (given !== undefined) return path.resolve(host.cwd, given);
  const known = session.session().workspace;
  return known !== undefined && (await isFolder(known)) ? known : undefined;
}

export interface FrameWork {
  readonly host: CliHost;
  readonly tools: Tools;
  readonly settings: Settings;
  readonly workspace: string;
}

/** Of a session that is open for reading. Nothing is run or asked. */
export async function requestFrame(session: SessionHandle, work: FrameWork): Promise<RequestFrame> {
  const { host, tools, settings, workspace } = work;
  const opened = await openChat(await composeMachine(host, tools), {
    session,
    settings: () => settings,
    models: { provider: () => err('nothing is sent'), idleSeconds: () => 0, reported: () => undefined },
    person: new HeadlessPerson(),
    rules: { load: () => [], save: () => Promise.resolve() },
    roots: () => [workspace],
    trusted: () => true,
    mode: () => settings['permissions.mode'],
    warn: () => undefined,
    report: () => undefined,
  });
  return opened.frame(neverAborted());
}

async function isFolder(given: string): Promise<boolean> {
  if (!path.isAbsolute(given)) return false;
  try {
    return (await stat(given)).isDirectory();
  } catch {
    // A session that came from another machine: its folder is not here.
    return false;
  }
}
