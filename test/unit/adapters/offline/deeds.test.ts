// What an exchange is said to have done.

import assert from 'node:assert/strict';
import { deedsOf, tellingDeeds } from '../../../../src/adapters/offline/deeds.ts';
import { readStory } from '../../../../src/adapters/offline/story.ts';
import { evidenceText, projectEvidence } from '../../../../src/core/evidence/project.ts';
import { conversation, type Conversation } from '../../../support/conversation.ts';
import { never } from '../../../support/expect.ts';
import { noArtifacts } from '../../core/evidence/artifact-shelf.ts';
import { run } from '../../../support/transcripts/steps.ts';

async function deeds(talk: Conversation, again: readonly string[] = []): Promise<readonly string[]> {
  const limits = { outputCap: 8000, fold: false };
  const evidence = evidenceText(await projectEvidence(talk.records(), limits, noArtifacts, never));
  const { exchanges } = run(readStory(evidence));
  const [exchange] = exchanges;
  assert.ok(exchange);
  return tellingDeeds(deedsOf(exchange), (call) => again.includes(call)).map(
    ({ call, ending }) => `${call} ${ending}`,
  );
}

describe('deeds', () => {
  it('are commands with how they ended, what sums them up or went wrong', async () => {
    const talk = conversation()
      .user('Go')
      .calls('Bash', { command: 'npm test' })
      .results('> test\n\n  43 passing (2s)\n')
      .calls('Bash', { command: 'npm run lint' })
      .fails('a.ts\n  1:1  error  no-undef\n')
      .calls('Bash', { command: 'mkdir out' })
      .results('');
    assert.deepEqual(await deeds(talk), [
      '`npm test` ✓ 43 passing (2s)',
      '`npm run lint` ✗ 1:1 error no-undef',
      '`mkdir out` ✓',
    ]);
  });

  it('are told once with their last ending, and not where they succeed again later', async () => {
    const talk = conversation()
      .user('Go')
      .calls('Bash', { command: 'npm test' })
      .fails('1 failing')
      .calls('Bash', { command: 'npm test' })
      .results('ok');
    assert.deepEqual(await deeds(talk), ['`npm test` ✓']);
    assert.deepEqual(await deeds(talk, ['`npm test`']), []);
  });

  it('leave out what only looked, and changes of files that succeeded in the end', async () => {
    const talk = conversation()
      .user('Go')
      .calls('Read', { file_path: 'a.ts' })
      .results('x')
      .calls('Bash', { command: 'git diff' })
      .results('x')
      .calls('Edit', { file_path: 'a.ts', old_string: 'a' })
      .fails('not found')
      .calls('Edit', { file_path: 'a.ts', old_string: 'b' })
      .results('done');
    assert.deepEqual(await deeds(talk), []);
  });

  it('tell what the person refused, and what has no result', async () => {
    const talk = conversation()
      .user('Go')
      .calls('shell', {
        command: ['apply_patch', '*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch'],
      })
      .results('patch rejected by user')
      .calls('Bash', { command: 'brew install x' })
      .add({
        kind: 'tool-result',
        callId: 'call-2',
        content: [{ type: 'text', text: 'lost' }],
        synthetic: true,
      });
    assert.deepEqual(await deeds(talk), [
      'apply_patch src/a.ts ⊘ patch rejected by user',
      '`brew install x` ?',
    ]);
  });

  it('tell what nobody could be asked for as refused, not as failed', async () => {
    const talk = conversation()
      .user('Go')
      .calls('run_command', { command: 'npm test' })
      .results('This was not done (npm test): it needs a permission, and nobody can be asked here; x. Do not')
      .calls('edit_file', { path: 'a.ts', old: 'a', new: 'b' })
      .results('a.ts was not changed: that needs a permission, and nobody can be asked here; x. Do not');
    assert.deepEqual(
      (await deeds(talk)).map((line) => line.includes('⊘')),
      [true, true],
    );
  });

  it('are calls of other tools by their arguments; one that begins with an error failed', async () => {
    const talk = conversation()
      .user('Go')
      .calls('cancel_order', { id: 'A17' })
      .results('{"ok":true}')
      .calls('book_order', { id: 'A18', seats: 2 })
      .results('Error: sold out');
    assert.deepEqual(await deeds(talk), [
      'cancel_order A17 ✓',
      'book_order id=A18, seats=2 ✗ Error: sold out',
    ]);
  });

  it('are not failed because a tool that runs no command quotes an exit status', async () => {
    const talk = conversation()
      .user('Go')
      .calls('ask_agent', { question: 'What does exit code 2 mean?' })
      .results('It exits with exit code 2 when blocked.');
    assert.match((await deeds(talk))[0] ?? '', /✓ It exits/);
  });

  it('are the six that tell most', async () => {
    const talk = conversation().user('Go');
    for (let number = 1; number <= 9; number++) talk.calls('Bash', { command: `make ${number}` }).results('');
    talk.calls('Bash', { command: 'make check' }).fails('check failed');
    const told = await deeds(talk);
    assert.equal(told.length, 6);
    assert.deepEqual([told[0], told.at(-1)], ['`make 5` ✓', '`make check` ✗ check failed']);
  });
});
