import assert from 'node:assert/strict';
import { outcomeOf } from '../../../../src/core/executions/outcome.ts';

function check(status: number, outcomes: Readonly<Record<string, string>>): void {
  for (const [command, outcome] of Object.entries(outcomes)) {
    assert.equal(outcomeOf(command, status), outcome, command);
  }
}

describe('behaviour 10.9: what the status of a command means', () => {
  it('is success with 0 and failure with anything above 1', () => {
    check(0, { 'grep x y': 'success', 'npm test': 'success' });
    check(2, { 'grep x y': 'failure', 'diff a b': 'failure', 'test -f x': 'failure', 'npm test': 'failure' });
  });

  it('with 1 depends on the program that gave it', () => {
    check(1, {
      'grep -rn foo src': 'no-match',
      'rg foo': 'no-match',
      '/usr/bin/grep foo x': 'no-match',
      'LC_ALL=C grep foo x': 'no-match',
      'sudo pgrep node': 'no-match',
      'git grep foo': 'no-match',
      'git diff --exit-code': 'different',
      'diff a b': 'different',
      'cmp a b': 'different',
      'test -f x': 'false',
      '[ -f x ]': 'false',
      '[[ -f x ]]': 'false',
      false: 'false',
      'npm test': 'failure',
      'git commit -m x': 'failure',
      '': 'failure',
    });
  });

  it('is that of the last command, whatever stands quoted or escaped before it', () => {
    check(1, {
      'cat x | grep foo': 'no-match',
      'cd src; grep foo x': 'no-match',
      'cd src || grep foo x': 'no-match',
      "echo 'a; npm test' | grep b": 'no-match',
      'grep "a && b" x': 'no-match',
      'grep foo x\n': 'no-match',
      'grep a\\;b x': 'no-match',
      'grep foo x; npm test': 'failure',
    });
  });

  it('is failure where another command may have given it', () => {
    check(1, { 'npm run build && grep foo out': 'failure', 'grep foo x && echo found': 'failure' });
  });
});
