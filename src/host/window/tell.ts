// Messages for the person outside the panel, and the log behind them.

import * as vscode from 'vscode';
import { reasonOf } from '../../base/fail.ts';
import type { ChatEvent } from '../../core/agent/events.ts';
import { logLine } from './event-log.ts';
import { section } from './settings.ts';
import { texts } from '../texts.ts';

export class Messages implements vscode.Disposable {
  readonly log: vscode.LogOutputChannel;

  constructor() {
    this.log = vscode.window.createOutputChannel('Segue', { log: true });
  }

  tell(level: 'info' | 'warning' | 'error', text: string): void {
    this.logAt(level, text);
    if (level === 'info') {
      void vscode.window.showInformationMessage(text);
      return;
    }
    const show = level === 'error' ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    void show(text, texts.details).then((chosen) => {
      if (chosen !== undefined) this.log.show();
    });
  }

  /** A value in the settings that is not allowed. */
  wrongSetting(problem: string): void {
    const text = texts.wrongSetting(problem);
    this.log.warn(text);
    void vscode.window.showWarningMessage(text, texts.openSettings).then(async (chosen) => {
      if (chosen === undefined) return;
      await vscode.commands.executeCommand(
        'workbench.action.openSettings',
        `@ext:segue.segue-chat ${section}`,
      );
    });
  }

  /** Keeps what of a chat is worth it in the log. */
  hear(event: ChatEvent): void {
    const line = logLine(event);
    if (line !== undefined) this.logAt(line.level, line.text);
  }

  /** For the log only. */
  report(problem: string): void {
    this.log.warn(problem);
  }

  /** Runs work nobody waits for. What goes wrong is a mistake of ours, and told. */
  start(what: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => this.mistake(what, error));
  }

  mistake(what: string, error: unknown): void {
    this.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    this.tell('error', texts.mistake(what, reasonOf(error)));
  }

  dispose(): void {
    this.log.dispose();
  }

  private logAt(level: 'info' | 'warning' | 'error', text: string): void {
    if (level === 'error') this.log.error(text);
    else if (level === 'warning') this.log.warn(text);
    else this.log.info(text);
  }
}
