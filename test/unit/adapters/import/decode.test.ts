import assert from 'node:assert/strict';
import { decodeSource, looksBinary, splitLines } from '../../../../src/adapters/import/decode.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import type { SourceText } from '../../../../src/core/import/source.ts';

async function decoded(file: string | Buffer): Promise<SourceText> {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'utf8') : file;
  return decodeSource(await splitLines(bytes, unpaced), unpaced);
}

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('the text of a foreign file', () => {
  it('is its lines, the last one with or without an end', async () => {
    assert.deepEqual((await decoded('a\nb\n')).lines, ['a', 'b']);
    assert.deepEqual((await decoded('a\nb')).lines, ['a', 'b']);
    assert.deepEqual((await decoded('a\n\nb\n')).lines, ['a', '', 'b']);
    assert.deepEqual((await decoded('')).lines, []);
  });

  it('has neither a byte-order mark nor CRLF', async () => {
    assert.deepEqual((await decoded('\ufeff{"a":1}\r\n{"b":2}\r\n')).lines, ['{"a":1}', '{"b":2}']);
  });

  it('is read in UTF-16 of both orders, with and without a mark', async () => {
    const text = '{"a":"ü"}\n{"b":"ö"}\n';
    const files = [
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      bigEndian(`\ufeff${text}`),
      Buffer.from(text, 'utf16le'),
      bigEndian(text),
    ];
    for (const file of files) assert.deepEqual((await decoded(file)).lines, ['{"a":"ü"}', '{"b":"ö"}']);
  });

  it('keeps escaped half surrogate pairs and NUL bytes for the readers', async () => {
    assert.deepEqual((await decoded('{"a":"\\ud800"}\nx\0y')).lines, ['{"a":"\\ud800"}', 'x\0y']);
  });

  it('has replacement characters for bytes that are not UTF-8, and keeps these bytes', async () => {
    const { lines, undecodable } = await decoded(Buffer.from([0x61, 0x0a, 0x62, 0x80, 0x0a, 0x63]));
    assert.deepEqual(lines, ['a', 'b\ufffd', 'c']);
    assert.deepEqual(undecodable, [{ line: 2, base64: 'YoA=' }]);
  });
});

describe('a foreign file as one JSON value', () => {
  const wholes: readonly (readonly [string, unknown])[] = [
    ['{"a":1}\n', { a: 1 }],
    ['{\n "a": 1\n}\n', { a: 1 }],
    ['\n\n[\n {"a":1},\n {"a":2}\n]', [{ a: 1 }, { a: 2 }]],
    ['[{"a":1},\n{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ];
  for (const [text, value] of wholes) {
    it(`is known for ${JSON.stringify(text)}`, async () => {
      assert.deepEqual((await decoded(text)).whole, value);
    });
  }

  for (const text of [
    '{"a":1}\n{"a":2}\n',
    '{"cut":\n{"a":2}\n',
    '// note\n{"a":1}',
    '7',
    '"text"',
    '{\n "a": ',
  ]) {
    it(`is none for ${JSON.stringify(text)}`, async () => {
      assert.equal((await decoded(text)).whole, undefined);
    });
  }
});

describe('the size of what has to be parsed at once', () => {
  it('is that of the longest line, or of the whole value', async () => {
    const lines = await splitLines(Buffer.from('{"a":1}\n{"a":12345}\n'), unpaced);
    assert.deepEqual([lines.longestLine, lines.mayBeWhole], [11, false]);
    const whole = await splitLines(Buffer.from('{\n"a":1}'), unpaced);
    assert.equal(whole.mayBeWhole, true);
  });
});

describe('binary files', () => {
  it('are told by zero bytes and by control characters', () => {
    assert.equal(looksBinary(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0])), true);
    assert.equal(looksBinary(Buffer.from([0x80, 1, 2, 3, 4, 5])), true);
    assert.equal(looksBinary(Buffer.from('ünlü text\r\n\twith tabs')), false);
    assert.equal(looksBinary(Buffer.from('caf\xe9', 'latin1')), false);
  });
});
