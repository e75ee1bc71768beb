// What an imported session tells, as happenings: visible records in order, copies once, contents read from artifacts.

import type { Artifact } from '../../../src/core/sessions/externalize.ts';
import type { WholeSession } from '../../../src/core/sessions/store.ts';
import type { Part, StoredText } from '../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import type { Happening } from './happenings.ts';

/** Every record of the root conversation once, oldest first. */
export function rootRecords(session: WholeSession): readonly TranscriptRecord[] {
  return session.segments.flatMap(({ records }) =>
    records.filter(({ copiedFrom }) => copiedFrom === undefined),
  );
}

/** Steering left out: a source that keeps it beside the conversation is asked for it separately. */
export function tellRecords(
  records: readonly TranscriptRecord[],
  artifacts: readonly Artifact[],
): readonly Happening[] {
  const shelf = new Map(artifacts.map(({ name, content }) => [name, content.text]));
  const stored = ({ artifact }: StoredText): string => shelf.get(artifact) ?? `missing artifact ${artifact}`;
  return records.flatMap((record): Happening[] => {
    switch (record.kind) {
      case 'user':
        return record.origin === 'steering' ? [] : said('user', record.content, shelf);
      case 'task':
        return said('user', record.content, shelf);
      case 'assistant':
      case 'reasoning':
      case 'summary':
        return said(record.kind, record.content, shelf);
      case 'tool-call': {
        const input: unknown =
          record.storedInput === undefined ? record.input : JSON.parse(stored(record.storedInput));
        return [{ kind: 'call', name: record.name, input }];
      }
      case 'tool-result':
        return record.synthetic === true ? [] : [resultOf(record.content, shelf)];
      default:
        return [];
    }
  });
}

/** Text of what was typed into a running turn. */
export function steeringTexts(records: readonly TranscriptRecord[]): readonly string[] {
  return records.flatMap((record) =>
    record.kind === 'user' && record.origin === 'steering'
      ? [record.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')]
      : [],
  );
}

function said(
  kind: 'user' | 'assistant' | 'reasoning' | 'summary',
  content: readonly Part[],
  shelf: ReadonlyMap<string, string>,
): Happening[] {
  return content.map((part): Happening => {
    if (part.type === 'media') return { kind: 'image', base64: shelf.get(part.artifact ?? '') ?? '' };
    return { kind, text: part.type === 'text' ? part.text : (shelf.get(part.artifact) ?? '') };
  });
}

function resultOf(content: readonly Part[], shelf: ReadonlyMap<string, string>): Happening {
  const texts = content.flatMap((part) =>
    part.type === 'media' ? [] : [part.type === 'text' ? part.text : (shelf.get(part.artifact) ?? '')],
  );
  const images = content.flatMap((part) =>
    part.type === 'media' ? [shelf.get(part.artifact ?? '') ?? part.path ?? ''] : [],
  );
  return { kind: 'result', text: texts.join('\n'), images };
}
