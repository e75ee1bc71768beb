// Proposed edits as documents: beside the file as it is, in VS Code's diff editor, where the proposal may be changed
// before it is accepted. They exist in memory only, for as long as somebody decides about them.

import path from 'node:path';
import * as vscode from 'vscode';
import type { EditReview } from '../../core/tools/person.ts';
import { proposalScheme } from '../command-ids.ts';
import { texts } from '../texts.ts';

interface Proposal {
  readonly review: EditReview;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

export class Proposals implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly proposals = new Map<string, Proposal>();
  private readonly contents = new Map<string, { readonly bytes: Uint8Array; readonly modified: number }>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly registration: vscode.Disposable;

  constructor() {
    this.registration = vscode.workspace.registerFileSystemProvider(proposalScheme, this, {
      isCaseSensitive: true,
    });
    // Those an earlier window left open: nobody can answer them any more.
    void this.closeTabs(({ scheme }) => scheme === proposalScheme);
  }

  get onDidChangeFile(): vscode.Event<vscode.FileChangeEvent[]> {
    return this.changes.event;
  }

  open(review: EditReview): void {
    const { callId, path: file } = review;
    const place = (side: string): vscode.Uri =>
      vscode.Uri.from({
        scheme: proposalScheme,
        path: `/${side}/${encodeURIComponent(callId)}/${baseName(file)}`,
      });
    const proposal = { review, before: place('before'), after: place('after') };
    this.proposals.set(callId, proposal);
    this.keep(proposal.before, encoded(review.before));
    this.keep(proposal.after, encoded(review.after));
  }

  async show(callId: string): Promise<void> {
    const proposal = this.proposals.get(callId);
    if (proposal === undefined) return;
    const { before, after, review } = proposal;
    await vscode.commands.executeCommand('vscode.diff', before, after, texts.proposalTitle(review.path), {
      preview: true,
    } satisfies vscode.TextDocumentShowOptions);
  }

  /** What is to be written when it is accepted: the proposal, or what the person has made of it. */
  content(callId: string): string | undefined {
    const proposal = this.proposals.get(callId);
    if (proposal === undefined) return undefined;
    const name = proposal.after.toString();
    // What is written in the editor counts, saved or not.
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
    if (open?.isDirty === true) return open.getText();
    const kept = this.contents.get(name);
    return kept === undefined ? proposal.review.after : new TextDecoder().decode(kept.bytes);
  }

  /** The call whose proposal a document is. */
  callOf(uri: vscode.Uri): string | undefined {
    const name = uri.toString();
    for (const [callId, { before, after }] of this.proposals) {
      if (before.toString() === name || after.toString() === name) return callId;
    }
    return undefined;
  }

  /** It is decided: its editors go. */
  async close(callId: string): Promise<void> {
    const proposal = this.proposals.get(callId);
    if (proposal === undefined) return;
    const name = proposal.after.toString();
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
    // An editor with changes would ask whether to save them.
    if (open?.isDirty === true) await open.save();
    await this.closeTabs((uri) => uri.toString() === name);
    this.proposals.delete(callId);
    this.contents.delete(proposal.before.toString());
    this.contents.delete(name);
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.dispose();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, modified } = this.there(uri);
    const stat = { type: vscode.FileType.File, ctime: modified, mtime: modified, size: bytes.length };
    return uri.path.startsWith('/before/') ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.there(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.there(uri);
    if (uri.path.startsWith('/before/')) throw vscode.FileSystemError.NoPermissions(uri);
    this.keep(uri, bytes);
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private async closeTabs(isMeant: (modified: vscode.Uri) => boolean): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && isMeant(input.modified));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  private keep(uri: vscode.Uri, bytes: Uint8Array): void {
    this.contents.set(uri.toString(), { bytes, modified: Date.now() });
  }

  private there(uri: vscode.Uri): { readonly bytes: Uint8Array; readonly modified: number } {
    const kept = this.contents.get(uri.toString());
    if (kept === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return kept;
  }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function baseName(file: string): string {
  return path.basename(file) || 'file';
}
