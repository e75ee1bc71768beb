// Puts the host together by hand, once for each window: the only place of it that makes adapters.

import path from 'node:path';
import * as vscode from 'vscode';
import type { DiskPorts } from '../adapters/disk/disk-ports.ts';
import { nodeFileSystem } from '../adapters/disk/node-file-system.ts';
import { nodeProcessTable } from '../adapters/disk/process-table.ts';
import { nodeWorkspaceFiles } from '../adapters/files/node-workspace-files.ts';
import type { Machine } from '../adapters/open-chat.ts';
import { createNodeProcessRunner } from '../adapters/process/node-process-runner.ts';
import { loadPrompts } from '../adapters/prompts/library.ts';
import { findRipgrep, workspaceSearch } from '../adapters/search/workspace-search.ts';
import { createSecretMasker } from '../adapters/secrets/masker.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomIds } from '../adapters/system/ids.ts';
import { createPace } from '../adapters/system/pace.ts';
import { nodeSha256 } from '../adapters/system/sha256.ts';
import type { ChatEvent } from '../core/agent/events.ts';
import { createMentionSource } from '../core/agent/mention-source.ts';
import { modelFor, resolvePolicy } from '../core/models/policy.ts';
import type { ModelChoice } from '../core/sessions/session-record.ts';
import { Workspace } from '../core/tools/workspace.ts';
import { ChatView } from './panel/chat-view.ts';
import type { CommandId } from './command-ids.ts';
import type { CommandDeps } from './commands/command-deps.ts';
import { commands } from './commands/commands.ts';
import { BusyKey } from './window/busy-key.ts';
import { Desk } from './session/desk.ts';
import { TextDocuments } from './window/documents.ts';
import { Keys } from './models/keys.ts';
import { LastModel } from './models/last-model.ts';
import { Memory } from './session/memory.ts';
import { createHostModels } from './models/models.ts';
import { hearPanel, type PanelDeps } from './panel/panel-messages.ts';
import { answerPanel } from './panel/panel-questions.ts';
import { Proposals } from './window/proposals.ts';
import { ripgrepPlaces } from './window/ripgrep-places.ts';
import { HostSettings } from './window/settings.ts';
import { Shelf } from './session/shelf.ts';
import { StatusMeter } from './window/status-meter.ts';
import { Messages } from './window/tell.ts';
import { sessionsKey, workspaceFacts, workspaceRoots } from './window/workspace.ts';

export interface Host {
  showIn(view: vscode.WebviewView): void;
  run(command: CommandId, given: readonly unknown[]): Promise<void>;
  /** Stops what runs and gives the session back. */
  close(): Promise<void>;
}

/** Rejects where a part of it cannot be had; nothing is left behind then, so that it can be tried again. */
export async function composeHost(context: vscode.ExtensionContext): Promise<Host> {
  const { machine, disk } = await composeMachine(context);
  const messages = new Messages();
  const { tell, report, start } = {
    tell: messages.tell.bind(messages),
    report: messages.report.bind(messages),
    start: messages.start.bind(messages),
  };
  const settings = new HostSettings((problem) => messages.wrongSetting(problem));
  const keys = new Keys(context.secrets);
  try {
    await keys.load(settings.current);
  } catch (error) {
    for (const part of [keys, settings, messages]) part.dispose();
    throw error;
  }
  const memory = new Memory(context.workspaceState);
  const lastModel = new LastModel(context.globalState);
  const models = createHostModels({
    settings: () => settings.current,
    key: (provider) => keys.of(provider),
    told: () => factsChanged(),
    ...machine,
  });
  const proposals = new Proposals();
  const documents = new TextDocuments();
  const meter = new StatusMeter();
  const busy = new BusyKey();
  const shelf = new Shelf(disk, path.join(context.globalStorageUri.fsPath, sessionsKey(), 'sessions'));
  const mode = () => memory.permissionMode ?? settings.current['permissions.mode'];
  const newModel = (): ModelChoice | undefined => lastModel.forNewSession(settings.current);
  const newTarget = () => modelFor('chat', settings.current, newModel());

  const showState = (): void => {
    const open = desk.conversation;
    meter.show(open && { meter: open.meter, target: open.policies.target });
    busy.show(open?.isBusy === true ? 'busy' : 'idle');
  };

  const desk: Desk = new Desk({
    ...{ shelf, memory, newModel, tell },
    workspacePath: () => workspaceRoots()[0],
    blank: () => ({
      target: resolvePolicy(newTarget(), settings.current, models.reported(newTarget())),
      permissions: mode(),
      workspace: workspaceFacts(),
      now: () => machine.clock.now(),
    }),
    switched: () => {
      if (desk.conversation !== undefined) lastModel.opened();
      view.switched();
      showState();
    },
    conversation: {
      ...{ machine, models, mode, report },
      settings: () => settings.current,
      rules: memory,
      roots: workspaceRoots,
      workspace: workspaceFacts,
      reviewing: (review, state) => {
        if (state === 'open') proposals.open(review);
        else start('closing the edit', () => proposals.close(review.callId));
      },
      shownPath: (file) => vscode.workspace.asRelativePath(file),
      changed: () => view.changed(),
      weighed: () => showState(),
      waiting: (count) => view.waits(count),
      heard: (event) => {
        messages.hear(event);
        if (isAnswer(event)) models.lists.answered(desk.conversation?.policies.target ?? newTarget());
        if (!['text', 'reasoning', 'execution'].includes(event.event)) showState();
      },
    },
  });

  const run = async (id: CommandId, given: readonly unknown[]): Promise<void> => {
    try {
      if (desk.conversation === undefined) await desk.ready();
      await commands[id](deps, given);
    } catch (error) {
      messages.mistake(id, error);
    }
  };
  const factsChanged = (): void => {
    desk.factsChanged();
    view.changed();
    showState();
  };
  const mentions = createMentionSource(
    new Workspace(nodeWorkspaceFiles(machine.ids), workspaceRoots),
    machine.search,
  );
  const panel: PanelDeps = {
    ...{ desk, memory, documents, proposals, mentions, run, report, tell, start },
    ready: () => view.redraw(),
    modeChanged: factsChanged,
  };
  const view = new ChatView({
    ...{ desk, memory, report },
    dist: vscode.Uri.joinPath(context.extensionUri, 'dist'),
    connect: ({ channel }) => {
      hearPanel(channel, panel);
      answerPanel(channel, panel);
    },
  });
  const deps: CommandDeps = {
    ...{ desk, memory, shelf, view, documents, proposals, keys, models, machine, disk, tell, newTarget },
    settings: () => settings.current,
    importWorker: path.join(context.extensionPath, 'dist', 'import-worker.cjs'),
    showLog: () => messages.log.show(),
    keepModel: (model) =>
      desk.conversation === undefined ? lastModel.keepForNext(model) : lastModel.keep(model),
  };

  context.subscriptions.push(
    ...[settings, keys, proposals, documents, meter, view, messages],
    settings.onChange((now) => {
      start('applying the settings', async () => {
        await keys.load(now);
        desk.settingsChanged();
        factsChanged();
      });
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      // What the person chose in the panel gives way to what they set afterwards.
      if (change.affectsConfiguration('segue.permissions.mode'))
        start('keeping the permissions', () => memory.keepPermissionMode(undefined).then(factsChanged));
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      settings.readAgain();
      factsChanged();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(factsChanged),
  );
  start('opening the session', () => desk.start());
  return { showIn: (webview) => view.resolve(webview), run, close: () => desk.close() };
}

/** Its model is there: some servers count nothing, so the end of a turn says it too. */
function isAnswer(event: ChatEvent): boolean {
  return event.event === 'usage' || (event.event === 'settled' && event.settled.outcome === 'success');
}

async function composeMachine(
  context: vscode.ExtensionContext,
): Promise<{ readonly machine: Machine; readonly disk: DiskPorts }> {
  const clock = systemClock;
  const ids = randomIds;
  const sha256 = nodeSha256;
  const pace = createPace();
  const places = ripgrepPlaces({
    appRoot: vscode.env.appRoot,
    platform: process.platform,
    arch: process.arch,
  });
  const shell = vscode.env.shell === '' ? undefined : vscode.env.shell;
  const machine: Machine = {
    ...{ clock, ids, sha256, pace, shell },
    prompts: loadPrompts(path.join(context.extensionPath, 'prompts')),
    tokenizerWorker: path.join(context.extensionPath, 'dist', 'tokenizer-worker.cjs'),
    masker: createSecretMasker({ pace }),
    search: workspaceSearch(await findRipgrep(places, process.env['PATH'])),
    processes: createNodeProcessRunner({ shell }),
  };
  const disk = { files: nodeFileSystem, processes: nodeProcessTable, clock, ids, sha256, pace };
  return { machine, disk };
}
