// Real conversations compacted again and again, with new turns between: one summary at the head, and no fact of any
// stretch that was ever summarised is lost on the way.

import assert from 'node:assert/strict';
import { commandOf, failed } from '../../src/core/evidence/facts/commands.ts';
import type { ConversationFacts, FailedCommand } from '../../src/core/evidence/facts/facts.ts';
import { checkCoverage } from '../../src/core/summary/coverage.ts';
import { inlineText } from '../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { isVisible } from '../../src/core/transcript/visibility.ts';
import { compactionHistories, type History } from '../support/transcripts/compacting-history.ts';
import { expectedCompactions } from '../support/transcripts/compacting-table.ts';
import { describeTranscripts } from '../support/transcripts/folder.ts';

const covered = { missingFacts: [], missingConstraints: [], missingRequest: null };

describeTranscripts('real conversations compacted again and again', (folder) => {
  let histories: readonly History[];
  before(async function () {
    this.timeout(120_000);
    histories = await compactionHistories(folder);
  });

  for (const { name, kept } of expectedCompactions) {
    describe(`conversation ${name}`, () => {
      const history = (): History => {
        const found = histories.find((candidate) => candidate.name === name);
        assert.ok(found);
        return found;
      };

      it('is compacted as long as there is something to summarise, and told why not otherwise', () => {
        const outcomes = history().runs.map(({ outcome }) =>
          outcome.outcome === 'refused' ? outcome.refusal.kind : outcome.outcome,
        );
        // Where two turns are all there is, or none, the first run that may take everything is the only early one.
        const early = {
          many: ['applied', 'applied', 'applied'],
          few: ['too-little-content', 'too-little-content', 'applied'],
          none: ['applied', 'too-little-content', 'too-little-content'],
        }[kept === null ? 'few' : kept[1] === 0 ? 'none' : 'many'];
        assert.deepEqual(outcomes, [...early, 'applied', 'applied']);
      });

      it('has exactly one summary behind every run, at its head', () => {
        for (const { after } of history().applied) {
          const summaries = after.filter(({ kind }) => kind === 'summary');
          assert.deepEqual([summaries.length, after[0]?.kind], [1, 'summary']);
        }
      });

      it('keeps the facts of everything summarised so far, at every run', () => {
        const changedPaths = new Set<string>();
        const constraints = new Set<string>();
        let failedCommand: FailedCommand | null = null;
        for (const { body, facts, summary } of history().applied) {
          for (const path of facts.changedPaths) changedPaths.add(path);
          for (const rule of facts.constraints) constraints.add(rule);
          if (failedCommand !== null && succeeds(failedCommand, body)) failedCommand = null;
          failedCommand = facts.failedCommand ?? failedCommand;
          const soFar: ConversationFacts = {
            changedPaths: [...changedPaths],
            constraints: [...constraints],
            failedCommand,
            trailingRequest: facts.trailingRequest,
            earlierRequests: facts.earlierRequests,
            openTurn: facts.openTurn,
            openRequests: facts.openRequests,
          };
          assert.deepEqual(checkCoverage(soFar, summary), covered);
        }
      });

      it('keeps the facts of the later turns, the failed request word for word under Next Steps', () => {
        const { applied, later } = history();
        const last = applied.at(-1);
        assert.ok(last);
        const { changed, rule, unanswered } = later;
        const facts: ConversationFacts = {
          changedPaths: changed,
          constraints: [rule],
          failedCommand: later.failed,
          trailingRequest: unanswered,
          earlierRequests: [],
          openTurn: 1,
          openRequests: 1,
        };
        assert.deepEqual(checkCoverage(facts, last.summary), covered);
        const nextSteps = last.summary.split('## Next Steps\n')[1] ?? '';
        const quotation = unanswered.split('\n').map((line) => `> ${line}`);
        assert.ok(nextSteps.includes(quotation.join('\n')), nextSteps);
      });

      it('tells of a failure until the command succeeds', () => {
        const { applied, later } = history();
        const [before, behind] = applied.slice(-2);
        const failure = `✗ \`${later.mended}\``;
        assert.ok(before?.summary.includes(failure));
        assert.ok(behind !== undefined && !behind.summary.includes(failure));
      });

      it('leaves the prompt that was not answered yet where it is, and out of the summary', () => {
        const { applied, later } = history();
        const after = applied.at(-1)?.after ?? [];
        const visible = after.filter(isVisible);
        assert.deepEqual(
          visible.map(({ kind }) => kind),
          ['summary', 'user'],
        );
        const last = visible.at(-1);
        assert.equal(last?.kind === 'user' && inlineText(last.content), later.pending);
        assert.ok(!(applied.at(-1)?.summary ?? '').includes(later.pending));
      });

      it('stays a sound session on disk', async () => {
        const { opened } = history();
        assert.deepEqual(await opened.verified(), { ok: true, problems: [], settled: [] });
      });
    });
  }
});

/** Whether a later body runs the command with success. */
function succeeds(command: FailedCommand, body: readonly TranscriptRecord[]): boolean {
  const results = new Map(
    body.flatMap((record) => (record.kind === 'tool-result' ? [[record.callId, record] as const] : [])),
  );
  return body.some((record) => {
    if (record.kind !== 'tool-call') return false;
    const result = results.get(record.callId);
    const line = commandOf(record)?.trim().split('\n', 1)[0];
    if (line !== command.command || result === undefined) return false;
    return !failed({ text: inlineText(result.content), isError: result.isError === true });
  });
}
