// One draft with its turn becomes one record. Segments, and what a compaction keeps, are cut-segments.ts.

import { wellFormed } from '../../../base/code-points.ts';
import { assertNever } from '../../../base/fail.ts';
import type { Ids } from '../../../base/ids.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Part } from '../../transcript/parts.ts';
import type { TranscriptRecord } from '../../transcript/record.ts';
import type { ArtifactShelf } from './artifact-shelf.ts';
import type { CompactionDraft, DraftPart, ProviderTag } from '../draft.ts';
import type { Numbered, TakenBack } from './number-turns.ts';
import type { ImportFormat } from '../source.ts';
import { wellFormedJson } from './well-formed.ts';

interface RecordMakerDeps {
  readonly ids: Ids;
  readonly shelf: ArtifactShelf;
  readonly format: ImportFormat;
  /** For drafts before the first one with a time. */
  readonly now: string;
}

type RecordDraft = Exclude<Numbered['draft'], TakenBack | CompactionDraft>;

type Fields<Record_> = Record_ extends TranscriptRecord ? Omit<Record_, 'id' | 'turn' | 'at'> : never;

export class RecordMaker {
  private readonly deps: RecordMakerDeps;
  private lastTime: string;

  constructor(deps: RecordMakerDeps) {
    this.deps = deps;
    this.lastTime = deps.now;
  }

  /** The time of what comes before anything that tells its own: that of the first that does. */
  begin(times: Iterable<string | undefined>): void {
    for (const at of times) {
      const time = isoOf(at);
      if (time === undefined) continue;
      this.lastTime = time;
      return;
    }
  }

  /** Undefined for a draft that leaves no record of its own. */
  make(draft: RecordDraft, turn: number): TranscriptRecord | undefined {
    const fields = this.fields(draft);
    return fields === undefined ? undefined : this.record(fields, turn, draft.at);
  }

  summary(draft: CompactionDraft, turn: number): TranscriptRecord {
    const content = this.parts([{ type: 'text', text: draft.summary }]);
    const author = {
      kind: 'imported' as const,
      ...(draft.model === undefined ? {} : { model: draft.model }),
    };
    return this.record({ kind: 'summary', content, author, purpose: 'continuation' }, turn, draft.at);
  }

  /** The first record of a side chain. */
  task(content: readonly DraftPart[], path: string, place: { turn: number; at: string | undefined }) {
    return this.record({ kind: 'task', content: this.parts(content), path }, place.turn, place.at);
  }

  superseded(from: string, turn: number, at: string | undefined): TranscriptRecord {
    return this.record({ kind: 'superseded', from }, turn, at);
  }

  private record(fields: Fields<TranscriptRecord>, turn: number, at: string | undefined): TranscriptRecord {
    this.lastTime = isoOf(at) ?? this.lastTime;
    const record: TranscriptRecord = {
      ...fields,
      id: this.deps.ids.next('record'),
      turn,
      at: this.lastTime,
    };
    return this.deps.shelf.store(record);
  }

  private fields(draft: RecordDraft): Fields<TranscriptRecord> | undefined {
    switch (draft.kind) {
      case 'user':
        return {
          kind: 'user',
          content: this.parts(draft.content),
          ...(draft.origin === 'host' || draft.origin === 'steering' ? { origin: draft.origin } : {}),
        };
      case 'assistant':
      case 'reasoning':
        return { kind: draft.kind, content: this.parts(draft.content), ...tagged(draft.provider) };
      case 'tool-call':
        return {
          kind: 'tool-call',
          callId: draft.callId,
          name: wellFormed(draft.name),
          input: wellFormedJson(draft.input),
          ...(draft.malformed === true ? { malformed: true } : {}),
          ...tagged(draft.provider),
        };
      case 'tool-result':
        return {
          kind: 'tool-result',
          callId: draft.callId,
          name: wellFormed(draft.name),
          content: this.parts(draft.content),
          ...(draft.isError === true ? { isError: true } : {}),
          ...(draft.synthetic === true ? { synthetic: true } : {}),
        };
      default:
        return this.hiddenFields(draft);
    }
  }

  private hiddenFields(
    draft: Exclude<RecordDraft, { kind: 'user' | 'assistant' | 'reasoning' | 'tool-call' | 'tool-result' }>,
  ): Fields<TranscriptRecord> | undefined {
    switch (draft.kind) {
      case 'turn-end':
        return { kind: 'fork-point', outcome: draft.outcome };
      case 'usage':
        return {
          kind: 'usage',
          ...(draft.requestId === undefined ? {} : { requestId: wellFormed(draft.requestId) }),
          ...(draft.model === undefined ? {} : { model: wellFormed(draft.model) }),
          usage: wellFormedJson(draft.usage),
        };
      case 'file-touch':
        return { kind: 'file-touch', path: wellFormed(draft.path), access: draft.access };
      case 'foreign':
        return {
          kind: 'foreign',
          format: this.deps.format,
          line: draft.line,
          raw: wellFormed(this.deps.shelf.withoutBytes(draft.raw, draft.line)),
        };
      case 'settled':
        return undefined;
      default:
        return assertNever(draft);
    }
  }

  /** Empty texts are left out: no provider accepts them and there is nothing to see. */
  private parts(content: readonly DraftPart[]): Part[] {
    return content.flatMap((part): Part[] => {
      switch (part.type) {
        case 'text':
          return part.text === '' ? [] : [{ type: 'text', text: wellFormed(part.text) }];
        case 'inline-media':
          return [this.deps.shelf.media(part)];
        case 'linked-media': {
          const mime = part.mime === undefined ? {} : { mime: part.mime };
          return [{ type: 'media', media: part.media, ...mime, path: wellFormed(part.path) }];
        }
        default:
          return assertNever(part);
      }
    });
  }
}

function tagged(
  provider: ProviderTag | undefined,
): { provider?: { name: string; data: JsonObject } } | object {
  return provider === undefined
    ? {}
    : { provider: { name: provider.name, data: wellFormedJson(provider.data) } };
}

const recordTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The time in the form records use, or undefined for none or nonsense. */
function isoOf(at: string | undefined): string | undefined {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  if (at === undefined || Number.isNaN(time)) return undefined;
  return recordTime.test(at) ? at : new Date(time).toISOString();
}
