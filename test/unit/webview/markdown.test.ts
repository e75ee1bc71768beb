import assert from 'node:assert/strict';
import { isAllowedLink } from '../../../webview/markdown/links.ts';
import { markdown } from '../../../webview/markdown/markdown.ts';
import { splitBlocks } from '../../../webview/markdown/blocks.ts';
import { hostileTexts } from '../../support/hostile-markdown.ts';

describe('Markdown of answers', () => {
  it('makes no tag, attribute or scheme from hostile text that is not on the list', () => {
    const tags = new Set<string>();
    const names = new Set<string>();
    for (const text of hostileTexts) {
      for (const [, tag = '', attributes = ''] of markdown
        .render(text)
        .matchAll(/<([a-z0-9]+)((?:\s[^<>]*)?)>/g)) {
        tags.add(tag);
        for (const [, name = '', value = ''] of attributes.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)) {
          names.add(name);
          if (name === 'href') assert.ok(isAllowedLink(value), value);
        }
      }
    }
    const allowed = 'p a code pre div span button table thead tbody tr th td em strong ul li'.split(' ');
    assert.deepEqual(
      [...tags].filter((tag) => !allowed.includes(tag)),
      [],
    );
    const known =
      'href class type tabindex data-code data-language data-picture aria-label aria-hidden title'.split(' ');
    assert.deepEqual(
      [...names].filter((name) => !known.includes(name)),
      [],
    );
  });

  it('shows a picture as a link to it', () => {
    assert.equal(
      markdown.render('![the plan](https://example.com/plan.png)'),
      '<p><a href="https://example.com/plan.png" data-picture>the plan</a></p>\n',
    );
  });

  it('links addresses, not file names', () => {
    const html = markdown.render('See https://example.com, main.rs and a@b.example');
    assert.equal(
      html,
      '<p>See <a href="https://example.com">https://example.com</a>, main.rs and a@b.example</p>\n',
    );
  });

  for (const link of [
    'https://a.b',
    'HTTP://a.b',
    'mailto:a@b',
    'src/a.ts',
    './a',
    '#part',
    'a.ts:12',
    'src/a.ts:12:3',
    'a b.md',
  ])
    it(`allows ${link}`, () => assert.equal(isAllowedLink(link), true));

  for (const link of [
    'javascript:x',
    ' javascript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'command:x',
    'vscode://file/x',
    'file:///x',
    'vbscript:x',
    '//example.com',
    '\\\\example.com',
    'C:\\x',
    'x.js:alert(1)',
  ])
    it(`refuses ${JSON.stringify(link)}`, () => assert.equal(isAllowedLink(link), false));
});

describe('the last block of a growing text', () => {
  const answer = [
    '# Title',
    '',
    'A paragraph with **bold** and',
    'a second line.',
    '',
    '- one',
    '- two',
    '',
    '  inside two',
    '',
    '```ts',
    'let a = 1;',
    '',
    'let b = 2;',
    '```',
    '',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '> quoted',
    '',
    'The end.',
  ].join('\n');
  const bare = (html: string): string => html.replace(/\s+/g, ' ').trim();

  for (const step of [1, 3, 7, 40]) {
    it(`gives the same as the whole text when it comes in pieces of ${step}`, () => {
      let finished = '';
      let last = '';
      let start = 0;
      for (let end = step; end < answer.length + step; end += step) {
        const split = splitBlocks(answer.slice(start, end));
        if (split === undefined) continue;
        finished += split.finished;
        last = split.last.html;
        start += split.lastStart;
      }
      assert.equal(bare(finished + last), bare(markdown.render(answer)));
    });
  }

  it('never looks at finished blocks again', () => {
    const split = splitBlocks('one\n\ntwo\n\nthree');
    assert.equal(split?.lastStart, 'one\n\ntwo\n\n'.length);
    assert.equal(split.finished, '<p>one</p>\n<p>two</p>\n');
  });

  it('tells code that is still open from other blocks: text is appended to it', () => {
    const split = splitBlocks('```ts\nlet a');
    assert.ok(split?.last.kind === 'code');
    assert.equal(split.last.text, 'let a');
  });

  it('is nothing for a text without a block', () => {
    assert.equal(splitBlocks(' \n\n'), undefined);
  });
});
