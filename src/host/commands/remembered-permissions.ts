// What the person allowed for good, as a list to withdraw from.

import { describeRuleAlone, type PermissionRule } from '../../core/tools/permission-rules.ts';
import { visibleText } from '../../base/visible-text.ts';

export interface RememberedItem {
  /** In a person's words, on one line. */
  readonly label: string;
  /** What it means where it is in force. */
  readonly detail: string;
  readonly rule: PermissionRule;
}

/** In the order they were remembered. */
export function rememberedItems(rules: readonly PermissionRule[]): readonly RememberedItem[] {
  return rules.map((rule) => ({ label: labelOf(rule), detail: detailOf(rule), rule }));
}

function labelOf(rule: PermissionRule): string {
  const words = visibleText(describeRuleAlone(rule)).replace(/\s+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function detailOf(rule: PermissionRule): string {
  switch (rule.kind) {
    case 'command-words':
      return 'Runs without asking, with no further words and no other options';
    case 'command-line':
      return 'Runs without asking, letter by letter as it stands';
    case 'edits':
      return 'Files of this folder and below are changed and made without asking';
    case 'outside':
      return rule.access === 'read'
        ? 'This one path outside of the open folders is read without asking; changing it asks'
        : 'This one path outside of the open folders is used without asking; each change of it is shown first';
  }
}
