// Which contents leave their record, and what stays of them.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import {
  externalize,
  externalizeAll,
  externalizeTranscript,
} from '../../../../src/core/sessions/externalize.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';

const limit = 256 * 1024;

describe('externalizing', () => {
  it('leaves a record alone whose contents are within 256 KB', () => {
    const [record] = conversation().user('x'.repeat(limit)).records();
    const { record: same, artifacts } = externalize(record!, nodeSha256);
    assert.equal(same, record);
    assert.deepEqual(artifacts, []);
  });

  it('measures bytes, not characters', () => {
    const fits = 'ä'.repeat(limit / 2);
    assert.equal(externalize(conversation().user(fits).records()[0]!, nodeSha256).artifacts.length, 0);
    assert.equal(externalize(conversation().user(`${fits}ä`).records()[0]!, nodeSha256).artifacts.length, 1);
  });

  it('keeps head, length and size of a text that leaves, and names it by its hash', () => {
    const text = `${'😀'.repeat(80_000)}end`;
    const { record, artifacts } = externalize(conversation().user(text).records()[0]!, nodeSha256);
    assert.ok(record.kind === 'user');
    assert.deepEqual(record.content, [
      {
        type: 'stored-text',
        artifact: nodeSha256.of(text),
        characters: 80_003,
        bytes: 320_003,
        head: '😀'.repeat(16_384),
      },
    ]);
    assert.deepEqual(artifacts, [{ name: nodeSha256.of(text), content: { encoding: 'utf8', text } }]);
  });

  it('moves the input of a call as JSON text, and a foreign line as it is', () => {
    const input = { patch: 'p'.repeat(limit), path: 'a' };
    const call = externalize(conversation().user('u').calls('edit', input).records()[1]!, nodeSha256);
    assert.ok(call.record.kind === 'tool-call' && call.record.input === null);
    assert.equal(call.artifacts[0]?.content.text, JSON.stringify(input));
    const raw = 'f'.repeat(limit + 1);
    const line: TranscriptRecord = { kind: 'foreign', id: 'f', turn: 0, at: '', format: 'pi', line: 3, raw };
    const foreign = externalize(line, nodeSha256);
    assert.ok(foreign.record.kind === 'foreign' && typeof foreign.record.raw !== 'string');
    assert.equal(foreign.artifacts[0]?.content.text, raw);
  });

  it('keeps small parts beside a large one', () => {
    const content = [
      { type: 'text', text: 'small' },
      { type: 'text', text: 'l'.repeat(limit + 1) },
      { type: 'media', media: 'image', path: 'a.png' },
    ] as const;
    const { record } = externalize(conversation().user(content).records()[0]!, nodeSha256);
    assert.ok(record.kind === 'user');
    assert.deepEqual(
      record.content.map((part) => part.type),
      ['text', 'stored-text', 'media'],
    );
  });

  it('changes nothing the second time', () => {
    const once = externalize(
      conversation()
        .user('x'.repeat(limit + 1))
        .records()[0]!,
      nodeSha256,
    ).record;
    assert.equal(externalize(once, nodeSha256).record, once);
  });

  it('makes a lone surrogate well-formed before it is hashed, so that the file has the name of its bytes', () => {
    const { artifacts } = externalize(
      conversation()
        .user(`\ud800${'x'.repeat(limit)}`)
        .records()[0]!,
      nodeSha256,
    );
    assert.equal(nodeSha256.of(Buffer.from(artifacts[0]!.content.text, 'utf8')), artifacts[0]?.name);
  });

  it('gives each content once for many records', () => {
    const text = 'x'.repeat(limit + 1);
    const { records, artifacts } = externalizeAll(
      conversation().user(text).assistant(text).records(),
      nodeSha256,
    );
    assert.equal(records.length, 2);
    assert.equal(artifacts.length, 1);
  });

  it('does the same to a whole transcript, with a breath between its records', async () => {
    const large = 'l'.repeat(limit + 1);
    const talk = conversation().user('small').assistant(large).user(large).records();
    let breaths = 0;
    const pace = {
      breathe: () => {
        breaths++;
        return undefined;
      },
    };
    assert.deepEqual(await externalizeTranscript(talk, nodeSha256, pace), externalizeAll(talk, nodeSha256));
    assert.equal(breaths, talk.length);
  });
});
