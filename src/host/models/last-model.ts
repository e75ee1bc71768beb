// The model a new session begins with: what the person chose for it on the empty panel, else what a setting names, else
// what they chose last, in any window.

import type * as vscode from 'vscode';
import * as z from 'zod';
import type { ModelChoice } from '../../core/sessions/session-record.ts';
import type { Settings } from '../../core/settings/settings.ts';

const schema = z.object({ provider: z.string(), model: z.string(), effort: z.string().optional() });

export class LastModel {
  private readonly memento: vscode.Memento;
  /** Chosen while no session is open. */
  private forNext: ModelChoice | undefined;

  constructor(memento: vscode.Memento) {
    this.memento = memento;
  }

  /** Undefined leaves it to the settings. */
  forNewSession(settings: Settings): ModelChoice | undefined {
    if (this.forNext !== undefined) return this.forNext;
    return settings['models.default'] === undefined ? this.last : undefined;
  }

  async keep(model: ModelChoice): Promise<void> {
    await this.memento.update('model', model);
  }

  /** The same, on the empty panel: the session that begins there is asked for it, whatever a setting names. */
  async keepForNext(model: ModelChoice): Promise<void> {
    this.forNext = model;
    await this.keep(model);
  }

  /** A session is open: what was chosen for the next one was for this, or is given up. */
  opened(): void {
    this.forNext = undefined;
  }

  private get last(): ModelChoice | undefined {
    const kept = schema.safeParse(this.memento.get('model'));
    return kept.success ? kept.data : undefined;
  }
}
