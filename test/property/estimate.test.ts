import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { freshEstimate } from '../../src/core/tokens/estimate.ts';
import { payloadEstimate } from '../../src/core/tokens/payload.ts';
import { RunningCount } from '../../src/core/tokens/running-count.ts';
import type { Part } from '../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { anyText } from '../support/any-text.ts';
import { measured } from '../support/policies.ts';

const imageTokens = 1844;
const artifact = 'f'.repeat(64);
const json = fc.jsonValue({ maxDepth: 3 });

const part: fc.Arbitrary<Part> = fc.oneof(
  anyText(30).map((text): Part => ({ type: 'text', text })),
  fc.constant<Part>({ type: 'media', media: 'image', mime: 'image/png', artifact }),
  fc
    .nat(1_000_000)
    .map((characters): Part => ({ type: 'stored-text', artifact, characters, bytes: characters, head: '' })),
);
const content = fc.array(part, { maxLength: 3 });
const common = { turn: 1, at: '2026-11-30T12:00:00.000Z' };

/** A record of any kind but `superseded`, which takes earlier ones out of sight. */
const record: fc.Arbitrary<TranscriptRecord> = fc
  .oneof(
    fc.record({
      kind: fc.constantFrom('user' as const, 'assistant' as const, 'reasoning' as const, 'reminder' as const),
      content,
    }),
    fc.record({ kind: fc.constant('tool-result' as const), callId: fc.constant('c'), content }),
    fc.record({
      kind: fc.constant('tool-call' as const),
      callId: fc.constant('c'),
      name: anyText(10),
      input: json as fc.Arbitrary<never>,
    }),
    fc.record({ kind: fc.constant('fork-point' as const), outcome: fc.constant('success' as const) }),
    fc.record({
      kind: fc.constant('file-touch' as const),
      path: anyText(),
      access: fc.constant('read' as const),
    }),
    fc.record({ kind: fc.constant('notice' as const), level: fc.constant('info' as const), text: anyText() }),
  )
  .map((fields) => ({ id: '', ...common, ...fields }));

const transcript = fc
  .array(record, { maxLength: 12 })
  .map((records) => records.map((one, place) => ({ ...one, id: `r${place}` })));

const fresh = (records: readonly TranscriptRecord[]): number => freshEstimate(records, imageTokens).tokens;

describe('the estimate of a transcript', () => {
  it('never falls when a record is appended', () => {
    fc.assert(
      fc.property(transcript, (records) => {
        let before = 0;
        for (let length = 0; length <= records.length; length++) {
          const now = fresh(records.slice(0, length));
          assert.ok(now >= before);
          before = now;
        }
      }),
    );
  });

  it('is the same whether it is kept record by record or scanned', () => {
    fc.assert(
      fc.property(transcript, (records) => {
        const count = new RunningCount([], imageTokens);
        records.forEach((one, place) => {
          count.append(one);
          assert.equal(count.estimate().tokens, fresh(records.slice(0, place + 1)));
        });
      }),
    );
  });

  it('never falls behind a baseline either, and never below it', () => {
    fc.assert(
      fc.property(transcript, transcript, fc.nat(1_000_000), (earlier, later, tokens) => {
        const count = new RunningCount(earlier, imageTokens);
        count.setBaseline(measured(tokens + 1));
        let before = tokens + 1;
        for (const one of later) {
          count.append({ ...one, id: `later-${one.id}` });
          assert.ok(count.estimate().tokens >= before);
          before = count.estimate().tokens;
        }
      }),
    );
  });

  it('does not depend on when a tokenizer counted', () => {
    fc.assert(
      fc.property(transcript, fc.array(fc.nat(500), { minLength: 12, maxLength: 12 }), (records, counts) => {
        const atOnce = new RunningCount([], imageTokens);
        const later = new RunningCount(records, imageTokens);
        records.forEach((one, place) => {
          atOnce.append(one);
          atOnce.counted(one.id, counts[place] ?? 0);
        });
        [...records.keys()].reverse().forEach((place) => later.counted(`r${place}`, counts[place] ?? 0));
        assert.deepEqual(atOnce.fresh(), later.fresh());
        assert.deepEqual(atOnce.size, later.size);
      }),
    );
  });
});

describe('the estimate of a realised request', () => {
  it('is a quarter of the characters of its strings when it holds no image', () => {
    fc.assert(
      fc.property(json, (payload) => {
        let characters = 0;
        JSON.stringify(payload, (_, value: unknown) => {
          if (typeof value === 'string') characters += Array.from(value).length;
          return value;
        });
        assert.equal(payloadEstimate(payload, imageTokens), Math.floor(characters / 4));
      }),
    );
  });

  it('never falls when a message is added or a text grows', () => {
    const message = fc.record({ role: fc.constantFrom('user', 'assistant'), content: json });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), message, anyText(), (messages, next, more) => {
        const before = payloadEstimate({ messages }, imageTokens);
        assert.ok(payloadEstimate({ messages: [...messages, next] }, imageTokens) >= before);
        const text = { role: 'user', content: 'text' };
        const longer = { role: 'user', content: `text${more}` };
        assert.ok(
          payloadEstimate({ messages: [...messages, longer] }, imageTokens) >=
            payloadEstimate({ messages: [...messages, text] }, imageTokens),
        );
      }),
    );
  });
});
