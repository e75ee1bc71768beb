// Which lines of a Claude Code transcript belong to a side chain, and to which: by agent id, else by parent links.

import type { ClaudeLine } from './line.ts';
import { isMessageLine } from './line.ts';

/** The path of the side chain a line belongs to; undefined for the main chain. */
export type ChainOf = (line: ClaudeLine) => string | undefined;

/**
 * Side chains stay apart from the conversation that started them. A file whose messages are all of a side chain is a
 * conversation of its own (design 14.4).
 */
export function sideChains(lines: readonly ClaudeLine[]): ChainOf {
  const messages = lines.filter(({ fields }) => isMessageLine(fields));
  if (!messages.some(({ fields }) => fields.isSidechain !== true)) return () => undefined;
  const chains = new ChainNames();
  const chainOf = new Map<ClaudeLine, string>();
  for (const line of lines) {
    if (line.fields.isSidechain === true) chainOf.set(line, chains.of(line));
  }
  return (line) => chainOf.get(line);
}

class ChainNames {
  private readonly byUuid = new Map<string, string>();
  private readonly byAgent = new Map<string, string>();
  private readonly paths = new Set<string>();
  private readonly counts = new Map<string, number>();
  private last: string | undefined;

  of({ fields }: ClaudeLine): string {
    const path =
      fields.agentId === undefined ? this.byParent(fields.parentUuid) : this.ofAgent(fields.agentId);
    if (fields.uuid !== undefined) this.byUuid.set(fields.uuid, path);
    this.last = path;
    return path;
  }

  private ofAgent(agentId: string): string {
    const known = this.byAgent.get(agentId);
    if (known !== undefined) return known;
    const path = this.fresh(agentId.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64));
    this.byAgent.set(agentId, path);
    return path;
  }

  /** A line without a parent begins a chain; one whose parent is missing goes on with the newest. */
  private byParent(parentUuid: string | undefined): string {
    if (parentUuid === undefined) return this.fresh('side-chain-1');
    return this.byUuid.get(parentUuid) ?? this.last ?? this.fresh('side-chain-1');
  }

  private fresh(wanted: string): string {
    const first = wanted === '' || wanted === '-' ? 'side-chain-1' : wanted;
    const stem = first.replace(/-1$/, '');
    let path = first;
    // Goes on where the last search for this stem ended: a file may hold very many chains without a name.
    let count = this.counts.get(stem) ?? 1;
    while (this.paths.has(path)) path = `${stem}-${++count}`;
    this.counts.set(stem, count);
    this.paths.add(path);
    return path;
  }
}
