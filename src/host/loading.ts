// The host as it is loaded with its first use: where that fails, the person is told in a message and in the panel, and
// can try again.

import * as vscode from 'vscode';
import { reasonOf } from '../base/fail.ts';
import type { CommandId } from './command-ids.ts';
import type { Host } from './compose.ts';
import { loadingTexts } from './loading-texts.ts';

export class Loading {
  private readonly load: () => Promise<Host>;
  private latest: Promise<Host | undefined> | undefined;
  /** A panel that shows nothing but why there is nothing. */
  private unshown: vscode.WebviewView | undefined;

  /** `load` tries again when it is called after a failure. */
  constructor(load: () => Promise<Host>) {
    this.load = load;
  }

  async show(view: vscode.WebviewView): Promise<void> {
    this.unshown = view;
    view.onDidDispose(() => {
      if (this.unshown === view) this.unshown = undefined;
    });
    await this.loaded();
  }

  async run(id: CommandId, given: readonly unknown[]): Promise<void> {
    const host = await this.loaded();
    await host?.run(id, given);
  }

  async close(): Promise<void> {
    const host = await this.latest;
    await host?.close();
  }

  /** Undefined where it failed, and was told. */
  private async loaded(): Promise<Host | undefined> {
    this.latest = this.load().catch((error: unknown) => {
      this.tell(loadingTexts.failed(reasonOf(error)));
      return undefined;
    });
    const host = await this.latest;
    const { unshown } = this;
    if (host !== undefined && unshown !== undefined) {
      this.unshown = undefined;
      host.showIn(unshown);
    }
    return host;
  }

  private tell(text: string): void {
    if (this.unshown !== undefined) this.unshown.webview.html = textPage(text);
    void vscode.window.showErrorMessage(text, loadingTexts.tryAgain).then(async (chosen) => {
      if (chosen !== undefined) await this.loaded();
    });
  }
}

/** Nothing in it runs or loads anything. */
function textPage(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Segue</title>
</head>
<body><p role="alert">${escaped}</p></body>
</html>`;
}
