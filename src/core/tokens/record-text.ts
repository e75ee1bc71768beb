// The text of a record that a tokenizer counts: what the model sees of it, without the wrapping of any wire format.

import type { Json } from '../../base/json.ts';
import { inlineText } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { isVisible } from '../transcript/visibility.ts';

/** Undefined for hidden records and for those whose text is kept in an artifact: their characters stand for them. */
export function recordText(record: TranscriptRecord): string | undefined {
  if (!isVisible(record)) return undefined;
  if (record.kind === 'tool-call') {
    return record.storedInput === undefined ? [record.name, ...values(record.input)].join(' ') : undefined;
  }
  return record.content.some((part) => part.type === 'stored-text') ? undefined : inlineText(record.content);
}

function values(value: Json): readonly string[] {
  if (value === null || typeof value !== 'object') return [String(value)];
  return Object.values<Json>(value).flatMap(values);
}
