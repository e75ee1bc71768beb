import assert from 'node:assert/strict';
import { linkTarget } from '../../../src/host/panel/link-target.ts';

describe('a link of an answer', () => {
  const files: readonly (readonly [string, string, number | undefined])[] = [
    ['src/main.ts', 'src/main.ts', undefined],
    ['./src/main.ts', './src/main.ts', undefined],
    ['src/main.ts:12', 'src/main.ts', 12],
    ['src/main.ts:12:5', 'src/main.ts', 12],
    ['src/main.ts#L12', 'src/main.ts', 12],
    ['src/main.ts#L12-L20', 'src/main.ts', 12],
    ['a%20file.md', 'a file.md', undefined],
    ['100%.md', '100%.md', undefined],
    ['/home/me/notes.md', '/home/me/notes.md', undefined],
    ['C:/notes.md', 'C:/notes.md', undefined],
    ['Makefile', 'Makefile', undefined],
  ];
  for (const [href, path, line] of files) {
    it(`is a file: ${href}`, () => {
      assert.deepEqual(linkTarget(href), { kind: 'file', path, line });
    });
  }

  for (const href of ['https://example.org/a?b=c#d', 'http://example.org/', 'mailto:me@example.org']) {
    it(`is an address: ${href}`, () => {
      assert.deepEqual(linkTarget(href), { kind: 'web', address: href });
    });
  }

  const refused = [
    '',
    '   ',
    '#heading',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'command:workbench.action.terminal.new',
    'vscode://file/etc/passwd',
    'vscode-insiders://x',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    '//example.org/a',
    '\\\\server\\share',
    '%5C%5Cserver%5Cshare%5Ca',
    '%2F%2Fserver/share/a',
    '/\\server/share/a',
    'ftp://example.org/a',
    'https://',
    'command%3Aworkbench.action.quit',
    'a%00b',
    'x'.repeat(5000),
  ];
  for (const href of refused) {
    it(`is nothing: ${JSON.stringify(href.slice(0, 50))}`, () => {
      assert.deepEqual(linkTarget(href), { kind: 'refused' });
    });
  }
});
