// What the exit status of a command means: some programs say something with status 1 that is no failure (behaviour 10.9).

import type { ExecutionOutcome } from './render.ts';

const saysWithOne: ReadonlyMap<string, ExecutionOutcome> = new Map<string, ExecutionOutcome>([
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'pgrep', 'git grep'].map(
    (name): [string, ExecutionOutcome] => [name, 'no-match'],
  ),
  ...['diff', 'cmp', 'colordiff', 'git diff'].map((name): [string, ExecutionOutcome] => [name, 'different']),
  ...['test', '[', '[[', 'false'].map((name): [string, ExecutionOutcome] => [name, 'false']),
]);

/** Words that run the command behind them. */
const prefixes: ReadonlySet<string> = new Set([
  'command',
  'env',
  'exec',
  'nice',
  'nohup',
  'sudo',
  'time',
  '!',
]);

/** The status of a command line is that of its last command; where another may have ended it, status 1 is a failure. */
export function outcomeOf(command: string, exitCode: number): ExecutionOutcome {
  if (exitCode === 0) return 'success';
  if (exitCode !== 1) return 'failure';
  const last = lastCommand(command);
  return (last === undefined ? undefined : saysWithOne.get(programOf(last))) ?? 'failure';
}

/** Undefined when an earlier command of an and-list may have given the status. */
function lastCommand(command: string): string | undefined {
  const [last, before] = splitCommands(command).toReversed();
  if (last === undefined || before?.joint === '&&') return undefined;
  return last.text;
}

interface Command {
  readonly text: string;
  /** What stands between it and the next. */
  readonly joint: string;
}

/** At the joints of a shell, quoted and escaped ones left alone. Empty commands are left out. */
function splitCommands(line: string): readonly Command[] {
  const token = /\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|&&|\|\||[;|&\n]|[^]/g;
  const commands: Command[] = [];
  let text = '';
  const end = (joint: string): void => {
    if (text.trim() !== '') commands.push({ text: text.trim(), joint });
    text = '';
  };
  for (const [part] of line.matchAll(token)) {
    if (/^(?:&&|\|\||[;|&\n])$/.test(part)) end(part);
    else text += part;
  }
  end('');
  return commands;
}

/** Without its folder; with its first argument when that is what it is known by. */
function programOf(command: string): string {
  const words = command.split(/\s+/).filter((word) => word !== '(' && word !== '{');
  const first = words.findIndex((word) => !prefixes.has(word) && !/^\w+=/.test(word));
  const name = words[first]?.replace(/^.*\//, '') ?? '';
  return name === 'git' ? `git ${words[first + 1] ?? ''}` : name;
}
