// The context diagnostics: how full the context is, and what was decided about it.

import path from 'node:path';
import * as vscode from 'vscode';
import { newestTelemetry } from '../../adapters/disk/telemetry-file.ts';
import { diagnoseContext } from '../../core/diagnostics/context-diagnosis.ts';
import { pastDecisions } from '../../core/diagnostics/past-decisions.ts';
import { telemetryName } from '../../core/sessions/names.ts';
import { diagnosticsText } from './diagnostics-text.ts';
import type { CommandId } from '../command-ids.ts';
import { statusText } from '../window/meter.ts';
import { texts } from '../texts.ts';
import type { CommandDeps, CommandTable } from './command-deps.ts';

const mostDecisions = 12;

export const diagnosticsCommands: CommandTable<'segue.showDiagnostics' | 'segue.showLog'> = {
  'segue.showDiagnostics': showDiagnostics,
  'segue.showLog': ({ showLog }) => {
    showLog();
    return Promise.resolve();
  },
};

async function showDiagnostics({ desk, documents, settings, tell }: CommandDeps): Promise<void> {
  const { conversation } = desk;
  if (conversation === undefined) {
    tell('info', texts.noConversation);
    return;
  }
  const { chat, session, policies } = conversation;
  const { target, summary } = policies;
  const { name } = session.session();
  const { switchedOff } = chat.runs.auto;
  const isOn = settings()['compaction.auto'];
  const diagnosis = diagnoseContext({
    estimate: chat.count.estimate(),
    ...{ target, summary },
    facts: {
      autoEnabled: isOn,
      switchedOff,
      inFlight: chat.runs.inFlight,
      writable: session.access === 'write',
      persisted: true,
      onActiveSegment: true,
      damagedLines: session.active().damage.length,
      agentOwnsHistory: false,
    },
  });
  const decisions = pastDecisions(
    await newestTelemetry(path.join(session.path, telemetryName)),
    mostDecisions,
  );
  const automatic = switchedOff ? 'switched-off' : isOn ? 'on' : 'off';
  const { fixedTokens } = conversation;
  const text = diagnosticsText({ session: name, diagnosis, fixedTokens, automatic, decisions });
  await documents.show('diagnostics', { name: 'context diagnostics.md', text });
  const figures = statusText(conversation.meter, target);
  void vscode.window.showInformationMessage(figures, texts.compactNow).then((chosen) => {
    if (chosen !== undefined) void vscode.commands.executeCommand('segue.compact' satisfies CommandId);
  });
}
