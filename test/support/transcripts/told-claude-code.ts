// An independent reading of Claude Code transcripts, straight from the lines.

import type { Happening, Told } from './happenings.ts';
import { at, jsonLines, list, text } from './values.ts';

export function tellClaudeCode(file: string): Told {
  const lines = jsonLines(file);
  const messages = lines
    .map(({ value }) => value)
    .filter((value) => at(value, 'message', 'role') !== undefined);
  const isSide = (line: unknown): boolean => at(line, 'isSidechain') === true;
  const onlySide = messages.every(isSide);
  const main = messages.filter((line) => onlySide || !isSide(line));
  const chains = new Map<string, unknown[]>();
  const chainOf = new Map<string, string>();
  for (const line of messages.filter((value) => !onlySide && isSide(value))) {
    const name = text(line, 'agentId') || chainOf.get(text(line, 'parentUuid')) || text(line, 'uuid');
    chainOf.set(text(line, 'uuid'), name);
    chains.set(name, [...(chains.get(name) ?? []), line]);
  }
  const conversation = {
    main: inCallOrder(main.flatMap(tellLine)),
    side: [...chains.values()].map((chain) => inCallOrder(chain.flatMap(tellLine))),
    typedMeanwhile: typedMeanwhile(lines.map(({ value }) => value)),
  };
  const damaged = lines.filter(({ value }) => value === undefined).map(({ number }) => number);
  const userMessages = messages.filter(isFromPerson).length;
  return { conversations: [conversation], messages: messages.length, userMessages, damaged };
}

function isFromPerson(line: unknown): boolean {
  const answers = list(line, 'message', 'content').some((block) => text(block, 'type') === 'tool_result');
  return text(line, 'message', 'role') === 'user' && at(line, 'isMeta') !== true && !answers;
}

type Keyed = Happening & { readonly id?: string };

function tellLine(line: unknown): Keyed[] {
  const role = text(line, 'message', 'role') === 'assistant' ? 'assistant' : 'user';
  const kind = at(line, 'isCompactSummary') === true ? 'summary' : role;
  const content = at(line, 'message', 'content');
  if (typeof content === 'string') return [{ kind, text: content }];
  return list(content).flatMap((block): Keyed[] => {
    switch (text(block, 'type')) {
      case 'text':
        return [{ kind, text: text(block, 'text') }];
      case 'thinking':
        return [{ kind: 'reasoning', text: text(block, 'thinking') }];
      case 'tool_use':
        return [
          { kind: 'call', name: text(block, 'name'), input: at(block, 'input'), id: text(block, 'id') },
        ];
      case 'tool_result':
        return [{ ...tellResult(at(block, 'content')), id: text(block, 'tool_use_id') }];
      case 'image':
        return [{ kind: 'image', base64: text(block, 'source', 'data') }];
      default:
        throw new Error(`A block the reading does not know: ${text(block, 'type')}`);
    }
  });
}

function tellResult(content: unknown): Happening {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  const texts = parts.filter((part) => text(part, 'type') === 'text').map((part) => text(part, 'text'));
  const images = parts
    .filter((part) => text(part, 'type') === 'image')
    .map((part) => text(part, 'source', 'data'));
  return { kind: 'result', text: texts.join('\n'), images };
}

/** Results sorted by the place of their call, after everything else; ids do not repeat in this format. */
function inCallOrder(happenings: readonly Keyed[]): readonly Happening[] {
  const calls = happenings.filter(({ kind }) => kind === 'call').map(({ id }) => id);
  const results = happenings.filter(({ kind }) => kind === 'result');
  const sorted = results.toSorted((left, right) => calls.indexOf(left.id) - calls.indexOf(right.id));
  return [...happenings.filter(({ kind }) => kind !== 'result'), ...sorted].map(({ id: _, ...rest }) => rest);
}

/** Prompts that were queued, taken out again, and stand in no message. */
function typedMeanwhile(lines: readonly unknown[]): readonly string[] {
  const queued = lines
    .filter((line) => text(line, 'operation') === 'enqueue')
    .map((line) => text(line, 'content'));
  const removals = lines.filter((line) => text(line, 'operation') === 'remove').length;
  const delivered = new Set(lines.map((line) => text(line, 'message', 'content')));
  return queued.filter((prompt) => !delivered.has(prompt) && !prompt.startsWith('<')).slice(0, removals);
}
