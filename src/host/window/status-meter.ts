// The meter in the status bar: how full the context of the open conversation is (design 9).

import * as vscode from 'vscode';
import type { CommandId } from '../command-ids.ts';
import type { ModelPolicy } from '../../core/models/policy.ts';
import type { MeterView } from '../../protocol/snapshot.ts';
import { statusText } from './meter.ts';
import { texts } from '../texts.ts';

export class StatusMeter implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private shown: { readonly figures: string; readonly tooltip: string } | undefined;

  constructor() {
    this.item = vscode.window.createStatusBarItem('segue.meter', vscode.StatusBarAlignment.Right, 100);
    this.item.name = texts.meterName;
    this.item.command = 'segue.showDiagnostics' satisfies CommandId;
  }

  /** Hidden while there is no conversation. */
  show(full: { readonly meter: MeterView; readonly target: ModelPolicy } | undefined): void {
    if (full === undefined) {
      this.shown = undefined;
      this.item.hide();
      return;
    }
    const { meter, target } = full;
    const figures = statusText(meter, target);
    const tooltip = [texts.meterTooltip(meter), ...meter.details, texts.meterAction].join('\n');
    // Every assignment goes to the workbench.
    if (figures === this.shown?.figures && tooltip === this.shown.tooltip) return;
    this.shown = { figures, tooltip };
    this.item.text = `$(dashboard) ${figures}`;
    this.item.backgroundColor = meter.near
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `${texts.meterName}: ${figures}` };
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
