// Whatever a file holds, readers and settlement come to an end without throwing, and what they make is in order.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Json } from '../../../../src/base/json.ts';
import { importTranscript } from '../../../../src/core/import/read-transcript.ts';
import { importFormats, type SourceText } from '../../../../src/core/import/source.ts';
import { jsonFile, mutatedLines, sourceOf } from '../../../support/transcripts/mutations.ts';
import { brokenOrder } from '../../../support/transcripts/provider-order.ts';
import { realShapes } from '../../../support/transcripts/real-shapes.ts';
import { readAs, run, settled, settleDeps } from '../../../support/transcripts/steps.ts';

/** Reads in every format, settles what comes of it, and looks at the order of the records. */
function check(source: SourceText): void {
  for (const format of importFormats) {
    const { conversations, damaged } = readAs(format, source);
    for (const { line, reason } of damaged) {
      assert.ok(line >= 0 && line <= source.lines.length && reason !== '');
    }
    for (const conversation of conversations) {
      const { session } = settled(conversation, format);
      for (const { records } of session.segments) assert.deepEqual(brokenOrder(records), []);
      for (const records of session.agents.values()) assert.deepEqual(brokenOrder(records), []);
    }
  }
  run(importTranscript(source, { format: 'auto', fileName: 'x' }, settleDeps()));
}

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

describe('readers never throw', () => {
  it('on arbitrary text', () => {
    const text = fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 });
    fc.assert(fc.property(text, (lines) => check(sourceOf(lines))));
  });

  it('on arbitrary JSON lines', () => {
    fc.assert(fc.property(fc.array(json, { maxLength: 5 }), (values) => check(jsonFile(values))));
  });

  it('on lines of real shape with anything in any place', () => {
    fc.assert(
      fc.property(mutatedLines(json, 12), (values) => check(jsonFile(values))),
      { numRuns: 300 },
    );
  });

  it('on lines of real shape cut anywhere', () => {
    const cut = fc.tuple(fc.constantFrom(...realShapes), fc.nat()).map(([shape, at]) => {
      const text = JSON.stringify(shape);
      return text.slice(0, at % text.length);
    });
    fc.assert(fc.property(fc.array(cut, { maxLength: 6 }), (lines) => check(sourceOf(lines))));
  });
});
