// Accept and reject in the editor of a proposed edit.

import * as vscode from 'vscode';
import type { CommandDeps, CommandTable } from './command-deps.ts';

export const editCommands: CommandTable<'segue.acceptEdit' | 'segue.rejectEdit'> = {
  'segue.acceptEdit': (deps, [uri]) => {
    const callId = callOf(deps, uri);
    const person = deps.desk.conversation?.person;
    const content = callId === undefined ? undefined : deps.proposals.content(callId);
    if (callId !== undefined && content !== undefined)
      person?.answerEdit(callId, { answer: 'accept', content });
    return Promise.resolve();
  },
  'segue.rejectEdit': (deps, [uri]) => {
    const callId = callOf(deps, uri);
    if (callId !== undefined)
      deps.desk.conversation?.person.answerEdit(callId, { answer: 'reject', why: undefined });
    return Promise.resolve();
  },
};

/** Of the document the command was called on, else of the one in front. */
function callOf({ proposals }: CommandDeps, given: unknown): string | undefined {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : proposals.callOf(uri);
}
