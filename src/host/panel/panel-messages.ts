// What the page of the panel says without waiting for an answer, and what is done about it.

import * as vscode from 'vscode';
import type { MentionSource } from '../../core/agent/mention-source.ts';
import type { Channel } from '../../protocol/channel.ts';
import { toHost } from '../../protocol/messages.ts';
import type { TurnAction } from '../../protocol/rows.ts';
import { insertCode, openCode } from './code-blocks.ts';
import type { CommandId } from '../command-ids.ts';
import type { Desk } from '../session/desk.ts';
import type { TextDocuments } from '../window/documents.ts';
import type { Memory } from '../session/memory.ts';
import type { OpenConversation } from '../session/open-conversation.ts';
import { openLink } from './open-link.ts';
import type { Proposals } from '../window/proposals.ts';
import { showRowPart } from './show-row.ts';
import { storeText } from '../texts.ts';

export interface PanelDeps {
  readonly desk: Desk;
  readonly memory: Memory;
  readonly documents: TextDocuments;
  readonly proposals: Proposals;
  readonly mentions: MentionSource;
  readonly run: (command: CommandId, given: readonly unknown[]) => Promise<unknown>;
  /** For the log. */
  readonly report: (problem: string) => void;
  /** A message for the person. */
  readonly tell: (level: 'info' | 'warning' | 'error', text: string) => void;
  /** Runs work nobody waits for; what goes wrong is told. */
  readonly start: (what: string, work: () => Promise<unknown>) => void;
  /** The page is there, or has lost the thread. */
  readonly ready: () => void;
  readonly modeChanged: () => void;
}

export function hearPanel(channel: Channel, deps: PanelDeps): void {
  hearConversation(channel, deps);
  hearWindow(channel, deps);
  hearRows(channel, deps);
}

function hearConversation(channel: Channel, { desk, run, start }: PanelDeps): void {
  // What was meant for another conversation than is open now has lost its aim: leaving one ends what runs in it.
  const chat = ({ session }: { readonly session: string }) => desk.meant(session)?.chat;
  channel.onTold(toHost.stop, (meant) => chat(meant)?.stop());
  channel.onTold(toHost.cancelCompaction, (meant) => chat(meant)?.cancelCompaction());
  channel.onTold(toHost.cancelWaitingCompaction, (meant) => {
    chat(meant)?.cancelWaitingCompaction();
    desk.factsChanged();
  });
  channel.onTold(toHost.sendUnsent, (meant) => chat(meant)?.sendUnsent(meant.id));
  channel.onTold(toHost.stopExecution, ({ executionId }) => {
    desk.conversation?.chat.executions.stop(executionId);
  });
  channel.onTold(toHost.turnAction, (meant) => {
    start('what you pressed', () => turnAction(meant.action, chat(meant), run));
  });
}

async function turnAction(
  action: TurnAction,
  chat: OpenConversation['chat'] | undefined,
  run: PanelDeps['run'],
): Promise<void> {
  switch (action) {
    case 'continue':
      chat?.goOn();
      return;
    case 'retry':
      chat?.retry();
      return;
    case 'turn-auto-on':
      await run('segue.turnAutoOn', []);
      return;
    case 'set-key':
      await run('segue.setApiKey', []);
      return;
    case 'select-model':
      await run('segue.selectModel', []);
      return;
    case 'diagnostics':
      await run('segue.showDiagnostics', []);
      return;
  }
}

function hearWindow(channel: Channel, deps: PanelDeps): void {
  const { desk, memory, run, report, start } = deps;
  channel.onTold(toHost.ready, () => deps.ready());
  channel.onTold(toHost.problem, ({ text }) => report(`the page says: ${text}`));
  channel.onTold(toHost.chooseModel, () => start('selecting a model', () => run('segue.selectModel', [])));
  channel.onTold(toHost.showDiagnostics, () => {
    start('showing diagnostics', () => run('segue.showDiagnostics', []));
  });
  channel.onTold(toHost.choosePermissions, ({ mode }) => {
    start('keeping the permissions', () => memory.keepPermissionMode(mode).then(deps.modeChanged));
  });
  channel.onTold(toHost.draft, ({ session, draft }) => {
    // A conversation has no path before its first prompt.
    const place = session === '' ? (desk.meant('')?.session.path ?? '') : session;
    start('keeping the draft', () => memory.keepDraft(place, draft));
  });
  channel.onTold(toHost.bannerAction, ({ name }) => {
    start('what you pressed', () => bannerAction(name, deps));
  });
}

async function bannerAction(name: string, { desk, run, tell }: PanelDeps): Promise<void> {
  switch (name) {
    case 'trust':
      await vscode.commands.executeCommand('workbench.trust.manage');
      return;
    case 'turn-auto-on':
      await run('segue.turnAutoOn', []);
      return;
    case 'accept-damage': {
      const kept = await desk.conversation?.acceptDamage();
      if (kept?.ok === false) tell('error', storeText(kept.error));
      return;
    }
    case 'open-again': {
      const path = desk.conversation?.session.path;
      if (path !== undefined) await desk.openSession(path);
      return;
    }
    default:
      return;
  }
}

function hearRows(channel: Channel, deps: PanelDeps): void {
  const { desk, documents, proposals, run, start, tell } = deps;
  channel.onTold(toHost.openDiff, ({ callId }) => start('showing the edit', () => proposals.show(callId)));
  channel.onTold(toHost.openRow, (row) => {
    const { conversation } = desk;
    if (conversation !== undefined)
      start('showing the text', () => showRowPart(conversation, row, documents));
  });
  channel.onTold(toHost.openEarlierSegment, ({ segment }) => {
    start('showing the segment', () => run('segue.showEarlierSegments', [segment - 1]));
  });
  channel.onTold(toHost.openLink, ({ href }) => start('opening the link', () => openLink(href, tell)));
  channel.onTold(toHost.copy, ({ text }) =>
    start('copying', async () => vscode.env.clipboard.writeText(text)),
  );
  channel.onTold(toHost.insertCode, ({ text }) => start('inserting', () => insertCode(text, tell)));
  channel.onTold(toHost.openCode, (code) => start('opening the code', () => openCode(code)));
}
