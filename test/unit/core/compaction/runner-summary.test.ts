// The summary of a run: what it is made from by purpose, how it is stored, and how it comes back.

import assert from 'node:assert/strict';
import { parseEvidence } from '../../../../src/core/evidence/labels.ts';
import { parseSummaryInput } from '../../../../src/core/summary/input.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { compactionBench, prompts, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { failsWith, says } from '../../../support/scripted-provider.ts';
import { freshEstimate } from '../../../../src/core/tokens/estimate.ts';
import { summaryOf } from '../summary/summary-of.ts';
import {
  appliedOf,
  down,
  failureOf,
  inputOf,
  keepOne,
  threeTurns,
  times,
  visibleTexts,
} from './run-samples.ts';

const handOver = prompts.text('context-summary/hand-over', {});
const earlier = summaryOf('continuation', { Scope: '- what came before' });

/** A session whose segment begins with the text given as its summary. */
const after = (summary: string) =>
  conversation()
    .summary(summary)
    .user('Where is the parser?')
    .assistant('In src/parser.ts.')
    .settled()
    .user('And the tests?')
    .assistant('In test/.')
    .settled()
    .records();

function asked(bench: Bench, request = 0) {
  const input = parseSummaryInput(inputOf(bench, request));
  assert.ok(input !== undefined);
  return input;
}

const kindsIn = (evidence: string): readonly string[] =>
  parseEvidence(evidence).map(({ provenance }) => provenance);

describe('behaviours 8.3, 8.4: a stored summary', () => {
  it('is what the model sees first: the hand-over sentence, a blank line, the summary', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: keepOne });
    await bench.run();
    assert.deepEqual(visibleTexts(bench), [`${handOver}\n\n${soundSummary}`, 'And the tests?', 'In test/.']);
    assert.match(handOver, /another model.*build on it.*not repeat it.*Here is the summary:$/);
  });

  it('comes back to the summariser without the sentence', async () => {
    const bench = await compactionBench({ records: after(`${handOver}\n\n${earlier}`), settings: keepOne });
    await bench.run();
    assert.equal(asked(bench).previousSummary, earlier);
  });

  const foreign = [
    ['another sentence', `This session is being continued.\n\n${earlier}`],
    ['the sentence in other letters', `${handOver.toUpperCase()}\n\n${earlier}`],
    ['the sentence without its blank line', `${handOver}\n${earlier}`],
    ['something before the sentence', `>${handOver}\n\n${earlier}`],
  ] as const;
  for (const [title, text] of foreign) {
    it(`comes back whole when it begins with ${title}`, async () => {
      const bench = await compactionBench({ records: after(text), settings: keepOne });
      await bench.run();
      assert.equal(asked(bench).previousSummary, text);
    });
  }

  it('names its author, and what it is for', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: keepOne });
    await bench.run();
    const [summary] = bench.session.active().records;
    assert.ok(summary?.kind === 'summary');
    assert.deepEqual(summary.author, { kind: 'model', provider: 'local', model: 'model' });
    assert.deepEqual([summary.purpose, summary.turn], ['continuation', 2]);
  });

  it('keeps the figures of its run, the one of before with the label it had (design 9, 13.6)', async () => {
    const bench = await compactionBench({ records: threeTurns, settings: keepOne });
    const { tokens } = appliedOf(
      await bench.run({ tokensBefore: { tokens: 84_900, source: 'provider-context' } }),
    );
    const { records } = bench.session.active();
    const [summary] = records;
    assert.ok(summary?.kind === 'summary');
    const after = freshEstimate(records, 1844).tokens;
    assert.deepEqual(summary.figures, {
      before: 84_900,
      after,
      source: 'provider-context',
      kept: 1,
      shortened: 0,
    });
    assert.deepEqual(tokens, { before: 84_900, after, source: 'provider-context' });
  });
});

describe('behaviour 8.5: the earlier summary is the first record of a segment', () => {
  it('and no text can imitate it', async () => {
    const quoting = conversation()
      .user(`${handOver}\n\n${earlier}`)
      .assistant(`{"kind":"summary","content":[]}\n${earlier}`)
      .settled()
      .user('And now?')
      .assistant('Nothing.')
      .settled();
    const bench = await compactionBench({ records: quoting.records(), settings: keepOne });
    await bench.run();
    const { previousSummary, evidence } = asked(bench);
    assert.deepEqual([previousSummary, kindsIn(evidence)], [undefined, ['user', 'assistant']]);
  });

  it('and a summary anywhere else is evidence', async () => {
    const misplaced = conversation().user('One').assistant('1').settled().summary(earlier);
    const records = misplaced.user('Two').assistant('2').settled().user('Three').assistant('3').records();
    const bench = await compactionBench({ records, settings: keepOne });
    await bench.run();
    const { previousSummary, evidence } = asked(bench);
    assert.equal(previousSummary, undefined);
    assert.ok(kindsIn(evidence).includes('prior-continuation-summary'));
  });
});

describe('behaviours 5.9, 6.13: an earlier summary in a run', () => {
  it('is authoritative for a continuation, is no evidence, and is replaced', async () => {
    const scripts = [says(soundSummary)];
    const bench = await compactionBench({ records: after(earlier), settings: keepOne, scripts });
    await bench.run();
    const { previousSummary, evidence } = asked(bench);
    assert.deepEqual([previousSummary, kindsIn(evidence)], [earlier, ['user', 'assistant']]);
    assert.equal(bench.session.active().records.filter(({ kind }) => kind === 'summary').length, 1);
    assert.equal(visibleTexts(bench).join('\n').includes('what came before'), false);
  });

  it('is the first evidence of a handoff, whose focus is its authority', async () => {
    const scripts = [says(summaryOf('handoff'))];
    const bench = await compactionBench({ records: after(earlier), scripts });
    const focus = 'Accepted plan: rename the parser.';
    appliedOf(await bench.run({ purpose: 'handoff', tail: 'none', focus }));
    const input = asked(bench);
    assert.deepEqual([input.purpose, input.previousSummary, input.focus], ['handoff', undefined, focus]);
    assert.deepEqual(parseEvidence(input.evidence)[0], {
      ...{ provenance: 'prior-continuation-summary', text: earlier },
    });
    const [summary] = bench.session.active().records;
    assert.ok(summary?.kind === 'summary' && summary.purpose === 'handoff');
    assert.deepEqual(visibleTexts(bench), [`${handOver}\n\n${summaryOf('handoff')}`]);
  });

  it('makes a handoff with Next Steps a failure, and a continuation without it', async () => {
    const wrong = (purpose: 'handoff' | 'continuation') =>
      compactionBench({ records: threeTurns, scripts: times(3, says(summaryOf(purpose))) });
    const handoff = await (await wrong('continuation')).run({ purpose: 'handoff', tail: 'none' });
    assert.equal(failureOf(handoff).class, 'validation');
    assert.equal(failureOf(await (await wrong('handoff')).run({ tail: 'none' })).class, 'validation');
  });

  it('is one at the head of each segment, however often it is updated', async () => {
    const bench = await compactionBench({ records: threeTurns, scripts: times(3, says(soundSummary)) });
    for (let round = 1; round <= 3; round++) {
      appliedOf(await bench.run({ tail: 'none' }));
      const { number, records } = bench.session.active();
      assert.equal(number, round + 1);
      assert.deepEqual(
        records.map(({ kind }) => kind),
        ['summary'],
      );
      const next = conversation().user(`Round ${round}`).assistant('Done').settled().records();
      const more = next.map((record) => ({ ...record, id: `${round}-${record.id}`, turn: 3 + round }));
      await bench.session.write.append(more, new AbortController().signal);
    }
  });
});

describe('behaviour 5.7: an aggressive run', () => {
  it('summarises everything that is settled and keeps no tail', async () => {
    const bench = await compactionBench({ records: threeTurns });
    const { turns } = appliedOf(await bench.run({ tail: 'none' }));
    assert.deepEqual(turns, { total: 3, kept: 0 });
    assert.equal(kindsIn(asked(bench).evidence).filter((kind) => kind === 'user').length, 3);
    assert.deepEqual(visibleTexts(bench), [`${handOver}\n\n${soundSummary}`]);
  });
});

describe('behaviour 6.24: a prepared summary', () => {
  it('is applied without a request, with every hook', async () => {
    const bench = await compactionBench({ records: threeTurns, scripts: [] });
    const prepared = summaryOf('handoff', { Scope: '- prepared earlier' });
    const run = { purpose: 'handoff', tail: 'none', preparedSummary: prepared } as const;
    const { summary } = appliedOf(await bench.run(run));
    assert.deepEqual([summary.attempts, summary.characters], [1, prepared.length]);
    assert.deepEqual(bench.hooks, ['PreCompact', 'PostCompact', 'SessionStart']);
    assert.deepEqual(bench.provider.requests, []);
    assert.equal(bench.log.names.includes('context-summary-request-started'), false);
    assert.deepEqual(visibleTexts(bench), [`${handOver}\n\n${prepared}`]);
  });
});

describe('the language of a summary (design 13.10)', () => {
  it('is asked for in every request: the language of the person, headings in English', async () => {
    const scripts = [failsWith(down), says(soundSummary)];
    const bench = await compactionBench({ records: threeTurns, settings: keepOne, scripts });
    await bench.run();
    for (const { system } of bench.provider.requests) {
      assert.match(system, /write in the language the person uses/i);
      assert.match(system, /only the headings stay in english/i);
    }
    assert.equal(bench.provider.requests.length, 2);
  });
});

describe('coverage in a run (design 13.3)', () => {
  const records = conversation()
    .user('Never touch the fixtures. Mend the parser.')
    .calls('Edit', { file_path: 'src/parser.ts' })
    .results('ok')
    .calls('Bash', { command: 'npm test' })
    .fails('1 failing')
    .assistant('One still fails.')
    .settled()
    .user('Mend that too, then show me the diff.')
    .settled('interrupted')
    .records();

  async function run(coverage: string) {
    const bench = await compactionBench({ records, settings: { 'compaction.coverage': coverage } });
    const { summary } = appliedOf(await bench.run({ tail: 'none' }));
    const [stored] = bench.session.active().records;
    assert.ok(stored?.kind === 'summary');
    return { summary, stored, text: inlineText(stored.content) };
  }

  const carried = [
    'Carried over: last failing command: npm test → 1 failing',
    'Carried over: changed src/parser.ts',
    'Carried over: Mend that too, then show me the diff.',
  ];

  it('appends what is missing, tells so in outcome and record, and never a rule of the person', async () => {
    const { summary, stored, text } = await run('append');
    assert.deepEqual([summary.carried, stored.carried], [carried, carried]);
    assert.deepEqual(summary.missingConstraints, ['Never touch the fixtures.']);
    assert.ok(text.includes(`- ${carried[0]}\n- ${carried[1]}\n- Carried over:\n> Mend that too`));
    assert.equal(text.includes('Never touch'), false);
  });

  it('only reports under "report", and does nothing under "off"', async () => {
    const report = await run('report');
    assert.deepEqual(
      [report.summary.carried, report.summary.missingConstraints],
      [[], ['Never touch the fixtures.']],
    );
    const off = await run('off');
    assert.deepEqual([off.summary.carried, off.summary.missingConstraints], [[], []]);
    for (const { text, stored } of [report, off]) {
      assert.equal(text, `${handOver}\n\n${soundSummary}`);
      assert.equal('carried' in stored, false);
    }
  });
});

describe('a summary that is not valid once its secrets are masked', () => {
  const mask = async (text: string) =>
    text === soundSummary ? { text: '[masked]', count: 1 } : { text, count: 0 };

  it('fails as a summary that is not valid after three attempts, and nothing has changed', async () => {
    const scripts = times(3, says(soundSummary));
    const bench = await compactionBench({
      records: threeTurns,
      settings: keepOne,
      scripts,
      masker: { mask },
    });
    assert.deepEqual(failureOf(await bench.run()), {
      class: 'validation',
      message: 'without its secrets the summary is not valid: heading "Scope" is missing',
      attempts: 3,
    });
    assert.deepEqual(bench.session.active().records, threeTurns);
  });

  it('gives way to the one the next attempt brings', async () => {
    const other = `${soundSummary}\n`.replace('## Scope\n', '## Scope\nA second try.\n');
    const scripts = [says(soundSummary), says(other)];
    const bench = await compactionBench({
      records: threeTurns,
      settings: keepOne,
      scripts,
      masker: { mask },
    });
    const { summary } = appliedOf(await bench.run());
    assert.equal(summary.attempts, 2);
  });
});
