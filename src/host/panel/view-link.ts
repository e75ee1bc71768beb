// One webview and what it has been told. A webview is disposable: hidden, moved or reloaded, it asks for everything when
// it is there again; while it is visible it gets numbered patches, gathered over a frame.

import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { createChannel, type Channel } from '../../protocol/channel.ts';
import { toWebview } from '../../protocol/messages.ts';
import type { Patch } from '../../protocol/patch.ts';
import type { Snapshot } from '../../protocol/snapshot.ts';

export interface ViewLinkDeps {
  /** Undefined when nothing changed. */
  readonly patch: () => Patch | undefined;
  readonly snapshot: () => Snapshot;
  /** The page, with a nonce of its own each time. */
  readonly page: () => string;
  readonly report: (problem: string) => void;
  readonly gone: () => void;
}

const frameMs = 16;
/** How long a page may be silent when it is asked whether it is there. */
const aliveMs = 10_000;
const lookEveryMs = 60_000;

export class ViewLink {
  readonly view: vscode.WebviewView;
  readonly channel: Channel;
  private readonly deps: ViewLinkDeps;
  private readonly parts: vscode.Disposable[];
  /** It has the state up to the last patch. */
  private isCurrent = false;
  private frame: NodeJS.Timeout | undefined;
  private readonly looking: NodeJS.Timeout;

  constructor(view: vscode.WebviewView, deps: ViewLinkDeps) {
    this.view = view;
    this.deps = deps;
    this.channel = createChannel({
      end: randomUUID(),
      post: async (message) => view.visible && (await view.webview.postMessage(message)),
      report: deps.report,
    });
    this.parts = [
      view.webview.onDidReceiveMessage((message) => this.channel.receive(message)),
      view.onDidChangeVisibility(() => {
        // The page is built again from the same text, and asks by itself.
        if (!view.visible) this.isCurrent = false;
      }),
      view.onDidDispose(() => {
        this.dispose();
        deps.gone();
      }),
    ];
    this.looking = setInterval(() => void this.look(), lookEveryMs);
    this.looking.unref();
  }

  /** Everything, now: the page asked for it, or shows another conversation from now on. */
  async redraw(): Promise<void> {
    if (!this.view.visible) return;
    this.isCurrent = true;
    const isTaken = await this.channel.tell(toWebview.snapshot, this.deps.snapshot());
    if (!isTaken) this.isCurrent = false;
  }

  /** Something is different: a patch follows within a frame. */
  changed(): void {
    if (!this.isCurrent || this.frame !== undefined) return;
    this.frame = setTimeout(() => {
      this.frame = undefined;
      void this.post();
    }, frameMs);
  }

  dispose(): void {
    clearTimeout(this.frame);
    clearInterval(this.looking);
    this.isCurrent = false;
    this.channel.dispose();
    for (const part of this.parts.splice(0)) part.dispose();
  }

  private async post(): Promise<void> {
    if (!this.isWatched()) return;
    const patch = this.deps.patch();
    if (patch === undefined) return;
    const isTaken = await this.channel.tell(toWebview.patch, patch);
    if (!isTaken) this.isCurrent = false;
  }

  private isWatched(): boolean {
    return this.isCurrent && this.view.visible;
  }

  /** A page that does not answer was replaced by something else: it is made anew. */
  private async look(): Promise<void> {
    if (!this.isWatched()) return;
    const answer = await this.channel.ask(toWebview.alive, {}, AbortSignal.timeout(aliveMs));
    if (answer.kind === 'answered' || !this.isWatched()) return;
    this.deps.report('the page of the panel did not answer and is made anew');
    this.isCurrent = false;
    this.view.webview.html = this.deps.page();
  }
}
