// An independent reading of VS Code chat exports, from the rounds the extension keeps for the model.

import type { Happening, Told } from './happenings.ts';
import { at, jsonOrNothing, list, text } from './values.ts';

export function tellVsCodeChat(file: string): Told {
  const requests = list(JSON.parse(file), 'requests');
  const main = requests.flatMap((request): readonly Happening[] => {
    const metadata = at(request, 'result', 'metadata');
    const prompt: Happening = { kind: 'user', text: text(request, 'message', 'text') };
    const rounds = list(metadata, 'toolCallRounds').flatMap((round): Happening[] => [
      ...(text(round, 'response') === ''
        ? []
        : [{ kind: 'assistant' as const, text: text(round, 'response') }]),
      ...list(round, 'toolCalls').flatMap((call): Happening[] => [
        { kind: 'call', name: text(call, 'name'), input: jsonOrNothing(text(call, 'arguments')) },
        tellResult(at(metadata, 'toolCallResults', text(call, 'id'))),
      ]),
    ]);
    return [prompt, ...rounds];
  });
  const rounds = requests.flatMap((request) => list(request, 'result', 'metadata', 'toolCallRounds'));
  return {
    conversations: [{ main, side: [], typedMeanwhile: [] }],
    messages: requests.length + rounds.length,
    userMessages: requests.length,
    damaged: [],
  };
}

/**
 * The Markdown the editor shows, piece by piece, but for pieces without a word, which fence the edits it shows: all of
 * it must be found in what was imported, in this order.
 */
export function shownFragments(file: string): readonly string[] {
  return list(JSON.parse(file), 'requests')
    .flatMap((request) => list(request, 'response'))
    .filter((part) => at(part, 'kind') === undefined)
    .map((part) => text(part, 'value'))
    .filter((fragment) => /\p{L}|\p{N}/u.test(fragment));
}

function tellResult(entry: unknown): Happening {
  const texts = list(entry, 'content').flatMap((part) => {
    const value = at(part, 'value');
    if (typeof value === 'string') return [value];
    const node = at(value, 'node');
    return node === undefined ? [] : [treeText(node)];
  });
  return { kind: 'result', text: texts.filter((piece) => piece !== '').join('\n'), images: [] };
}

/** Leaves in order; a leaf that asks for a line of its own gets one. */
function treeText(node: unknown): string {
  return leaves(node).reduce((whole, leaf) => {
    const breaks = leaf.ownLine && whole !== '' && !whole.endsWith('\n');
    return `${whole}${breaks ? '\n' : ''}${leaf.text}`;
  }, '');
}

function leaves(node: unknown): readonly { readonly text: string; readonly ownLine: boolean }[] {
  const own =
    at(node, 'type') === 2
      ? [{ text: text(node, 'text'), ownLine: at(node, 'lineBreakBefore') === true }]
      : [];
  return [...own, ...list(node, 'children').flatMap(leaves)];
}
