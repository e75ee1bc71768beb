import assert from 'node:assert/strict';
import {
  freshEstimate,
  recordSize,
  tokensOf,
  tokensOfCharacters,
  transcriptSize,
} from '../../../../src/core/tokens/estimate.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import type { Part } from '../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { measured } from '../../../support/policies.ts';

const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: 'd'.repeat(64) };

function tokens(records: readonly TranscriptRecord[]): number {
  return freshEstimate(records, 1844).tokens;
}

describe('behaviour 2.1: a fresh estimate is visible characters / 4, rounded down', () => {
  it('is 2 for "Hello world" and 100 for 400 characters', () => {
    assert.equal(tokens(conversation().user('Hello world').records()), 2);
    assert.equal(tokens(conversation().user('x'.repeat(400)).records()), 100);
    assert.equal(tokens([]), 0);
  });

  it('rounds once, over the whole transcript', () => {
    assert.equal(tokens(conversation().user('abc').assistant('abc').user('ab').records()), 2);
  });

  it('counts code points', () => {
    assert.equal(tokensOfCharacters(7), 1);
    assert.equal(tokens(conversation().user('🚀'.repeat(8)).records()), 2);
  });

  it('says that it is an estimate', () => {
    assert.equal(freshEstimate([], 0).source, 'fresh-estimate');
  });
});

describe('behaviour 2.4: a reminder counts in the shape the provider gets it', () => {
  const long = { name: 'openai', data: 'x'.repeat(10_000) };

  it('adds 37 characters to its body and nothing for data only a provider reads', () => {
    const built = conversation().user('Task').reminder('keep').reasoning('', long).records();
    assert.equal(transcriptSize(built).characters, 45);
    assert.equal(tokens(built), 11);
  });

  it('is 110 tokens behind a baseline of 100 that was measured before it', () => {
    const count = new RunningCount(conversation().user('Task').records(), 1844);
    count.setBaseline(measured(100));
    count.append(conversation().reminder('keep').records()[0]!);
    assert.equal(count.estimate().tokens, 110);
  });
});

describe('transcriptSize', () => {
  it('leaves superseded records out', () => {
    const records = conversation()
      .user('four')
      .user('x'.repeat(4000))
      .add({ kind: 'superseded', from: 'r2' })
      .user('four')
      .records();
    assert.deepEqual(transcriptSize(records), { characters: 8, images: 0 });
  });

  it('counts images in prompts and in tool results', () => {
    const records = conversation().user([image]).calls('shot').results([image, image]).records();
    assert.deepEqual(transcriptSize(records), { characters: 4, images: 3 });
    assert.equal(tokensOf(transcriptSize(records), 1844), 3 * 1844 + 1);
  });
});

describe('recordSize', () => {
  it('counts no image that was never kept, and no other media', () => {
    const gone: Part = { type: 'media', media: 'image', path: '/w/shot.png' };
    const paper: Part = { ...image, media: 'document', mime: 'application/pdf' };
    const [record] = conversation().user([gone, paper, image]).records();
    assert.equal(recordSize(record!).images, 1);
  });
});
