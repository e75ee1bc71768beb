import assert from 'node:assert/strict';
import type { Json } from '../../../../src/base/json.ts';
import type { Part } from '../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import {
  isVisible,
  visibleLength,
  visibleMedia,
  withoutSuperseded,
} from '../../../../src/core/transcript/visibility.ts';
import { conversation } from '../../../support/conversation.ts';

const artifact = 'c'.repeat(64);
const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact };

function call(name: string, input: Json): TranscriptRecord {
  return conversation().add({ kind: 'tool-call', callId: 'c1', name, input }).records()[0]!;
}

const hidden = conversation()
  .settled()
  .directiveStart('d1')
  .directiveEnd('d1')
  .add({ kind: 'hook-audit', event: 'PreCompact', handlers: [{ source: 'user', contexts: ['context'] }] })
  .add({ kind: 'execution-archive', callId: 'c', executionId: 'x', render: { output: 'long' } })
  .add({ kind: 'execution-completion', callId: 'c', executionId: 'x', render: { output: 'long' } })
  .touched('/w/a.ts')
  .add({ kind: 'usage', usage: { input: 9 } })
  .add({ kind: 'notice', level: 'info', text: 'Compacted' })
  .add({ kind: 'superseded', from: 'r1' })
  .add({ kind: 'foreign', format: 'codex', line: 1, raw: 'raw text' })
  .add({ kind: 'unknown', value: { kind: 'later', text: 'text' } })
  .records();

const visible = conversation()
  .summary('four')
  .task('four', '/root/a')
  .user('four')
  .assistant('four')
  .reasoning('four')
  .add({ kind: 'tool-call', callId: 'c', name: 'four', input: {} })
  .add({ kind: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'four' }] })
  .add({ kind: 'agent-message', content: [{ type: 'text', text: 'four' }], from: '/root/a' })
  .records();

describe('behaviour 2.2: only what the model sees counts', () => {
  it('counts the text of every visible kind', () => {
    for (const record of visible) {
      assert.equal(isVisible(record), true, record.kind);
      assert.equal(visibleLength(record), 4, record.kind);
    }
  });

  it('counts nothing for a hidden record, whatever it holds', () => {
    assert.equal(hidden.length, 12);
    for (const record of hidden) {
      assert.equal(isVisible(record), false, record.kind);
      assert.equal(visibleLength(record), 0, record.kind);
    }
  });

  it('counts nothing for data that only its provider reads', () => {
    const [record] = conversation()
      .reasoning('four', { name: 'openai', data: { encrypted: 'x'.repeat(10_000) } })
      .records();
    assert.equal(visibleLength(record!), 4);
  });

  it('counts code points, so that an emoji is one character', () => {
    assert.equal(visibleLength(conversation().user('🚀🚀').records()[0]!), 2);
  });

  it('counts the name and the values of a call, and neither its keys nor its punctuation', () => {
    assert.equal(visibleLength(call('read', { path: 'a.ts', options: { lines: [10, 20], raw: true } })), 16);
    assert.equal(visibleLength(call('read', {})), 4);
    assert.equal(visibleLength(call('read', '{"path":')), 12);
  });

  it('counts an input that was stored as an artifact by its whole length', () => {
    const [record] = conversation()
      .add({
        kind: 'tool-call',
        callId: 'c1',
        name: 'write',
        input: null,
        storedInput: { type: 'stored-text', artifact, characters: 300_000, bytes: 300_000, head: '{' },
      })
      .records();
    assert.equal(visibleLength(record!), 300_005);
  });
});

describe('visibleMedia', () => {
  it('finds media in prompts and in tool results and none in hidden records', () => {
    const prompt = conversation().user([image]).records()[0]!;
    const result = conversation()
      .calls('shot')
      .results([{ type: 'text', text: 'a' }, image])
      .records()[1]!;
    assert.deepEqual(visibleMedia(prompt), [image]);
    assert.deepEqual(visibleMedia(result), [image]);
    assert.deepEqual(visibleMedia(call('shot', {})), []);
    assert.deepEqual(visibleMedia(hidden[0]!), []);
  });
});

describe('withoutSuperseded', () => {
  const ids = (records: readonly TranscriptRecord[]): string[] => records.map((record) => record.id);

  it('drops everything from the named record up to the one that supersedes it', () => {
    const records = conversation()
      .user('first')
      .assistant('answer')
      .user('second')
      .assistant('wrong')
      .add({ kind: 'superseded', from: 'r3' })
      .user('second, better')
      .records();
    assert.deepEqual(ids(withoutSuperseded(records)), ['r1', 'r2', 'r6']);
  });

  it('lets a later one take out what an earlier one left', () => {
    const records = conversation()
      .user('first')
      .user('second')
      .add({ kind: 'superseded', from: 'r2' })
      .user('third')
      .add({ kind: 'superseded', from: 'r1' })
      .user('anew')
      .records();
    assert.deepEqual(ids(withoutSuperseded(records)), ['r6']);
  });

  it('changes nothing when the named record is unknown or already out of sight', () => {
    const records = conversation()
      .user('first')
      .user('second')
      .add({ kind: 'superseded', from: 'r2' })
      .user('third')
      .add({ kind: 'superseded', from: 'r2' })
      .add({ kind: 'superseded', from: 'nowhere' })
      .records();
    assert.deepEqual(ids(withoutSuperseded(records)), ['r1', 'r4']);
  });

  it('gives the same list back when nothing was superseded', () => {
    const records = conversation().user('first').records();
    assert.equal(withoutSuperseded(records), records);
  });
});
