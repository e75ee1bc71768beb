// Independent readings of Codex, pi and OpenAI messages.

import type { Happening, Told } from './happenings.ts';
import { at, jsonLines, jsonOrNothing, list, text } from './values.ts';

export function tellCodex(file: string): Told {
  const lines = jsonLines(file);
  const items = lines.filter(({ value }) => text(value, 'type') === 'response_item');
  // What an item says is not told again by its event: each event uses up one item of the same text.
  const budget = items.flatMap(({ value }) => tellCodexItem(at(value, 'payload'))).flatMap(spoken);
  const main = lines.flatMap(({ value }): readonly Happening[] => {
    const payload = at(value, 'payload');
    if (text(value, 'type') === 'response_item') return tellCodexItem(payload);
    if (text(value, 'type') !== 'event_msg') return [];
    const echo = tellCodexEvent(payload);
    const place = echo === undefined ? -1 : budget.indexOf(spoken(echo)[0] ?? '');
    if (place >= 0) budget.splice(place, 1);
    return echo === undefined || place >= 0 ? [] : [echo];
  });
  const messages = items
    .map(({ value }) => at(value, 'payload'))
    .filter((item) => text(item, 'type') === 'message');
  const counts = { messages: messages.length, userMessages: countRole(messages, 'user') };
  return { conversations: [{ main, side: [], typedMeanwhile: [] }], ...counts, damaged: damagedIn(lines) };
}

function tellCodexItem(item: unknown): readonly Happening[] {
  switch (text(item, 'type')) {
    case 'message': {
      const kind = text(item, 'role') === 'assistant' ? 'assistant' : 'user';
      return list(item, 'content').map((part) => ({ kind, text: text(part, 'text') }));
    }
    case 'reasoning':
      return list(item, 'summary').map((part) => ({ kind: 'reasoning', text: text(part, 'text') }));
    case 'function_call':
      return [{ kind: 'call', name: text(item, 'name'), input: jsonOrNothing(text(item, 'arguments')) }];
    case 'function_call_output':
      return [{ kind: 'result', text: text(item, 'output'), images: [] }];
    default:
      return [];
  }
}

function tellCodexEvent(event: unknown): Happening | undefined {
  switch (text(event, 'type')) {
    case 'user_message':
      return { kind: 'user', text: text(event, 'message') };
    case 'agent_message':
      return { kind: 'assistant', text: text(event, 'message') };
    case 'agent_reasoning':
      return { kind: 'reasoning', text: text(event, 'text') };
    default:
      return undefined;
  }
}

function spoken(happening: Happening): readonly string[] {
  return 'text' in happening && happening.kind !== 'result' ? [`${happening.kind}: ${happening.text}`] : [];
}

export function tellPi(file: string): Told {
  const lines = jsonLines(file);
  const main = lines.flatMap(({ value }): readonly Happening[] => {
    const message = at(value, 'message');
    const blocks = list(message, 'content');
    if (text(message, 'role') === 'toolResult') {
      return [{ kind: 'result', text: blocks.map((block) => text(block, 'text')).join('\n'), images: [] }];
    }
    const kind = text(message, 'role') === 'assistant' ? 'assistant' : 'user';
    return blocks.map((block): Happening => {
      switch (text(block, 'type')) {
        case 'thinking':
          return { kind: 'reasoning', text: text(block, 'thinking') };
        case 'toolCall':
          return { kind: 'call', name: text(block, 'name'), input: at(block, 'arguments') };
        default:
          return { kind, text: text(block, 'text') };
      }
    });
  });
  const said = main.filter(
    (happening) => !('text' in happening) || happening.kind === 'result' || happening.text !== '',
  );
  const messages = lines.map(({ value }) => at(value, 'message')).filter((message) => message !== undefined);
  const counts = { messages: messages.length, userMessages: countRole(messages, 'user') };
  return {
    conversations: [{ main: said, side: [], typedMeanwhile: [] }],
    ...counts,
    damaged: damagedIn(lines),
  };
}

export function tellOpenAi(file: string): Told {
  const histories = list(JSON.parse(file)).map((entry) => list(entry, 'traj'));
  const messages = histories.flat();
  return {
    conversations: histories.map((history) => ({
      main: history.flatMap(tellOpenAiMessage),
      side: [],
      typedMeanwhile: [],
    })),
    messages: messages.length,
    userMessages: countRole(messages, 'user'),
    damaged: [],
  };
}

/** System prompts are no visible text. */
function tellOpenAiMessage(message: unknown): readonly Happening[] {
  const content = text(message, 'content');
  switch (text(message, 'role')) {
    case 'user':
      return [{ kind: 'user', text: content }];
    case 'tool':
      return [{ kind: 'result', text: content, images: [] }];
    case 'assistant': {
      const calls = list(message, 'tool_calls').map((call): Happening => {
        const input = jsonOrNothing(text(call, 'function', 'arguments'));
        return { kind: 'call', name: text(call, 'function', 'name'), input };
      });
      return [...(content === '' ? [] : [{ kind: 'assistant' as const, text: content }]), ...calls];
    }
    default:
      return [];
  }
}

function damagedIn(
  lines: readonly { readonly number: number; readonly value: unknown }[],
): readonly number[] {
  return lines.filter(({ value }) => value === undefined).map(({ number }) => number);
}

function countRole(messages: readonly unknown[], role: string): number {
  return messages.filter((message) => text(message, 'role') === role).length;
}
