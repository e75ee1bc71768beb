import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createSecretMasker } from '../../src/adapters/secrets/masker.ts';
import { createPresetLinter } from '../../src/adapters/secrets/preset-linter.ts';
import { neverAborted } from '../../src/base/abort.ts';
import { unpaced } from '../../src/base/pace.ts';
import type { SecretMasker } from '../../src/core/evidence/secrets.ts';
import { presetSecrets, tableSecrets } from '../support/fake-secrets.ts';
import { harmlessTexts } from '../support/harmless-texts.ts';

const masker = createSecretMasker({ pace: unpaced });

const known = [...presetSecrets, ...tableSecrets];
const secret = fc.constantFrom(...known.map(({ secret: text }) => text));
const inContext = fc.constantFrom(...known.map((fake) => fake.before + fake.secret + fake.after));
const harmless = fc.constantFrom(...harmlessTexts.map(([, text]) => text));
const glue = fc.constantFrom(
  ...[
    ' ',
    '\n',
    '\n\n',
    '',
    '',
    '"',
    "'",
    ':',
    '=',
    ', ',
    '.',
    '-',
    '_',
    '/',
    '\\n',
    '=> ',
    ': "',
    '[masked]',
  ],
  ...[
    'password',
    'API_KEY',
    'token',
    'Bearer ',
    'sk-',
    'ghp_',
    'eyJ',
    '://',
    '@',
    '-----BEGIN',
    '界',
    '😀',
    '\ud83d',
  ],
);
const snippet = fc.oneof(
  { arbitrary: glue, weight: 4 },
  { arbitrary: fc.string({ maxLength: 30 }), weight: 1 },
  { arbitrary: fc.stringMatching(/^[A-Za-z0-9]{1,40}$/), weight: 1 },
  { arbitrary: fc.oneof(secret, inContext, harmless), weight: 2 },
);
/** Secrets whole and in pieces, in places and beside each other as no sample has them. */
const anyText = fc.array(snippet, { maxLength: 14 }).map((parts) => parts.join(''));
/** A part of one of the above, cut anywhere. */
const cutText = fc
  .tuple(anyText, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, at]) => text.slice(0, Math.floor(text.length * at)));

function mask(text: string, by: SecretMasker = masker): ReturnType<SecretMasker['mask']> {
  return by.mask(text, neverAborted());
}

describe('masking any text', () => {
  it('finds nothing in what it has masked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, cutText), async (text) => {
        const once = await mask(text);
        assert.deepEqual(await mask(once.text), { text: once.text, count: 0 });
      }),
      { numRuns: 400 },
    );
  });

  it('leaves nothing for the preset to find, wherever it was not asked to look', async () => {
    const linter = createPresetLinter();
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, cutText), async (text) => {
        assert.deepEqual(await linter.secrets((await mask(text)).text), []);
      }),
      { numRuns: 400 },
    );
  });

  it('gives back the same text exactly when it counts nothing, and a text that is never longer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, cutText), async (text) => {
        const masked = await mask(text);
        assert.equal(masked.text === text, masked.count === 0);
        assert.ok(masked.text.length <= text.length);
      }),
      { numRuns: 400 },
    );
  });

  it('takes away nothing but what stood where a mask stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, cutText), async (text) => {
        const masked = await mask(text);
        let from = 0;
        for (const kept of masked.text.split('[masked]')) {
          const at = text.indexOf(kept, from);
          assert.ok(at >= 0);
          from = at + kept.length;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same wherever the text is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyText, cutText),
        fc.integer({ min: 1, max: 300 }),
        async (text, pieceLength) => {
          assert.deepEqual(
            await mask(text, createSecretMasker({ pace: unpaced, pieceLength })),
            await mask(text),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leaves a text of harmless parts as it is', async () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const parts = fc.array(fc.oneof(word, harmless), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(parts, async (texts) => {
        const text = texts.join('\n');
        assert.deepEqual(await mask(text), { text, count: 0 });
      }),
      { numRuns: 200 },
    );
  });

  it('leaves no secret readable that stands alone on a line of any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom(...known), anyText, async (before, fake, after) => {
        const masked = await mask(`${before}\n${fake.before}${fake.secret}${fake.after}\n${after}`);
        const elsewhere = before.includes(fake.secret) || after.includes(fake.secret);
        assert.ok(elsewhere || !masked.text.includes(fake.secret));
      }),
      { numRuns: 400 },
    );
  });
});
