// Exports as a whole, whatever their format: masked, cancellable, and honest about what is missing.

import assert from 'node:assert/strict';
import { createSecretMasker } from '../../../../src/adapters/secrets/masker.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { err } from '../../../../src/base/result.ts';
import { noMasking, type SecretMasker } from '../../../../src/core/evidence/secrets.ts';
import { exportSession } from '../../../../src/core/export/export-session.ts';
import { exportFormats } from '../../../../src/core/export/format.ts';
import { textContent, type Part } from '../../../../src/core/transcript/parts.ts';
import { conversation } from '../../../support/conversation.ts';
import { chatTexts, exported, sourceOf, wholeSession } from './exported.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const masker = createSecretMasker({ pace: unpaced });

/** A secret in every place that a text comes from. */
function secretive() {
  const lost: Part = { type: 'media', media: 'image', path: `shot-${token}.png` };
  const first = conversation()
    .user([...textContent(`Use ${token}`), lost])
    .reasoning(`The token ${token}`)
    .assistant(`I use ${token}`)
    .calls('bash', { command: `curl -H "token: ${token}"` })
    .results(`got ${token}`)
    .reminder(`Mind ${token}`)
    .records();
  const second = conversation().summary(`They gave ${token}`).records();
  return wholeSession([first, second.map((record) => ({ ...record, id: `s-${record.id}` }))], {
    init: { name: `Deploy with ${token}`, workspace: `/home/${token}` },
    agents: new Map([['a', conversation().task(`Try ${token}`, 'a').records()]]),
  });
}

/** Chat messages have no place for reasoning, agents, title and folder, nor for a summary of what they hold. */
const maskedIn = { 'claude-code': 11, openai: 6, markdown: 11 };

for (const format of exportFormats) {
  describe(`an export as ${format}`, () => {
    it('has no secret in it, and tells how many were masked', async () => {
      const source = await sourceOf(secretive());
      const { text, report } = await exported(source, format, { masker });
      assert.ok(!text.includes(token));
      assert.equal(report.maskedSecrets, maskedIn[format]);
    });

    it('is as it was written where masking is not wanted', async () => {
      const source = await sourceOf(secretive());
      const { text, report } = await exported(source, format);
      assert.ok(text.includes(token));
      assert.equal(report.maskedSecrets, 0);
    });

    it('ends early when the signal aborts, and gives nothing unfinished away', async () => {
      const controller = new AbortController();
      const aborting: SecretMasker = {
        mask: async (text, signal) => {
          if (text === 'Two') controller.abort();
          return signal.aborted ? { text: '', count: 0 } : { text, count: 0 };
        },
      };
      const talk = conversation().user('One').assistant('Yes').user('Two').assistant('No');
      const source = await sourceOf(wholeSession([talk.records()]));
      const { text } = await exported(source, format, { masker: aborting, signal: controller.signal });
      assert.ok(text.includes('One'));
      assert.ok(!text.includes('"content":""') && !text.includes('No'));
    });

    it('holds what can be read where a segment cannot, and names it', async () => {
      const source = await sourceOf(
        wholeSession([
          conversation().user('One').records(),
          conversation()
            .summary('Said one.')
            .user('Two')
            .records()
            .map((record) => ({ ...record, id: `s-${record.id}` })),
        ]),
      );
      const failure = { kind: 'not-found', path: 'there' } as const;
      const root = [{ file: 'segment-0001.jsonl', read: async () => err(failure) }, source.root[1]!];
      const { text, report } = await exported({ ...source, root }, format);
      assert.ok(text.includes('Two') && text.includes('Said one.') && !text.includes('"One"'));
      assert.deepEqual(report.gaps, [{ what: 'part', file: 'segment-0001.jsonl', failure }]);
    });

    it('has a note in the place of an image whose artifact is gone, and names the artifact', async () => {
      const gone: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: 'f'.repeat(64) };
      const source = await sourceOf(wholeSession([conversation().user([gone]).records()]));
      const { text, report } = await exported(source, format);
      assert.ok(text.includes(`[image: image/png, artifacts/${'f'.repeat(64)}]`));
      assert.deepEqual(report.missingArtifacts, format === 'markdown' ? [] : ['f'.repeat(64)]);
    });
  });
}

describe('a session that is exported', () => {
  it('is read only as far as its pieces are taken', async () => {
    const source = await sourceOf(wholeSession([conversation().user('One').records()]));
    const read: string[] = [];
    const watched = source.root.map((part) => ({
      ...part,
      read: async (signal: AbortSignal) => {
        read.push(part.file);
        return part.read(signal);
      },
    }));
    const { pieces } = exportSession(
      { ...source, root: watched },
      { format: 'claude-code', texts: chatTexts },
      { masker: noMasking, sha256: nodeSha256, pace: unpaced },
      new AbortController().signal,
    );
    const taken = pieces[Symbol.asyncIterator]();
    assert.deepEqual(read, []);
    await taken.next();
    assert.deepEqual(read, ['segment-0001.jsonl', 'segment-0001.jsonl']);
  });
});
