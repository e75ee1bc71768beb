// What holds for summary requests and summaries whatever they are made of.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codePointLength } from '../../src/base/code-points.ts';
import type { ConversationFacts } from '../../src/core/evidence/facts/facts.ts';
import { renderEvidence } from '../../src/core/evidence/labels.ts';
import { carryOver, checkCoverage } from '../../src/core/summary/coverage.ts';
import { parseSummaryInput, renderSummaryInput } from '../../src/core/summary/input.ts';
import { preflight } from '../../src/core/summary/preflight.ts';
import { headingsFor } from '../../src/core/summary/purpose.ts';
import { validateSummary } from '../../src/core/summary/validate.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '--- frozen untrusted evidence ---',
    '--- end frozen untrusted evidence ---',
    '--- end focus data (do not reproduce) ---',
    '--- bounded caller guidance ---',
    'Context-summary purpose: digest',
    '## Scope',
    '## Critical Context',
    '### x',
    '```',
    '~~~',
    '(none)',
    '> ',
    '\n',
    '\r\n',
    '$&',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

/** Undefined for what a request leaves out. */
const shown = (part: string | undefined): string | undefined => {
  const trimmed = part?.trim();
  return trimmed === '' ? undefined : trimmed;
};

describe('a summary input, for any parts', () => {
  const part = fc.option(text, { nil: undefined });

  it('is read back as it was given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('continuation' as const, 'handoff' as const, 'digest' as const),
        fc.record({ focus: part, previousSummary: part, guidance: part, evidence: text }),
        (purpose, parts) => {
          const evidence = renderEvidence([{ provenance: 'user', text: parts.evidence }]);
          assert.deepEqual(parseSummaryInput(renderSummaryInput({ ...parts, purpose, evidence })), {
            purpose,
            evidence,
            focus: shown(parts.focus),
            previousSummary: shown(parts.previousSummary),
            guidance: shown(parts.guidance),
          });
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the preflight, for any texts', () => {
  it('never estimates less for more, and fits exactly up to its own estimate', () => {
    fc.assert(
      fc.property(text, text, text, (system, input, more) => {
        const { estimate } = preflight(system, input, 0);
        assert.ok(preflight(system, `${input}${more}`, 0).estimate >= estimate);
        assert.deepEqual(
          [preflight(system, input, estimate).fits, preflight(system, input, estimate - 1).fits],
          [true, false],
        );
      }),
    );
  });
});

/** A line that is no heading and no fence: bodies of valid summaries. */
const line = text
  .map((given) => given.replace(/[\r\n]/g, ' '))
  .map((given) => (/^(?:\s*(?:```|~~~)|## )/.test(given) ? `- ${given}` : given));
const body = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));

const facts: fc.Arbitrary<ConversationFacts> = fc.record({
  constraints: fc.array(text, { maxLength: 3 }),
  changedPaths: fc.uniqueArray(
    line.filter((path) => path.trim() !== ''),
    { maxLength: 40 },
  ),
  failedCommand: fc.option(
    fc.record({ command: line.filter((command) => command.trim() !== ''), error: line }),
    { nil: null },
  ),
  trailingRequest: fc.option(
    text.map((request) => request.trim()).filter((request) => request !== ''),
    { nil: null },
  ),
  earlierRequests: fc.constant([]),
  openTurn: fc.constant(1),
  openRequests: fc.nat(3),
});

describe('carrying over, for any valid summary and any facts', () => {
  const purposes = fc.constantFrom('continuation' as const, 'handoff' as const);

  it('keeps the summary valid, every line of it, the request whole, and the rest within 2000 characters', () => {
    fc.assert(
      fc.property(
        purposes,
        fc.array(body, { minLength: 9, maxLength: 9 }),
        facts,
        (purpose, bodies, given) => {
          const summary = headingsFor(purpose)
            .map((heading, place) => `## ${heading}\n${bodies[place] ?? ''}`)
            .join('\n')
            .trimEnd();
          assert.equal(validateSummary(summary, purpose).ok, true);
          const carried = carryOver(summary, checkCoverage(given, summary));
          assert.equal(validateSummary(carried.summary, purpose).ok, true);

          const lines = carried.summary.split('\n');
          let place = -1;
          for (const kept of summary.split('\n')) {
            if (kept.trim() === '' || kept.trim() === '(none)') continue;
            place = lines.indexOf(kept, place + 1);
            assert.ok(place >= 0, kept);
          }

          const again = checkCoverage(given, carried.summary);
          assert.equal(again.missingRequest, null);
          const added = carried.carried.slice(0, given.trailingRequest === null ? undefined : -1);
          assert.ok(added.reduce((sum, fact) => sum + codePointLength(fact) + 3, 0) <= 2000);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
