// The settings in force: VS Code's configuration, checked. A wrong value leaves the default in force and is told once
// (design 5).

import * as vscode from 'vscode';
import {
  describeSettingProblem,
  readSettings,
  settingNames,
  type Settings,
} from '../../core/settings/settings.ts';
import { isSameJson } from './same-json.ts';

export const section = 'segue';

export class HostSettings implements vscode.Disposable {
  private readonly tell: (problem: string) => void;
  private readonly changes = new vscode.EventEmitter<Settings>();
  private readonly listening: vscode.Disposable;
  private told: ReadonlySet<string> = new Set();
  private settings: Settings;

  /** `tell` gets one line for each value that is not allowed, without a full stop. */
  constructor(tell: (problem: string) => void) {
    this.tell = tell;
    this.settings = this.read();
    this.listening = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(section)) this.readAgain();
    });
  }

  get current(): Settings {
    return this.settings;
  }

  get onChange(): vscode.Event<Settings> {
    return this.changes.event;
  }

  /** Also after trust was given: what a workspace sets counts only then. */
  readAgain(): void {
    const before = this.settings;
    this.settings = this.read();
    if (!isSameJson(before, this.settings)) this.changes.fire(this.settings);
  }

  dispose(): void {
    this.listening.dispose();
    this.changes.dispose();
  }

  private read(): Settings {
    const configuration = vscode.workspace.getConfiguration(section);
    const given: Record<string, unknown> = {};
    for (const name of settingNames) {
      const value: unknown = configuration.get(name);
      const unset = configuration.inspect(name)?.defaultValue;
      // VS Code knows no default of "nothing" for some types: what stands there was not given by anybody.
      if (value !== undefined && !isSameJson(value, unset)) given[name] = plain(value);
    }
    const { settings, problems } = readSettings(given);
    const texts = new Set(problems.map((problem) => `${section}.${describeSettingProblem(problem)}`));
    for (const text of texts) if (!this.told.has(text)) this.tell(text);
    this.told = texts;
    return settings;
  }
}

/** VS Code hands out proxies that refuse to be changed. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
