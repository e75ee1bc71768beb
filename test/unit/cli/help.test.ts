// The help texts: complete, and fit for a terminal.

import assert from 'node:assert/strict';
import { commands, type CommandSpec } from '../../../src/cli/usage.ts';
import { root, textIn } from '../../cli/program.ts';
import { segue } from './segue.ts';

const table: Readonly<Record<string, CommandSpec>> = commands;

describe('help of the command line', () => {
  it('lists every command when nothing else is said', async () => {
    const texts = await Promise.all([[], ['--help'], ['-h'], ['help']].map((args) => segue(root, args)));
    const [first] = texts;
    for (const name of Object.keys(table)) assert.match(textIn(first!), new RegExp(`^  ${name} <`, 'm'));
    for (const ended of texts) assert.equal(textIn(ended), first!.out);
  });

  for (const [name, spec] of Object.entries(table)) {
    it(`tells every flag of ${name} within 80 columns`, async () => {
      const asked = [
        [name, '--help'],
        [name, '-h'],
        ['help', name],
        ['--help', name],
        [name, 'x', '--nope', '--help'],
      ];
      const texts = await Promise.all(asked.map((args) => segue(root, args)));
      const help = textIn(texts[0]!);
      for (const ended of texts) assert.equal(textIn(ended), help);
      const lines = help.split('\n');
      for (const flag of Object.keys(spec.flags)) {
        assert.equal(lines.filter((line) => line.startsWith(`  --${flag} `)).length, 1, flag);
      }
      for (const line of lines) assert.ok(line.length <= 80, line);
      for (const choice of Object.values(spec.flags).flatMap(({ choices }) => choices ?? [])) {
        assert.ok(help.includes(choice), `${choice} is told`);
      }
      assert.match(help, new RegExp(`^segue ${name} <`));
    });
  }

  it('tells the version alone', async () => {
    assert.match(textIn(await segue(root, ['--version'])), /^\d+\.\d+\.\d+\n$/);
  });
});
