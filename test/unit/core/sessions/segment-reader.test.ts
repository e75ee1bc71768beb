// Reading the bytes of a segment file: records, places, damage, torn ends.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maximumDepth, type Json } from '../../../../src/base/json.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { encodeLine, encodePart } from '../../../../src/core/sessions/segment-encoding.ts';
import {
  recordsToCut,
  type ParsedSegment,
  type SegmentHeader,
} from '../../../../src/core/sessions/segment-file.ts';
import { parseSegment, SegmentParser } from '../../../../src/core/sessions/segment-reader.ts';
import { conversation } from '../../../support/conversation.ts';

const header: SegmentHeader = {
  kind: 'header',
  format: 1,
  session: 's',
  segment: 1,
  createdAt: 'now',
  tailTurns: 0,
  tailTruncated: false,
};
const headLine = encodeLine(header);
const records = conversation().user('Ä first').calls('read').results('ok').assistant('Done 😀').records();

function parse(text: string | Uint8Array): Promise<ParsedSegment> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return parseSegment(bytes, nodeSha256, unpaced);
}

function partText(list = records): string {
  return new TextDecoder().decode(encodePart(list).bytes);
}

describe('reading a segment', () => {
  it('gives header, records and the byte at which each line begins', async () => {
    const text = headLine + records.map(encodeLine).join('');
    const parsed = await parse(text);
    assert.deepEqual(parsed.header, header);
    assert.deepEqual(parsed.records, records);
    assert.deepEqual(
      [parsed.damage, parsed.finalized, parsed.tornOffset, parsed.unended],
      [[], null, null, false],
    );
    const bytes = Buffer.from(text);
    parsed.offsets.forEach((offset, place) => {
      const line = bytes.subarray(offset, bytes.indexOf('\n', offset)).toString();
      assert.deepEqual(JSON.parse(line), records[place]);
    });
  });

  it('counts a line that is nested too deeply to be written again as damage, wherever it is nested', async () => {
    const deep = '['.repeat(3000) + ']'.repeat(3000);
    for (const [field, kind] of [
      ['input', 'tool-call'],
      ['extra', 'assistant'],
      ['value', 'of-tomorrow'],
    ]) {
      const line = `{"kind":"${kind}","id":"d","turn":1,"at":"now","callId":"c","name":"n","input":1,"content":[],"${field}":${deep}}\n`;
      const parsed = await parse(headLine + line);
      assert.deepEqual(
        parsed.damage.map(({ reason }) => reason),
        ['nested too deeply'],
      );
    }
  });

  it('reads back what it may have written: arguments as deep as any may be', async () => {
    const input = JSON.parse('['.repeat(maximumDepth) + ']'.repeat(maximumDepth)) as Json;
    const [call] = conversation().user('Go').calls('read').records().slice(-1);
    const written = { ...call!, input } as TranscriptRecord;
    assert.deepEqual((await parse(headLine + encodeLine(written))).damage, []);
  });

  it('gives the same for a file that comes in pieces, wherever it is cut, and keeps none of them', async () => {
    const wholes = [
      headLine + records.map(encodeLine).join(''),
      `${headLine}damaged\n${partText()}${encodeLine(records[0]!).slice(0, -9)}`,
    ];
    for (const text of wholes) {
      const bytes = Buffer.from(text);
      const whole = await parse(bytes);
      for (let cut = 1; cut < bytes.length; cut++) {
        const parser = new SegmentParser(nodeSha256, unpaced);
        for (let start = 0; start < bytes.length; start += cut) {
          const piece = Buffer.from(bytes.subarray(start, start + cut));
          await parser.add(piece);
          piece.fill(0);
        }
        assert.deepEqual(parser.finish(), whole);
      }
    }
  });

  it('keeps fields it does not know, on header and records', async () => {
    const parsed = await parse(
      encodeLine({ ...header, colour: 'red' }) + encodeLine({ ...records[0], mood: 1 }),
    );
    assert.ok(parsed.header !== null && 'colour' in parsed.header);
    assert.deepEqual(parsed.records, [{ ...records[0], mood: 1 }]);
  });

  it('reads lines that end with a carriage return', async () => {
    const parsed = await parse((headLine + records.map(encodeLine).join('')).replaceAll('\n', '\r\n'));
    assert.deepEqual(parsed.records, records);
    assert.deepEqual(parsed.damage, []);
  });

  it('gives no header for a file that begins with something else, and says so', async () => {
    for (const first of ['garbage\n', `\ufeff${headLine}`, encodeLine(records[0]!), '\n']) {
      const parsed = await parse(first + encodeLine(records[1]!));
      assert.equal(parsed.header, null);
      assert.equal(parsed.damage[0]?.line, 1);
      assert.deepEqual(parsed.records, [records[1]]);
    }
    assert.deepEqual((await parse('')).damage, []);
  });

  it('remembers a damaged line by the hash of its bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from(headLine),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(partText()),
    ]);
    const parsed = await parse(bytes);
    assert.deepEqual(parsed.damage, [
      { line: 2, reason: 'not UTF-8', hash: nodeSha256.of(new Uint8Array([0xff, 0xfe])) },
    ]);
    assert.deepEqual(parsed.records, records);
  });

  it('stops at the finalized line and calls what follows damage', async () => {
    const finalized = { kind: 'finalized', at: 'then', cut: 'r3' } as const;
    const text = headLine + partText() + encodeLine(finalized) + encodeLine({ ...records[0], id: 'x' });
    const parsed = await parse(text);
    assert.deepEqual(parsed.finalized, finalized);
    assert.equal(parsed.finalizedOffset, Buffer.byteLength(headLine + partText()));
    assert.deepEqual(
      parsed.damage.map((line) => line.reason),
      ['stands after the finalized line'],
    );
    assert.deepEqual(recordsToCut(parsed), records.slice(0, 2));
  });

  it('owns all records when the cut is null or none of them', async () => {
    for (const cut of [null, 'elsewhere']) {
      const parsed = await parse(headLine + partText() + encodeLine({ kind: 'finalized', at: 'then', cut }));
      assert.deepEqual(recordsToCut(parsed), records);
    }
  });

  it('takes text that imitates lines of a segment for nothing but text', async () => {
    const text = `${headLine}${encodeLine({ kind: 'finalized', at: 'x', cut: null })}`;
    const quoting = conversation().user(text).assistant(text).records();
    const parsed = await parse(headLine + partText(quoting));
    assert.deepEqual(parsed.records, quoting);
    assert.equal(parsed.finalized, null);
  });

  it('keeps a confirmed part although a line in it was damaged later', async () => {
    for (const place of [0, 1, 2, 3]) {
      const lines = partText().split('\n');
      lines[place] = 'damaged';
      const parsed = await parse(headLine + lines.join('\n'));
      assert.equal(parsed.tornOffset, null);
      assert.equal(parsed.records.length, 3);
      assert.deepEqual(
        parsed.damage.map((line) => line.line),
        [place + 2],
      );
    }
  });
});

describe('reading a segment that was broken off', () => {
  const confirmed = conversation()
    .user('Confirmed')
    .assistant('Yes')
    .records()
    .map((record) => ({ ...record, id: `c-${record.id}` }));
  const before = headLine + partText(confirmed);
  const whole = Buffer.from(before + partText());

  it('gives the confirmed records and the place to cut, wherever the last part breaks off', async () => {
    for (let length = Buffer.byteLength(before) + 1; length < whole.length - 1; length++) {
      const parsed = await parse(whole.subarray(0, length));
      assert.deepEqual(parsed.records, confirmed);
      assert.equal(parsed.tornOffset, Buffer.byteLength(before), `${length} bytes`);
      assert.equal(parsed.unended, false);
      assert.deepEqual(parsed.damage, []);
    }
  });

  it('takes the last line as whole when only its end is missing', async () => {
    const parsed = await parse(whole.subarray(0, -1));
    assert.deepEqual(parsed.records, [...confirmed, ...records]);
    assert.deepEqual([parsed.tornOffset, parsed.unended], [null, true]);
  });

  it('does not take a whole value that is no record of this segment for a line', async () => {
    for (const rest of ['12', 'null', '{}', JSON.stringify(confirmed[0]), JSON.stringify(header)]) {
      const parsed = await parse(before + rest);
      assert.equal(parsed.tornOffset, Buffer.byteLength(before), rest);
      assert.deepEqual(parsed.records, confirmed);
    }
  });

  it('never shows the mark of a part on a record', async () => {
    const parsed = await parse(whole);
    assert.ok(whole.includes('partContinues'));
    assert.ok(!JSON.stringify(parsed.records).includes('partContinues'));
  });
});

describe('reading arbitrary bytes as a segment', () => {
  it('never throws and accounts for every line', async () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(
        headLine.trim(),
        ...records.map((record) => JSON.stringify(record)),
        '{"kind":"finalized","at":"x","cut":null}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.boolean(), async (lines, ended) => {
        const text = lines.map((one) => one.replaceAll('\n', ' ')).join('\n') + (ended ? '\n' : '');
        const parsed = await parse(text);
        const complete = text.split('\n').length - 1;
        const read =
          parsed.records.length +
          parsed.damage.length +
          (parsed.header === null ? 0 : 1) +
          (parsed.finalized === null ? 0 : 1);
        assert.equal(read, complete + (parsed.unended ? 1 : 0));
        assert.equal(parsed.offsets.length, parsed.records.length);
      }),
    );
  });

  it('gives for any prefix of a log a prefix of its appends (a property of every crash)', async () => {
    const append = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(append, { maxLength: 5 }), fc.nat(), async (appends, at) => {
        let id = 0;
        const parts = appends.map((texts) =>
          texts.map((text) => ({ ...conversation().user(text).records()[0]!, id: `p${++id}` })),
        );
        const bytes = Buffer.concat([Buffer.from(headLine), ...parts.map((part) => encodePart(part).bytes)]);
        const parsed = await parse(bytes.subarray(0, at % (bytes.length + 1)));
        const sizes = parts.map((_, place) => parts.slice(0, place + 1).flat().length);
        assert.ok([0, ...sizes].includes(parsed.records.length));
        assert.deepEqual(parsed.records, parts.flat().slice(0, parsed.records.length));
      }),
    );
  });
});
