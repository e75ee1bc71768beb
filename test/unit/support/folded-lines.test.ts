import assert from 'node:assert/strict';
import { folded } from '../../support/folded-lines.ts';

const numbered = (count: number, ...texts: readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, place) => texts.map((text) => `${text} ${place + 1}`)).flat();

describe('a long story', () => {
  it('is told whole while nothing goes on for long', () => {
    const lines = ['begins', ...numbered(12, 'a'), ...numbered(12, 'b', 'c'), 'ends'];
    assert.deepEqual(folded(lines), lines);
  });

  it('tells the first and the last of what goes on and on, and how much is between them', () => {
    assert.deepEqual(folded(['begins', ...numbered(200, 'call'), 'ends']), [
      'begins',
      'call 1',
      '… and so on, 198 times',
      'call 200',
      'ends',
    ]);
  });

  it('folds lines that repeat together, up to three', () => {
    assert.deepEqual(folded(numbered(20, 'asks', 'hears', 'shows')), [
      'asks 1',
      'hears 1',
      'shows 1',
      '… and so on, 18 times',
      'asks 20',
      'hears 20',
      'shows 20',
    ]);
  });
});
