import assert from 'node:assert/strict';
import { batchStart, resultsByCall, toolPairs } from '../../../../src/core/transcript/tool-batches.ts';
import { conversation } from '../../../support/conversation.ts';

const batch = conversation()
  .user('Look around')
  .calls('read', { path: 'a' })
  .results('A')
  .reasoning('Now both')
  .assistant('Reading two')
  .calls('read', { path: 'b' })
  .calls('read', { path: 'c' })
  .results('B');

describe('toolPairs', () => {
  it('joins calls with their results by id, in call order', () => {
    const pairs = toolPairs(batch.records());
    assert.deepEqual(
      pairs.map(({ call, result }) => [call.callId, result?.callId]),
      [
        ['call-1', 'call-1'],
        ['call-2', 'call-2'],
        ['call-3', undefined],
      ],
    );
  });
});

describe('resultsByCall', () => {
  it('keeps the first result of a call that has two', () => {
    const records = conversation()
      .calls('read')
      .results('first')
      .add({ kind: 'tool-result', callId: 'call-1', content: [{ type: 'text', text: 'second' }] })
      .records();
    assert.equal(resultsByCall(records).get('call-1')?.id, 'r2');
  });
});

describe('batchStart', () => {
  const records = batch.records();

  it('keeps the reasoning and prose right before the batch with it', () => {
    assert.equal(batchStart(records, new Set(['call-2', 'call-3']), 0), 3);
  });

  it('begins behind the prompt when nothing was called before', () => {
    assert.equal(batchStart(records, new Set(['call-1']), 0), 1);
  });

  it('looks at nothing before the given place', () => {
    assert.equal(batchStart(records, new Set(['call-2']), 5), 5);
  });

  it('is the end of the records when none of the calls is there', () => {
    assert.equal(batchStart(records, new Set(['call-9']), 0), records.length);
    assert.equal(batchStart(records, new Set(['call-1']), 2), records.length);
  });

  it('does not reach back over a settled turn or the end of a directive', () => {
    const settled = conversation().user('a').calls('A').settled('interrupted').reasoning('r').calls('B');
    assert.equal(batchStart(settled.records(), new Set(['call-2']), 0), 3);
    const directive = conversation()
      .directiveStart('d')
      .user('a')
      .assistant('b')
      .directiveEnd('d')
      .calls('A');
    assert.equal(batchStart(directive.records(), new Set(['call-1']), 0), 4);
  });
});
