import assert from 'node:assert/strict';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { createSecretMasker } from '../../../../src/adapters/secrets/masker.ts';
import { createPresetLinter } from '../../../../src/adapters/secrets/preset-linter.ts';
import {
  presetOpenings,
  presetRulePrefix,
  type PresetOpening,
  unusedPresetRules,
} from '../../../../src/adapters/secrets/preset-openings.ts';
import { createScan } from '../../../../src/adapters/secrets/scan.ts';
import { neverAborted } from '../../../../src/base/abort.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { gibberish, presetSecrets } from '../../../support/fake-secrets.ts';

const linter = createPresetLinter();

function standsIn(text: string, { openings, pattern }: PresetOpening): boolean {
  return openings.some((opening) => {
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      if (pattern === undefined) return true;
      pattern.lastIndex = at;
      if (pattern.test(text)) return true;
    }
    return false;
  });
}

describe('the recommended preset', () => {
  it('consists of the rules we know the openings of and those we do not use', () => {
    const known = new Set([...presetOpenings.map(({ rule }) => rule), ...unusedPresetRules]);
    assert.deepEqual(
      rules.map(({ meta }) => meta.id).sort(),
      [...known].map((rule) => presetRulePrefix + rule).sort(),
    );
  });

  it('has a sample for every rule with openings', () => {
    const sampled = new Set(presetSecrets.map(({ rule }) => rule));
    assert.deepEqual([...sampled].sort(), [...new Set(presetOpenings.map(({ rule }) => rule))].sort());
  });

  for (const { rule, name, secret, before, after } of presetSecrets) {
    const text = before + secret + after;

    it(`finds exactly the secret of ${name}`, async () => {
      const found = await linter.secrets(text);
      assert.ok(found.length > 0);
      for (const { start, end } of found) assert.equal(text.slice(start, end), secret);
    });

    it(`would be asked to look at ${name}`, () => {
      const openings = presetOpenings.filter((opening) => opening.rule === rule);
      assert.ok(openings.some((opening) => standsIn(text, opening)));
    });

    it(`leads to a mask for ${name}`, async () => {
      const masked = await createSecretMasker({ pace: unpaced }).mask(text, neverAborted());
      assert.deepEqual(masked, { text: `${before}[masked]${after}`, count: 1 });
    });
  }

  it('is asked to look at what the table does not know', () => {
    const text = `lin_api_${gibberish(40)}`;
    assert.ok(createScan(text)({ start: 0, end: text.length }).presetNeeded);
  });

  it('is not asked to look at text without an opening of a secret', () => {
    const text = 'An address https://example.test/a, a task-list, a key: value and SGML.';
    assert.ok(!createScan(text)({ start: 0, end: text.length }).presetNeeded);
  });

  it('finds a secret at the same place behind a byte order mark', async () => {
    const secret = `lin_api_${gibberish(40)}`;
    assert.deepEqual(await linter.secrets(`\ufeffx ${secret}`), [{ start: 3, end: 3 + secret.length }]);
  });

  it('is not switched off by a comment in the text', async () => {
    const secret = `lin_api_${gibberish(40)}`;
    assert.equal((await linter.secrets(`// secretlint-disable\n${secret}`)).length, 1);
  });

  it('takes an example for none', async () => {
    assert.deepEqual(
      await linter.secrets(`ghp_${'x'.repeat(36)} and postgres://app:<password>@db.test/x`),
      [],
    );
  });

  it('leaves no marks in the timeline of the process', async () => {
    await linter.secrets('ghp_');
    const marks = performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('@core'));
    assert.deepEqual(marks, []);
  });
});
