// Opens what a link of an answer means, if it is something that may be opened: the web outside, files of the open folders
// in an editor (design 12).

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { linkTarget } from './link-target.ts';
import { texts } from '../texts.ts';
import { workspaceRoots } from '../window/workspace.ts';

export async function openLink(
  href: string,
  tell: (level: 'info' | 'warning', text: string) => void,
): Promise<void> {
  const target = linkTarget(href);
  switch (target.kind) {
    case 'web':
      await vscode.env.openExternal(vscode.Uri.parse(target.address, true));
      return;
    case 'file': {
      const file = await fileInside(target.path, workspaceRoots());
      if (file === undefined) {
        tell('info', texts.linkOutside(target.path));
        return;
      }
      const at = new vscode.Position(Math.max(0, (target.line ?? 1) - 1), 0);
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), {
        selection: new vscode.Range(at, at),
        preview: true,
      } satisfies vscode.TextDocumentShowOptions);
      return;
    }
    case 'refused':
      tell('info', texts.linkRefused(href.slice(0, 80)));
      return;
  }
}

/** The real path of a file below one of the folders, links followed; undefined for anything else. */
async function fileInside(written: string, roots: readonly string[]): Promise<string | undefined> {
  for (const root of roots) {
    const named = path.basename(root);
    const rest = written.startsWith(`${named}/`) ? written.slice(named.length + 1) : undefined;
    const candidates = [written, ...(rest === undefined ? [] : [rest])].map((one) => path.resolve(root, one));
    for (const candidate of candidates) {
      const [real, base] = await Promise.all([realOf(candidate), realOf(root)]);
      if (real !== undefined && base !== undefined && isBelow(real, base)) return real;
    }
  }
  return undefined;
}

async function realOf(place: string): Promise<string | undefined> {
  return realpath(place).catch(() => {
    // There is nothing of that name, or none that may be seen: no link to follow.
    return undefined;
  });
}

function isBelow(real: string, base: string): boolean {
  const relative = path.relative(base, real);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
