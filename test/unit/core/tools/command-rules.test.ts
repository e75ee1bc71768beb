import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { coversCommand, ruleForCommand } from '../../../../src/core/tools/command-rules.ts';
import { describeRuleAlone, readRules } from '../../../../src/core/tools/permission-rules.ts';

const at = (command: string) => ({ command, folder: undefined });
const remembered = (command: string): string => {
  const rule = ruleForCommand(at(command));
  if (rule.kind === 'command-words') return rule.words.join(' ');
  return rule.kind === 'command-line' ? `exactly ${rule.line}` : rule.kind;
};
/** Whether allowing the first for good lets the second run. */
const lets = (allowed: string, command: string): boolean =>
  coversCommand(ruleForCommand(at(allowed)), at(command));

describe('ruleForCommand', () => {
  it('remembers the words of a known program without the options that only change what is printed', () => {
    assert.equal(remembered('npm test'), 'npm test');
    assert.equal(remembered('npm  test --silent'), 'npm test');
    assert.equal(remembered('npm run build -s'), 'npm run build');
    assert.equal(remembered('git status --short'), 'git status');
    assert.equal(remembered('go test -v ./...'), 'go test ./...');
    assert.equal(remembered('make lint'), 'make lint');
    assert.equal(remembered('pytest tests/a.py -q'), 'pytest tests/a.py');
  });

  it('remembers the exact line of every program and every option it does not know', () => {
    for (const command of [
      ...['ls', 'ls -la', 'rm -rf build', 'sudo make', 'bash x.sh', 'curl localhost', 'npx thing'],
      ...['npm exec thing', 'npm install', 'npm config set x', 'yarn test', './run.sh', 'tar xf a', 'rg foo'],
      ...['git -C x status', 'git clone x', 'git config alias.st x', 'go run x.go', 'constructor x'],
      ...['cargo test --release', 'make -n test', 'make -f other', 'git diff -- x', 'pytest -k x'],
      ...['A=1 npm test', 'make test SHELL=x', 'npm test "a b"', 'npm test -- --grep x', 'git diff *.ts'],
    ])
      assert.equal(remembered(command), `exactly ${command}`);
  });

  it('remembers the exact line of everything that joins, redirects or substitutes', () => {
    for (const command of [
      ...['npm test; ls', 'npm test && ls', 'npm test | cat', 'npm test > x', 'npm test $(ls)'],
      ...['npm test `ls`', 'npm test\nls', 'npm test &', 'npm test <x', 'npm test $HOME'],
    ])
      assert.equal(remembered(command), `exactly ${command}`);
  });

  it('says all that it lets run: its words, each option, and the folder', () => {
    const told = (command: string, folder?: string) => describeRuleAlone(ruleForCommand({ command, folder }));
    assert.equal(told('go vet'), 'the command "go vet", also with -v');
    assert.equal(
      told('git  status -s', '/w/part'),
      'the command "git status", also with -s, --short, -b or --branch, started in /w/part',
    );
    assert.equal(told('ls  -a', '/w/part'), 'the command "ls  -a", started in /w/part');
  });
});

describe('coversCommand', () => {
  const words = {
    kind: 'command-words',
    words: ['npm', 'test'],
    options: ['-s', '--silent'],
    folder: undefined,
  } as const;

  it('lets no model run another program by an option of an allowed one', () => {
    const ways: Readonly<Record<string, readonly string[]>> = {
      'git clone': ['git clone -c core.sshCommand=x ssh://a/b', 'git clone --config a=b c', 'git clone c'],
      'go test': ['go test -exec x', 'go test -vettool=x', 'go test ../other', 'go test -v -exec x'],
      'go build': ['go build -toolexec x', 'go build -v -o x'],
      'go vet': ['go vet -vettool=x'],
      'tar xf a': ['tar xf a --checkpoint-action=exec=x', 'tar xf a --checkpoint=1', 'tar xf a -I x'],
      'rg foo': ['rg foo --pre x', 'rg foo --pre=x'],
      'make test': ['make test SHELL=x', 'make -f x test', 'make test -C x', 'make test other', 'make other'],
      'cargo test': ['cargo test --config a.runner=x', 'cargo test --manifest-path x', 'cargo test -q -- x'],
      'npm test': ['npm test --script-shell=x', 'npm test --script-shell x', 'npm test --prefix x'],
      'npm run build': ['npm run build -- --x', 'npm run build x', 'npm run -s other', 'npm --x run build'],
      'sort a': ['sort a --compress-program=x', 'sort a -o b'],
      'cmake .': ['cmake -P x', 'cmake . -P x'],
      ctest: ['ctest -S x', 'ctest --build-and-test'],
      'gradle test': ['gradle test --init-script x', 'gradle test -I x'],
      'mvn test': ['mvn test -f x', 'mvn -Dexec=x test', 'mvn test exec:exec'],
      pytest: ['pytest -p x', 'pytest -c x', 'pytest --rootdir=x', 'pytest x', 'pytest -o python_files=x'],
      'git fetch': ['git fetch --upload-pack=x', 'git fetch --upl x', "git fetch --up'load-pack'=x"],
      'git diff': ['git diff --output=x', 'git diff --ext-diff', 'git diff -O x', 'git -c a=b diff'],
      'git log': ['git log --output=x', 'git log "--output=x"', 'git log -p'],
    };
    for (const [allowed, others] of Object.entries(ways)) {
      assert.equal(lets(allowed, allowed), true, allowed);
      for (const other of others) assert.equal(lets(allowed, other), false, `${allowed} lets ${other} run`);
    }
  });

  it('covers no assignment before or after an allowed command', () => {
    for (const command of ['A=1 npm test', 'PATH=x npm test', 'env A=1 npm test', 'npm test A=1'])
      assert.equal(coversCommand(words, at(command)), false, command);
  });

  it('covers its words with its options, wherever they stand, and nothing that only looks so', () => {
    for (const command of ['npm test', '  npm   test --silent', 'npm test -s', '\tnpm\ttest\t'])
      assert.equal(coversCommand(words, at(command)), true, command);
    for (const command of [
      'npm tests',
      'npm',
      'xnpm test',
      'test npm',
      'npm test test',
      'npm test --silent=x',
    ])
      assert.equal(coversCommand(words, at(command)), false, command);
  });

  it('covers words alone where a rule says nothing of options, whatever the program knows by now', () => {
    const [rule] = readRules([{ kind: 'command-words', words: ['go', 'test'] }]);
    assert.ok(rule);
    assert.equal(coversCommand(rule, at('go test')), true);
    assert.equal(coversCommand(rule, at('go test -v')), false);
  });

  it('covers a command in no other folder than it was allowed in', () => {
    for (const command of ['npm test', 'ls']) {
      const inPart = { command, folder: '/w/part' };
      assert.equal(coversCommand(ruleForCommand(inPart), inPart), true);
      assert.equal(coversCommand(ruleForCommand(inPart), at(command)), false);
      assert.equal(coversCommand(ruleForCommand(at(command)), inPart), false);
    }
  });

  it('covers an exact line only letter by letter', () => {
    const line = { kind: 'command-line', line: 'a && b' } as const;
    assert.equal(coversCommand(line, at('a && b')), true);
    assert.equal(coversCommand(line, at('a  && b')), false);
    assert.equal(coversCommand(line, at('a && b && c')), false);
  });

  it('never covers more than one plain command by words', () => {
    const syntax = fc.constantFrom(
      ...[';', '&', '&&', '|', '||', '>', '<', '`', '$(', '$x', '(', ')', '{', '\n', '\r', '\\', '\0'],
    );
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, syntax, word, (before, put, after) => {
        assert.equal(coversCommand(words, at(`npm test ${before}${put}${after}`)), false);
      }),
    );
  });

  it('covers the command a rule was made for', () => {
    const word = fc.constantFrom(
      'npm',
      'test',
      'run',
      'make',
      '-s',
      '-v',
      'git',
      'status',
      '"',
      'x',
      '--',
      ';',
    );
    const command = fc.oneof(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.array(word).map((of) => of.join(' ')),
    );
    fc.assert(fc.property(command, (line) => assert.equal(lets(line, line), true)));
  });
});
