// Which rule "always" makes of a command, and which commands a rule covers. A rule of words covers only commands that a
// shell can do nothing with but run them: anything that joins, redirects or substitutes needs its exact line.

import type { PermissionRule } from './permission-rules.ts';

/** What gives a shell more to do than to run one program with the words that follow. Quotes only hold words together. */
const shellSyntax = /[;&|<>`$(){}\\\n\r\0]/;

/** Programs that run, fetch or destroy whatever they are told: the words before that say nothing. */
const anything = new Set(
  (
    'sh bash zsh dash fish ksh csh tcsh busybox cmd powershell pwsh wscript cscript rundll start call sudo doas su runuser ' +
    'chroot unshare nsenter systemd-run env exec eval command builtin nohup setsid stdbuf script expect time timeout xargs ' +
    'parallel nice ionice flock watch strace ltrace gdb lldb at batch crontab open xdg-open find fd awk gawk mawk sed perl ' +
    'ruby python node deno bun php lua luajit tclsh osascript java jshell tsx ts-node ssh scp sftp rsync curl wget nc ncat ' +
    'socat dd rm rmdir unlink shred truncate mv cp ln install chmod chown kill pkill killall mkfs mount source . tee ' +
    'vi vim nvim view ed ex emacs nano docker podman kubectl npx bunx pnpx uvx pipx corepack'
  ).split(' '),
);

/** What the name of a program may end in without being another one: a version, and what Windows adds. */
const nameEnd = /[\d.]*(?:\.(?:exe|cmd|bat|com))?$/;

/** Second words behind which a program takes commands, or settings that are commands. */
const hidden = new Set(
  (
    'git-config git-bisect git-rebase git-submodule git-filter-branch git-difftool git-mergetool npm-config npm-pkg ' +
    'npm-set go-run go-generate dotnet-run swift-run'
  ).split(' '),
);

/** Options of git that name a program to run or a file to write. Git takes them shortened, too. */
const gitRuns = [
  '--upload-pack',
  '--receive-pack',
  '--exec',
  '--open-files-in-pager',
  '--ext-diff',
  '--output',
];

/** Programs whose second word only says that the third says what is run. */
const runners = /^(?:npm|pnpm|yarn|bun|cargo|poetry|uv|deno|rake)$/;
const running = /^(?:run|run-script|exec|dlx|x|task)$/;

/** Programs that check a project and take only paths and options. */
const checkers = new Set(
  'pytest tsc eslint prettier jest vitest mocha ruff mypy flake8 rspec phpunit'.split(' '),
);

const program = /^[\w.+-]+$/;
const plainWord = /^[A-Za-z][\w:.-]*$/;

/** The widest rule that is still narrow: `npm test`, `npm run build`, `git status`; else the exact line. */
export function ruleForCommand(command: string): PermissionRule {
  const words = prefixOf(command);
  return words === undefined ? { kind: 'command-line', line: command } : { kind: 'command-words', words };
}

export function coversCommand(rule: PermissionRule, command: string): boolean {
  if (rule.kind === 'command-line') return rule.line === command;
  if (rule.kind !== 'command-words' || shellSyntax.test(command)) return false;
  const words = wordsOf(command);
  if (words[0] === 'git' && words.some(runsForGit)) return false;
  return rule.words.every((word, place) => words[place] === word);
}

function prefixOf(command: string): readonly string[] | undefined {
  if (shellSyntax.test(command)) return undefined;
  const words = wordsOf(command);
  const [first = '', second = '', third = ''] = words;
  if (!program.test(first) || runsAnything(words)) return undefined;
  if (runners.test(first) && running.test(second)) return runPrefix([first, second, third]);
  if (checkers.has(first)) return [first];
  return plainWord.test(second) ? [first, second] : undefined;
}

/** `exec` and its like run any program there is; `run` one of the project. */
function runPrefix(words: readonly [string, string, string]): readonly string[] | undefined {
  const [, how, what] = words;
  return how.startsWith('run') && plainWord.test(what) ? words : undefined;
}

function runsAnything(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  const name = first.toLowerCase();
  if (anything.has(name) || anything.has(name.replace(nameEnd, ''))) return true;
  return hidden.has(`${name}-${second}`) || (first === 'git' && words.some(runsForGit));
}

function runsForGit(word: string): boolean {
  // Quotes anywhere in it are taken away by the shell.
  const [option = ''] = word.replace(/["']/g, '').split('=');
  return /^-O/.test(option) || (option.length > 2 && gitRuns.some((long) => long.startsWith(option)));
}

function wordsOf(command: string): readonly string[] {
  return command.split(/[ \t]+/).filter((word) => word !== '');
}
