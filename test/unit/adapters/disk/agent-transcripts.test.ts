// Which agents a session folder holds, and which files each of them is made of.

import assert from 'node:assert/strict';
import { agentTranscripts } from '../../../../src/adapters/disk/agent-transcripts.ts';
import { agentFile } from '../../../../src/core/sessions/names.ts';
import { conversation } from '../../../support/conversation.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { wholeSession } from '../../core/export/exported.ts';

const paths = ['b', 'a', 'a/deep.er', '50 % off', 'a.compact-0001'];

async function sessionWithAgents(computer: MemoryComputer): Promise<string> {
  const agents = new Map(paths.map((path) => [path, conversation().task('Do', path).records()]));
  return valueOf(await computer.store().adopt(wholeSession([[]], { agents }), never));
}

describe('the agents of a session folder', () => {
  it('are found by the paths they were kept under, in order, whatever these hold', async () => {
    const computer = new MemoryComputer();
    const session = await sessionWithAgents(computer);
    const found = valueOf(await agentTranscripts(computer.ports(), session));
    assert.deepEqual(
      found.map(({ path }) => path),
      [...paths].sort(),
    );
    for (const { path, parts } of found) {
      assert.deepEqual(
        parts.map(({ file }) => file),
        [agentFile(path)],
      );
      const { records, damagedLines } = valueOf(await parts[0]!.read(never));
      assert.deepEqual(records, conversation().task('Do', path).records());
      assert.deepEqual(damagedLines, []);
    }
  });

  it('have their archives before the transcript they go on with, oldest first', async () => {
    const computer = new MemoryComputer();
    const session = await sessionWithAgents(computer);
    const { files } = computer.disk;
    for (const name of ['b.compact-0010.jsonl', 'b.compact-0002.jsonl', 'note.txt']) {
      valueOf(await files.open(`${session}/agents/${name}`, 'create'));
    }
    const found = valueOf(await agentTranscripts(computer.ports(), session));
    assert.deepEqual(
      found.find(({ path }) => path === 'b')?.parts.map(({ file }) => file),
      ['agents/b.compact-0002.jsonl', 'agents/b.compact-0010.jsonl', 'agents/b.jsonl'],
    );
    assert.equal(found.length, paths.length);
  });

  it('are none in a session that never had any', async () => {
    const computer = new MemoryComputer();
    const session = valueOf(await computer.store().adopt(wholeSession([[]]), never));
    assert.deepEqual(valueOf(await agentTranscripts(computer.ports(), session)), []);
  });

  it('have a file that went away as such', async () => {
    const computer = new MemoryComputer();
    const session = await sessionWithAgents(computer);
    const [first] = valueOf(await agentTranscripts(computer.ports(), session));
    valueOf(await computer.disk.files.remove(`${session}/${first!.parts[0]!.file}`));
    assert.equal(errorOf(await first!.parts[0]!.read(never)).kind, 'not-found');
  });
});
