// Whether a call may run: decided by the mode, by what the person allowed for good, and by what they allowed this call.

import type { Settings } from '../settings/settings.ts';
import { coversCommand, ruleForCommand } from './command-rules.ts';
import { isBelow, namesIn, parentOf } from './paths.ts';
import {
  describeRule,
  isSameRule,
  readRules,
  type PermissionRule,
  type RuleStore,
} from './permission-rules.ts';
import type { PermissionQuestion } from './person.ts';
import type { PathAccess, PermissionNeed } from './tool.ts';

export type PermissionMode = Settings['permissions.mode'];

export type PermissionDecision =
  /** `by` is absent for an edit: its review decides. */
  | { readonly kind: 'allow'; readonly by?: 'rule' | 'mode' | 'not-needed' }
  | { readonly kind: 'refuse'; readonly why: string }
  | {
      readonly kind: 'ask';
      readonly question: Omit<PermissionQuestion, 'callId'>;
      readonly rule: PermissionRule;
    };

/** A path outside the workspace, absolute and real, and what is done with it. */
export interface OutsideUse {
  readonly path: string;
  readonly access: PathAccess;
}

/** Folders whose files make an editor or version control run something: only full-auto edits there unseen. */
const guardedFolders = new Set(['.git', '.hg', '.svn', '.vscode', '.idea', '.segue']);

/** Real absolute paths everywhere. One object for each workspace. */
export class Permissions {
  private readonly store: RuleStore;
  /** What was allowed once with paths outside, by call. */
  private readonly once = new Map<string, readonly OutsideUse[]>();

  private saving: Promise<void> = Promise.resolve();

  constructor(store: RuleStore) {
    this.store = store;
  }

  /** An edit is not asked about here: its review is the question (see `unreviewedBy`). */
  decide(need: PermissionNeed, mode: PermissionMode): PermissionDecision {
    switch (need.kind) {
      case 'none':
        return { kind: 'allow', by: 'not-needed' };
      case 'edit':
        return { kind: 'allow' };
      case 'impossible':
        return { kind: 'refuse', why: need.why };
      case 'command':
        if (mode === 'full-auto') return { kind: 'allow', by: 'mode' };
        if (this.rules().some((rule) => coversCommand(rule, need))) return { kind: 'allow', by: 'rule' };
        return ask('command', need.command, ruleForCommand(need));
      case 'outside':
        // The one path is the person's to give, whatever the mode (design 12).
        if (this.isOutsideRemembered(need)) return { kind: 'allow', by: 'rule' };
        return ask(need.access, need.path, { kind: 'outside', path: need.path, access: need.access });
    }
  }

  /** What lets an edit of the file be written unseen; undefined when the person has to see it first. */
  unreviewedBy(
    file: { readonly path: string; readonly isInside: boolean },
    mode: PermissionMode,
  ): 'mode' | 'rule' | undefined {
    if (mode === 'full-auto') return 'mode';
    if (!file.isInside || isGuarded(file.path)) return undefined;
    if (mode === 'edits') return 'mode';
    const isRemembered = this.rules().some(
      (rule) => rule.kind === 'edits' && isBelow(file.path, rule.folder),
    );
    return isRemembered ? 'rule' : undefined;
  }

  /** The rule that accepting an edit for good makes; undefined where every edit has to be looked at. */
  ruleForEdit(file: { readonly path: string; readonly isInside: boolean }): PermissionRule | undefined {
    if (!file.isInside || isGuarded(file.path)) return undefined;
    return { kind: 'edits', folder: parentOf(file.path) };
  }

  /** One after the other: two calls may be allowed for good at the same time. */
  async remember(rule: PermissionRule): Promise<void> {
    const add = async (): Promise<void> => {
      const rules = this.rules();
      if (!rules.some((known) => isSameRule(known, rule))) await this.store.save([...rules, rule]);
    };
    this.saving = this.saving.then(add, add);
    await this.saving;
  }

  allowOnce(callId: string, use: OutsideUse): void {
    this.once.set(callId, [...(this.once.get(callId) ?? []), use]);
  }

  /** The call is over: what it was allowed goes with it. */
  forgetCall(callId: string): void {
    this.once.delete(callId);
  }

  isOutsideAllowed(callId: string, use: OutsideUse): boolean {
    return (
      this.once.get(callId)?.some((given) => covers(given, use)) === true || this.isOutsideRemembered(use)
    );
  }

  private isOutsideRemembered(use: OutsideUse): boolean {
    return this.rules().some((rule) => rule.kind === 'outside' && covers(rule, use));
  }

  /** Read anew each time: another window may have remembered something. */
  private rules(): readonly PermissionRule[] {
    return readRules(this.store.load());
  }
}

function covers(given: OutsideUse, use: OutsideUse): boolean {
  return given.path === use.path && (given.access === 'change' || use.access === 'read');
}

function ask(what: PermissionQuestion['what'], subject: string, rule: PermissionRule): PermissionDecision {
  return { kind: 'ask', question: { what, subject, rule: describeRule(rule) }, rule };
}

function isGuarded(path: string): boolean {
  return namesIn(path).some((name) => guardedFolders.has(name.toLowerCase()));
}
