// Texts and images on their way into an export: whole, and with secrets masked.

import assert from 'node:assert/strict';
import { createSecretMasker } from '../../../../src/adapters/secrets/masker.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import type { Json } from '../../../../src/base/json.ts';
import type { SecretMasker } from '../../../../src/core/evidence/secrets.ts';
import { ExportContents } from '../../../../src/core/export/contents.ts';
import { externalizeAll } from '../../../../src/core/sessions/externalize.ts';
import type { ArtifactReader, StoredText } from '../../../../src/core/transcript/parts.ts';
import type { RecordOf } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { never } from '../../../support/expect.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const masker = createSecretMasker({ pace: unpaced });
const noArtifacts: ArtifactReader = { text: async () => undefined, base64: async () => undefined };

function contentsOf(artifacts: ArtifactReader = noArtifacts, with_: SecretMasker = masker): ExportContents {
  return new ExportContents({ artifacts, masker: with_ }, never);
}

function call(input: Json): RecordOf<'tool-call'> {
  const [record] = conversation().add({ kind: 'tool-call', callId: 'c', name: 'run', input }).records();
  return record as RecordOf<'tool-call'>;
}

describe('a text in an export', () => {
  it('has its secrets masked and counted', async () => {
    const contents = contentsOf();
    assert.equal(await contents.text(`push with ${token} or ${token}`), 'push with [masked] or [masked]');
    assert.equal(contents.masked, 2);
  });

  it('has halves of surrogate pairs replaced', async () => {
    assert.equal(await contentsOf().text('half \ud83d here'), 'half \ufffd here');
  });

  it('is read whole from its artifact', async () => {
    const whole = 'long line\n'.repeat(40_000);
    const { records, artifacts } = externalizeAll(conversation().user(whole).records(), nodeSha256);
    const [record] = records as [RecordOf<'user'>];
    const texts = new Map(artifacts.map(({ name, content }) => [name, content.text]));
    const contents = contentsOf({ ...noArtifacts, text: async (name) => texts.get(name) });
    assert.equal(record.content[0]!.type, 'stored-text');
    assert.equal(await contents.stored(record.content[0] as StoredText), whole);
    assert.deepEqual(contents.missingArtifacts, []);
  });

  it('whose artifact is gone is its beginning, says so, and is reported once', async () => {
    const part: StoredText = {
      type: 'stored-text',
      artifact: 'a'.repeat(64),
      characters: 9,
      bytes: 9,
      head: 'beginning',
    };
    const contents = contentsOf();
    assert.match(await contents.stored(part), /^beginning\n\[segue: .* missing on disk\]$/);
    await contents.stored(part);
    assert.deepEqual(contents.missingArtifacts, [part.artifact]);
  });
});

describe('the arguments of a call in an export', () => {
  it('have secrets masked that only their key tells, and keep their structure', async () => {
    const contents = contentsOf();
    const input = { path: '.env', options: { password: 'Wk7-piLJ3xq9vZ' }, list: [1, null, true] };
    assert.deepEqual(await contents.callInput(call(input)), {
      ...input,
      options: { password: '[masked]' },
    });
    assert.equal(contents.masked, 1);
  });

  it('have secrets masked in texts of many lines without losing what follows', async () => {
    const input = { content: `TOKEN=${token}\nNAME=ada` };
    assert.deepEqual(await contentsOf().callInput(call(input)), { content: 'TOKEN=[masked]\nNAME=ada' });
  });

  it('stay JSON where a mask over the whole text would break them', async () => {
    const breaking: SecretMasker = {
      mask: async (text) =>
        text.startsWith('{') ? { text: text.slice(0, -1), count: 1 } : { text: text.toUpperCase(), count: 0 },
    };
    const contents = contentsOf(noArtifacts, breaking);
    assert.deepEqual(await contents.callInput(call({ a: 'b' })), { a: 'B' });
    assert.equal(contents.masked, 0);
  });

  it('that are no object stand under one key', async () => {
    assert.deepEqual(await contentsOf().callInput(call('not JSON {')), { input: 'not JSON {' });
    assert.deepEqual(await contentsOf().callInput(call([1, 2])), { input: [1, 2] });
    assert.deepEqual(await contentsOf().callInput(call(null)), {});
  });

  it('are read from their artifact', async () => {
    const input = { text: 'x'.repeat(300_000) };
    const { records, artifacts } = externalizeAll([call(input)], nodeSha256);
    const [stored] = records as [RecordOf<'tool-call'>];
    const reader = { ...noArtifacts, text: async () => artifacts[0]!.content.text };
    assert.equal(stored.input, null);
    assert.deepEqual(await contentsOf(reader).callInput(stored), input);
  });
});

describe('the bytes of a medium in an export', () => {
  it('are those of its artifact', async () => {
    const reader = { ...noArtifacts, base64: async () => 'AAAA' };
    assert.equal(await contentsOf(reader).base64({ type: 'media', media: 'image', artifact: 'x' }), 'AAAA');
  });

  it('are none where only a path is known, which is nothing missing', async () => {
    const contents = contentsOf();
    assert.equal(await contents.base64({ type: 'media', media: 'image', path: 'shot.png' }), undefined);
    assert.deepEqual(contents.missingArtifacts, []);
  });

  it('are reported missing where the artifact is gone', async () => {
    const contents = contentsOf();
    assert.equal(await contents.base64({ type: 'media', media: 'image', artifact: 'gone' }), undefined);
    assert.deepEqual(contents.missingArtifacts, ['gone']);
  });
});
