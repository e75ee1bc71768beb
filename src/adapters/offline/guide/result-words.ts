// A result in a sentence: how much came back, or what went wrong, in the tool's own words.

import type { ToolCallContent, ToolResultContent } from '../../../core/provider/request.ts';
import type { DoneCall } from './progress.ts';
import { saidToPerson, withoutAdvice } from './for-person.ts';
import { quoted } from './texts.ts';

/** The arguments that tell a call from others, likeliest first. */
const telling = ['glob', 'pattern', 'path', 'command', 'execution_id', 'question'];

export function resultSentence({ call, result }: DoneCall): string {
  const lines = linesOf(result);
  const [first = ''] = lines;
  const name = quoted(labelOf(call));
  const said = saidToPerson(first, name);
  if (said !== undefined) return said;
  if (call.name === 'run_command' && lines.length > 1) return commandSentence(name, lines);
  if (result.isError)
    return `${name} did not work: ${first === '' ? 'no reason was given' : quoted(withoutAdvice(first))}.`;
  if (result.content.some((part) => part.type === 'image'))
    return `${name} shows a picture, which I cannot see.`;
  if (first === '') return `${name} gave nothing.`;
  if (call.name === 'read_file') return readSentence(name, lines);
  if (call.name === 'ask_person') return `You answered ${quoted(withoutAdvice(first))}.`;
  if (lines.length === 1) return `${name} gave ${quoted(withoutAdvice(first))}.`;
  return `${name} gave ${lines.length} lines, the first ${quoted(withoutAdvice(first))}.`;
}

/** How it stands or ended, and the last line it printed. */
function commandSentence(name: string, [status = '', ...rest]: readonly string[]): string {
  const printed = rest.filter(
    (line) => !/^(?:Took \d|It goes on in the background|\(no output\)$)/.test(line),
  );
  const last = printed.at(-1);
  return last === undefined
    ? `${name}: ${quoted(withoutAdvice(status))}, and nothing was printed.`
    : `${name}: ${quoted(withoutAdvice(status))}, and the last line is ${quoted(last)}.`;
}

function readSentence(name: string, lines: readonly string[]): string {
  const numbered = lines.filter((line) => /^\d+\t/.test(line)).length;
  if (numbered === 0) return `${name} gave ${quoted(withoutAdvice(lines[0] ?? ''))}.`;
  return `${name} gave ${numbered === 1 ? '1 line' : `${numbered} lines`}.`;
}

/** The tool and what it was used on. */
function labelOf({ name, input }: ToolCallContent): string {
  const main = telling.map((key) => input[key]).find((value) => typeof value === 'string');
  return typeof main === 'string' ? `${name} ${main}` : name;
}

/** Without blank lines, and without what the tool says about its own result where there is more. */
function linesOf(result: ToolResultContent): readonly string[] {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !line.startsWith('[segue:'));
  return own.length > 0 ? own : lines;
}
