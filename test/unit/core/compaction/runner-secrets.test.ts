// Secrets in a run: masked in everything a summariser sees and in what it writes, never in what is kept (design 12).

import assert from 'node:assert/strict';
import { createSecretMasker } from '../../../../src/adapters/secrets/masker.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { compactionBench, soundSummary, type BenchOptions } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { gibberish } from '../../../support/fake-secrets.ts';
import { says } from '../../../support/scripted-provider.ts';
import { appliedOf, inputOf, keepOne, visibleTexts } from './run-samples.ts';

const secret = (seed: number): string => `ghp_${gibberish(36, { seed })}`;
const [previous, asked, shown, failing, kept, hooked, written] = [1, 2, 3, 4, 5, 6, 7].map(secret) as [
  ...[string, string, string, string, string, string, string],
];
const masker = createSecretMasker({ pace: unpaced });

const records = conversation()
  .summary(`An earlier model noted ${previous}.`)
  .user(`Use ${asked} to log in.`)
  .calls('Read', { file_path: '.env' })
  .results(`TOKEN=${shown}`)
  .calls('Bash', { command: `deploy --token ${failing}` })
  .fails(`denied: ${failing}`)
  .assistant('It was denied.')
  .settled()
  .user(`Then try ${kept}.`)
  .calls('Bash', { command: `deploy --token ${kept}` })
  .results('ok')
  .assistant('Deployed.')
  .settled()
  .records();

const options: BenchOptions = {
  ...{ records, settings: keepOne, masker },
  scripts: [says(soundSummary.replace('- (none)', `- the token ${written}`))],
  hooks: {
    preCompact: async () => ({
      decision: 'continue',
      handlers: [{ source: 'h', contexts: [`token: ${hooked}`] }],
    }),
  },
};

describe('secrets in a run (design 12)', () => {
  it('are masked in evidence, hook context and previous summary before anything is sent', async () => {
    const bench = await compactionBench(options);
    await bench.run();
    const sent = JSON.stringify(bench.provider.requests);
    for (const found of [previous, asked, shown, failing, hooked]) assert.equal(sent.includes(found), false);
    assert.match(inputOf(bench), /An earlier model noted \[masked\]\./);
    assert.match(inputOf(bench), /Use \[masked\] to log in\./);
  });

  it('are masked in the new summary and in what is carried over, and counted', async () => {
    const bench = await compactionBench(options);
    const { summary } = appliedOf(await bench.run());
    const [stored = ''] = visibleTexts(bench);
    assert.ok(stored.includes('- the token [masked]'));
    assert.deepEqual(summary.carried, [
      'Carried over: last failing command: deploy --token [masked] → denied: [masked]',
    ]);
    for (const found of [failing, written]) assert.equal(stored.includes(found), false);
    assert.ok(summary.maskedSecrets >= 6, String(summary.maskedSecrets));
  });

  it('stay in the tail and in the finalized segment, word for word', async () => {
    const bench = await compactionBench(options);
    await bench.run();
    const [, ...tail] = visibleTexts(bench);
    assert.equal(tail[0], `Then try ${kept}.`);
    const before = valueOf(await bench.session.segment(1, never));
    assert.deepEqual(before.records, records);
  });

  it('are nowhere in telemetry', async () => {
    const bench = await compactionBench(options);
    await bench.run();
    const told = JSON.stringify(bench.log.events);
    for (const found of [previous, asked, shown, failing, kept, hooked, written]) {
      assert.equal(told.includes(found), false);
    }
  });
});
