// Commands about sessions: a new one, another one, earlier segments of this one, and whether its files are in order.

import * as vscode from 'vscode';
import { verifySessionFolder } from '../../adapters/disk/verify-session.ts';
import { neverAborted } from '../../base/abort.ts';
import type { Problem } from '../../core/sessions/verification.ts';
import { segmentText } from './segment-text.ts';
import { storeText, texts } from '../texts.ts';
import type { CommandDeps, CommandTable } from './command-deps.ts';
import { mayLeave } from './leave.ts';

export const sessionCommands: CommandTable<
  'segue.newSession' | 'segue.openSession' | 'segue.showEarlierSegments' | 'segue.verifySession'
> = {
  'segue.newSession': async ({ desk, view }) => {
    if (await mayLeave(desk.conversation)) await desk.newSession();
    await view.focus();
  },
  'segue.openSession': openSession,
  'segue.showEarlierSegments': showEarlierSegment,
  'segue.verifySession': verifySession,
};

/** `given` may be the path of a session. */
async function openSession(deps: CommandDeps, [given]: readonly unknown[]): Promise<void> {
  const { desk, view } = deps;
  const path = typeof given === 'string' ? given : await pickedSession(deps);
  if (path === undefined) return;
  const isOther = path !== desk.conversation?.session.path;
  if (isOther && (await mayLeave(desk.conversation))) await desk.openSession(path);
  await view.focus();
}

async function pickedSession({ desk, shelf, tell }: CommandDeps): Promise<string | undefined> {
  const listed = await shelf.list(neverAborted());
  if (listed.length === 0) {
    tell('info', texts.noSessions);
    return undefined;
  }
  const now = desk.conversation?.session.path;
  const items = listed.map(({ path, name, updatedAt, segments }) => ({
    label: name,
    description: path === now ? texts.current : '',
    detail: updatedAt === '' ? texts.notReadable : texts.sessionDetail(localTime(updatedAt), segments),
    path,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: texts.pickSession,
    matchOnDetail: true,
  });
  return picked?.path;
}

/** `given` may be the number of a segment. */
async function showEarlierSegment(deps: CommandDeps, [given]: readonly unknown[]): Promise<void> {
  const { desk, documents, machine, tell } = deps;
  const { conversation } = desk;
  if (conversation === undefined) {
    tell('info', texts.noConversation);
    return;
  }
  const { session } = conversation;
  const active = session.active().number;
  if (active === 1) {
    tell('info', texts.noEarlierSegments);
    return;
  }
  const number = typeof given === 'number' ? given : await pickedSegment(active);
  if (number === undefined || number < 1 || number >= active) return;
  const text = await segmentText(session, number, machine, neverAborted());
  const { name } = session.session();
  await documents.show(`${session.path} ${number}`, { name: `${texts.segmentTitle(name, number)}.md`, text });
}

async function pickedSegment(active: number): Promise<number | undefined> {
  const numbers = Array.from({ length: active - 1 }, (_, place) => active - 1 - place);
  const items = numbers.map((number) => ({ label: texts.segment(number), number }));
  if (items.length === 1) return items[0]?.number;
  return (await vscode.window.showQuickPick(items, { title: texts.pickSegment }))?.number;
}

async function verifySession({ desk, disk, documents, tell }: CommandDeps): Promise<void> {
  const { conversation } = desk;
  if (conversation === undefined) {
    tell('info', texts.noConversation);
    return;
  }
  const { session } = conversation;
  const { name } = session.session();
  const verified = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: texts.verifying },
    () => verifySessionFolder(disk, session.path, neverAborted()),
  );
  if (!verified.ok) {
    tell('error', texts.notOpened(storeText(verified.error)));
    return;
  }
  const { ok: isFine, problems, settled } = verified.value;
  if (isFine && settled.length === 0) {
    tell('info', texts.verified(name));
    return;
  }
  const lines = [
    `# ${isFine ? texts.verified(name) : texts.problems(name, problems.length)}`,
    '',
    ...problems.map((problem) => `- ${problemText(problem)}`),
    ...settled.map((problem) => `- ${texts.dealtWith}: ${problemText(problem)}`),
    '',
  ];
  await documents.show(`verify ${session.path}`, { name: 'verification.md', text: lines.join('\n') });
}

function problemText({ file, line, problem, kept }: Problem): string {
  const place = line === undefined ? file : `${file}, line ${line}`;
  return `${place}: ${problem}; ${kept === null ? 'no bytes are there' : `its bytes are in ${kept}`}`;
}

function localTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
