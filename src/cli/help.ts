// The help texts, made from the table of commands, for 80 columns.

import { settingNames } from '../core/settings/settings.ts';
import { commands, type CommandName, type CommandSpec, type FlagSpec } from './usage.ts';
import { wrapped } from './wrap.ts';

const columns = 79;
const flagColumn = 24;
const commandColumn = 28;

/** The help of one command, or of all of them. Ends its last line. */
export function helpText(name?: CommandName): string {
  return `${(name === undefined ? overview() : commandHelp(name)).join('\n')}\n`;
}

function overview(): readonly string[] {
  return [
    ...wrapped(
      'Segue keeps long conversations with coding agents within the context window without losing anything of them.',
      columns,
    ),
    '',
    'segue <command> … [flags]',
    '',
    ...Object.entries(commands).flatMap(([command, spec]) =>
      entry(`${command} ${operandWord(spec)}`, spec.help, commandColumn),
    ),
    '',
    'segue <command> --help explains a command and its flags. segue --version tells',
    'the version.',
    '',
    'Keys are taken from ANTHROPIC_API_KEY and OPENAI_API_KEY. Exit status: 0 done,',
    '1 could not be done, 2 asked wrongly, 130 cancelled.',
  ];
}

function commandHelp(name: CommandName): readonly string[] {
  const spec: CommandSpec = commands[name];
  const needed = Object.entries(spec.flags).filter(([, { required }]) => required === true);
  const words = needed.map(([flag, { value }]) => ` --${flag} ${value ?? ''}`);
  const flags = Object.entries(spec.flags);
  return [
    `segue ${name} ${operandWord(spec)}${words.join('')} [flags]`,
    '',
    ...wrapped(`${sentence(spec.help)} ${spec.details}`, columns),
    '',
    ...flags.flatMap(([flag, { value, help, required }]) =>
      entry(
        value === undefined ? `--${flag}` : `--${flag} ${value}`,
        required === true ? `needed: ${help}` : help,
        flagColumn,
      ),
    ),
    ...(flags.some(([, flag]) => isSetting(flag)) ? ['', ...settingsHelp()] : []),
  ];
}

function operandWord({ operand, insteadOfOperand }: CommandSpec): string {
  return insteadOfOperand === undefined ? `<${operand}>` : `<${operand} | --${insteadOfOperand} DIR>`;
}

function settingsHelp(): readonly string[] {
  return wrapped(`Settings: ${settingNames.join(', ')}.`, columns);
}

function isSetting(flag: FlagSpec): boolean {
  return flag.type === 'list';
}

function entry(head: string, help: string, column: number): readonly string[] {
  const indent = ' '.repeat(column);
  const [first = '', ...more] = wrapped(help, columns - column);
  const start = `  ${head}`;
  const isNarrow = start.length < column;
  return [
    ...(isNarrow ? [start.padEnd(column) + first] : [start, indent + first]),
    ...more.map((line) => indent + line),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
