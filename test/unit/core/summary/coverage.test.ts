// What of a conversation's facts a summary lacks (design 13.3).

import assert from 'node:assert/strict';
import type { ConversationFacts } from '../../../../src/core/evidence/facts/facts.ts';
import { checkCoverage } from '../../../../src/core/summary/coverage.ts';
import { summaryOf } from './summary-of.ts';

const none: ConversationFacts = {
  constraints: [],
  changedPaths: [],
  failedCommand: null,
  trailingRequest: null,
  earlierRequests: [],
  openTurn: null,
  openRequests: 0,
};

const check = (facts: Partial<ConversationFacts>, texts: Readonly<Record<string, string>> = {}) =>
  checkCoverage({ ...none, ...facts }, summaryOf('continuation', texts));

it('coverage finds nothing missing where there are no facts', () => {
  assert.deepEqual(check({}), { missingFacts: [], missingConstraints: [], missingRequest: null });
});

describe('coverage of changed paths', () => {
  const covered: readonly (readonly [path: string, text: string])[] = [
    ['src/a.ts', '- src/a.ts was rewritten'],
    ['src/a.ts', '- `src/a.ts`: rewritten'],
    ['src/a.ts', '- changed SRC/A.ts.'],
    ['src/a.ts', '- /home/me/project/src/a.ts'],
    ['/home/me/project/src/lib/a.ts', '- lib/a.ts'],
    ['C:\\work\\src\\a.ts', '- src/a.ts'],
    ['src/a.ts', '- src\\a.ts'],
    ['a.ts', '- a.ts, b.ts'],
    ['資料/設計.md', '- 資料/設計.mdを更新'],
  ];
  for (const [path, text] of covered) {
    it(`${path} is covered by "${text}"`, () => {
      assert.deepEqual(check({ changedPaths: [path] }, { 'Relevant Files': text }).missingFacts, []);
    });
  }

  const missing: readonly (readonly [path: string, text: string])[] = [
    ['src/a.ts', '- nothing of the kind'],
    ['src/a.ts', '- src/a.tsx'],
    ['src/a.ts', '- src/a.ts.bak'],
    ['a.ts', '- data.ts'],
    ['a.ts', '- my-a.ts'],
    ['/home/me/project/src/lib/a.ts', '- a.ts'],
    ['src/lib/a.ts', '- lib/a.tsx'],
  ];
  for (const [path, text] of missing) {
    it(`${path} is not covered by "${text}"`, () => {
      assert.deepEqual(check({ changedPaths: [path] }, { 'Relevant Files': text }).missingFacts, [
        `changed ${path}`,
      ]);
    });
  }

  it('lists what is missing with the newest first', () => {
    const found = check({ changedPaths: ['a.ts', 'b.ts', 'c.ts'] }, { 'Relevant Files': '- b.ts' });
    assert.deepEqual(found.missingFacts, ['changed c.ts', 'changed a.ts']);
  });
});

describe('coverage of the last failing command', () => {
  const failedCommand = { command: 'npm test', error: '1 failing: adds two numbers' };

  it('is there when both the command and its error are', () => {
    const text = '- `npm test` still fails:\n  1 FAILING: adds\n  two numbers';
    assert.deepEqual(check({ failedCommand }, { 'Open Questions & Risks': text }).missingFacts, []);
  });

  it('is missing when either is, and comes before the paths', () => {
    const fact = 'last failing command: npm test → 1 failing: adds two numbers';
    for (const text of [
      '- npm test fails',
      '- 1 failing: adds two numbers',
      '- npm tests: 1 failing: adds two numbers',
    ]) {
      const found = check({ failedCommand, changedPaths: ['a.ts'] }, { 'Open Questions & Risks': text });
      assert.deepEqual(found.missingFacts, [fact, 'changed a.ts']);
    }
  });

  it('needs no error where there was none', () => {
    const quiet = { command: 'false', error: '' };
    assert.deepEqual(check({ failedCommand: quiet }).missingFacts, ['last failing command: false']);
    assert.deepEqual(check({ failedCommand: quiet }, { Scope: '- `false`' }).missingFacts, []);
  });
});

describe('coverage of the rules of the person', () => {
  it('is there word for word, or as a paraphrase with nearly all of its words', () => {
    const constraints = ['Never touch the generated files in dist/.'];
    const texts = [
      '- never touch the generated files in dist/.',
      '- generated files in dist/ are never to be touched: touch none',
    ];
    for (const text of texts) {
      assert.deepEqual(check({ constraints }, { 'Constraints & Preferences': text }).missingConstraints, []);
    }
  });

  it('lists what is missing in any language', () => {
    const constraints = [
      'Never push to main.',
      '必ずテストを実行してください。',
      'Niemals Dateien in dist ändern.',
    ];
    assert.deepEqual(check({ constraints }, { Scope: '- tests' }).missingConstraints, constraints);
  });
});

describe('coverage of the trailing request', () => {
  const trailingRequest = 'Rename  the parser,\nthen run `npm test`.';
  const missing = (texts: Readonly<Record<string, string>>): boolean =>
    check({ trailingRequest }, texts).missingRequest === trailingRequest;

  it('is there word for word under Next Steps or Critical Context, quoted or not', () => {
    assert.equal(missing({ 'Next Steps': '- Rename the parser, then run `npm test`.' }), false);
    assert.equal(
      missing({ 'Critical Context': '- asked:\n> Rename  the parser,\n> then run `npm test`.' }),
      false,
    );
  });

  it('is missing where no next model looks for it', () => {
    assert.equal(missing({ Scope: 'Rename the parser, then run `npm test`.' }), true);
  });

  it('is missing when it was changed, shortened or is a part of longer words', () => {
    assert.equal(missing({ 'Next Steps': '- rename the parser, then run `npm test`.' }), true);
    assert.equal(missing({ 'Next Steps': '- Rename the parser' }), true);
    const short = check({ trailingRequest: 'fix' }, { 'Next Steps': '- look at the prefix and the suffix' });
    assert.equal(short.missingRequest, 'fix');
  });

  it('is missing in a handoff unless Critical Context has it', () => {
    const facts = { ...none, trailingRequest: 'go on' };
    assert.equal(checkCoverage(facts, summaryOf('handoff')).missingRequest, 'go on');
    assert.equal(
      checkCoverage(facts, summaryOf('handoff', { 'Critical Context': '> go on' })).missingRequest,
      null,
    );
  });
});
