// Cache marks over a whole request: how many there are and in which order their lifetimes stand.

import { violation, type Path } from '../place.ts';
import { assistantBlocks, userBlocks, type CacheControl, type Message } from './blocks.ts';
import type { AnthropicBody } from './body.ts';

interface Marked {
  readonly cache_control?: CacheControl | null;
}

interface Mark {
  readonly path: Path;
  readonly ttl: '5m' | '1h';
}

const mostMarks = 4;

export function cacheMarkViolations(body: AnthropicBody): string[] {
  const marks = allMarks(body);
  const found =
    marks.length > mostMarks
      ? [violation([], `at most ${mostMarks} blocks may carry cache_control, found ${marks.length}`)]
      : [];
  const short = marks.findIndex((mark) => mark.ttl === '5m');
  const late = marks.filter((mark, index) => mark.ttl === '1h' && short >= 0 && index > short);
  return [
    ...found,
    ...late.map((mark) =>
      violation([...mark.path, 'cache_control', 'ttl'], 'a 1h mark must not come after a 5m mark'),
    ),
  ];
}

/** In the order the service reads them: tools, system, messages, then the automatic mark on the last block. */
function allMarks({ tools = [], system, messages, cache_control }: AnthropicBody): Mark[] {
  const systemBlocks = typeof system === 'string' || system === undefined ? [] : system;
  return [
    ...tools.flatMap((tool, index) => mark(tool, ['tools', index])),
    ...systemBlocks.flatMap((block, index) => mark(block, ['system', index])),
    ...messages.flatMap((message, index) => messageMarks(message, ['messages', index, 'content'])),
    ...mark(cache_control === undefined ? {} : { cache_control }, []),
  ];
}

function messageMarks(message: Message, path: Path): Mark[] {
  return [
    ...assistantBlocks(message).flatMap((block, index) =>
      'cache_control' in block ? mark(block, [...path, index]) : [],
    ),
    ...userBlocks(message).flatMap((block, index) => {
      const inner =
        block.type === 'tool_result' && typeof block.content !== 'string' ? (block.content ?? []) : [];
      return [
        ...inner.flatMap((part, place) => mark(part, [...path, index, 'content', place])),
        ...mark(block, [...path, index]),
      ];
    }),
  ];
}

function mark({ cache_control }: Marked, path: Path): Mark[] {
  if (cache_control === undefined || cache_control === null) return [];
  return [{ path, ttl: cache_control.ttl ?? '5m' }];
}
