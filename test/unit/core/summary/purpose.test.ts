// The headings each purpose demands.

import assert from 'node:assert/strict';
import { headingsFor } from '../../../../src/core/summary/purpose.ts';

describe('headings', () => {
  const eight = [
    'Scope',
    'Constraints & Preferences',
    'Work & Evidence',
    'Key Decisions',
    'Open Questions & Risks',
    'Critical Context',
    'Relevant Files',
    'Skills Invoked',
  ];

  it('behaviour 6.10: a continuation has nine, a handoff the first eight of them', () => {
    assert.deepEqual(headingsFor('continuation'), [...eight, 'Next Steps']);
    assert.deepEqual(headingsFor('handoff'), eight);
  });

  it('behaviour 6.18: a digest has four', () => {
    assert.deepEqual(headingsFor('digest'), ['Done', 'Learned', 'Surprised', 'Unfinished']);
  });
});
