// Which rule "always" makes of a command, and which commands a rule covers. A rule of words covers its own words with some
// options that change nothing but what is printed; everything else is covered by its exact line alone.

import type { PermissionRule } from './permission-rules.ts';

/** A command as it would be run. */
export interface CommandUse {
  readonly command: string;
  /** Where it starts, an absolute real path; undefined for the first open folder. */
  readonly folder: string | undefined;
}

/** What gives a shell more to do than to run one program with the words that follow. */
const shellSyntax = /[;&|<>`$(){}\\\n\r\0]/;

/** A word that every shell and every program takes as it stands: no quotes, no patterns, no assignment, no option. */
const plainWord = /^[\w./:@,+][\w./:@,+-]*$/;

const printing = {
  quiet: ['-q', '--quiet'],
  silent: ['-s', '--silent'],
  loud: ['-v', '--verbose'],
  names: ['--stat', '--name-only', '--name-status'],
} as const;

/**
 * Options by the words before them. Each takes no value, is understood wherever it stands, and changes only what is
 * printed: whoever allows the command with it has seen all that it does without, and the other way round.
 */
const harmless = new Map<string, readonly string[]>(
  Object.entries({
    'npm test': printing.silent,
    'npm run': printing.silent,
    make: printing.silent,
    'cargo build': [...printing.quiet, ...printing.loud],
    'cargo check': [...printing.quiet, ...printing.loud],
    'cargo clippy': [...printing.quiet, ...printing.loud],
    'cargo test': [...printing.quiet, ...printing.loud],
    'go build': ['-v'],
    'go test': ['-v', '-json'],
    'go vet': ['-v'],
    'git status': ['-s', '--short', '-b', '--branch'],
    'git diff': [...printing.names, '--cached', '--staged'],
    'git log': [...printing.names, '--oneline', '--graph'],
    'git show': [...printing.names, '--oneline'],
    pytest: [...printing.quiet, ...printing.loud, '-vv'],
    mvn: printing.quiet,
  }),
);

/** The words of a known program with its harmless options; else the exact line. */
export function ruleForCommand({ command, folder }: CommandUse): PermissionRule {
  const where = folder === undefined ? {} : { folder };
  const known = shellSyntax.test(command) ? undefined : knownCommand(wordsOf(command));
  return known === undefined
    ? { kind: 'command-line', line: command, ...where }
    : { kind: 'command-words', ...known, ...where };
}

export function coversCommand(rule: PermissionRule, { command, folder }: CommandUse): boolean {
  if (rule.kind === 'command-line') return rule.line === command && rule.folder === folder;
  if (rule.kind !== 'command-words' || rule.folder !== folder || shellSyntax.test(command)) return false;
  const own = wordsOf(command).filter((word) => !rule.options.includes(word));
  return own.length === rule.words.length && rule.words.every((word, place) => own[place] === word);
}

function knownCommand(words: readonly string[]): { words: string[]; options: string[] } | undefined {
  const [first = '', second = ''] = words;
  const options = harmless.get(first) ?? harmless.get(`${first} ${second}`);
  if (options === undefined) return undefined;
  const own = words.filter((word) => !options.includes(word));
  return own.every((word) => plainWord.test(word)) ? { words: own, options: [...options] } : undefined;
}

function wordsOf(command: string): readonly string[] {
  return command.split(/[ \t]+/).filter((word) => word !== '');
}
