import assert from 'node:assert/strict';
import { completed, completionAt, slashOf } from '../../../webview/composer/completion.ts';

/** The text with its caret at `|`. */
function at(marked: string): ReturnType<typeof completionAt> {
  const caret = marked.indexOf('|');
  return completionAt(marked.replace('|', ''), caret);
}

describe('completion in the composer', () => {
  it('completes a command only at the beginning', () => {
    assert.deepEqual(at('/co|'), { kind: 'slash', prefix: 'co', from: 0, to: 3 });
    assert.equal(at('see /co|'), undefined);
    assert.equal(at('/compact keep|'), undefined);
  });

  it('completes a file after an at sign that begins a word', () => {
    assert.deepEqual(at('look at @src/m| now'), { kind: 'mention', prefix: 'src/m', from: 8, to: 14 });
    assert.deepEqual(at('(@a|'), { kind: 'mention', prefix: 'a', from: 1, to: 3 });
    assert.equal(at('me@exam|'), undefined);
    assert.equal(at('@src/main.ts and|'), undefined);
  });

  it('goes on over a space inside quotes', () => {
    assert.deepEqual(at('see @"my par|'), { kind: 'mention', prefix: 'my par', from: 4, to: 12 });
    assert.equal(at('see @"my parser.ts" x|'), undefined);
  });

  it('looks at the caret’s line only', () => {
    assert.deepEqual(at('one\n@a|\ntwo'), { kind: 'mention', prefix: 'a', from: 4, to: 6 });
  });

  it('puts a choice in the place of what was typed, with one space behind it', () => {
    const completion = at('look at @m| now')!;
    assert.deepEqual(completed('look at @m now', completion, 'src/main.ts'), {
      text: 'look at @src/main.ts now',
      caret: 21,
    });
    assert.equal(completed('@m', at('@m|')!, 'my file.ts').text, '@"my file.ts" ');
    assert.equal(completed('/c', at('/c|')!, 'compact').text, '/compact ');
  });

  it('takes for a command only what the host offers', () => {
    const commands = [{ name: 'compact', argument: '', description: '' }];
    assert.deepEqual(slashOf(' /compact  keep\nthe names ', commands), {
      name: 'compact',
      argument: 'keep\nthe names',
    });
    assert.deepEqual(slashOf('/compact', commands), { name: 'compact', argument: '' });
    for (const text of ['/compacted', '/etc/hosts', 'compact', '/ compact', 'x /compact']) {
      assert.equal(slashOf(text, commands), undefined);
    }
  });
});
