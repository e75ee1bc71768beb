// Foreign text in a Markdown document cannot change the document around it.

import assert from 'node:assert/strict';
import { fenced, FenceReader } from '../../../../../src/core/export/markdown/fences.ts';
import {
  containedMarkdown,
  inlineCode,
  plainLine,
  quoted,
} from '../../../../../src/core/export/markdown/text.ts';

describe('a fenced text', () => {
  it('has fences longer than any run of backticks in it', () => {
    assert.equal(fenced('plain', 'json'), '```json\nplain\n```');
    assert.equal(fenced('a\n````\nb\n'), '`````\na\n````\nb\n`````');
    assert.equal(fenced('in ``line``'), '```\nin ``line``\n```');
  });

  it('shows what would steer a terminal', () => {
    assert.equal(fenced('\u001b[2J'), '```\n\\x1b[2J\n```');
  });
});

describe('lines of code in a text', () => {
  const codeIn = (lines: readonly string[], reading: 'anywhere' | 'top-level'): string => {
    const reader = new FenceReader(reading);
    return lines.map((line) => (reader.isCode(line) ? '#' : '.')).join('') + (reader.isOpen ? ' open' : '');
  };

  it('are fences and what is between them, up to a fence as long and of the same kind', () => {
    assert.equal(codeIn(['a', '```ts', 'b', '~~~', '``', '```', 'c'], 'top-level'), '.#####.');
    assert.equal(codeIn(['````', '```', '`````', 'c'], 'top-level'), '###.');
    assert.equal(codeIn(['~~~', 'b'], 'top-level'), '## open');
  });

  it('do not begin with a fence whose rest holds a backtick, nor end with one that has a rest', () => {
    assert.equal(codeIn(['```a`', 'b'], 'top-level'), '..');
    assert.equal(codeIn(['```', '```js', '```'], 'top-level'), '###');
  });

  it('are also those of fences in lists and quotes, where they are asked for', () => {
    const lines = ['1. ```sh', '   ls', '   ```', '> ```', '> x', '> ```'];
    assert.equal(codeIn(lines, 'anywhere'), '######');
    assert.equal(codeIn(['      ```', 'x'], 'top-level'), '..');
  });
});

describe('Markdown of the model in the document', () => {
  it('keeps its lists, code and emphasis', () => {
    const text = '- **bold** and `code <b>`\n\n```html\n<b># no heading</b>\n```';
    assert.equal(containedMarkdown(text), text);
  });

  it('has its headings below those of the document', () => {
    assert.equal(containedMarkdown('# One\n\n#### Four\n#tag'), '#### One\n\n###### Four\n#tag');
  });

  it('has its HTML shown as text, but for code and addresses', () => {
    assert.equal(
      containedMarkdown('<details> <!-- x --> a < b `<i>` ``<`u`>`` <https://example.test/a>'),
      '&lt;details> &lt;!-- x --> a < b `<i>` ``<`u`>`` <https://example.test/a>',
    );
  });

  it('is shown as source where a fence is left open, since it would swallow what follows', () => {
    assert.equal(containedMarkdown('Look:\n```js\nlet a;'), '````markdown\nLook:\n```js\nlet a;\n````');
  });

  it('is shown as source where it depends on the reader whether a fence is left open', () => {
    assert.match(containedMarkdown('        ```\ncode?\n```'), /^````markdown\n/);
  });
});

describe('a quotation', () => {
  it('has a mark before each line, so that whatever is opened in it ends with it', () => {
    assert.equal(quoted('a\n\n```js\nb'), '> a\n>\n> ```js\n> b');
  });

  it('shows HTML and lowers headings like other text', () => {
    assert.equal(quoted('# <b>'), '> #### &lt;b>');
  });
});

describe('a line of code in a sentence', () => {
  it('is marked with more backticks than it holds, and shortened', () => {
    assert.equal(inlineCode('npm test'), '`npm test`');
    assert.equal(inlineCode('a `b` c'), '``a `b` c``');
    assert.equal(inlineCode('`b`'), '`` `b` ``');
    assert.equal(inlineCode('one\n two'), '`one two`');
    assert.equal(inlineCode('x'.repeat(101)), `\`${'x'.repeat(99)}…\``);
  });
});

describe('a plain line', () => {
  it('has nothing in it that would be markup', () => {
    assert.equal(plainLine('# a *b*\n[c](d) <e>'), '\\# a \\*b\\* \\[c\\](d) \\<e\\>');
  });
});
