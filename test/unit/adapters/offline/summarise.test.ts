// The offline summary of a conversation (design 8).

import assert from 'node:assert/strict';
import { summariseOffline, usualBudget } from '../../../../src/adapters/offline/summarise.ts';
import { renderEvidence, type EvidenceItem } from '../../../../src/core/evidence/labels.ts';
import { headingsFor } from '../../../../src/core/summary/purpose.ts';
import { validateSummary } from '../../../../src/core/summary/validate.ts';
import { conversation } from '../../../support/conversation.ts';
import { linesOf, offlineSummary, under } from './offline-summary.ts';
import { run } from '../../../support/transcripts/steps.ts';

const work = () =>
  conversation()
    .user('Make the parser accept empty files. Never change the public names.')
    .calls('Read', { file_path: 'src/parser.ts' })
    .results('export function parse() {}')
    .calls('Edit', { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' })
    .results('ok')
    .calls('Bash', { command: 'npm test' })
    .fails('1 failing\nAssertionError: expected 2 to equal 3')
    .assistant('Empty files are accepted now; one test of the printer still fails.')
    .settled();

const withOpenEnd = () =>
  work().user('Then mend the printer.\nAnd tell me which line was wrong.').settled('interrupted');

describe('an offline summary', () => {
  it('has every heading of its purpose once and in order, filled or "(none)"', async () => {
    for (const purpose of ['continuation', 'handoff'] as const) {
      const summary = await offlineSummary(conversation().user('Hello').assistant('Hi.').settled(), {
        purpose,
      });
      assert.ok(validateSummary(summary, purpose).ok);
      for (const heading of headingsFor(purpose)) assert.notEqual(under(summary, heading), '');
    }
  });

  it('has rules, changed files, the failing command with its error and the outcome at their places', async () => {
    const summary = await offlineSummary(work());
    assert.match(under(summary, 'Constraints & Preferences'), /Never change the public names\./);
    assert.match(under(summary, 'Relevant Files'), /src\/parser\.ts/);
    const risks = under(summary, 'Open Questions & Risks');
    assert.match(risks, /npm test/);
    assert.match(risks, /AssertionError: expected 2 to equal 3/);
    assert.match(under(summary, 'Work & Evidence'), /Empty files are accepted now/);
  });

  it('gives an order only for a trailing request nobody answered: its exact words, in Next Steps', async () => {
    assert.equal(under(await offlineSummary(work()), 'Next Steps'), '(none)');
    const open = under(await offlineSummary(withOpenEnd()), 'Next Steps');
    assert.ok(open.includes('> Then mend the printer.\n> And tell me which line was wrong.'), open);
    assert.equal(open.includes('empty files'), false);
  });

  it('keeps a request that was steered together with what steered it, both word for word', async () => {
    const steered = conversation()
      .user('Count the words of every chapter.')
      .calls('Read', { file_path: 'one.md' })
      .results('Once upon a time')
      .steering('Leave out the preface, please.')
      .calls('Read', { file_path: 'two.md' })
      .results('Later')
      .settled('interrupted');
    const open = under(await offlineSummary(steered), 'Next Steps');
    assert.ok(
      open.includes('> Count the words of every chapter.\n>\n> Leave out the preface, please.'),
      open,
    );
  });

  it('tells of a settled request as an outcome, never as an order', async () => {
    const summary = await offlineSummary(withOpenEnd());
    assert.match(under(summary, 'Work & Evidence'), /accept empty files.*Empty files are accepted now/);
    assert.equal(under(summary, 'Next Steps').includes('accept empty files'), false);
    assert.equal(under(summary, 'Critical Context').includes('Then mend'), false);
  });

  it('tells a choice that was named outright as a decision, whoever made it, and no passing state as one', async () => {
    const summary = await offlineSummary(
      conversation()
        .user('Which database shall it be? Make a new branch for it.')
        .assistant(
          'Switching to a new branch is not possible right now, since there are uncommitted changes.',
        )
        .user("Commit them. Let's go with SQLite.")
        .assistant('Done. We decided to keep the schema in one file.')
        .settled(),
    );
    const decisions = under(summary, 'Key Decisions');
    assert.match(decisions, /Let's go with SQLite/);
    assert.match(decisions, /We decided to keep the schema in one file/);
    assert.doesNotMatch(decisions, /not possible right now/);
  });

  it('takes nothing of an unanswered request for a decision', async () => {
    const open = conversation().user("Let's go with SQLite and write the schema.").settled('interrupted');
    assert.equal(under(await offlineSummary(open), 'Key Decisions').trim(), '(none)');
  });

  it('has the open request of a handoff as context, since a handoff gives no orders of its own', async () => {
    const summary = await offlineSummary(withOpenEnd(), { purpose: 'handoff', focus: 'Do something else.' });
    assert.ok(under(summary, 'Critical Context').includes('> Then mend the printer.'));
    assert.equal(summary.includes('Do something else.'), false);
  });

  it('speaks the language of the conversation: only the headings are English', async () => {
    const summary = await offlineSummary(
      conversation()
        .user('解析器を新しいファイルに移してください。必ずテストを実行してください。')
        .assistant('解析器を移し、テストはすべて通りました。代わりに待ち行列を使うことに決定しました。')
        .settled()
        .user('次は印刷部分を直してください。')
        .settled('interrupted'),
    );
    assert.deepEqual(
      linesOf(summary).filter((line) => /[a-z]{2}/i.test(line)),
      [],
    );
    assert.match(under(summary, 'Constraints & Preferences'), /必ずテストを実行してください。/);
    assert.match(under(summary, 'Work & Evidence'), /テストはすべて通りました/);
    assert.match(under(summary, 'Next Steps'), /次は印刷部分を直してください。/);
  });

  it('shares no line with that of another conversation', async () => {
    const [one, other] = [
      await offlineSummary(withOpenEnd()),
      await offlineSummary(
        conversation()
          .user('Plant the tomatoes. Always water them in the morning.')
          .calls('Write', { file_path: 'garden/plan.md' })
          .results('ok')
          .calls('Bash', { command: 'make plan' })
          .fails('make: *** [plan] Error 2')
          .assistant('The plan is written, but it does not build.')
          .settled()
          .user('Where should the beans go?')
          .settled('failed'),
      ),
    ];
    const lines = new Set(linesOf(one));
    assert.ok(lines.size > 5);
    assert.deepEqual(
      linesOf(other).filter((line) => lines.has(line)),
      [],
    );
  });
});

describe('the budget of an offline summary', () => {
  const talk = (turns: number): string => {
    const items = Array.from({ length: turns }, (_, turn): EvidenceItem[] => [
      { provenance: 'user', text: `Question ${turn} about the matter at hand, asked in a whole sentence?` },
      {
        provenance: 'assistant',
        text: `Answer ${turn}: we decided to use option ${turn} instead. ${'More. '.repeat(80)}`,
      },
    ]);
    return renderEvidence(items.flat());
  };
  const made = (turns: number, tokens: number): string =>
    run(summariseOffline({ purpose: 'continuation', evidence: talk(turns) }, tokens));

  it('is kept, headings included, for a conversation of any length', () => {
    for (const turns of [1, 50, 500]) {
      assert.ok(made(turns, 1_000_000).length <= usualBudget, String(turns));
      assert.ok(made(turns, 1000).length <= 4000, String(turns));
    }
    assert.ok(made(500, 1_000_000).length > usualBudget / 2);
  });

  it('goes to the newest first', () => {
    const summary = made(500, 1000);
    assert.deepEqual([summary.includes('Answer 499'), summary.includes('Answer 3:')], [true, false]);
  });

  it('gives way to facts that must stay, of which old rules are none', () => {
    const rules = Array.from({ length: 200 }, (_, rule) => `Never use the rule with number ${rule}.`).join(
      '\n',
    );
    const summary = run(
      summariseOffline(
        { purpose: 'continuation', evidence: renderEvidence([{ provenance: 'user', text: rules }]) },
        100,
      ),
    );
    const kept = under(summary, 'Constraints & Preferences').split('\n');
    assert.equal(kept.length, 40);
    assert.equal(kept.at(-1), '- Never use the rule with number 199.');
  });
});

describe('an offline summary of next to nothing', () => {
  const few: readonly EvidenceItem[][] = [
    [{ provenance: 'hook-context', text: '<hook-context>x</hook-context>' }],
    [{ provenance: 'tool-result', text: 'an orphan' }],
    [{ provenance: 'reasoning', text: 'Hm.' }],
    [{ provenance: 'assistant', text: '!' }],
    [{ provenance: 'tool-call', text: '(unparseable tool-call metadata)' }],
    [{ provenance: 'user', text: '```' }],
    [],
  ];
  for (const [place, items] of few.entries()) {
    it(`is valid (${items[0]?.provenance ?? 'nothing at all'}, ${place})`, () => {
      for (const purpose of ['continuation', 'handoff', 'digest'] as const) {
        const summary = run(summariseOffline({ purpose, evidence: renderEvidence(items) }, 4000));
        const valid = validateSummary(summary, purpose);
        assert.ok(valid.ok, valid.ok ? '' : valid.error);
      }
    });
  }
});
