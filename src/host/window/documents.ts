// Texts of a conversation as read-only documents: results, summaries, earlier segments, reports.

import * as vscode from 'vscode';
import { texts } from '../texts.ts';

const scheme = 'segue-text';

export interface ShownText {
  /** The name of the editor, its ending included: it tells the language. */
  readonly name: string;
  readonly text: string;
}

export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly contents = new Map<string, string>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  private readonly parts: readonly vscode.Disposable[];

  constructor() {
    this.parts = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.contents.delete(uri.toString())),
    ];
  }

  get onDidChange(): vscode.Event<vscode.Uri> {
    return this.changes.event;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.contents.get(uri.toString()) ?? texts.textGone;
  }

  /** `key` is what the text stands for: showing it again takes the place of what was shown before. */
  async show(key: string, { name, text }: ShownText): Promise<void> {
    const path = `/${encodeURIComponent(key)}/${name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim()}`;
    const uri = vscode.Uri.from({ scheme, path });
    this.contents.set(uri.toString(), text);
    this.changes.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    this.changes.dispose();
  }
}
