// The model a person chose last, in any window: new sessions begin with it while no setting names one.

import type * as vscode from 'vscode';
import * as z from 'zod';
import type { ModelChoice } from '../../core/sessions/session-record.ts';

const schema = z.object({ provider: z.string(), model: z.string(), effort: z.string().optional() });

export class LastModel {
  private readonly memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.memento = memento;
  }

  get model(): ModelChoice | undefined {
    const kept = schema.safeParse(this.memento.get('model'));
    return kept.success ? kept.data : undefined;
  }

  async keep(model: ModelChoice): Promise<void> {
    await this.memento.update('model', model);
  }
}
