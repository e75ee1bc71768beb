// The offline model's own summaries of real conversations, before the host appends anything: every fact the coverage
// check knows is in them, they are sound and short, and no two conversations share a line.

import assert from 'node:assert/strict';
import { checkCoverage } from '../../src/core/summary/coverage.ts';
import { headingsFor } from '../../src/core/summary/purpose.ts';
import { summarySections, validateSummary } from '../../src/core/summary/validate.ts';
import { never } from '../support/expect.ts';
import { compactionHistories, type History } from '../support/transcripts/compacting-history.ts';
import { expectedCompactions } from '../support/transcripts/compacting-table.ts';
import { masker, OpenedConversation, tellingLines } from '../support/transcripts/compacting.ts';
import { describeTranscripts } from '../support/transcripts/folder.ts';

/** Characters a summary of these conversations takes at most: a quarter of that in tokens. */
const budget = 24_000;
const longestLine = 2400;
/** No word of a person is this long; a run of base64 or minified text is. */
const longestRun = 200;

describeTranscripts('offline summaries of real conversations', (folder) => {
  let histories: readonly History[];
  before(async function () {
    this.timeout(120_000);
    histories = await compactionHistories(folder);
  });

  for (const expected of expectedCompactions) {
    describe(`conversation ${expected.name}`, () => {
      const history = (): History => {
        const found = histories.find(({ name }) => name === expected.name);
        assert.ok(found);
        return found;
      };

      it('holds the facts the conversation is known for, when all of it is summarised at once', async () => {
        const opened = await OpenedConversation.of(history().conversation);
        const { facts, answer } = await opened.compact('nothing');
        assert.deepEqual(
          {
            changedPaths: facts.changedPaths.length,
            rules: facts.constraints.length,
            failing: facts.failedCommand?.command.slice(0, expected.failing?.length) ?? null,
            open: facts.trailingRequest !== null,
          },
          {
            changedPaths: expected.changedPaths,
            rules: expected.rules,
            failing: expected.failing,
            open: expected.open,
          },
        );
        assert.deepEqual(checkCoverage(facts, answer), nothingMissing);
      });

      it('holds every fact of what it summarises, before anything is appended, at every run', () => {
        for (const { facts, answer, outcome } of history().applied) {
          assert.deepEqual(checkCoverage(facts, answer), nothingMissing);
          assert.ok(outcome.outcome === 'applied');
          const { carried, missingConstraints } = outcome.applied.summary;
          assert.deepEqual([carried, missingConstraints], [[], []]);
        }
      });

      it('has every heading once and in order, and keeps within its budget', () => {
        for (const { answer } of history().applied) {
          assert.deepEqual(validateSummary(answer, 'continuation'), { ok: true, value: answer });
          const found = summarySections(answer).map(({ heading }) => heading);
          assert.deepEqual(found, headingsFor('continuation'));
          assert.ok(answer.length <= budget, `${answer.length} characters`);
        }
      });

      it('says something under the headings of work or context', () => {
        for (const { answer } of history().applied) assert.ok(tellingLines(answer).length > 0);
      });

      it('has no line that is too long to read, no unreadable run, and no mark of the host', () => {
        for (const { answer, summary } of history().applied) {
          for (const line of answer.split('\n')) {
            assert.ok(line.length <= longestLine, `${line.length}: ${line.slice(0, 200)}`);
            assert.ok(!new RegExp(`[!-~]{${longestRun},}`).test(line), line.slice(0, 200));
          }
          assert.ok(!summary.includes('Carried over'));
        }
      });

      it('holds no secret the masker knows', async () => {
        for (const { summary } of history().applied) {
          assert.equal((await masker.mask(summary, never)).count, 0);
        }
      });

      it('gives orders in Next Steps alone, and only what is still unanswered', () => {
        for (const { facts, answer } of history().applied) {
          const section = summarySections(answer).find(({ heading }) => heading === 'Next Steps');
          const steps = (section?.lines ?? []).filter((line) => line.trim() !== '' && line !== '(none)');
          assert.equal(steps.length > 0, facts.openTurn !== null);
          assert.ok(steps.filter((line) => line.startsWith('- ')).length <= 1);
        }
      });
    });
  }

  it('share no line with that of another conversation, at any run', () => {
    const tellers = new Map<string, Set<string>>();
    for (const { name, applied } of histories) {
      for (const line of applied.flatMap(({ summary }) => tellingLines(summary))) {
        tellers.set(line, (tellers.get(line) ?? new Set()).add(name));
      }
    }
    const shared = [...tellers].filter(([, names]) => names.size > 1);
    assert.deepEqual(
      shared.map(([line, names]) => `${[...names].join(', ')}: ${line}`),
      [],
    );
    assert.equal(histories.length, expectedCompactions.length);
    assert.ok(tellers.size > 400);
  });
});

const nothingMissing = { missingFacts: [], missingConstraints: [], missingRequest: null };
