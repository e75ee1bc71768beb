// Shortening that says what it left out and keeps structure.

import assert from 'node:assert/strict';
import type { Json } from '../../../../src/base/json.ts';
import {
  argumentLimit,
  hasLongArgument,
  truncateArguments,
  truncatedArgument,
  truncatedOutput,
  truncateOutput,
} from '../../../../src/core/evidence/truncate.ts';

const outputMark = (omitted: number): string =>
  `\n[segue: tool output truncated; omitted ${omitted} chars]\n`;
const argumentMark = (omitted: number): string =>
  `\n[segue: string argument truncated; omitted ${omitted} chars]`;

describe('truncation', () => {
  describe('behaviour 4.4: string arguments above a limit are cut, however deep they stand', () => {
    it('sets the limit to the output cap, but never below 80 and never above 800', () => {
      assert.deepEqual([0, 79, 80, 500, 800, 801, 8000].map(argumentLimit), [80, 80, 80, 500, 800, 800, 800]);
    });

    it('cuts strings in objects and lists and keeps keys, numbers, flags and nulls', () => {
      const input = {
        path: 'a.ts',
        edits: [{ old: 'x'.repeat(81), line: 7, all: true, note: null }, 'y'.repeat(100)],
      };
      assert.deepEqual(truncateArguments(input, 80), {
        path: 'a.ts',
        edits: [
          { old: `${'x'.repeat(80)}${argumentMark(1)}`, line: 7, all: true, note: null },
          `${'y'.repeat(80)}${argumentMark(20)}`,
        ],
      });
    });

    it('leaves a string of exactly the limit alone', () => {
      const text = 'x'.repeat(80);
      assert.equal(truncateArguments(text, 80), text);
    });

    it('keeps a key that is called __proto__', () => {
      const input = JSON.parse('{"__proto__":{"a":"b"}}') as Json;
      assert.equal(JSON.stringify(truncateArguments(input, 80)), '{"__proto__":{"a":"b"}}');
    });

    it('tells before whether anything would be cut', () => {
      assert.equal(hasLongArgument({ a: ['x'.repeat(80)], b: 1, c: null }, 80), false);
      assert.equal(hasLongArgument({ a: [{ b: 'x'.repeat(81) }] }, 80), true);
    });

    it('cuts nothing of an argument that was cut to the limit before', () => {
      const once = truncateArguments({ text: 'x'.repeat(1000) }, 800);
      assert.deepEqual(truncateArguments(once, 800), once);
      assert.equal(hasLongArgument(once, 800), false);
    });

    it('adds up what is left out when a cut argument is cut again', () => {
      const once = truncateArguments('x'.repeat(1000), 800);
      assert.equal(truncateArguments(once, 500), truncatedArgument('x'.repeat(500), 500));
    });
  });

  describe('behaviour 4.5: an output above the cap is its beginning and a marker', () => {
    it('keeps the first 8000 characters and tells how many are missing', () => {
      assert.equal(truncateOutput('x'.repeat(20_000), 8000), `${'x'.repeat(8000)}${outputMark(12_000)}`);
    });

    it('leaves an output of exactly the cap alone', () => {
      const text = 'x'.repeat(8000);
      assert.equal(truncateOutput(text, 8000), text);
    });

    it('keeps nothing but the marker when the cap is 0', () => {
      assert.equal(truncateOutput('abc', 0), outputMark(3));
    });

    it('cuts nothing of an output that was cut to the cap before, trimmed or not', () => {
      const once = truncateOutput('x'.repeat(9000), 4000);
      assert.equal(truncateOutput(once, 4000), once);
      assert.equal(truncateOutput(once.trim(), 4000), once.trim());
    });

    it('adds up what is left out when a cut output is cut again', () => {
      const once = truncateOutput('x'.repeat(9000), 4000);
      assert.equal(truncateOutput(once, 2000), truncatedOutput('x'.repeat(2000), 7000));
    });

    it('takes a marker in the middle of an output for text', () => {
      const text = `${'x'.repeat(10)}${outputMark(5)}${'y'.repeat(40)}`;
      assert.equal(truncateOutput(text, 20), `${text.slice(0, 20)}${outputMark(text.length - 20)}`);
    });
  });

  describe('behaviour 4.15: lengths are code points', () => {
    it('keeps whole emoji and counts each as one', () => {
      assert.equal(truncateOutput('😀'.repeat(12), 10), `${'😀'.repeat(10)}${outputMark(2)}`);
      assert.equal(truncateOutput('😀'.repeat(10), 10), '😀'.repeat(10));
      assert.equal(truncateArguments('é😀'.repeat(50), 80), `${'é😀'.repeat(40)}${argumentMark(20)}`);
    });
  });
});
