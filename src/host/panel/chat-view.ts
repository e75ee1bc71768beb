// The panel as a view of VS Code: at most one webview at a time, over whatever the desk has. What its messages mean is in
// panel-messages.ts.

import * as vscode from 'vscode';
import { toWebview } from '../../protocol/messages.ts';
import { chatViewId } from '../command-ids.ts';
import type { Desk } from '../session/desk.ts';
import type { Memory } from '../session/memory.ts';
import { panelPage } from './page.ts';
import { texts } from '../texts.ts';
import { ViewLink } from './view-link.ts';

export interface ChatViewDeps {
  readonly desk: Desk;
  readonly memory: Memory;
  /** The folder of what was built. */
  readonly dist: vscode.Uri;
  readonly report: (problem: string) => void;
  /** Takes over what the page says. */
  readonly connect: (link: ViewLink) => void;
}

export class ChatView implements vscode.Disposable {
  private readonly deps: ChatViewDeps;
  private shown: { readonly view: vscode.WebviewView; readonly link: ViewLink } | undefined;
  private waiting = 0;

  constructor(deps: ChatViewDeps) {
    this.deps = deps;
  }

  /** VS Code calls it again for a view that was moved. */
  resolve(view: vscode.WebviewView): void {
    this.shown?.link.dispose();
    const { desk, memory, dist, report, connect } = this.deps;
    view.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const link: ViewLink = new ViewLink(view, {
      patch: () => {
        desk.conversation?.refreshFacts();
        return desk.screen.patch();
      },
      snapshot: () => {
        desk.conversation?.refreshFacts();
        return desk.screen.snapshot(memory.draft(desk.conversation?.session.path ?? ''));
      },
      page: () => panelPage(view.webview, dist),
      report,
      gone: () => {
        if (this.shown?.link === link) this.shown = undefined;
      },
    });
    this.shown = { view, link };
    connect(link);
    this.showBadge();
    view.webview.html = panelPage(view.webview, dist);
  }

  changed(): void {
    this.shown?.link.changed();
  }

  /** Everything anew: the page asked for it. */
  redraw(): void {
    void this.shown?.link.redraw();
  }

  /** Another conversation is shown from now on. */
  switched(): void {
    this.waits(0);
    this.redraw();
  }

  /** How many questions wait for the person. */
  waits(count: number): void {
    this.waiting = count;
    this.showBadge();
  }

  /** Brings the view to the front, with the caret in the composer. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    await this.shown?.link.channel.tell(toWebview.focusComposer, {});
  }

  dispose(): void {
    this.shown?.link.dispose();
  }

  private showBadge(): void {
    if (this.shown === undefined) return;
    const { waiting } = this;
    this.shown.view.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: texts.waitsForYou(waiting) };
  }
}
