// Commands that compact, and those that stop.

import * as vscode from 'vscode';
import { outcomeText } from '../../core/agent/notices.ts';
import type { ManualCompaction } from '../../core/agent/chat-session.ts';
import type { ChatView } from '../panel/chat-view.ts';
import type { Desk } from '../session/desk.ts';
import { texts } from '../texts.ts';
import type { CommandDeps, CommandTable } from './command-deps.ts';

/** Longer guidance is cut by the runner. */
const mostGuidance = 4000;

export const compactCommands: CommandTable<
  | 'segue.compact'
  | 'segue.compactWithInstructions'
  | 'segue.compactEverything'
  | 'segue.cancelCompaction'
  | 'segue.turnAutoOn'
  | 'segue.stop'
> = {
  'segue.compact': (deps, [text]) => compact(deps, { tail: 'recent', guidance: guidanceOf(text) }),
  'segue.compactEverything': (deps, [text]) => compact(deps, { tail: 'none', guidance: guidanceOf(text) }),
  'segue.compactWithInstructions': async (deps) => {
    if (deps.desk.conversation === undefined) {
      deps.tell('info', texts.nothingToCompact);
      return;
    }
    const guidance = await vscode.window.showInputBox({
      title: texts.askInstructions,
      prompt: texts.instructionsPrompt,
      ignoreFocusOut: true,
    });
    if (guidance !== undefined) await compact(deps, { tail: 'recent', guidance: guidanceOf(guidance) });
  },
  'segue.cancelCompaction': ({ desk }) => {
    desk.conversation?.chat.cancelCompaction();
    desk.factsChanged();
    return Promise.resolve();
  },
  'segue.turnAutoOn': ({ desk }) => {
    desk.conversation?.chat.turnAutoOnAgain();
    desk.factsChanged();
    return Promise.resolve();
  },
  'segue.stop': ({ desk }) => {
    desk.conversation?.chat.stop();
    return Promise.resolve();
  },
};

/** Resolves when the run has ended. The panel shows its course; what came to nothing is told. */
async function compact(
  { desk, view, tell }: { readonly desk: Desk; readonly view: ChatView; readonly tell: CommandDeps['tell'] },
  asked: ManualCompaction,
): Promise<void> {
  const { conversation } = desk;
  if (conversation === undefined) {
    tell('info', texts.nothingToCompact);
    return;
  }
  await view.focus();
  const outcome = await conversation.chat.compact(asked);
  switch (outcome.outcome) {
    case 'applied':
    case 'cancelled':
      return;
    case 'skipped':
    case 'refused':
      tell('info', texts.notCompacted(outcomeText(outcome)));
      return;
    case 'blocked':
    case 'failed':
      tell('warning', texts.notCompacted(outcomeText(outcome)));
      return;
  }
}

function guidanceOf(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given.trim().slice(0, 2 * mostGuidance) : '';
  return text === '' ? undefined : text;
}
