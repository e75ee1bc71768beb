import assert from 'node:assert/strict';
import { compactOutput, type CompactReport } from '../../../src/cli/compact-report.ts';
import { summariserHints } from '../../../src/cli/summariser-hints.ts';
import type { AppliedCompaction } from '../../../src/core/compaction/outcome.ts';
import { never, valueOf } from '../../support/expect.ts';
import { MemoryComputer } from '../../support/disk-store.ts';

const applied: AppliedCompaction = {
  segment: { from: 1, to: 2 },
  tokens: { before: 84_900, after: 12_100, source: 'fresh-estimate' },
  turns: { total: 9, kept: 2 },
  shortenedOutputs: 3,
  summary: {
    author: { provider: 'offline', model: 'offline' },
    attempts: 1,
    characters: 3940,
    carried: [],
    missingConstraints: [],
    tightened: false,
    maskedSecrets: 0,
  },
  warnings: [],
};

async function reportOf(over: Partial<CompactReport> = {}): Promise<CompactReport> {
  const session = valueOf(await new MemoryComputer().store().create({ name: 'Larder' }, never));
  return {
    session,
    target: { provider: 'anthropic', model: 'claude' },
    summaryModel: { provider: 'offline', model: 'offline' },
    asked: { isOffline: true, isWhole: false },
    tokensBefore: 84_900,
    turns: 9,
    ms: { total: 10, local: 10 },
    noticeDue: false,
    program: 'segue',
    hints: [],
    damaged: [],
    ...over,
  };
}

async function textOf(
  over: Partial<AppliedCompaction>,
  report: Partial<CompactReport> = {},
): Promise<string> {
  return compactOutput({ outcome: 'applied', applied: { ...applied, ...over } }, await reportOf(report)).text;
}

describe('the report of a compaction', () => {
  it('reads like this', async () => {
    const { session } = await reportOf();
    assert.equal(
      await textOf({}, { session }),
      [
        'Conversation compacted · 84k → 12k tokens of transcript (estimated) · 2 of 9 turns kept · 3 tool outputs shortened · segment 2',
        `  session  ${session.path}`,
        "  model    anthropic/claude, the session's own",
        '  summary  3940 characters by the offline model in 1 attempt',
        `  read it  segue show ${session.path}`,
        `  before   segue show ${session.path} --segment 1`,
      ].join('\n'),
    );
  });

  it('names the commands as the person calls the program', async () => {
    assert.match(
      await textOf({}, { program: 'npm run segue --' }),
      /\n {2}read it {2}npm run segue -- show /,
    );
  });

  it('says why another model summarised, and what it could not heed', async () => {
    const hints = summariserHints(
      { provider: 'offline', model: 'offline' },
      { insteadOf: 'anthropic/claude: ANTHROPIC_API_KEY is not set; set it', guidance: 'mind the tests' },
    );
    assert.match(
      await textOf({}, { hints }),
      /\n {2}note {5}the offline model summarised in place of anthropic\/claude: ANTHROPIC_API_KEY is not set; set it\n {2}note {5}the offline model works by fixed rules, so --instructions changed nothing; /,
    );
    assert.deepEqual(
      summariserHints({ provider: 'openai', model: 'gpt-5' }, { insteadOf: undefined, guidance: 'x' }),
      [],
    );
  });

  it('labels each figure where the one before was measured, and says when nothing was gained (design 13.2, 13.6)', async () => {
    const text = await textOf({ tokens: { before: 500, after: 900, source: 'provider-context' } });
    assert.match(
      text,
      /· 500 \(measured\) → 900 tokens of transcript \(estimated\) · not smaller than before · /,
    );
  });

  it('names what was added, what may be missing, what was masked, and every warning', async () => {
    const summary = {
      ...applied.summary,
      attempts: 2,
      carried: ['- src/a.ts (changed)\nmore'],
      missingConstraints: ['Never push to main.'],
      tightened: true,
      maskedSecrets: 1,
    };
    const text = await textOf({ summary, warnings: ['a hook failed'] }, { noticeDue: true });
    assert.match(text, /in 2 attempts, from less tool output so that it fits$/m);
    assert.match(text, /^ {2}added {4}- src\/a\.ts \(changed\) \(the summary had left it out\)$/m);
    assert.match(text, /^ {2}check {4}perhaps missing from the summary: Never push to main\.$/m);
    assert.match(text, /^ {2}masked {3}1 secret in evidence and summary$/m);
    assert.match(text, /^ {2}warning {2}a hook failed$/m);
    assert.match(text, /\nLong conversations with many compactions can make a model less accurate; .*$/);
  });

  it('names the damaged lines of a file that was imported for it', async () => {
    const damaged = Array.from({ length: 12 }, (_, place) => ({ line: place + 3, reason: 'not JSON' }));
    const one = await textOf({}, { damaged: damaged.slice(0, 1) });
    assert.match(one, /^ {2}damaged {2}line 3 of the file, kept as they are, hidden from the model$/m);
    const many = await textOf({}, { damaged });
    assert.match(many, /^ {2}damaged {2}lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more of the file, kept/m);
    const { json } = compactOutput({ outcome: 'skipped' }, await reportOf({ damaged }));
    assert.deepEqual((json as { damaged: unknown }).damaged, damaged);
  });

  it('steers no terminal, whatever the summary and the models are called', async () => {
    const summary = { ...applied.summary, carried: ['\u001b[31mred'], missingConstraints: ['two\nlines'] };
    const text = await textOf({ summary }, { target: { provider: 'p', model: 'm\u202e' } });
    assert.doesNotMatch(text, /[\u001b\u202e]/);
    assert.match(text, /missing from the summary: two lines$/m);
  });

  it('carries in JSON what text leaves out, and ends with the status of the outcome (design 6.15)', async () => {
    const report = await reportOf();
    const outcomes = [
      compactOutput({ outcome: 'applied', applied }, report),
      compactOutput({ outcome: 'skipped' }, report),
      compactOutput({ outcome: 'refused', refusal: { kind: 'start', reason: 'damaged' } }, report),
      compactOutput({ outcome: 'blocked', by: 'history', reason: 'no history' }, report),
      compactOutput(
        { outcome: 'failed', failure: { class: 'validation', message: 'm', attempts: 3 } },
        report,
      ),
      compactOutput({ outcome: 'cancelled' }, report),
    ];
    assert.deepEqual(
      outcomes.map(({ exit }) => exit),
      [0, 0, 1, 1, 1, 130],
    );
    assert.deepEqual(
      outcomes.map(({ json }) => (json as { outcome: string }).outcome),
      ['applied', 'skipped', 'refused', 'blocked', 'failed', 'cancelled'],
    );
    assert.equal((outcomes[4]!.json as { summary: { attempts: number } }).summary.attempts, 3);
    assert.deepEqual(
      outcomes.map(({ error }) => error?.split(':', 1)[0]),
      [undefined, undefined, 'refused', 'blocked', 'failed', 'cancelled, the session is as it was before'],
    );
  });
});
