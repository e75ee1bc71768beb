// Whether a conversation may be left: what runs in it would end.

import * as vscode from 'vscode';
import type { OpenConversation } from '../session/open-conversation.ts';
import { texts } from '../texts.ts';

/** Asks only where something would be lost. */
export async function mayLeave(conversation: OpenConversation | undefined): Promise<boolean> {
  if (conversation === undefined) return true;
  const commands = conversation.chat.executions.live().length;
  if (!conversation.isBusy && commands === 0) return true;
  const question = conversation.isBusy ? texts.confirmLeave : texts.confirmCommands(commands);
  return (await vscode.window.showWarningMessage(question, { modal: true }, texts.leave)) === texts.leave;
}
