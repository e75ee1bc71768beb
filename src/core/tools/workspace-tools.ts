// The tools that work on the files of the workspace, in the order they are declared. Hosts put those of commands and of
// the person behind them.

import type { Sha256 } from '../../base/sha256.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import { anyTool, type AnyTool } from './any-tool.ts';
import { askPersonTool } from './ask-person.ts';
import type { Workspace } from './workspace.ts';
import { editFileTool } from './edit-file.ts';
import { findFilesTool } from './find-files.ts';
import { listFolderTool } from './list-folder.ts';
import { PathQueue } from './path-queue.ts';
import type { PermissionMode, Permissions } from './permissions.ts';
import type { Person } from './person.ts';
import { readFileTool } from './read-file.ts';
import type { ReadMemory } from './read-memory.ts';
import { searchTextTool } from './search-text.ts';
import type { TextDiff } from './text-diff.ts';
import { updateTodoTool } from './update-todo.ts';
import type { WorkspaceSearch } from './workspace-files.ts';
import { writeFileTool } from './write-file.ts';

export interface WorkspaceToolDeps {
  readonly workspace: Workspace;
  readonly search: WorkspaceSearch;
  readonly permissions: Permissions;
  readonly memory: ReadMemory;
  readonly person: Person;
  readonly artifacts: ArtifactReader;
  readonly diff: TextDiff;
  readonly sha256: Sha256;
  readonly prompts: PromptLibrary;
  readonly mode: () => PermissionMode;
}

export function workspaceTools(deps: WorkspaceToolDeps): readonly AnyTool[] {
  const changing = { ...deps, queue: new PathQueue() };
  return [
    anyTool(readFileTool(deps)),
    anyTool(listFolderTool(deps)),
    anyTool(findFilesTool(deps)),
    anyTool(searchTextTool(deps)),
    anyTool(editFileTool(changing)),
    anyTool(writeFileTool(changing)),
  ];
}

/** Those that need nothing but the person. */
export function personTools(deps: {
  readonly person: Person;
  readonly prompts: PromptLibrary;
}): readonly AnyTool[] {
  return [anyTool(askPersonTool(deps)), anyTool(updateTodoTool(deps))];
}
