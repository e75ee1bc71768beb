// The lines of one Claude Code conversation: how each is named, what it follows, and which came since the last
// compaction. Names follow from record ids, so that the same session always gives the same lines.

import type { JsonObject } from '../../../base/json.ts';
import type { Sha256 } from '../../../base/sha256.ts';

/** What all lines of a conversation share. */
export interface ChainOptions {
  readonly sha256: Sha256;
  /** Set apart the names of one session from those of every other. */
  readonly session: string;
  readonly sessionUuid: string;
  readonly workspace: string | undefined;
  /** The path of the agent whose transcript this is; undefined for the root conversation. */
  readonly agent: string | undefined;
}

/** A UUID of version 8, made of the SHA-256 of the text. */
export function uuidOf(text: string, sha256: Sha256): string {
  const hex = sha256.of(text);
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Names and links the lines of one conversation. Each method gives one line, without its end. */
export class LineChain {
  private readonly options: ChainOptions;
  /** The place of each record's line, by record id. */
  private readonly placeOf = new Map<string, number>();
  private places = 0;
  private last: string | null = null;
  /** The first place behind the last compaction. */
  private sinceCompaction = 0;

  constructor(options: ChainOptions) {
    this.options = options;
  }

  /** A name for what belongs to a record but is not its line. */
  name(text: string): string {
    const { session, agent, sha256 } = this.options;
    return uuidOf([session, agent ?? '', text].join('\n'), sha256);
  }

  /** The line of a record, to be written next. */
  line(type: string, record: { readonly id: string; readonly at: string }, fields: JsonObject): string {
    const uuid = this.fresh(record.id);
    const parentUuid = this.last;
    this.last = uuid;
    return JSON.stringify({ parentUuid, ...this.envelope(), type, ...fields, uuid, timestamp: record.at });
  }

  /** The line that says that what came before was summarised in the record. It begins a chain of its own. */
  boundary(
    summary: { readonly id: string; readonly at: string },
    metadata: JsonObject,
    kept: readonly string[],
  ): string {
    const uuid = this.name(`${summary.id}\nboundary`);
    const logicalParentUuid = this.last;
    const compactMetadata = { ...metadata, ...this.preserved(this.name(summary.id), kept) };
    this.last = uuid;
    this.sinceCompaction = this.places;
    return JSON.stringify({
      parentUuid: null,
      ...(logicalParentUuid === null ? {} : { logicalParentUuid }),
      ...this.envelope(),
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata,
      uuid,
      timestamp: summary.at,
    });
  }

  /** Which lines stayed in view. As a stretch too, where they are one that reaches from its head to the boundary. */
  private preserved(anchorUuid: string, kept: readonly string[]): JsonObject {
    const lines = kept
      .flatMap((id) => {
        const place = this.placeOf.get(id);
        return place === undefined ? [] : [{ id, place }];
      })
      .sort((one, other) => one.place - other.place);
    const head = lines[0];
    if (head === undefined) return {};
    const uuids = lines.map(({ id }) => this.name(id));
    const isStretch = head.place >= this.sinceCompaction && this.places - head.place === lines.length;
    const [headUuid = '', tailUuid = ''] = [uuids[0], uuids.at(-1)];
    return {
      ...(isStretch ? { preservedSegment: { headUuid, anchorUuid, tailUuid } } : {}),
      preservedMessages: { anchorUuid, uuids, allUuids: uuids },
    };
  }

  private envelope(): JsonObject {
    const { agent, sessionUuid, workspace } = this.options;
    return {
      isSidechain: agent !== undefined,
      userType: 'external',
      ...(workspace === undefined ? {} : { cwd: workspace }),
      sessionId: sessionUuid,
      version: 'segue',
      ...(agent === undefined ? {} : { agentId: agent }),
    };
  }

  /** Two records of one id, which only damage brings about, must not look like one line written twice. */
  private fresh(id: string): string {
    let name = id;
    while (this.placeOf.has(name)) name = `${name}\nagain`;
    this.placeOf.set(name, this.places++);
    return this.name(name);
  }
}
