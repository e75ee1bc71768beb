// Patterns that would take for ever: they are given up, stopped, and hold nobody up meanwhile.

import assert from 'node:assert/strict';
import { lineMatcher, type LineMatcher } from '../../../../src/adapters/search/line-matcher.ts';
import { stoppedSearch } from '../../../../src/adapters/search/stopped-search.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';

const explosive = '(a+)+$';
const lines = [`${'a'.repeat(60)}b`];

function matcher(pattern: string, signal: AbortSignal = never): LineMatcher {
  const search = { roots: [], pattern, caseSensitive: true, include: undefined, most: 1 };
  return valueOf(lineMatcher({ ...search, kind: 'regex' }, signal));
}

describe('a regular expression of a model', () => {
  it('that goes back and forth for ever is given up, and the event loop goes on meanwhile', async () => {
    const found = matcher(explosive);
    let turns = 0;
    const beat = setInterval(() => turns++, 1);
    const fault = errorOf(await found.find(lines));
    clearInterval(beat);
    await found.close();
    assert.deepEqual(fault, { kind: 'bad-pattern', why: 'it takes too long; write it more simply' });
    assert.ok(turns > 10, `${turns} turns`);
  });

  it('is stopped in the middle', async () => {
    const stop = new AbortController();
    const found = matcher(explosive, stop.signal);
    const answer = found.find(lines);
    setImmediate(() => stop.abort());
    assert.deepEqual(errorOf(await answer), stoppedSearch);
    await found.close();
  });

  it('finds the first place in each line, batch after batch', async () => {
    const found = matcher('b+');
    assert.deepEqual(valueOf(await found.find(['abb', 'a', 'b'])), [1, -1, 0]);
    assert.deepEqual(valueOf(await found.find(['aab'])), [2]);
    await found.close();
  });
});
