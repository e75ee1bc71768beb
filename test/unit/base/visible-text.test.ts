import assert from 'node:assert/strict';
import { visibleText } from '../../../src/base/visible-text.ts';

describe('visibleText', () => {
  it('shows characters that have no shape, turn the order round or only look like a space', () => {
    assert.equal(visibleText('npm test\u202e; x'), 'npm test⟨U+202E⟩; x');
    assert.equal(
      visibleText('a\u200bb\u00a0c\u3164d\r\u001b[0m'),
      'a⟨U+200B⟩b⟨U+00A0⟩c⟨U+3164⟩d⟨U+000D⟩⟨U+001B⟩[0m',
    );
    assert.equal(visibleText('x\u{e0041}'), 'x⟨U+E0041⟩');
  });

  it('leaves every other text as it is', () => {
    const text = 'cat "größe ж 漢字 🙂" \\\n\t| wc -l';
    assert.equal(visibleText(text), text);
  });
});
