// The facts a cap could hide, as evidence, and read back.

import assert from 'node:assert/strict';
import type { ConversationFacts } from '../../../../../src/core/evidence/facts/facts.ts';
import { hostFactsItem, parseHostFacts } from '../../../../../src/core/evidence/facts/host-facts.ts';

const none: ConversationFacts = {
  constraints: [],
  changedPaths: [],
  failedCommand: null,
  trailingRequest: null,
  earlierRequests: [],
  openTurn: null,
  openRequests: 0,
};

describe('host facts', () => {
  it('make one item with a line for each fact', () => {
    const item = hostFactsItem({
      constraints: ['Never push.'],
      changedPaths: ['src/a.ts', 'src/b c.ts'],
      failedCommand: { command: 'npm test', error: '1 failing' },
      trailingRequest: 'Now fix it',
      earlierRequests: [],
      openTurn: 1,
      openRequests: 1,
    });
    assert.equal(item?.provenance, 'host-facts');
    assert.equal(
      item.text,
      'changed file: src/a.ts\nchanged file: src/b c.ts\nlast failing command: npm test\nits error: 1 failing\n' +
        'requests of the person without a settled answer, at the end: 1',
    );
  });

  it('make no item when there is none, and none of rules alone', () => {
    assert.equal(hostFactsItem(none), undefined);
    assert.equal(hostFactsItem({ ...none, constraints: ['Never push.'] }), undefined);
  });

  it('are read back as they were', () => {
    const facts = { ...none, changedPaths: ['a: b.ts'], failedCommand: { command: 'make', error: '' } };
    assert.deepEqual(parseHostFacts(hostFactsItem(facts)?.text ?? ''), {
      changedPaths: ['a: b.ts'],
      failedCommand: { command: 'make', error: '' },
      openRequests: 0,
      earlierRequests: 0,
    });
    assert.deepEqual(
      parseHostFacts(
        hostFactsItem({ ...none, earlierRequests: ['w'], trailingRequest: 'x', openRequests: 2 })?.text ?? '',
      ),
      {
        changedPaths: [],
        failedCommand: null,
        openRequests: 2,
        earlierRequests: 1,
      },
    );
  });
});
