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
/** A page that lacks the state gets it after so long, when it has not asked by then. */
const healMs = 1000;

/** What a link needs of a view of VS Code. */
export interface LinkedView {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Heard<void>;
  readonly onDidDispose: Heard<void>;
  readonly webview: {
    html: string;
    readonly onDidReceiveMessage: Heard<unknown>;
    readonly postMessage: (message: unknown) => Thenable<boolean>;
  };
}

type Heard<What> = (listener: (what: What) => void) => Pick<vscode.Disposable, 'dispose'>;

export class ViewLink {
  readonly channel: Channel;
  private readonly view: LinkedView;
  private readonly deps: ViewLinkDeps;
  private readonly parts: ReturnType<Heard<unknown>>[];
  /** It has the state up to the last patch. */
  private isCurrent = false;
  private frame: NodeJS.Timeout | undefined;
  private healing: NodeJS.Timeout | undefined;
  private readonly looking: NodeJS.Timeout;

  constructor(view: LinkedView, deps: ViewLinkDeps) {
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
        // Mostly the page is built again and asks by itself; one that was away for a moment only may be as it was.
        if (view.visible) this.heal();
        else this.isCurrent = false;
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
    if (!(await this.channel.tell(toWebview.snapshot, this.deps.snapshot()))) this.lost();
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
    clearTimeout(this.healing);
    clearInterval(this.looking);
    this.isCurrent = false;
    this.channel.dispose();
    for (const part of this.parts.splice(0)) part.dispose();
  }

  private async post(): Promise<void> {
    if (!this.isWatched()) return;
    const patch = this.deps.patch();
    if (patch === undefined) return;
    if (!(await this.channel.tell(toWebview.patch, patch))) this.lost();
  }

  private lost(): void {
    this.isCurrent = false;
    this.heal();
  }

  /** Nobody would ever see that a page stays behind: what it lacks it gets, whether it asks or not. */
  private heal(): void {
    this.healing ??= setTimeout(() => {
      this.healing = undefined;
      if (!this.isCurrent) void this.redraw();
    }, healMs);
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
