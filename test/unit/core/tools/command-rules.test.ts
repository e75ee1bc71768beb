import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { coversCommand, ruleForCommand } from '../../../../src/core/tools/command-rules.ts';

const remembered = (command: string): string => {
  const rule = ruleForCommand(command);
  if (rule.kind === 'command-words') return rule.words.join(' ');
  return rule.kind === 'command-line' ? `exactly ${rule.line}` : rule.kind;
};

describe('ruleForCommand', () => {
  it('remembers the words that say what is run', () => {
    assert.equal(remembered('npm test'), 'npm test');
    assert.equal(remembered('npm  test -- --grep "a b"'), 'npm test');
    assert.equal(remembered('npm run build --if-present'), 'npm run build');
    assert.equal(remembered('git status --short'), 'git status');
    assert.equal(remembered('cargo test'), 'cargo test');
    assert.equal(remembered('make lint'), 'make lint');
    assert.equal(remembered('pytest tests/a.py -k x'), 'pytest');
  });

  it('remembers the exact line where words would say too little', () => {
    for (const command of [
      'ls',
      'ls -la',
      'git -C x status',
      'rm -rf build',
      'sudo make',
      'bash x.sh',
      'curl localhost',
    ])
      assert.equal(remembered(command), `exactly ${command}`);
    for (const command of [
      'npm exec thing',
      'npx thing',
      'python x.py',
      'node x.js',
      './run.sh',
      'A=1 npm test',
    ])
      assert.equal(remembered(command), `exactly ${command}`);
  });

  it('remembers the exact line of programs that run what they are told, however they are spelled', () => {
    for (const command of [
      'bash.exe x',
      'Cmd.EXE x',
      'python3.11 x.py',
      'node20 x.js',
      'busybox sh',
      'setsid npm',
    ])
      assert.equal(remembered(command), `exactly ${command}`);
    for (const command of [
      'go run x.go',
      'git config alias.st x',
      'git bisect run x',
      'vim x',
      'npm pkg set x',
    ])
      assert.equal(remembered(command), `exactly ${command}`);
  });

  it('remembers the exact line of everything that joins, redirects or substitutes', () => {
    for (const command of [
      'npm test; ls',
      'npm test && ls',
      'npm test | cat',
      'npm test > x',
      'npm test $(ls)',
    ])
      assert.equal(remembered(command), `exactly ${command}`);
    for (const command of ['npm test `ls`', 'npm test\nls', 'npm test &', 'npm test <x', 'npm test $HOME'])
      assert.equal(remembered(command), `exactly ${command}`);
  });
});

describe('coversCommand', () => {
  const words = { kind: 'command-words', words: ['npm', 'test'] } as const;

  it('covers commands that begin with the words, and nothing that only looks so', () => {
    assert.equal(coversCommand(words, 'npm test'), true);
    assert.equal(coversCommand(words, '  npm   test --watch'), true);
    assert.equal(coversCommand(words, 'npm tests'), false);
    assert.equal(coversCommand(words, 'npm'), false);
    assert.equal(coversCommand(words, 'xnpm test'), false);
    assert.equal(coversCommand(words, 'npm --prefix x test'), false);
  });

  it('covers no option that makes git run a program or write a file', () => {
    const fetch = { kind: 'command-words', words: ['git', 'fetch'] } as const;
    assert.equal(coversCommand(fetch, 'git fetch origin --prune'), true);
    for (const option of ['--upload-pack=x', '--upl x', '"--upload-pack" x', "--up'load-pack'=x"])
      assert.equal(coversCommand(fetch, `git fetch ${option}`), false, option);
    const diff = { kind: 'command-words', words: ['git', 'diff'] } as const;
    assert.equal(coversCommand(diff, 'git diff --output=x'), false);
    assert.equal(coversCommand(diff, 'git diff --stat --unified=3'), true);
    assert.equal(remembered('git grep -Ox y'), 'exactly git grep -Ox y');
  });

  it('covers an exact line only letter by letter', () => {
    const line = { kind: 'command-line', line: 'a && b' } as const;
    assert.equal(coversCommand(line, 'a && b'), true);
    assert.equal(coversCommand(line, 'a  && b'), false);
    assert.equal(coversCommand(line, 'a && b && c'), false);
  });

  it('never covers more than one plain command by words', () => {
    const syntax = fc.constantFrom(
      ';',
      '&',
      '&&',
      '|',
      '||',
      '>',
      '<',
      '`',
      '$(',
      '$x',
      '(',
      ')',
      '{',
      '\n',
      '\r',
      '\\',
      '\0',
    );
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, syntax, word, (before, put, after) => {
        assert.equal(coversCommand(words, `npm test ${before}${put}${after}`), false);
      }),
    );
  });

  it('covers the command a rule was made for', () => {
    const command = fc.string({ minLength: 1, maxLength: 40 });
    fc.assert(fc.property(command, (line) => assert.equal(coversCommand(ruleForCommand(line), line), true)));
  });
});
