// Whole conversations through the engine, each told in a golden; a session in memory and one in files tell the same.

import { createSecretMasker } from '../../src/adapters/secrets/masker.ts';
import { unpaced } from '../../src/base/pace.ts';
import { soundSummary } from '../support/compaction-bench.ts';
import { conversation } from '../support/conversation.ts';
import { gibberish } from '../support/fake-secrets.ts';
import { assertTold, type Scenario } from '../support/scenario.ts';
import { failsWith, says } from '../support/scripted-provider.ts';

const withLine = (line: string): string => soundSummary.replace('- (none)', `- ${line}`);

/** A running turn: its first half can be summarised, its last batch is still open. */
const midTurn = conversation()
  .user('Rename `parse` to `read` everywhere. Never touch the fixtures.')
  .assistant('I will look for its uses first.')
  .calls('Grep', { pattern: 'parse(' })
  .results('src/a.ts:3: parse(text)\nsrc/b.ts:9: parse(line)')
  .calls('Edit', { file_path: 'src/a.ts', old_string: 'parse(', new_string: 'read(' })
  .results('ok')
  .calls('Bash', { command: 'npm test' })
  .fails('1 failing\nReferenceError: parse is not defined')
  .reasoning('b.ts is left.')
  .calls('Edit', { file_path: 'src/b.ts', old_string: 'parse(', new_string: 'read(' })
  .results('ok')
  .records();

const settled = conversation()
  .user('Which port does the server use?')
  .assistant('8080, see `config.ts`.')
  .settled()
  .user('Make it 9090.')
  .calls('Edit', { file_path: 'config.ts', old_string: '8080', new_string: '9090' })
  .results('ok')
  .assistant('It listens on 9090 now.')
  .settled()
  .user('Thanks.')
  .assistant('You are welcome.')
  .settled()
  .records();

const key = `ghp_${gibberish(36)}`;

const scenarios: readonly Scenario[] = [
  {
    name: 'mid-turn',
    title:
      'A running turn is compacted before its next request: the open batch stays, lost facts are carried over',
    records: midTurn,
    options: {
      scripts: [says(withLine('renaming parse to read'))],
      checkpoints: { select: async () => 'work-1', seal: async () => undefined },
      hooks: {
        preCompact: async () => ({
          decision: 'continue',
          handlers: [{ source: 'project', handler: 'branch.sh', contexts: ['Branch: rename <wip>'] }],
        }),
      },
    },
    steps: [
      {
        run: {
          ...{ trigger: 'auto', tail: 'none', targetPressure: true, pendingFrom: midTurn.at(-3)?.id },
          tokensBefore: { tokens: 150_000, source: 'provider-context' },
        },
      },
    ],
  },
  {
    name: 'attempts',
    title: 'Two attempts fail, the third is applied; each ran PreCompact, and its bytes are the same',
    records: settled,
    options: {
      scripts: [
        failsWith({ kind: 'overflow', detail: 'prompt is too long' }),
        says('A summary without headings'),
        [
          { type: 'usage', usage: { input: 700, cacheRead: 0, cacheWrite: 0, output: 90, raw: null } },
          ...says(withLine('the port'), 40),
        ],
      ],
      settings: { 'compaction.tailTurns': 1 },
    },
    steps: [{ run: { guidance: 'Keep the port numbers.' } }],
  },
  {
    name: 'failed',
    title: 'Three attempts fail: nothing has changed',
    records: settled,
    options: {
      scripts: [1, 2, 3].map(() => failsWith({ kind: 'auth', detail: 'invalid key' })),
      settings: { 'compaction.tailTurns': 0 },
    },
    steps: [{ run: { trigger: 'auto', targetPressure: true } }],
  },
  {
    name: 'ends-without-request',
    title: 'Runs that end before any request: blocked by a hook, irreducible, without a body, refused',
    records: settled.slice(0, 3),
    options: {
      hooks: { preCompact: async () => ({ decision: 'block', reason: 'the release is being cut' }) },
    },
    steps: [
      { run: { tail: 'none' } },
      { run: { trigger: 'auto', tail: 'none', fixedTokens: 144_000 } },
      { run: { trigger: 'auto' } },
      { run: { trigger: 'auto', targetPressure: true } },
      { run: {} },
    ],
  },
  {
    name: 'handoff',
    title: 'A handoff: the earlier summary is evidence, the focus is authority, nothing is kept',
    records: conversation()
      .summary(withLine('an earlier stretch of work'))
      .user('Plan the rename.')
      .assistant('First the parser, then its callers.')
      .settled()
      .records(),
    options: { scripts: [says(soundSummary.slice(0, soundSummary.indexOf('## Next Steps')))] },
    steps: [{ run: { purpose: 'handoff', tail: 'none', focus: 'Accepted plan: rename parse to read.' } }],
  },
  {
    name: 'secrets-and-archives',
    title: 'Secrets are masked on the way to the summariser only; a running execution is carried twice',
    records: conversation()
      .user(`Deploy with ${key}.`)
      .calls('Bash', { command: 'npm run watch' })
      .results('watching')
      .add({ kind: 'execution-archive', callId: 'call-1', executionId: 'watch', render: { live: true } })
      .assistant('It is watching.')
      .settled()
      .user(`And the other key is ${key}?`)
      .assistant('Yes.')
      .settled()
      .records(),
    options: {
      scripts: [says(withLine(`the key is ${key}`)), says(withLine('deployed'))],
      masker: createSecretMasker({ pace: unpaced }),
      settings: { 'compaction.tailTurns': 1 },
    },
    steps: [{ run: {} }, { run: { tail: 'none' } }],
    secret: key,
  },
];

describe('a conversation compacted by the engine', () => {
  for (const scenario of scenarios) it(scenario.title, () => assertTold(import.meta.url, scenario));
});
