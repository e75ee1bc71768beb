// What was confirmed to the person, held against what is on disk: each input and each record once, each call with its
// result.

import { verifySessionFolder } from '../../src/adapters/disk/verify-session.ts';
import type { SessionHandle } from '../../src/core/sessions/store.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { toolPairs } from '../../src/core/transcript/tool-batches.ts';
import { realDiskPorts, realStore } from '../support/disk-store.ts';
import { never, valueOf } from '../support/expect.ts';

type Standing =
  /** Said, and not yet confirmed: it may be there or not. */
  | 'said'
  | 'kept'
  /** Taken back, and not yet confirmed. */
  | 'leaving'
  | 'gone';

export interface Findings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly orphans: readonly string[];
}

interface KnownSegment {
  readonly ids: ReadonlySet<string>;
  /** What the person said, by the id of its record. */
  readonly said: ReadonlyMap<string, string>;
  readonly doubled: readonly string[];
  readonly orphans: readonly string[];
}

export class Ledger {
  private readonly inputs = new Map<string, Standing>();
  private readonly records = new Set<string>();
  /** Finalized segments never change. */
  private readonly finalized = new Map<number, KnownSegment>();

  says(text: string): void {
    this.inputs.set(text, 'said');
  }

  confirmed(text: string): void {
    this.inputs.set(text, 'kept');
  }

  leaves(text: string): void {
    if (this.inputs.get(text) === 'kept') this.inputs.set(text, 'leaving');
  }

  left(text: string): void {
    if (this.inputs.get(text) === 'leaving') this.inputs.set(text, 'gone');
  }

  stays(text: string): void {
    if (this.inputs.get(text) === 'leaving') this.inputs.set(text, 'kept');
  }

  recorded(ids: readonly string[]): void {
    for (const id of ids) this.records.add(id);
  }

  /** Nothing is being said or written while it looks. What was left open is decided by what is there. */
  async check(path: string): Promise<Findings> {
    const session = valueOf(await realStore('').open(path, 'read', never));
    const segments = await this.segments(session);
    const known = new Set(segments.flatMap(({ ids }) => [...ids]));
    const said = new Map(segments.flatMap((segment) => [...segment.said]));
    const { outbox, queue } = session.session();
    const waiting = [...outbox, ...queue.steering, ...queue.followUps].filter(({ id }) => !known.has(id));
    const inputs = this.checkInputs([...said.values(), ...waiting.map(({ text }) => text)]);
    const verified = valueOf(await verifySessionFolder(realDiskPorts(), path, never));
    return {
      lost: [
        ...[...this.records].filter((id) => !known.has(id)).map((id) => `record ${id}`),
        ...inputs.lost,
        ...verified.problems.map((problem) => `problem ${JSON.stringify(problem)}`),
      ],
      doubled: [...segments.flatMap(({ doubled }) => doubled), ...inputs.doubled],
      orphans: segments.flatMap(({ orphans }) => orphans),
    };
  }

  private checkInputs(found: readonly string[]): Omit<Findings, 'orphans'> {
    const counts = new Map<string, number>();
    for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
    const lost: string[] = [];
    const doubled: string[] = [];
    for (const [text, standing] of this.inputs) {
      const count = counts.get(text) ?? 0;
      if (count > 1) doubled.push(`input ${text}`);
      if (standing === 'kept' && count === 0) lost.push(`input ${text}`);
      if (standing === 'gone' && count > 0) doubled.push(`taken back ${text}`);
      if (standing === 'said' || standing === 'leaving') this.inputs.set(text, count > 0 ? 'kept' : 'gone');
    }
    return { lost, doubled };
  }

  private async segments(session: SessionHandle): Promise<readonly KnownSegment[]> {
    const active = session.active().number;
    const segments: KnownSegment[] = [];
    for (let number = 1; number < active; number++) {
      const segment =
        this.finalized.get(number) ?? knownSegment(valueOf(await session.segment(number, never)).records);
      this.finalized.set(number, segment);
      segments.push(segment);
    }
    return [...segments, knownSegment(session.active().records)];
  }
}

function knownSegment(records: readonly TranscriptRecord[]): KnownSegment {
  const ids = new Set<string>();
  const said = new Map<string, string>();
  const doubled: string[] = [];
  for (const record of records) {
    if (ids.has(record.id)) doubled.push(`record ${record.id}`);
    ids.add(record.id);
    if (record.kind === 'user' && record.origin !== 'host') said.set(record.id, inlineText(record.content));
  }
  const pairs = toolPairs(records);
  const orphans = pairs.filter(({ result }) => result === undefined).map(({ call }) => `call ${call.callId}`);
  const results = records.filter(({ kind }) => kind === 'tool-result').length;
  const answered = pairs.length - orphans.length;
  if (results !== answered) doubled.push(`${results} results of ${answered} answered calls`);
  return { ids, said, doubled, orphans };
}
