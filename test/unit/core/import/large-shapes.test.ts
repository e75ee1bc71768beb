// Files of few lines that hold very much: depths and widths that would overflow the stack.

import assert from 'node:assert/strict';
import type { Json } from '../../../../src/base/json.ts';
import { importTranscript } from '../../../../src/core/import/read-transcript.ts';
import { importFormats, type SourceText } from '../../../../src/core/import/source.ts';
import { valueOf } from '../../../support/expect.ts';
import { jsonFile } from '../../../support/transcripts/mutations.ts';
import { realShapes } from '../../../support/transcripts/real-shapes.ts';
import { readAs, run, settleDeps, wholeOf } from '../../../support/transcripts/steps.ts';
import { encodeLine } from '../../../../src/core/sessions/segment-encoding.ts';

/** The value with every string it holds replaced. */
function withStrings(value: Json, text: string, keep: (key: string) => boolean): Json {
  const inside = (item: Json, key: string): Json => {
    if (typeof item === 'string') return keep(key) ? item : text;
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) return item.map((entry: Json) => inside(entry, key));
    return Object.fromEntries(Object.entries(item).map(([name, entry]) => [name, inside(entry, name)]));
  };
  return inside(value, '');
}

/** Settles what comes of the file in whatever format it is, and writes every record as a store would. */
function written(source: SourceText): number {
  const imported = run(importTranscript(source, { format: 'auto', fileName: 'x' }, settleDeps()));
  let count = 0;
  for (const { session } of valueOf(imported).sessions) {
    for (const { records } of session.segments) {
      for (const record of records) count += encodeLine(record).length > 0 ? 1 : 0;
    }
  }
  return count;
}

const structural = new Set(['type', 'role', 'id', 'uuid', 'parentUuid', 'call_id', 'tool_call_id', 'kind']);

describe('transcripts of unusual size in one place', () => {
  it('with JSON text nested deeper than the stack in any string are read in every format', () => {
    const deep = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
    const shapes = realShapes.map((shape) => withStrings(shape, deep, (key) => structural.has(key)));
    for (const format of importFormats) {
      for (const shape of shapes) assert.ok(readAs(format, jsonFile([shape])).conversations.length >= 0);
    }
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: deep } };
    const messages = [
      { role: 'user', content: 'Go on' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'ok' },
    ];
    assert.ok(written(wholeOf(messages)) >= 3);
  });

  it('with more content blocks in one message than fit on the stack are read', () => {
    const blocks = Array.from({ length: 200_000 }, () => ({ type: 'text', text: 'x' }));
    const messages = [
      { role: 'user', content: blocks },
      { role: 'assistant', content: blocks },
    ];
    assert.ok(written(wholeOf(messages)) >= 2);
  });
});
