import assert from 'node:assert/strict';
import fc from 'fast-check';
import { headLength, OutputRing, tailLength } from '../../../../src/core/executions/output-ring.ts';
import { codePointLength } from '../../../../src/base/code-points.ts';

function ringOf(...texts: readonly string[]): OutputRing {
  const ring = new OutputRing();
  for (const text of texts) ring.add(text);
  ring.end();
  return ring;
}

describe('the output that is kept of a command', () => {
  it('is all of it while it is short', () => {
    assert.deepEqual(ringOf('one\n', 'two\n').captured(), {
      ...{ head: 'one\ntwo\n', tail: '', characters: 8, omitted: 0 },
    });
  });

  it('is beginning and newest end of what is long, and says how much lies between', () => {
    const lines = Array.from({ length: 20_000 }, (_, line) => `line ${line}\n`);
    const whole = lines.join('');
    const { head, tail, characters, omitted } = ringOf(...lines).captured();
    assert.equal(characters, whole.length);
    assert.equal(head, whole.slice(0, headLength));
    assert.equal(tail, whole.slice(-tailLength));
    assert.equal(omitted, whole.length - headLength - tailLength);
  });

  it('counts characters and never cuts one in two', () => {
    const { head, tail, characters, omitted } = ringOf('\u{1f600}'.repeat(100_000)).captured();
    assert.deepEqual(
      [codePointLength(head), codePointLength(tail), characters, omitted],
      [headLength, tailLength, 100_000, 100_000 - headLength - tailLength],
    );
    assert.ok(head.isWellFormed() && tail.isWellFormed());
  });

  it('keeps a terminal sequence whole or leaves it out, where the head ends and where the tail begins', () => {
    const red = '\x1b[38;5;196m';
    const atHead = ringOf('x'.repeat(headLength - 4) + red + 'y'.repeat(10)).captured();
    assert.deepEqual([atHead.head.length, atHead.tail], [headLength - 4, `${red}${'y'.repeat(10)}`]);
    const atTail = ringOf('x'.repeat(headLength + 500) + red + 'y'.repeat(tailLength - 4)).captured();
    assert.equal(atTail.tail, 'y'.repeat(tailLength - 4));
    assert.equal(atTail.omitted, 500 + red.length);
  });

  it('waits for the rest of a sequence that comes in pieces, and takes it as text when none comes', () => {
    const ring = new OutputRing();
    ring.add('a\x1b[3');
    assert.deepEqual([ring.captured().head, ring.length], ['a', 1]);
    ring.add('1mb\x1b');
    assert.equal(ring.captured().head, 'a\x1b[31mb');
    ring.end();
    assert.equal(ring.captured().head, 'a\x1b[31mb\x1b');
  });

  it('does not wait for the end of what only begins like a sequence', () => {
    const ring = new OutputRing();
    const text = `\x1b]${'z'.repeat(10_000)}`;
    ring.add(text);
    ring.add('more');
    assert.equal(ring.captured().head, `${text}more`);
  });

  it('after a part that was skipped begins its tail anew and counts the part as left out', () => {
    const ring = ringOf('begin ', 'middle ');
    ring.add('end', 1000);
    assert.deepEqual(ring.captured(), {
      head: 'begin middle ',
      tail: 'end',
      characters: 1016,
      omitted: 1000,
    });
  });

  it('is, however the text comes, the same count and the same ends', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('\x1b[1m', '\x1b]8;;http://x\x07', '\x1b', '[0m', 'word '.repeat(3000)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const whole = pieces.join('');
        const { head, tail, characters, omitted } = ringOf(...pieces).captured();
        assert.equal(
          characters,
          pieces.reduce((sum, text) => sum + codePointLength(text), 0),
        );
        assert.ok(whole.startsWith(head) && whole.endsWith(tail));
        assert.equal(omitted, characters - codePointLength(head) - codePointLength(tail));
        assert.ok(codePointLength(head) <= headLength && codePointLength(tail) <= tailLength);
        if (omitted === 0) assert.equal(head + tail, whole);
      }),
    );
  });
});
