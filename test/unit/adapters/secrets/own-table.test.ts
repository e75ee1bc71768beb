import assert from 'node:assert/strict';
import { createSecretMasker } from '../../../../src/adapters/secrets/masker.ts';
import { neverAborted } from '../../../../src/base/abort.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { gibberish, presetSecrets, tableSecrets } from '../../../support/fake-secrets.ts';
import { harmlessTexts } from '../../../support/harmless-texts.ts';

/** Without the preset, so that what is found is found by the table. */
const table = createSecretMasker({
  pace: unpaced,
  loadPreset: () => Promise.reject(new Error('There is no preset here.')),
});

describe('the table of secrets beside the preset', () => {
  for (const { name, secret, before, after } of tableSecrets) {
    it(`masks ${name} and leaves what surrounds it as it is`, async () => {
      const masked = await table.mask(before + secret + after, neverAborted());
      assert.deepEqual(masked, { text: `${before}[masked]${after}`, count: 1 });
    });
  }

  for (const [name, text] of harmlessTexts) {
    it(`leaves ${name} alone`, async () => {
      assert.deepEqual(await table.mask(text, neverAborted()), { text, count: 0 });
    });
  }

  it('masks two secrets of one line one by one', async () => {
    const [one, other] = [presetSecrets[0]!, tableSecrets[0]!];
    const text = `${one.before}${one.secret}" ${other.before}${other.secret}.`;
    const masked = await table.mask(text, neverAborted());
    assert.deepEqual(masked, { text: `${one.before}[masked]" ${other.before}[masked].`, count: 2 });
  });

  it('counts a token behind its name once', async () => {
    const { secret } = tableSecrets.find(({ name }) => name === 'an npm token')!;
    const masked = await table.mask(`NPM_TOKEN=${secret}`, neverAborted());
    assert.deepEqual(masked, { text: 'NPM_TOKEN=[masked]', count: 1 });
  });

  it('masks a short password of an address together with its user', async () => {
    const masked = await table.mask(`ftp://builder:${gibberish(4)}@files.test/`, neverAborted());
    assert.deepEqual(masked, { text: 'ftp://[masked]@files.test/', count: 1 });
  });

  it('leaves what is shorter than its mask alone', async () => {
    const text = `redis://a:${gibberish(4)}@cache and password=${gibberish(5)}`;
    assert.deepEqual(await table.mask(text, neverAborted()), { text, count: 0 });
  });

  it('masks no label between two items of evidence, although a key block is open before it', async () => {
    const { secret } = tableSecrets.find(({ name }) => name === 'a private key')!;
    const label = '\n--- end evidence item ---\n\n--- evidence item; provenance: user ---\n';
    const cut = secret.slice(0, 180);
    const masked = await table.mask(`${cut}${label}${secret}${label}`, neverAborted());
    assert.deepEqual(masked, { text: `[masked]${label}[masked]${label}`, count: 2 });
  });
});
