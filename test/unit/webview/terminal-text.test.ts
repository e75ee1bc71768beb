import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { terminalPieces } from '../../../webview/rows/terminal-text.ts';

const shown = (text: string): string =>
  terminalPieces(text)
    .map((piece) => (piece.style === '' ? piece.text : `[${piece.style}|${piece.text}]`))
    .join('');

describe('what a command printed', () => {
  const cases: readonly (readonly [title: string, text: string, expected: string])[] = [
    ['keeps plain text as it is', 'a\tb\nc', 'a\tb\nc'],
    ['shows colours and takes them back', '\u001b[31mred\u001b[39m plain', '[t-f1|red] plain'],
    ['joins what holds at once', '\u001b[1;4;92;41mx\u001b[0my', '[t-bold t-underline t-f10 t-b1|x]y'],
    ['takes an empty sequence for a reset', '\u001b[32ma\u001b[mb', '[t-f2|a]b'],
    ['knows the first sixteen of 256 colours', '\u001b[38;5;12ma\u001b[38;5;200mb', '[t-f12|a]b'],
    ['skips colours a theme does not have', '\u001b[38;2;1;2;3ma\u001b[48;2;9;9;9mb', 'ab'],
    ['leaves out what would move about', 'a\u001b[2K\u001b[1Gb\u001b[?25lc', 'abc'],
    ['leaves out titles and links of the terminal', '\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b', 'ab'],
    ['leaves out other control characters', 'a\u0000b\u0007c\u0008d', 'abcd'],
    ['shows a line as it was last written', 'wait 1%\rwait 50%\rdone\nnext\r\n', 'done\nnext\n'],
    ['bears a sequence that is cut short', 'a\u001b[3', 'a'],
  ];
  for (const [title, text, expected] of cases) it(title, () => assert.equal(shown(text), expected));

  it('loses no printable text, whatever it is mixed with', () => {
    const letters = fc.stringMatching(/^[a-z ]{0,10}$/);
    const sequence = fc.constantFrom('\u001b[31m', '\u001b[0m', '\u001b[1;32m', '\u001b[K', '\u001b[38;5;9m');
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, sequence)), (parts) => {
        const text = terminalPieces(parts.flat().join(''))
          .map((piece) => piece.text)
          .join('');
        assert.equal(text, parts.map(([part]) => part).join(''));
      }),
    );
  });
});
