// What a person allowed for good, as data: rules that hosts keep between sessions, and how each is told to a person.

import * as z from 'zod';

/** Where the command starts, an absolute real path; the first open folder unless it says more. */
const startFolder = z.string().min(1).optional();

export const permissionRuleSchema = z.discriminatedUnion('kind', [
  /** The plain command made of these words, with any of these options and nothing else. */
  z.object({
    kind: z.literal('command-words'),
    words: z.array(z.string().min(1)).min(1).readonly(),
    options: z.array(z.string().min(1)).readonly().default([]),
    folder: startFolder,
  }),
  /** This command line, letter by letter. */
  z.object({ kind: z.literal('command-line'), line: z.string().min(1), folder: startFolder }),
  /** Edits of files below this folder, an absolute real path. */
  z.object({ kind: z.literal('edits'), folder: z.string().min(1) }),
  /** This one path outside the workspace, absolute and real. One that does not say more may be read only. */
  z.object({
    kind: z.literal('outside'),
    path: z.string().min(1),
    access: z.enum(['read', 'change']).default('read'),
  }),
]);

export type PermissionRule = z.infer<typeof permissionRuleSchema>;

/** Where a host keeps the rules of a workspace: never inside the workspace, whose content nobody vouches for. */
export interface RuleStore {
  /** As it was saved, or whatever is there; it is checked by the reader. */
  load(): unknown;
  save(rules: readonly PermissionRule[]): Promise<void>;
}

/** Those rules that can be read; anything else allows nothing. */
export function readRules(stored: unknown): readonly PermissionRule[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((value) => {
    const rule = permissionRuleSchema.safeParse(value);
    return rule.success ? [rule.data] : [];
  });
}

/** What "always" means, for the person: completes "always allow …". */
export function describeRule(rule: PermissionRule): string {
  switch (rule.kind) {
    case 'command-words':
      return `the command "${rule.words.join(' ')}"${optionsText(rule.options)}${folderText(rule.folder)}`;
    case 'command-line':
      return `exactly this command${folderText(rule.folder)}`;
    case 'edits':
      return `edits below ${rule.folder}`;
    case 'outside':
      return rule.access === 'read' ? `reading ${rule.path}` : `reading and changing ${rule.path}`;
  }
}

/** The same where no question stands beside it: an exact command is spelled out. */
export function describeRuleAlone(rule: PermissionRule): string {
  return rule.kind === 'command-line'
    ? `the command "${rule.line}"${folderText(rule.folder)}`
    : describeRule(rule);
}

function optionsText(options: readonly string[]): string {
  const last = options.at(-1);
  if (last === undefined) return '';
  return `, also with ${[...(options.length > 1 ? [options.slice(0, -1).join(', ')] : []), last].join(' or ')}`;
}

function folderText(folder: string | undefined): string {
  return folder === undefined ? '' : `, started in ${folder}`;
}

export function isSameRule(a: PermissionRule, b: PermissionRule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
