// Relevant Files: every changed file, then files that were read, each with the request it was touched for.

import { isJsonObject } from '../../base/json.ts';
import { changedPaths } from '../../core/evidence/facts/changed-paths.ts';
import { named } from './exchange-lines.ts';
import type { LineList } from './lines.ts';
import { type Action, type Exchange, type Story } from './story.ts';

const reasonLength = 60;
const changeLine = /^(.+?) ✎(\d+)(?: — .*)?$/;
const readKeys = ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path', 'relative_path'];

export interface FileChange {
  readonly path: string;
  /** How many calls changed it. */
  readonly times: number;
}

/** A bullet of an earlier summary read as a change; undefined for any other. */
export function changeIn(bullet: string): FileChange | undefined {
  const [, path, times] = changeLine.exec(bullet) ?? [];
  return path === undefined ? undefined : { path, times: Number(times) };
}

/** Changed files must stay; files only read are ranked by how often they were named. `before` counts earlier changes. */
export function addFiles(story: Story, lines: LineList, before: ReadonlyMap<string, number>): void {
  const changes = new Map<string, Touch>();
  const reads = new Map<string, Touch>();
  for (const exchange of story.exchanges) {
    for (const action of exchange.actions) {
      if (action.outcome === 'failed' || action.outcome === 'refused') continue;
      const changed = changedPaths({ name: action.tool, input: action.input });
      for (const path of changed) touch(changes, path, exchange);
      const read = changed.length > 0 ? undefined : readPath(action);
      if (read !== undefined) touch(reads, read, exchange);
    }
  }
  const { changedPaths: paths } = story.facts;
  for (const path of paths) {
    const change = changes.get(path);
    const times = (before.get(path) ?? 0) + (change?.times ?? 1);
    lines.add('Relevant Files', `${path} ✎${times}${reasonOf(path, change, story)}`, { must: true, rank: 1 });
  }
  const changed = new Set(paths);
  for (const [path, read] of reads) {
    if (!changed.has(path))
      lines.add('Relevant Files', `${path} ${read.times}×${reasonOf(path, read, story)}`, {
        rank: read.times,
      });
  }
}

interface Touch {
  times: number;
  exchange: Exchange;
}

function touch(touches: Map<string, Touch>, path: string, exchange: Exchange): void {
  touches.set(path, { times: (touches.get(path)?.times ?? 0) + 1, exchange });
}

/** The request a file was last touched for; left out where all was done for one and the path says enough. */
function reasonOf(path: string, last: Touch | undefined, story: Story): string {
  const words = last?.exchange.words ?? '';
  const isPlain = story.exchanges.length === 1 && /^(?:\/|~|[A-Za-z]:\\)/.test(path);
  return words === '' || isPlain ? '' : ` — ${named(words, reasonLength)}`;
}

function readPath(action: Action): string | undefined {
  const { input } = action;
  if (!isJsonObject(input)) return undefined;
  const path = readKeys.map((key) => input[key]).find((value) => typeof value === 'string');
  const isFile = typeof path === 'string' && /\.\w+$/.test(path) && path.length < 300 && !path.includes('\n');
  return isFile ? path : undefined;
}
