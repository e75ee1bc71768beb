// What this window works on: its folders, and what of it may not be used, and why.

import * as vscode from 'vscode';
import { nodeSha256 } from '../../adapters/system/sha256.ts';
import { workspaceKey } from './workspace-key.ts';

/** Folders on this machine; those of other file systems cannot be reached by tools. */
export function workspaceRoots(): readonly string[] {
  return localFolders().map(({ uri }) => uri.fsPath);
}

export interface WorkspaceFacts {
  readonly isTrusted: boolean;
  readonly folders: 'some' | 'none' | 'elsewhere';
}

export function workspaceFacts(): WorkspaceFacts {
  const all = vscode.workspace.workspaceFolders ?? [];
  const folders = localFolders().length > 0 ? 'some' : all.length > 0 ? 'elsewhere' : 'none';
  return { isTrusted: vscode.workspace.isTrusted, folders };
}

/** The name of the folder that keeps the sessions of this window. */
export function sessionsKey(): string {
  const { workspaceFile, workspaceFolders, name } = vscode.workspace;
  const isSaved = workspaceFile !== undefined && workspaceFile.scheme !== 'untitled';
  const places = isSaved ? [workspaceFile] : (workspaceFolders ?? []).map(({ uri }) => uri);
  return workspaceKey(
    name ?? '',
    places.map((place) => place.toString()),
    nodeSha256,
  );
}

function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
