// What a window remembers of its workspace between reloads: drafts, the session it had, what the person allowed. VS Code
// keeps it outside of the workspace, whose content nobody vouches for.

import type * as vscode from 'vscode';
import * as z from 'zod';
import {
  isSameRule,
  readRules,
  type PermissionRule,
  type RuleStore,
} from '../../core/tools/permission-rules.ts';
import {
  draftSchema,
  permissionModeSchema,
  type Draft,
  type PermissionMode,
} from '../../protocol/snapshot.ts';

export const noDraft: Draft = { text: '', caret: 0, edited: 0 };

/** Drafts of sessions that are kept; the oldest goes. */
const mostDrafts = 50;
const draftsSchema = z.record(z.string(), draftSchema);

export class Memory implements RuleStore {
  private readonly memento: vscode.Memento;
  private drafts: Record<string, Draft>;

  constructor(memento: vscode.Memento) {
    this.memento = memento;
    const kept = draftsSchema.safeParse(memento.get('drafts'));
    this.drafts = kept.success ? kept.data : {};
  }

  /** `''` for what is not a session yet. */
  draft(session: string): Draft {
    return this.drafts[session] ?? noDraft;
  }

  async keepDraft(session: string, draft: Draft): Promise<void> {
    const { [session]: _, ...others } = this.drafts;
    const kept = Object.entries(others).slice(1 - mostDrafts);
    this.drafts = Object.fromEntries(draft.text === '' ? kept : [...kept, [session, draft]]);
    await this.memento.update('drafts', this.drafts);
  }

  get session(): string | undefined {
    const kept = this.memento.get('session');
    return typeof kept === 'string' ? kept : undefined;
  }

  async keepSession(path: string): Promise<void> {
    await this.memento.update('session', path);
  }

  /** What the person chose in the panel for this workspace; the setting holds while they chose nothing. */
  get permissionMode(): PermissionMode | undefined {
    const kept = permissionModeSchema.safeParse(this.memento.get('permissionMode'));
    return kept.success ? kept.data : undefined;
  }

  async keepPermissionMode(mode: PermissionMode | undefined): Promise<void> {
    await this.memento.update('permissionMode', mode);
  }

  load(): unknown {
    return this.memento.get('rules');
  }

  /** What the person allowed for good, as far as it can be read. */
  get rules(): readonly PermissionRule[] {
    return readRules(this.load());
  }

  /** What is withdrawn is asked about again from the next call on. */
  async withdraw(withdrawn: readonly PermissionRule[]): Promise<void> {
    await this.save(this.rules.filter((rule) => !withdrawn.some((gone) => isSameRule(rule, gone))));
  }

  async save(rules: readonly PermissionRule[]): Promise<void> {
    await this.memento.update('rules', rules);
  }
}
