import assert from 'node:assert/strict';
import { decideBaseline } from '../../../../src/core/tokens/baseline.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import type { Part } from '../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { measured, policyOf } from '../../../support/policies.ts';

const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: 'e'.repeat(64) };
const imageTokens = 1844;

function countOf(records: readonly TranscriptRecord[]): RunningCount {
  return new RunningCount(records, imageTokens);
}

/** A record with so many visible characters. */
function text(characters: number, id: string): TranscriptRecord {
  return { ...conversation().assistant('x'.repeat(characters)).records()[0]!, id };
}

describe('behaviour 2.5: the marker of a baseline stands at the end of what was counted', () => {
  it('is behind every record so far, and moves with the next baseline', () => {
    const count = countOf([text(40, 'a'), text(40, 'b')]);
    assert.equal(count.marker, null);
    assert.equal(count.setBaseline(measured(500)), 2);
    count.append(text(40, 'c'));
    assert.equal(count.marker, 2);
    assert.deepEqual(count.estimate(), { tokens: 510, source: 'provider-context' });
    assert.equal(count.setBaseline(measured(530)), 3);
    assert.deepEqual(count.estimate(), { tokens: 530, source: 'provider-context' });
  });
});

describe('behaviour 2.10: cumulative usage never enters an estimate', () => {
  it('is 100 tokens with 9 396 000 cumulative ones and 400 visible characters', () => {
    const count = countOf([text(400, 'a')]);
    const cumulative = { input: 9_000_000, output: 396_000 };
    const request = { requestId: 'q', policy: policyOf(128_000), usage: null, cumulative };
    const baseline = decideBaseline(request, () => count.fresh().tokens);
    assert.equal(baseline.report.cumulativeTokens, 9_396_000);
    count.setBaseline(baseline);
    assert.deepEqual(count.estimate(), { tokens: 100, source: 'fresh-estimate' });
    assert.ok(count.estimate().tokens < policyOf(128_000).threshold);
  });
});

describe('behaviour 2.11: behind a baseline only visible text counts', () => {
  it('adds visible characters / 4 and nothing for hidden records and provider data', () => {
    const count = countOf([text(400, 'a')]);
    count.setBaseline(measured(1000));
    const added = conversation()
      .assistant('x'.repeat(10))
      .touched('/w/a-file-with-a-long-name.ts')
      .add({ kind: 'usage', usage: { text: 'x'.repeat(4000) } })
      .reasoning('y', { name: 'openai', data: 'x'.repeat(4000) })
      .settled()
      .records();
    for (const record of added) count.append(record);
    assert.equal(count.estimate().tokens, 1000 + Math.floor(11 / 4));
  });

  it('adds images by the setting', () => {
    const count = countOf([]);
    count.setBaseline(measured(1000));
    count.append(conversation().user([image]).records()[0]!);
    assert.equal(count.estimate().tokens, 1000 + imageTokens);
  });
});

describe('behaviour 2.12: without the marker there is no baseline', () => {
  it('estimates freshly when the records before it are no longer there', () => {
    const count = countOf([text(400, 'a'), text(400, 'b')]);
    count.setBaseline(measured(9000));
    count.restart([text(400, 'a')]);
    assert.equal(count.baseline, undefined);
    assert.deepEqual(count.estimate(), { tokens: 100, source: 'fresh-estimate' });
  });
});

describe('behaviour 2.14: after a compaction the next estimate is a fresh one', () => {
  it('drops the baseline of the old segment when the successor is counted', () => {
    const count = countOf([text(400_000, 'a')]);
    count.setBaseline(measured(90_000));
    count.restart(conversation().summary('x'.repeat(800)).user('next').records());
    assert.equal(count.marker, null);
    assert.deepEqual(count.estimate(), { tokens: 201, source: 'fresh-estimate' });
  });

  it('keeps the count when only the baseline is cleared', () => {
    const count = countOf([text(400, 'a')]);
    count.setBaseline(measured(9000));
    count.clearBaseline();
    assert.deepEqual(count.estimate(), { tokens: 100, source: 'fresh-estimate' });
  });
});

describe('behaviour 2.21: the number for an image holds until the provider counts', () => {
  it('is replaced by the next baseline', () => {
    const count = countOf(conversation().user([image, image]).records());
    assert.equal(count.estimate().tokens, 2 * imageTokens);
    count.setBaseline(measured(310));
    assert.equal(count.estimate().tokens, 310);
  });
});

describe('RunningCount', () => {
  it('counts record by record what a scan of all of them counts', () => {
    const records = conversation()
      .user('Look at this')
      .calls('read', { path: 'a.ts' })
      .results('const a = 1;')
      .reminder('Plan first')
      .assistant('Done 🚀')
      .settled()
      .records();
    const grown = countOf([]);
    for (const record of records) grown.append(record);
    assert.deepEqual(grown.size, countOf(records).size);
    assert.deepEqual(grown.estimate(), countOf(records).estimate());
  });

  it('is never told of a superseded record as of any other, which would leave what it hides counted', () => {
    const { [1]: superseded } = conversation().user('abcd').add({ kind: 'superseded', from: 'r1' }).records();
    assert.ok(superseded !== undefined);
    assert.throws(() => new RunningCount([], 0).append(superseded), /counted anew/);
  });

  it('counts superseded records no more once it is restarted', () => {
    const built = conversation().user('x'.repeat(400)).user('x'.repeat(4000));
    const count = countOf(built.records());
    assert.equal(count.fresh().tokens, 1100);
    count.restart(built.add({ kind: 'superseded', from: 'r2' }).records());
    assert.equal(count.fresh().tokens, 100);
  });

  it('keeps its marker right among records of unknown kinds that have no id', () => {
    const value = { kind: 'later' };
    const unknown = { kind: 'unknown', id: '', turn: 1, at: '', value } as const;
    const count = countOf([unknown, unknown, text(40, 'a')]);
    assert.equal(count.setBaseline(measured(100)), 3);
    count.append(unknown);
    count.append(text(40, 'b'));
    count.counted('b', 30);
    assert.equal(count.estimate().tokens, 130);
  });
});

describe("a tokenizer's count", () => {
  it("takes the place of the record's characters, before and after the marker", () => {
    const count = countOf([text(40, 'before')]);
    count.setBaseline(measured(1000));
    count.append(text(40, 'after'));
    count.append(text(40, 'waiting'));
    assert.equal(count.estimate().tokens, 1020);
    count.counted('after', 35);
    assert.equal(count.estimate().tokens, 1000 + 35 + 10);
    count.counted('before', 33);
    assert.equal(count.estimate().tokens, 1045);
    count.clearBaseline();
    assert.equal(count.estimate().tokens, 33 + 35 + 10);
  });

  it('leaves images and the size in characters as they are', () => {
    const record = conversation()
      .user([{ type: 'text', text: 'x'.repeat(40) }, image])
      .records()[0]!;
    const count = countOf([record]);
    count.counted(record.id, 7);
    assert.equal(count.fresh().tokens, 7 + imageTokens);
    assert.deepEqual(count.size, { characters: 40, images: 1 });
  });

  it('is taken once, and ignored for a record that is not there', () => {
    const count = countOf([text(40, 'a')]);
    count.counted('a', 12);
    count.counted('a', 99);
    count.counted('gone', 99);
    assert.equal(count.fresh().tokens, 12);
  });

  it('may be 0 and still stands for the record', () => {
    const count = countOf([text(40, 'a')]);
    count.counted('a', 0);
    count.counted('a', 5);
    assert.equal(count.fresh().tokens, 0);
  });
});

describe('what counted an estimate', () => {
  it('is the rule of four until a tokenizer has counted, then both, then the tokenizer', () => {
    const count = countOf([text(40, 'a'), text(40, 'b')]);
    assert.equal(count.counting, 'characters');
    count.counted('a', 12);
    assert.equal(count.counting, 'both');
    count.counted('b', 12);
    assert.equal(count.counting, 'tokenizer');
    count.estimateAnew(5);
    assert.equal(count.counting, 'characters');
  });

  it('is for what stood before a baseline what had counted it when the baseline was set', () => {
    const count = countOf([text(40, 'before'), text(40, 'late')]);
    count.counted('before', 12);
    count.setBaseline(measured(1000));
    count.counted('late', 12);
    assert.equal(count.counting, 'both');
    count.clearBaseline();
    assert.equal(count.counting, 'tokenizer');
    count.setBaseline(measured(1000));
    count.append(text(40, 'after'));
    assert.equal(count.counting, 'both');
    count.counted('after', 12);
    assert.equal(count.counting, 'tokenizer');
  });
});

describe('an estimate made anew, because what it is made with changed', () => {
  const pictured = (id: string): TranscriptRecord => ({
    ...conversation().user([image]).records()[0]!,
    id,
  });
  const unreported = {
    requestId: 'q',
    policy: policyOf(128_000),
    usage: null,
    cumulative: null,
  };

  it('keeps what a provider measured, and counts what came after it by the new values', () => {
    const count = countOf([pictured('a')]);
    count.setBaseline(measured(1000));
    count.append(pictured('b'));
    count.append(text(40, 'c'));
    count.counted('c', 35);
    count.estimateAnew(5);
    assert.deepEqual(count.estimate(), { tokens: 1000 + 5 + 10, source: 'provider-context' });
    count.counted('c', 35);
    assert.equal(count.estimate().tokens, 1000 + 5 + 35);
  });

  it('leaves nothing of a baseline that was an estimate itself', () => {
    const count = countOf([pictured('a'), text(40, 'b')]);
    count.setBaseline(decideBaseline(unreported, () => count.fresh().tokens));
    assert.equal(count.estimate().tokens, imageTokens + 10);
    count.estimateAnew(5);
    assert.deepEqual(count.estimate(), { tokens: 5 + 10, source: 'fresh-estimate' });
    assert.equal(count.baseline, undefined);
  });
});
