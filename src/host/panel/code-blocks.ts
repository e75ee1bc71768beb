// Code of an answer, taken over into an editor.

import * as vscode from 'vscode';
import { texts } from '../texts.ts';

/** At the caret of the editor that was used last, in the place of what is selected there. */
export async function insertCode(
  text: string,
  tell: (level: 'info' | 'warning', text: string) => void,
): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    tell('info', texts.noEditor);
    return;
  }
  const { document, viewColumn, selection } = editor;
  await editor.edit((edit) => edit.replace(selection, text));
  await vscode.window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
}

export async function openCode(code: { readonly text: string; readonly language: string }): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const language = languageIds[code.language.toLowerCase()] ?? code.language.toLowerCase();
  const document = await vscode.workspace.openTextDocument({
    content: code.text,
    ...(known.includes(language) ? { language } : {}),
  });
  await vscode.window.showTextDocument(document);
}

/** What is written behind a fence, where VS Code calls it otherwise. */
const languageIds: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  jsx: 'javascriptreact',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  bash: 'shellscript',
  shell: 'shellscript',
  md: 'markdown',
  yml: 'yaml',
  'c++': 'cpp',
  cs: 'csharp',
};
