import assert from 'node:assert/strict';
import { mentionsIn, writtenMention } from '../../../../src/core/agent/mention-grammar.ts';

/** The first reading of each mention, with its lines. */
function read(text: string): readonly string[] {
  return mentionsIn(text, 10).map(({ readings: [first] }) => {
    const lines = first?.lines === undefined ? '' : ` ${first.lines.first}-${first.lines.last}`;
    return `${first?.path ?? ''}${lines}`;
  });
}

describe('a mention', () => {
  it('is a path behind an @ that begins a word', () => {
    assert.deepEqual(read('See @src/main.ts and @docs'), ['src/main.ts', 'docs']);
    assert.deepEqual(read('(@a.ts, "@b.ts" `@c.ts`)').length, 3);
  });

  it('is no address of electronic mail, no lonely @ and no dots', () => {
    assert.deepEqual(read('Ask me@example.org @ noon, @... @'), []);
  });

  it('may hold spaces between quotation marks', () => {
    assert.deepEqual(read('Read @"my notes/a b.md", please'), ['my notes/a b.md']);
  });

  it('may name lines', () => {
    assert.deepEqual(read('@a.ts#L10-20 @a.ts#L7 @"a b"#L3-L4 @a.ts#L9-2'), [
      'a.ts 10-20',
      'a.ts 7-7',
      'a b 3-4',
      'a.ts 9-9',
    ]);
  });

  it('may end with the punctuation of its sentence, which is tried last', () => {
    const [mention] = mentionsIn('Look at @src/main.ts#L3.', 10);
    assert.deepEqual(mention?.readings, [
      { path: 'src/main.ts#L3.', lines: undefined },
      { path: 'src/main.ts', lines: { first: 3, last: 3 } },
    ]);
  });

  it('comes once, however often it stands there, and only the first ones count', () => {
    assert.equal(mentionsIn('@a @b @a', 10).length, 2);
    assert.equal(mentionsIn('@a @b @c', 2).length, 2);
  });

  it('is found quickly in a pasted megabyte', () => {
    assert.equal(mentionsIn('@ '.repeat(500_000), 10).length, 0);
    assert.equal(mentionsIn(`@${'.'.repeat(4000)}x `.repeat(250), 10).length, 1);
    assert.equal(mentionsIn('@Injectable() x\n'.repeat(60_000), 10).length, 1);
  });

  it('reads back as the path it was written for', () => {
    for (const path of ['src/main.ts', 'my notes/a b.md', 'end.', 'a(1).ts', 'é/ü.md'])
      assert.ok(
        mentionsIn(`See ${writtenMention(path)}, please`, 1)[0]?.readings.some(
          (reading) => reading.path === path,
        ),
        path,
      );
  });
});
