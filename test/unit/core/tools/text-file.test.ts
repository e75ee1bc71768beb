import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  decodeFile,
  encodeFile,
  lineEndsOf,
  sniff,
  withLineEnds,
} from '../../../../src/core/tools/text-file.ts';

describe('text files', () => {
  it('come back byte for byte, whatever text they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = decodeFile(bytes);
        // Half a character at the end of UTF-16, or half a pair, has no text.
        if (text === undefined || text.encoding.startsWith('utf-16')) return;
        assert.deepEqual([...encodeFile(text)], [...bytes]);
      }),
      { numRuns: 2000 },
    );
  });

  it('of UTF-16 come back byte for byte', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('utf-16le', 'utf-16be'),
        (text, encoding) => {
          const bytes = encodeFile({ text, encoding });
          assert.deepEqual(decodeFile(bytes), { text, encoding });
        },
      ),
    );
  });

  it('are told from binary ones by a NUL or by many control characters', () => {
    const of = (...bytes: number[]): string => sniff(Uint8Array.from(bytes));
    assert.equal(of(), 'utf-8');
    assert.equal(of(97, 9, 10, 13, 27, 12, 8), 'utf-8');
    assert.equal(of(97, 0), 'binary');
    assert.equal(of(1, 2, 3, 97), 'binary');
    assert.equal(of(0xff, 0xfe, 97, 0), 'utf-16le');
    assert.equal(decodeFile(Uint8Array.from([...Buffer.from('a'.repeat(9000)), 0])), undefined);
  });
});

describe('line ends', () => {
  it('are mixed as soon as one differs', () => {
    assert.equal(lineEndsOf(''), 'lf');
    assert.equal(lineEndsOf('a\nb\n'), 'lf');
    assert.equal(lineEndsOf('a\r\nb\r\n'), 'crlf');
    assert.equal(lineEndsOf('a\r\nb\n'), 'mixed');
  });

  it('can be made the same', () => {
    assert.equal(withLineEnds('a\r\nb\nc', 'crlf'), 'a\r\nb\r\nc');
    assert.equal(withLineEnds('a\r\nb\nc', 'lf'), 'a\nb\nc');
  });
});
