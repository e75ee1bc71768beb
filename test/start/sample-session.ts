// Puts the long sample session where the panel of a window over the sample workspace looks for its sessions, filled up so
// that the next prompt reaches the threshold.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { workspaceKey } from '../../src/host/window/workspace-key.ts';
import { longSession } from './long-session.ts';

const importedSchema = z.object({ sessions: z.array(z.object({ session: z.string() })).length(1) });
const diagnosisSchema = z.object({
  winningThreshold: z.number(),
  estimate: z.object({ tokens: z.number() }),
});

const cli = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

interface Places {
  readonly workspace: string;
  readonly sessions: string;
}

/**
 * For windows over this workspace of a VS Code with this user data. Returns the session's folder. The transcript is one
 * token below the threshold of the offline model.
 */
export function putSampleSession(workspace: string, userData: string): string {
  const key = workspaceKey(path.basename(workspace), [pathToFileURL(workspace).href], nodeSha256);
  const storage = path.join(userData, 'User', 'globalStorage', 'segue.segue-chat');
  const places: Places = { workspace, sessions: path.join(storage, key, 'sessions') };
  const first = imported(places, { characters: 0, ending: '' });
  const { winningThreshold: threshold } = diagnosed(first);
  rmSync(first, { recursive: true });
  const nearly = imported(places, { characters: threshold * 4 - 20_000, ending: '' });
  const missing = threshold - 1 - diagnosed(nearly).estimate.tokens;
  rmSync(nearly, { recursive: true });
  return imported(places, { characters: threshold * 4 - 20_000, ending: notesOf(missing * 4) });
}

/** Lines of exactly so many characters. */
function notesOf(length: number): string {
  let text = '';
  for (let note = 1; text.length < length; note++) {
    text += `\n${note}. ask whether a pinch, a handful or a dash of it should be listed by recipe`;
  }
  return text.slice(0, length);
}

function imported(
  { workspace, sessions }: Places,
  size: { readonly characters: number; readonly ending: string },
): string {
  mkdirSync(sessions, { recursive: true });
  const file = path.join(path.dirname(sessions), 'larder.json');
  writeFileSync(file, JSON.stringify(longSession(workspace, size)));
  const args = ['import', file, '--format', 'openai', '--sessions', sessions, '--json'];
  const { sessions: found } = importedSchema.parse(segue(args));
  rmSync(file);
  const [session] = found;
  if (session === undefined) throw new Error('the sample session was not imported');
  return session.session;
}

function diagnosed(session: string): z.infer<typeof diagnosisSchema> {
  const offline = ['--set', 'models.default="offline/offline"'];
  return diagnosisSchema.parse(segue(['diagnose', session, ...offline, '--json']));
}

function segue(args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`segue ${args[0] ?? ''} failed: ${stderr}`);
  return JSON.parse(stdout);
}
