// Runs readers and settlement to their end at once, with ids that count and a clock that stands.

import { parseSourceJson } from '../../../src/core/import/source-json.ts';
import type { ImportFormat, ReadTranscript, SourceText } from '../../../src/core/import/source.ts';
import { readerOf } from '../../../src/core/import/read-transcript.ts';
import {
  settleConversation,
  type ImportedSession,
  type SettleDeps,
} from '../../../src/core/import/settle/settle.ts';
import type { DraftConversation } from '../../../src/core/import/draft.ts';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Steps } from '../../../src/base/steps.ts';
import { nodeSha256 } from '../../../src/adapters/system/sha256.ts';
import { countingIds } from '../counting-ids.ts';
import { VirtualClock } from '../virtual-clock.ts';

export function run<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function settleDeps(): SettleDeps {
  return { ids: countingIds(), sha256: nodeSha256, clock: new VirtualClock() };
}

/** A file of the given lines; objects are written as JSON. */
export function linesOf(...lines: readonly (string | object)[]): SourceText {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const only = texts.length === 1 ? parseSourceJson(texts[0]!) : undefined;
  return { lines: texts, whole: only?.ok === true ? containerOf(only.value) : undefined };
}

/** A file that is one JSON value over many lines. */
export function wholeOf(value: object): SourceText {
  const lines = JSON.stringify(value, null, 1).split('\n');
  return { lines, whole: JSON.parse(JSON.stringify(value)) as JsonObject | readonly Json[] };
}

export function readAs(format: ImportFormat, source: SourceText): ReadTranscript {
  return run(readerOf(format)(source));
}

/** The only conversation of a file. */
export function conversationOf(format: ImportFormat, source: SourceText): DraftConversation {
  const { conversations } = readAs(format, source);
  if (conversations.length !== 1) throw new Error(`${conversations.length} conversations`);
  return conversations[0]!;
}

/** The only conversation of a file, settled. */
export function sessionOf(format: ImportFormat, source: SourceText): ImportedSession {
  return settled(conversationOf(format, source), format);
}

export function settled(
  conversation: DraftConversation,
  format: ImportFormat = 'claude-code',
): ImportedSession {
  return run(settleConversation(conversation, { format, fileName: 'source' }, settleDeps()));
}

function containerOf(value: Json): JsonObject | readonly Json[] | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}
