// The context key that is true while something runs that Stop would end: the key binding of package.json stands on it. VS
// Code knows of no focus inside a webview view, so the binding cannot ask for that.

import * as vscode from 'vscode';

const busyKey = 'segue.busy';

export class BusyKey {
  private isSet = false;

  show(state: 'busy' | 'idle'): void {
    const isBusy = state === 'busy';
    // Every change goes to the workbench.
    if (isBusy === this.isSet) return;
    this.isSet = isBusy;
    void vscode.commands.executeCommand('setContext', busyKey, isBusy);
  }
}
