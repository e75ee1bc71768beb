// Telemetry of a run: one start, one finish, whatever its end, and never a word of anybody (behaviours 16.1, 16.6).

import assert from 'node:assert/strict';
import type { CompactionRequest } from '../../../../src/core/compaction/request.ts';
import { compactionBench, soundSummary, type BenchOptions } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { failsWith, says } from '../../../support/scripted-provider.ts';
import { keepOne, times } from './run-samples.ts';

const words = 'unmistakable-words';

const records = conversation()
  .summary(`${words} of an earlier summary`)
  .user(`Never do ${words}.`)
  .calls('Edit', { file_path: `src/${words}.ts` })
  .results(words)
  .calls('Bash', { command: `run ${words}` })
  .fails(`Error: ${words}`)
  .assistant(words)
  .settled()
  .user(words)
  .assistant(words)
  .settled()
  .records();

interface End {
  readonly outcome: string;
  readonly errorClass: string | null;
  readonly options?: Partial<BenchOptions>;
  readonly request?: Partial<CompactionRequest>;
}

const ends: readonly End[] = [
  {
    outcome: 'applied',
    errorClass: null,
    options: {
      scripts: [says(soundSummary.replace('- (none)', `- ${words}`))],
      hooks: {
        preCompact: async () => ({
          decision: 'continue',
          handlers: [{ source: words, reason: words, contexts: [words] }],
        }),
        postCompact: () => Promise.reject(new Error(words)),
      },
    },
    request: { guidance: words },
  },
  { outcome: 'failed', errorClass: 'validation', options: { scripts: times(3, says(words)) } },
  {
    outcome: 'failed',
    errorClass: 'provider',
    options: { scripts: times(3, failsWith({ kind: 'rejected', status: 400, detail: words })) },
  },
  {
    outcome: 'failed',
    errorClass: 'apply',
    options: {
      target: (root) => ({
        ...root,
        apply: async () => ({ ok: false, error: { kind: 'disk-full', path: `/${words}` } }),
      }),
    },
  },
  { outcome: 'failed', errorClass: 'irreducible', request: { trigger: 'auto', fixedTokens: 1_000_000 } },
  {
    outcome: 'blocked',
    errorClass: null,
    options: { hooks: { preCompact: async () => ({ decision: 'block', reason: words }) } },
  },
  {
    outcome: 'failed',
    errorClass: 'bug',
    options: {
      scripts: [
        [
          {
            type: 'run',
            run: () => {
              throw new Error(words);
            },
          },
        ],
      ],
    },
  },
  {
    outcome: 'failed',
    errorClass: 'bug',
    options: {
      masker: {
        mask: () => {
          throw new Error(words);
        },
      },
    },
  },
];

describe('telemetry of a run (behaviours 16.1, 16.6, 16.9)', () => {
  for (const { outcome, errorClass, options, request } of ends) {
    it(`has a start and a finish and no words when it ends ${outcome} (${errorClass ?? 'no class'})`, async () => {
      const bench = await compactionBench({ records, settings: keepOne, ...options });
      const run = bench.run({ focus: words, ...request });
      if (errorClass === 'bug') await assert.rejects(run);
      else assert.equal((await run).outcome, outcome);
      const started = bench.log.only('compaction-started');
      const finished = bench.log.only('compaction-finished');
      assert.deepEqual(
        [finished.run, finished.outcome, finished.errorClass],
        [started.run, outcome, errorClass],
      );
      assert.equal(bench.log.names.at(0), 'compaction-started');
      assert.equal(bench.log.names.at(-1), 'compaction-finished');
      const requests = bench.log.of('context-summary-request-started').length;
      assert.equal(bench.log.of('context-summary-request-finished').length, requests);
      assert.equal(requests, bench.provider.requests.length);
      assert.equal(JSON.stringify(bench.log.events).includes(words), false);
    });
  }
});
