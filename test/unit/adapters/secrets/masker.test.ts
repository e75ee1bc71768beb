import assert from 'node:assert/strict';
import { createSecretMasker } from '../../../../src/adapters/secrets/masker.ts';
import { createPresetLinter, type PresetLinter } from '../../../../src/adapters/secrets/preset-linter.ts';
import { createPace } from '../../../../src/adapters/system/pace.ts';
import { neverAborted } from '../../../../src/base/abort.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { gibberish, keyBlock } from '../../../support/fake-secrets.ts';

/** Only the preset knows this one. */
const forPreset = `lin_api_${gibberish(40)}`;
const forTable = `hf_${gibberish(34)}`;
const lines = (count: number): string =>
  'A line of a transcript, with code(like, this) and words.\n'.repeat(count);

function counting(linter: PresetLinter): {
  readonly pieces: string[];
  readonly loads: () => number;
  readonly loadPreset: () => Promise<PresetLinter>;
} {
  const pieces: string[] = [];
  let loads = 0;
  return {
    pieces,
    loads: () => loads,
    loadPreset: () => {
      loads++;
      return Promise.resolve({
        secrets: (piece) => {
          pieces.push(piece);
          return linter.secrets(piece);
        },
      });
    },
  };
}

describe('masking secrets', () => {
  it('finds what only the preset knows and what only the table knows', async () => {
    const masked = await createSecretMasker({ pace: unpaced }).mask(
      `${lines(400)}${forPreset}\n${lines(400)}${forTable}\n`,
      neverAborted(),
    );
    assert.deepEqual(masked, { text: `${lines(400)}[masked]\n${lines(400)}[masked]\n`, count: 2 });
  });

  it('loads the preset when a text first needs it, and once', async () => {
    const preset = counting(createPresetLinter());
    const masker = createSecretMasker({ pace: unpaced, loadPreset: preset.loadPreset });
    await masker.mask(lines(1000) + forTable, neverAborted());
    assert.equal(preset.loads(), 0);
    await masker.mask(forPreset, neverAborted());
    await masker.mask(`${forPreset} again`, neverAborted());
    assert.equal(preset.loads(), 1);
  });

  it('shows the preset only pieces that need it, of at most 64 KB', async () => {
    const preset = counting(createPresetLinter());
    const masker = createSecretMasker({ pace: unpaced, loadPreset: preset.loadPreset });
    const wide = '界'.repeat(200_000);
    const masked = await masker.mask(`${lines(5000)}${wide} ${forPreset} ${wide}`, neverAborted());
    assert.equal(masked.text, `${lines(5000)}${wide} ${forPreset} ${wide}`.replace(forPreset, '[masked]'));
    assert.ok(preset.pieces.length >= 1 && preset.pieces.length <= 4);
    for (const piece of preset.pieces) assert.ok(Buffer.byteLength(piece) <= 65_536);
  });

  it('masks with the table when the preset cannot be loaded, and asks for it no second time', async () => {
    let loads = 0;
    const loadPreset = (): Promise<PresetLinter> => {
      loads++;
      return Promise.reject(new Error('no such file'));
    };
    const masker = createSecretMasker({ pace: unpaced, loadPreset });
    for (let time = 0; time < 2; time++) {
      const masked = await masker.mask(`${forPreset} ${forTable}`, neverAborted());
      assert.deepEqual(masked, { text: `${forPreset} [masked]`, count: 1 });
    }
    assert.equal(loads, 1);
  });

  it('masks with the table when a rule of the preset breaks', async () => {
    const broken: PresetLinter = { secrets: () => Promise.reject(new Error('a rule broke')) };
    const masker = createSecretMasker({ pace: unpaced, loadPreset: () => Promise.resolve(broken) });
    const masked = await masker.mask(`${forPreset} ${forTable}`, neverAborted());
    assert.deepEqual(masked, { text: `${forPreset} [masked]`, count: 1 });
  });

  it('masks a key block that lies across several pieces', async () => {
    const block = keyBlock('RSA ', { lines: 60 });
    const masker = createSecretMasker({ pace: unpaced, pieceLength: 1000 });
    const masked = await masker.mask(`${lines(30)}${block}\n${lines(30)}`, neverAborted());
    assert.deepEqual(masked, { text: `${lines(30)}[masked]\n${lines(30)}`, count: 1 });
  });

  it('masks a secret in a line that is longer than a piece, wherever the piece is cut', async () => {
    const masker = createSecretMasker({ pace: unpaced, pieceLength: 100 });
    for (let before = 60; before < 160; before++) {
      const text = `${'- '.repeat(before)}${forPreset} - ${forTable} -`;
      const masked = await masker.mask(text, neverAborted());
      assert.deepEqual(masked, { text: `${'- '.repeat(before)}[masked] - [masked] -`, count: 2 });
    }
  });

  it('masks what only looks like a secret once its neighbour is masked', async () => {
    const masker = createSecretMasker({ pace: unpaced });
    const once = await masker.mask(`AKIA${gibberish(15).toUpperCase()}7${forPreset}`, neverAborted());
    assert.deepEqual(await masker.mask(once.text, neverAborted()), { text: once.text, count: 0 });
  });

  it('gives back nothing when the signal is aborted, before or between two pieces', async () => {
    const controller = new AbortController();
    let breaths = 0;
    const pace = {
      breathe: () => {
        if (++breaths === 2) controller.abort();
        return undefined;
      },
    };
    const masker = createSecretMasker({ pace });
    const text = `${lines(3000)}${forTable}`;
    assert.deepEqual(await masker.mask(text, controller.signal), { text: '', count: 0 });
    assert.equal(breaths, 2);
    assert.deepEqual(await masker.mask(text, controller.signal), { text: '', count: 0 });
    assert.equal(breaths, 2);
  });

  it('does not wait for a preset that never comes once the signal is aborted', async () => {
    const controller = new AbortController();
    const loadPreset = (): Promise<PresetLinter> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const masker = createSecretMasker({ pace: unpaced, loadPreset });
    assert.deepEqual(await masker.mask(forPreset, controller.signal), { text: '', count: 0 });
  });

  it('lets other work run while it masks a long text', async () => {
    let turns = 0;
    let other = setImmediate(function turn() {
      turns++;
      other = setImmediate(turn);
    });
    try {
      await createSecretMasker({ pace: createPace(1) }).mask(lines(100_000), neverAborted());
    } finally {
      clearImmediate(other);
    }
    assert.ok(turns > 0);
  });

  for (const [name, text] of [
    ['a token of ten million characters', `sk-proj-${gibberish(1000).repeat(10_000)}`],
    [
      'a key block that never ends',
      `-----BEGIN PRIVATE KEY-----\n${`MII${gibberish(61)}\n`.repeat(100_000)}`,
    ],
  ] as const) {
    it(`masks ${name}`, async () => {
      const masked = await createSecretMasker({ pace: unpaced }).mask(text, neverAborted());
      assert.equal(masked.count, 1);
      assert.ok(masked.text.length < 10);
    });
  }

  for (const [name, text] of [
    ['ten million letters', 'eyJ'.padEnd(10_000_000, 'ab')],
    [
      'ten million spaces behind the first line of a key',
      `-----BEGIN PRIVATE KEY-----${' '.repeat(10_000_000)}`,
    ],
    ['a hundred thousand signs', 'secret=: '.repeat(100_000)],
    ['a hundred thousand openings', 'sk-ghp_hf_://SG.eyJ-----BEGIN'.repeat(100_000)],
  ] as const) {
    it(`comes to an end over ${name} and changes nothing`, async () => {
      const masked = await createSecretMasker({ pace: unpaced }).mask(text, neverAborted());
      assert.equal(masked.count, 0);
      assert.ok(masked.text === text);
    });
  }
});
