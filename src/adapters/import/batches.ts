// Takes imported sessions apart into batches small enough to cross to another thread in one short slice, and puts them
// together again.

import { addAll } from '../../base/add-all.ts';
import { invariant, assertNever } from '../../base/fail.ts';
import type { ImportedFile } from '../../core/import/read-transcript.ts';
import type { ImportedSession } from '../../core/import/settle/settle.ts';
import type { Artifact } from '../../core/sessions/externalize.ts';
import type { WholeSegment } from '../../core/sessions/store.ts';
import { recordValue, type TranscriptRecord } from '../../core/transcript/record.ts';
import type { BatchItem } from './worker-messages.ts';

/** Characters of a batch, roughly. */
const batchSize = 1_000_000;

/** The batches of a file; the last one ends with `done`. */
export function* batchesOf(file: ImportedFile): Generator<readonly BatchItem[], void, undefined> {
  let batch: BatchItem[] = [];
  let size = 0;
  for (const item of itemsOf(file)) {
    batch.push(item);
    size += sizeOf(item);
    if (size < batchSize) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  yield batch;
}

/** Rebuilds a file from its batches. */
export class BatchCollector {
  private readonly sessions: OpenSession[] = [];

  /** The whole file once its last item has come. */
  add(items: readonly BatchItem[]): ImportedFile | undefined {
    for (const item of items) {
      if (item.kind === 'done') {
        const sessions = this.sessions.map((session) => session.close());
        return { format: item.format, sessions, damaged: item.damaged };
      }
      if (item.kind === 'session') this.sessions.push(new OpenSession(item));
      else this.session().add(item);
    }
    return undefined;
  }

  private session(): OpenSession {
    const session = this.sessions.at(-1);
    invariant(session !== undefined, 'a batch begins with a session');
    return session;
  }
}

type SessionItem = Exclude<BatchItem, { kind: 'done' | 'session' }>;

class OpenSession {
  private readonly start: Extract<BatchItem, { kind: 'session' }>;
  private readonly segments: (Omit<WholeSegment, 'records'> & { readonly records: TranscriptRecord[] })[] =
    [];
  private readonly agents = new Map<string, TranscriptRecord[]>();
  private readonly artifacts: { name: string; encoding: 'utf8' | 'base64'; text: string }[] = [];
  private records: TranscriptRecord[] = [];

  constructor(start: Extract<BatchItem, { kind: 'session' }>) {
    this.start = start;
  }

  add(item: SessionItem): void {
    switch (item.kind) {
      case 'segment':
        this.records = [];
        this.segments.push({ createdAt: item.createdAt, finalized: item.finalized, records: this.records });
        break;
      case 'agent':
        this.records = [];
        this.agents.set(item.path, this.records);
        break;
      case 'records':
        addAll(this.records, item.records);
        break;
      case 'artifact':
        this.artifacts.push({ name: item.name, encoding: item.encoding, text: '' });
        break;
      case 'text': {
        const artifact = this.artifacts.at(-1);
        invariant(artifact !== undefined, 'a text belongs to an artifact');
        artifact.text += item.piece;
        break;
      }
      default:
        assertNever(item);
    }
  }

  close(): ImportedSession {
    const { init, counts } = this.start;
    const artifacts = this.artifacts.map(({ name, encoding, text }): Artifact => ({
      name,
      content: { encoding, text },
    }));
    return { counts, session: { init, segments: this.segments, agents: this.agents, artifacts } };
  }
}

function* itemsOf(file: ImportedFile): Generator<BatchItem, void, undefined> {
  for (const { session, counts } of file.sessions) {
    yield { kind: 'session', init: session.init, counts };
    for (const { createdAt, finalized, records } of session.segments) {
      yield { kind: 'segment', createdAt, finalized };
      yield* recordItems(records);
    }
    for (const [path, records] of session.agents) {
      yield { kind: 'agent', path };
      yield* recordItems(records);
    }
    for (const { name, content } of session.artifacts) {
      yield { kind: 'artifact', name, encoding: content.encoding };
      for (let at = 0; at < content.text.length; at += batchSize) {
        yield { kind: 'text', piece: content.text.slice(at, at + batchSize) };
      }
    }
  }
  yield { kind: 'done', format: file.format, damaged: file.damaged };
}

function* recordItems(records: readonly TranscriptRecord[]): Generator<BatchItem, void, undefined> {
  for (const record of records) yield { kind: 'records', records: [record] };
}

function sizeOf(item: BatchItem): number {
  if (item.kind === 'text') return item.piece.length;
  if (item.kind !== 'records') return 200;
  return item.records.reduce((size, record) => size + JSON.stringify(recordValue(record)).length, 0);
}
