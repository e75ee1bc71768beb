import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  decodeFile,
  encodeFile,
  lineEndsOf,
  readableText,
  sniff,
  withLineEnds,
} from '../../../../src/core/tools/text-file.ts';

describe('text files', () => {
  it('come back byte for byte, whatever text they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        for (const mark of [[], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]) {
          const all = Uint8Array.from([...mark, ...bytes]);
          const text = decodeFile(all);
          if (typeof text !== 'string') assert.deepEqual([...(encodeFile(text) ?? [])], [...all]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are broken when their bytes are not what their byte order mark says, and can be read all the same', () => {
    for (const [bytes, text] of [
      [[0xef, 0xbb, 0xbf, 0x41, 0xff, 0x42], 'A\ufffdB'],
      [[0xff, 0xfe, 0x41, 0, 0x42], 'A\ufffd'],
      [[0xff, 0xfe, 0x41, 0, 0, 0xd8, 0x42, 0], 'A\ufffdB'],
      [[0xfe, 0xff, 0, 0x41, 0xdc, 0], 'A\ufffd'],
    ] as const) {
      assert.equal(decodeFile(Uint8Array.from(bytes)), 'broken');
      assert.equal(readableText(Uint8Array.from(bytes)), text);
    }
  });

  it('are not written in an encoding that lacks their characters', () => {
    assert.equal(encodeFile({ text: 'é 語', encoding: 'latin-1' }), undefined);
    for (const encoding of ['utf-8', 'utf-8-bom', 'latin-1', 'utf-16le'] as const)
      assert.equal(encodeFile({ text: 'a\ud83d', encoding }), undefined);
  });

  it('of UTF-16 come back byte for byte', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('utf-16le', 'utf-16be'),
        (text, encoding) => {
          const bytes = encodeFile({ text, encoding });
          assert.ok(bytes);
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
    assert.equal(decodeFile(Uint8Array.from([...Buffer.from('a'.repeat(9000)), 0])), 'binary');
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
