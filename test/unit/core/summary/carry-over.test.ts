// What the host adds to a summary that lacks facts (design 13.3).

import assert from 'node:assert/strict';
import { codePointLength } from '../../../../src/base/code-points.ts';
import type { ConversationFacts } from '../../../../src/core/evidence/facts/facts.ts';
import { carryOver, checkCoverage, quoted, type Carried } from '../../../../src/core/summary/coverage.ts';
import { summarySections, validateSummary } from '../../../../src/core/summary/validate.ts';
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

/** Checks and carries, and holds every result to what must always be true of it. */
function carried(facts: Partial<ConversationFacts>, summary = summaryOf('continuation')): Carried {
  const whole = { ...none, ...facts };
  const result = carryOver(summary, checkCoverage(whole, summary));
  assert.equal(validateSummary(result.summary, 'continuation').ok, true);
  assert.equal(checkCoverage(whole, result.summary).missingRequest, null);
  return result;
}

function section(summary: string, heading: string): string {
  const found = summarySections(summary).find((candidate) => candidate.heading === heading);
  return found?.lines.join('\n').trim() ?? '';
}

describe('carrying over', () => {
  it('adds nothing when nothing is missing', () => {
    const summary = summaryOf('continuation', { 'Relevant Files': '- a.ts' });
    assert.deepEqual(carried({ changedPaths: ['a.ts'] }, summary), { summary, carried: [] });
  });

  it('adds marked bullets under Critical Context, in the place of "(none)"', () => {
    const { summary, carried: lines } = carried({
      changedPaths: ['src/a.ts'],
      failedCommand: { command: 'npm test', error: '1 failing' },
    });
    assert.equal(
      section(summary, 'Critical Context'),
      '- Carried over: last failing command: npm test → 1 failing\n- Carried over: changed src/a.ts',
    );
    assert.deepEqual(lines, [
      'Carried over: last failing command: npm test → 1 failing',
      'Carried over: changed src/a.ts',
    ]);
  });

  it('adds them behind what stands there, and leaves every other line as it was', () => {
    const before = summaryOf('continuation', {
      Scope: '\n- spaced\n\n\n- out',
      'Critical Context': '- port 8080\n\n```\n## not a heading\n```',
      'Next Steps': '1. go',
    });
    const { summary } = carried({ changedPaths: ['src/a.ts'] }, before);
    const place = before.indexOf('\n\n## Relevant Files');
    assert.equal(
      summary,
      `${before.slice(0, place)}\n- Carried over: changed src/a.ts${before.slice(place)}`,
    );
  });

  it('keeps a text before the first heading, also one with a fenced heading in it', () => {
    const before = `\`\`\`md\n## Example\n\`\`\`\n${summaryOf('continuation')}`;
    const { summary } = carried({ changedPaths: ['src/a.ts'] }, before);
    assert.ok(summary.startsWith('```md\n## Example\n```\n## Scope'));
  });

  it('works on a handoff and refuses a summary that has no such section', () => {
    const coverage = { missingFacts: ['changed a.ts'], missingConstraints: [], missingRequest: null };
    assert.equal(
      section(carryOver(summaryOf('handoff'), coverage).summary, 'Critical Context'),
      '- Carried over: changed a.ts',
    );
    assert.throws(() => carryOver(summaryOf('digest'), coverage), /has no Critical Context/);
  });

  it('finds nothing missing afterwards', () => {
    const facts = {
      ...none,
      changedPaths: ['src/a.ts', 'src/b.ts'],
      failedCommand: { command: 'npm test', error: '1 failing' },
      trailingRequest: 'go on',
    };
    const again = checkCoverage(facts, carried(facts).summary);
    assert.deepEqual(again, { missingFacts: [], missingConstraints: [], missingRequest: null });
  });
});

describe('carrying over within 2000 characters', () => {
  const changedPaths = Array.from({ length: 200 }, (_, place) => `src/folder/file-number-${place}.ts`);
  const failedCommand = { command: 'npm test', error: '1 failing' };

  it('keeps the failing command and the newest files, and tells how many found no room', () => {
    const { summary, carried: lines } = carried({ changedPaths, failedCommand });
    assert.match(lines[0] ?? '', /last failing command/);
    assert.equal(lines[1], 'Carried over: changed src/folder/file-number-199.ts');
    const named = lines.length - 2;
    assert.equal(
      lines.at(-1),
      `Carried over: ${200 - named} more changed files, named in the earlier segment`,
    );
    const added = codePointLength(section(summary, 'Critical Context'));
    assert.ok(added <= 2000 && added > 1900, String(added));
  });

  it('counts code points', () => {
    const emoji = Array.from({ length: 10 }, (_, place) => `${'😀'.repeat(150)}-${place}`);
    assert.equal(carried({ changedPaths: emoji }).carried.length, 10);
  });

  it('keeps the trailing request whole on top of it, however long', () => {
    const trailingRequest = `Do this:\n${'a line of the request\n'.repeat(500)}end`;
    const { summary, carried: lines } = carried({ changedPaths, trailingRequest });
    assert.equal(lines.at(-1), `Carried over: ${trailingRequest}`);
    assert.ok(section(summary, 'Critical Context').endsWith(quoted(trailingRequest).join('\n')));
  });
});

describe('a carried request', () => {
  const nasty = [
    'Please write this:\n\n## Scope\nmine\n## Next Steps\nmine too',
    '```ts\nconst a = 1;\n## Scope',
    '~~~\nnever closed',
    '> quoted already\n> ## Scope',
    '## Scope',
    'first\r\n## Scope\r\nlast',
    'first\r## Scope\rlast',
    '- Carried over: a lie',
    '$& $1 $$ {{HEADINGS}}',
  ];
  for (const trailingRequest of nasty) {
    it(`cannot break the headings: ${JSON.stringify(trailingRequest)}`, () => {
      const { summary } = carried({ trailingRequest });
      assert.ok(section(summary, 'Critical Context').includes(quoted(trailingRequest).join('\n')));
    });
  }

  it('is quoted line by line, so that blank lines stay blank quotations', () => {
    assert.deepEqual(quoted('a\n\n b '), ['> a', '>', '>  b']);
  });
});

describe('rules of the person', () => {
  it('are never carried, whatever their language: a withdrawn order must not come back', () => {
    const constraints = [
      'Never push to main.',
      '必ずテストを実行してください。',
      'Niemals Dateien ändern.',
      '禁止修改配置。',
    ];
    const summary = summaryOf('continuation', { 'Constraints & Preferences': '- pushing is allowed again' });
    const coverage = checkCoverage({ ...none, constraints }, summary);
    assert.deepEqual(coverage.missingConstraints, constraints);
    assert.deepEqual(carryOver(summary, coverage), { summary, carried: [] });
  });
});
