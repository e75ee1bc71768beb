// The command that shows what the person allowed for good, and takes it back.

import * as vscode from 'vscode';
import type { PermissionRule } from '../../core/tools/permission-rules.ts';
import { rememberedItems } from './remembered-permissions.ts';
import { texts } from '../texts.ts';
import type { CommandDeps, CommandTable } from './command-deps.ts';

export const permissionCommands: CommandTable<'segue.rememberedPermissions'> = {
  'segue.rememberedPermissions': showRemembered,
};

type Item = vscode.QuickPickItem & { readonly withdraws: readonly PermissionRule[] };

async function showRemembered({ memory, tell }: CommandDeps): Promise<void> {
  const { rules } = memory;
  if (rules.length === 0) {
    tell('info', texts.noPermissions);
    return;
  }
  const items: Item[] = rememberedItems(rules).map(({ rule, ...item }) => ({ ...item, withdraws: [rule] }));
  const all: readonly Item[] = [
    { label: '', kind: vscode.QuickPickItemKind.Separator, withdraws: [] },
    { label: `$(trash) ${texts.withdrawAll}`, withdraws: rules },
  ];
  const picked = await vscode.window.showQuickPick([...items, ...all], {
    title: texts.pickPermissions,
    placeHolder: texts.withdrawHint,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  await memory.withdraw(picked.withdraws);
  const isOne = items.includes(picked);
  tell('info', isOne ? texts.withdrawn(picked.label) : texts.withdrawnAll);
}
