// Whether an answer is a summary.

import assert from 'node:assert/strict';
import { headingsFor, type SummaryPurpose } from '../../../../src/core/summary/purpose.ts';
import { summarySections, validateSummary } from '../../../../src/core/summary/validate.ts';
import { errorOf, valueOf } from '../../../support/expect.ts';
import { summaryOf } from './summary-of.ts';

const fault = (text: string, purpose: SummaryPurpose = 'continuation'): string =>
  errorOf(validateSummary(text, purpose));

/** The headings as lines, to be changed by a test. */
const lines = (purpose: SummaryPurpose): string[] => headingsFor(purpose).map((heading) => `## ${heading}`);

describe('behaviour 6.10: the headings of the purpose, exactly once and in order', () => {
  for (const purpose of ['continuation', 'handoff'] as const) {
    it(`accepts those of a ${purpose}`, () => {
      const summary = summaryOf(purpose, { Scope: 'All of it.' });
      assert.equal(valueOf(validateSummary(summary, purpose)), summary);
    });

    for (const [place, heading] of headingsFor(purpose).entries()) {
      it(`refuses a ${purpose} without ${heading}`, () => {
        const text = lines(purpose).toSpliced(place, 1).join('\n');
        assert.equal(fault(text, purpose), `heading "${heading}" is missing`);
      });

      it(`refuses a ${purpose} with ${heading} twice`, () => {
        const text = [...lines(purpose), `## ${heading}`].join('\n');
        assert.equal(fault(text, purpose), `heading "${heading}" stands twice`);
      });
    }
  }

  it('refuses headings in another order', () => {
    const [first = '', second = '', ...rest] = lines('continuation');
    assert.equal(fault([second, first, ...rest].join('\n')), 'heading "Scope" is out of order');
  });

  it('refuses a heading of its own invention', () => {
    assert.equal(fault(`${summaryOf('continuation')}\n\n## Notes\nx`), 'unexpected heading "Notes"');
    assert.equal(fault(`${summaryOf('continuation')}\n## \nx`), 'unexpected heading ""');
  });

  it('refuses the headings of another purpose', () => {
    assert.equal(fault(summaryOf('handoff'), 'continuation'), 'heading "Next Steps" is missing');
    assert.equal(fault(summaryOf('continuation'), 'handoff'), 'unexpected heading "Next Steps"');
    assert.equal(fault(summaryOf('digest'), 'continuation'), 'unexpected heading "Done"');
  });

  it('refuses headings in another language or another case', () => {
    assert.equal(
      fault(summaryOf('continuation').replace('## Scope', '## Umfang')),
      'unexpected heading "Umfang"',
    );
    assert.equal(
      fault(summaryOf('continuation').replace('## Scope', '## scope')),
      'unexpected heading "scope"',
    );
  });
});

describe('behaviour 6.11: only top-level lines that begin with two hashes and a space count', () => {
  it('lets deeper and higher headings be', () => {
    const summary = summaryOf('continuation', {
      'Work & Evidence': '### Scope\n#### Next Steps\n# Title\n##Scope',
    });
    assert.equal(valueOf(validateSummary(summary, 'continuation')), summary);
  });

  it('lets indented and quoted headings be', () => {
    const summary = summaryOf('continuation', { Scope: '  ## Scope\n> ## Scope\n- ## Scope' });
    assert.equal(valueOf(validateSummary(summary, 'continuation')), summary);
  });

  for (const fence of ['```', '~~~', '   ```', '````']) {
    it(`ignores headings inside ${fence.trim()} fences`, () => {
      const summary = summaryOf('continuation', { Scope: `${fence}md\n## Scope\n## Anything\n${fence}` });
      assert.equal(valueOf(validateSummary(summary, 'continuation')), summary);
    });
  }

  it('misses the headings behind a fence that is never closed', () => {
    assert.equal(
      fault(summaryOf('continuation', { Scope: '```\ncode' })),
      'heading "Constraints & Preferences" is missing',
    );
  });

  it('accepts sections without a body, and lines ended as on Windows', () => {
    assert.equal(validateSummary(lines('continuation').join('\n'), 'continuation').ok, true);
    assert.equal(
      validateSummary(summaryOf('continuation').replaceAll('\n', '\r\n'), 'continuation').ok,
      true,
    );
  });

  it('reads sections with the place of their heading; what stands before the first belongs to none', () => {
    assert.deepEqual(summarySections('intro\n## A\none\n```\n## no\n```\n## B\n'), [
      { heading: 'A', at: 1, lines: ['one', '```', '## no', '```'] },
      { heading: 'B', at: 6, lines: [''] },
    ]);
  });
});

describe('behaviour 6.12: the answer is trimmed, and a blank one is refused', () => {
  it('gives the summary without the white space around it', () => {
    const summary = summaryOf('continuation');
    assert.equal(valueOf(validateSummary(`\n\n  ${summary}\n \n`, 'continuation')), summary);
  });

  for (const blank of ['', ' ', '\n\t\n']) {
    it(`refuses ${JSON.stringify(blank)} for every purpose`, () => {
      for (const purpose of ['continuation', 'handoff', 'digest'] as const) {
        assert.equal(fault(blank, purpose), 'Context summary response is empty');
      }
    });
  }
});
