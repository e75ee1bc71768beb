// Lines of ignore files: what they hide, and that none of them can hold anybody up.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IgnoreRules } from '../../../../src/adapters/search/ignore-rules.ts';
import { matchesPath, readIgnoreLine } from '../../../../src/adapters/search/ignore-pattern.ts';
import { withTemporaryFolder } from '../../../support/disk-store.ts';

function isMatched(line: string, path: string): boolean {
  const pattern = readIgnoreLine(line);
  return (
    pattern !== undefined &&
    matchesPath(
      pattern,
      path.split('/').map((name) => Array.from(name)),
    )
  );
}

const cases: Readonly<
  Record<string, { readonly hides: readonly string[]; readonly leaves: readonly string[] }>
> = {
  '*.log': { hides: ['a.log', 'x/y/.log'], leaves: ['a.logs', 'log'] },
  '/top': { hides: ['top'], leaves: ['x/top'] },
  'src/gen': { hides: ['src/gen'], leaves: ['x/src/gen', 'src/gen2'] },
  'a/**/b': { hides: ['a/b', 'a/x/b', 'a/x/y/b'], leaves: ['a/xb', 'x/a/b'] },
  '**/deep': { hides: ['deep', 'x/y/deep'], leaves: ['deeper'] },
  'in/**': { hides: ['in/a', 'in/a/b'], leaves: ['in', 'x/in/a'] },
  'a**b': { hides: ['ab', 'axxb'], leaves: ['a/b'] },
  '?ab': { hides: ['xab', '\u{1f600}ab'], leaves: ['ab', 'xxab'] },
  '[a-c]x': { hides: ['ax', 'cx'], leaves: ['dx', 'x'] },
  '[!a-c]x': { hides: ['dx'], leaves: ['ax'] },
  '[]-]x': { hides: [']x', '-x'], leaves: ['ax'] },
  '\\#x': { hides: ['#x'], leaves: ['x'] },
  '\\!x': { hides: ['!x'], leaves: ['x'] },
  '\\*x': { hides: ['*x'], leaves: ['ax'] },
  'sp\\ ': { hides: ['sp '], leaves: ['sp'] },
  'trailing   ': { hides: ['trailing'], leaves: ['trailing   '] },
  '{a,b}': { hides: ['{a,b}'], leaves: ['a', 'b'] },
};

describe('a line of an ignore file', () => {
  for (const [line, { hides, leaves }] of Object.entries(cases)) {
    it(`hides what git hides: ${line}`, () => {
      for (const path of hides) assert.equal(isMatched(line, path), true, path);
      for (const path of leaves) assert.equal(isMatched(line, path), false, path);
    });
  }

  it('that is a comment, blank or broken hides nothing', () => {
    for (const line of ['', '   ', '# x', '/', '!', '[a', 'x\\'])
      assert.equal(readIgnoreLine(line), undefined);
  });

  it('with stars that could be laid in a thousand ways is answered all the same', () => {
    const hostile = [
      '*a*a*a*a*a*a*b',
      `${'*a'.repeat(40)}*b`,
      '**/a/'.repeat(30) + 'b',
      `${'*?'.repeat(40)}*b`,
    ];
    const paths = ['a'.repeat(250), `${'a/'.repeat(120)}a`, `${'aaaa/'.repeat(60)}c`];
    for (const line of hostile) for (const path of paths) assert.equal(isMatched(line, path), false);
    assert.equal(isMatched('*a*a*a*a*a*a*b', `${'a'.repeat(240)}b`), true);
  });
});

describe('the rules of an ignore file', () => {
  it('give the event loop its turn, though there are tens of thousands of hostile ones', async () => {
    await withTemporaryFolder(async (folder) => {
      await writeFile(join(folder, '.gitignore'), `${'*a'.repeat(20)}*b\n`.repeat(20_000));
      const rules = await new IgnoreRules(folder).withFolder(folder);
      const order: string[] = [];
      const asked = rules.hides(join(folder, 'a'.repeat(200)), 'file').then(() => order.push('answered'));
      setImmediate(() => order.push('turn'));
      await asked;
      assert.deepEqual(order, ['turn', 'answered']);
    });
  });

  it('beyond the first megabyte are not read, and a line that is cut there is none', async () => {
    await withTemporaryFolder(async (folder) => {
      const long = 'x'.repeat(1023);
      await writeFile(join(folder, '.gitignore'), `early\n${`${long}\n`.repeat(1024)}late\n`);
      const rules = await new IgnoreRules(folder).withFolder(folder);
      assert.equal(await rules.hides(join(folder, 'early'), 'file'), true);
      assert.equal(await rules.hides(join(folder, 'x'.repeat(1017)), 'file'), false);
      assert.equal(await rules.hides(join(folder, 'late'), 'file'), false);
    });
  });
});
