// The tool list_folder: what is in one folder, folders first.

import * as z from 'zod';
import { counted } from '../../base/counted.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { answer, refusal } from './outcomes.ts';
import { faultAt, needFor, reach, type Reach } from './reach.ts';
import type { Tool } from './tool.ts';
import type { FolderEntry } from './workspace-files.ts';

const input = z.object({
  path: z
    .string()
    .optional()
    .describe('the folder, relative to the workspace folder; that folder itself unless given'),
});

type Input = z.infer<typeof input>;

export function listFolderTool(deps: Reach & { readonly prompts: PromptLibrary }): Tool<Input> {
  return {
    name: 'list_folder',
    description: deps.prompts.text('tools/list_folder', {}),
    input,
    needsTrust: true,
    label: folderOf,
    need: (given, signal) => needFor(folderOf(given), deps.workspace, signal),
    run: async (given, call, signal) => {
      if (folderOf(given) === '.') {
        const roots = await deps.workspace.places(signal);
        if (roots.length > 1) return answer(roots.map(({ shown }) => `${shown}/`).join('\n'));
      }
      const reached = await reach(folderOf(given), call, deps, signal);
      if (!reached.ok) return reached.error;
      const entries = await deps.workspace.files.list(reached.value.real, signal);
      if (!entries.ok && entries.error.kind === 'not-a-folder' && reached.value.exists)
        return refusal(`${reached.value.shown} is a file. Use read_file to see what is in it.`);
      if (!entries.ok) return faultAt(entries.error, reached.value, deps.workspace, signal);
      if (entries.value.length === 0) return answer(`[segue: ${reached.value.shown} is an empty folder]`);
      return answer([...entries.value].sort(foldersFirst).map(lineOf).join('\n'));
    },
  };
}

function folderOf({ path }: Input): string {
  return path === undefined || path.trim() === '' || path === './' ? '.' : path;
}

/** A line break in a name would begin another entry. */
function lineOf({ name, kind, bytes }: FolderEntry): string {
  const shown = /[\n\r]/.test(name) ? JSON.stringify(name) : name;
  switch (kind) {
    case 'folder':
      return `${shown}/`;
    case 'link':
      return `${shown} (link)`;
    case 'special':
      return `${shown} (device, pipe or socket)`;
    case 'file':
      return bytes === undefined ? shown : `${shown} (${counted(bytes, 'byte')})`;
  }
}

function foldersFirst(a: FolderEntry, b: FolderEntry): number {
  if (a.kind !== b.kind && (a.kind === 'folder' || b.kind === 'folder')) return a.kind === 'folder' ? -1 : 1;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
