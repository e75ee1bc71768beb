// What `npm start` does once everything is built: makes the sample in a fresh folder, opens VS Code over it, says where it
// is and what to try, and waits until it is not wanted any more.

import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, workbenchUrl } from '../vscode/host/server.mjs';
import { untilSignal } from '../vscode/host/until-signal.mjs';
import { packExtension } from '../vscode/package.mjs';
import { makeWorkspace } from '../vscode/workspace.ts';
import { findDesktop, openDesktop } from './desktop.ts';
import { keepOnly } from './leftovers.ts';
import { putSampleSession } from './sample-session.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const opener = fileURLToPath(new URL('opener', import.meta.url));

const settings = {
  'segue.models.default': 'offline/offline',
  'workbench.secondarySideBar.defaultVisibility': 'visible',
  'workbench.startupEditor': 'none',
};

const noDesktop =
  'no desktop VS Code was found: install it, with its command "code" on the PATH, or use npm start without --desktop';

export async function start({ isDesktop }: { readonly isDesktop: boolean }): Promise<void> {
  // Whoever read what is said may be gone by the end: there is still to be tidied up.
  process.stdout.on('error', () => undefined);
  const desktop = isDesktop ? findDesktop() : undefined;
  if (isDesktop && desktop === undefined) throw new Error(noDesktop);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-start-'));
  const userData = path.join(folder, 'user');
  const workspace = makeWorkspace(folder);
  const session = putSampleSession(workspace, userData);
  const sample = { folder, workspace, session };
  try {
    if (desktop !== undefined) await onDesktop(desktop, sample, userData);
    else await onLoopback(sample, userData);
  } finally {
    keepOnly(folder, [workspace, path.dirname(session)]);
  }
  say(`The session and its workspace stay in ${folder}; remove that folder when you are done with them.`);
}

interface Sample {
  readonly folder: string;
  readonly workspace: string;
  readonly session: string;
}

async function onLoopback(sample: Sample, userData: string): Promise<void> {
  const packed = path.join(sample.folder, 'segue.vsix');
  packExtension(packed);
  const server = await startServer({ extensions: [packed, opener], settings, userData });
  const stopped = untilSignal();
  say(`Segue is at  ${workbenchUrl(server.url, { folder: sample.workspace })}`);
  say('');
  guide(sample);
  say('Ctrl-C ends it. Workspace and session stay where they are.');
  await stopped;
  await server.close();
}

async function onDesktop(command: string, sample: Sample, userData: string): Promise<void> {
  say(`Opening ${command}; this ends when its window is closed.`);
  say('');
  guide(sample);
  await openDesktop({ command, extensions: [root, opener], userData, workspace: sample.workspace, settings });
}

function guide({ workspace, session, folder }: Sample): void {
  say(
    'The panel shows a long conversation about a small program, one prompt short of its threshold. Try there:',
  );
  say(
    '  read src/convert.js                      the conversation is compacted first, then the file is read',
  );
  say('  run npm test                             asks before it runs');
  say('  edit README.md: replace "pantry" with "larder"   shows the change before it is made');
  say('  run sleep 30                             goes on in the background after 15 seconds');
  say('  help                                     everything the offline model understands');
  say('');
  say(
    'It answers by rule, without a key and without a network; the command "Segue: Select model…" chooses another.',
  );
  say(`Workspace  ${workspace}`);
  say(`Session    ${session}`);
  say('');
  say('The same on the command line:');
  say(`  npm run segue -- diagnose ${session}`);
  say(
    `  npm run segue -- compact test/fixtures/sample-session.jsonl --sessions ${path.join(folder, 'sessions')} --provider offline`,
  );
  say('');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
