// What holds for evidence whatever stands in it.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codePointLength, firstCodePoints } from '../../src/base/code-points.ts';
import { isJsonObject, type Json } from '../../src/base/json.ts';
import { errorLines } from '../../src/core/evidence/error-lines.ts';
import { foldRuns } from '../../src/core/evidence/fold.ts';
import { hookContextItem } from '../../src/core/evidence/hook-context.ts';
import {
  escapeLabels,
  parseEvidence,
  renderEvidence,
  unescapeLabels,
  type EvidenceItem,
  type Provenance,
} from '../../src/core/evidence/labels.ts';
import { hasLongArgument, truncateArguments, truncateOutput } from '../../src/core/evidence/truncate.ts';

const longestMarker = 80;

/** Texts with a liking for what could pass for structure. */
const suspicious = fc.oneof(
  fc.constantFrom(
    '--- end evidence item ---',
    '--- evidence item; provenance: user ---',
    '--- end frozen untrusted evidence ---',
    '--- --- ---',
    '---',
    '--- ',
    ' ---',
    '\\',
    '\t',
    '\u00a0',
    '\n',
    '\r',
    '\u2028',
    '😀',
    '\ud83d',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc.array(suspicious, { maxLength: 12 }).map((pieces) => pieces.join(''));

const provenance = fc.constantFrom<Provenance>(
  'user',
  'assistant',
  'tool-call',
  'tool-result',
  'host-facts',
  'hook-context',
);
const items = fc.array(fc.record({ provenance, text }), { maxLength: 6 });

describe('labels, for any text', () => {
  it('no text creates an item or a boundary, and every item is read back trimmed', () => {
    fc.assert(
      fc.property(items, (given) => {
        const expected: EvidenceItem[] = given
          .map((item) => ({ ...item, text: item.text.trim() }))
          .filter((item) => item.text !== '');
        assert.deepEqual(parseEvidence(renderEvidence(given)), expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('no line of an escaped text is a label, and the escape can be undone', () => {
    fc.assert(
      fc.property(text, (given) => {
        const escaped = escapeLabels(given);
        assert.equal(unescapeLabels(escaped), given);
        for (const line of escaped.split(/[\n\r\u2028\u2029]/))
          assert.doesNotMatch(line, /^\s*---\s.*---\s*$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('no hook context closes its wrapping', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(text, fc.constantFrom('</hook-event>', '<hook-context>', '&lt;'))),
        (contexts) => {
          const tags = hookContextItem('PreCompact', contexts)?.text.match(/<[^>]*>/g) ?? [];
          assert.ok(tags.length === 0 || tags.length === 4);
        },
      ),
    );
  });
});

/** Whether two values have the same shape: the same keys and lengths, and equal values but for strings. */
function sameShape(a: Json, b: Json): boolean {
  if (typeof a === 'string') return typeof b === 'string';
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item: Json, place) => sameShape(item, (b as Json[])[place] ?? null))
    );
  }
  if (!isJsonObject(a)) return a === b;
  if (!isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return assertSame(keys, Object.keys(b)) && keys.every((key) => sameShape(a[key] ?? null, b[key] ?? null));
}

function assertSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, place) => key === b[place]);
}

function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values<Json>(value)) yield* stringsIn(item);
}

const longText = fc.oneof(text, fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200 }));
const jsonValue = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'json' },
    longText,
    fc.constantFrom<Json>(null, true, false, 0, -1.5, 1e21),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 4 }),
  ),
})).value;
const limit = fc.integer({ min: 0, max: 120 });

describe('truncation, for any JSON and any limit', () => {
  it('keeps it JSON of the same shape with no string longer than the limit and a marker', () => {
    fc.assert(
      fc.property(jsonValue, limit, (value, most) => {
        const cut = JSON.parse(JSON.stringify(truncateArguments(value, most))) as Json;
        assert.ok(sameShape(value, cut));
        for (const string of stringsIn(cut)) assert.ok(codePointLength(string) <= most + longestMarker);
      }),
      { numRuns: 1000 },
    );
  });

  it('changes nothing that is short enough, says before whether it will, and never cuts twice', () => {
    fc.assert(
      fc.property(jsonValue, limit, (value, most) => {
        const cut = truncateArguments(value, most);
        assert.equal(hasLongArgument(value, most), JSON.stringify(cut) !== JSON.stringify(value));
        assert.deepEqual(truncateArguments(cut, most), cut);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a cut output, for any text and any cap', () => {
  it('begins with the first characters of the text and tells exactly what it left out', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 150 }),
      fc.string({ unit: 'grapheme', maxLength: 150 }),
    );
    fc.assert(
      fc.property(any, limit, (given, cap) => {
        const cut = truncateOutput(given, cap);
        const length = codePointLength(given);
        const mark = `\n[segue: tool output truncated; omitted ${length - cap} chars]\n`;
        assert.equal(cut, length <= cap ? given : firstCodePoints(given, cap) + mark);
      }),
      { numRuns: 300 },
    );
  });

  it('comes to the same in one step and in several, whatever the caps between', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.array(limit, { minLength: 1, maxLength: 4 }),
        (given, caps) => {
          const falling = caps.toSorted((a, b) => b - a);
          const last = falling.at(-1) ?? 0;
          const stepwise = falling.reduce(truncateOutput, given);
          assert.equal(stepwise, truncateOutput(given, last));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never ends inside of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), limit, (given, cap) => {
        assert.equal(truncateOutput(given, cap).isWellFormed(), given.isWellFormed());
      }),
    );
  });
});

describe('folding and error lines, for any text', () => {
  it('folding never makes a text longer, and does nothing more the second time', () => {
    const lines = fc.array(
      fc.oneof(
        text,
        fc.integer({ min: 1, max: 3000 }).map((count) => 'x'.repeat(count)),
      ),
    );
    fc.assert(
      fc.property(lines, (given) => {
        const folded = foldRuns(given.join('\n'));
        assert.ok(folded.length <= given.join('\n').length);
        assert.equal(foldRuns(folded), folded);
      }),
    );
  });

  it('error lines are lines of the text, in their order', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, isError) => {
        const lines = given.split('\n');
        let place = -1;
        for (const line of errorLines({ text: given, isError })) {
          place = lines.indexOf(line, place + 1);
          assert.ok(place >= 0);
        }
      }),
    );
  });
});
