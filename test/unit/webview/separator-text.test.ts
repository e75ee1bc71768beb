import assert from 'node:assert/strict';
import type { RowOf } from '../../../src/protocol/rows.ts';
import { separatorText } from '../../../webview/texts/rows.ts';

function textOf(over: Partial<RowOf<'separator'>>): string {
  return separatorText({
    kind: 'separator',
    key: 's',
    order: 1,
    segment: 3,
    turnsKept: 2,
    shortened: 3,
    summary: { text: '', omitted: 0 },
    author: 'offline',
    carried: [],
    missing: [],
    warnings: [],
    ...over,
  });
}

describe('the title of a separator (design 9)', () => {
  const after = { tokens: 12_100, source: 'estimated' } as const;

  it('labels two estimates once', () => {
    assert.equal(
      textOf({ tokens: { before: { tokens: 84_900, source: 'estimated' }, after } }),
      'Conversation compacted · 84k → 12k tokens (estimated) · 2 turns kept · 3 tool outputs shortened · segment 3',
    );
  });

  it('labels each figure where the first was measured (design 13.6)', () => {
    assert.equal(
      textOf({ tokens: { before: { tokens: 84_900, source: 'measured' }, after } }),
      'Conversation compacted · 84k (measured) → 12k tokens (estimated) · 2 turns kept · 3 tool outputs shortened · segment 3',
    );
  });

  it('leaves out what is not remembered', () => {
    assert.equal(
      textOf({ turnsKept: 1, shortened: 'some' }),
      'Conversation compacted · 1 turn kept · tool outputs shortened · segment 3',
    );
  });
});
