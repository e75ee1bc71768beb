// Writing records as bytes.

import assert from 'node:assert/strict';
import type { Pace } from '../../../../src/base/pace.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import {
  encodeLine,
  encodePart,
  encodeSegment,
  type EncodedChunk,
} from '../../../../src/core/sessions/segment-encoding.ts';
import { conversation } from '../../../support/conversation.ts';

async function collect(lines: readonly object[], pace: Pace = unpaced): Promise<readonly EncodedChunk[]> {
  const chunks: EncodedChunk[] = [];
  for await (const chunk of encodeSegment(lines, pace)) chunks.push(chunk);
  return chunks;
}

describe('encoding a segment', () => {
  it('writes one line of JSON for each value, in chunks that know the length of each line', async () => {
    const lines = Array.from({ length: 3000 }, (_, number) => ({ number, text: 'ä😀'.repeat(60) }));
    const chunks = await collect(lines);
    assert.ok(chunks.length > 2);
    const text = Buffer.concat(chunks.map((chunk) => chunk.bytes)).toString();
    assert.equal(text, lines.map(encodeLine).join(''));
    assert.deepEqual(
      chunks.flatMap((chunk) => chunk.lineLengths),
      lines.map((line) => Buffer.byteLength(encodeLine(line))),
    );
  });

  it('writes nothing for nothing', async () => {
    assert.deepEqual(await collect([]), []);
  });

  it('breathes between lines', async () => {
    let asked = 0;
    await collect([{}, {}, {}], { breathe: () => (asked++ === 1 ? Promise.resolve() : undefined) });
    assert.equal(asked, 3);
  });

  it('writes lone surrogates escaped, so that the bytes are UTF-8 and the text comes back', () => {
    const line = encodeLine({ text: '\ud800 \udc00 ok' });
    assert.ok(line.isWellFormed());
    assert.deepEqual(JSON.parse(line), { text: '\ud800 \udc00 ok' });
  });
});

describe('encoding a part', () => {
  it('marks every line but the last, and a single line not at all', () => {
    const records = conversation().user('a').calls('x').results('b').records();
    const lines = new TextDecoder().decode(encodePart(records).bytes).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { partContinues?: boolean }).partContinues),
      [true, true, undefined],
    );
    const [single] = records;
    assert.equal(new TextDecoder().decode(encodePart([single!]).bytes), encodeLine(single!));
  });
});
