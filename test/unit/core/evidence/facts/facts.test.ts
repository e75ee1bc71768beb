// The facts of a conversation that a summary must not lose (design 13.3).

import assert from 'node:assert/strict';
import { conversationFacts, type ConversationFacts } from '../../../../../src/core/evidence/facts/facts.ts';
import type { TranscriptRecord } from '../../../../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../../../../support/conversation.ts';
import { never } from '../../../../support/expect.ts';
import { ArtifactShelf, noArtifacts, shelved } from '../artifact-shelf.ts';

function facts(talk: Conversation, shelf?: ArtifactShelf): Promise<ConversationFacts> {
  return conversationFacts(talk.records(), shelf === undefined ? noArtifacts : shelved(shelf), never);
}

/** A user record of the host's own making. */
function hostText(
  text: string,
): Pick<Extract<TranscriptRecord, { kind: 'user' }>, 'kind' | 'content' | 'origin'> {
  return { kind: 'user', content: [{ type: 'text', text }], origin: 'host' };
}

describe('facts: rules of the person', () => {
  it('come from prompts and steering, never from answers, results or the host', async () => {
    const talk = conversation()
      .user('Never push to main.')
      .assistant('I must always do that.')
      .calls('Read')
      .results('You must never read this.')
      .steering('Always run the linter.')
      .add(hostText('You must obey the host.'))
      .assistant('Done.');
    assert.deepEqual((await facts(talk)).constraints, ['Never push to main.', 'Always run the linter.']);
  });

  it('stand once, at the place of their last mention', async () => {
    const talk = conversation()
      .user('Never push. Always lint it.')
      .assistant('ok')
      .user('Never push.')
      .assistant('ok');
    assert.deepEqual((await facts(talk)).constraints, ['Always lint it.', 'Never push.']);
  });

  it('are the newest 40', async () => {
    const talk = conversation();
    for (let place = 1; place <= 45; place++) talk.user(`Never use rule number ${place}`).assistant('ok');
    const { constraints } = await facts(talk);
    assert.equal(constraints.length, 40);
    assert.equal(constraints[0], 'Never use rule number 6');
  });
});

describe('facts: changed paths', () => {
  it('are those of calls that succeeded, in the order of their last change', async () => {
    const talk = conversation()
      .user('go')
      .calls('Edit', { file_path: 'a.ts' })
      .results('ok')
      .calls('Write', { file_path: 'b.ts' })
      .results('ok')
      .calls('Edit', { file_path: 'a.ts' })
      .results('ok')
      .calls('Edit', { file_path: 'refused.ts' })
      .fails('String to replace not found')
      .assistant('done');
    assert.deepEqual((await facts(talk)).changedPaths, ['b.ts', 'a.ts']);
  });

  it('include a file whose changed lines speak of an exit status', async () => {
    const talk = conversation()
      .user('Go')
      .calls('Edit', { file_path: 'a.ts' })
      .results('Updated. 12: // exited with code 1')
      .assistant('Done.');
    assert.deepEqual((await facts(talk)).changedPaths, ['a.ts']);
  });

  it('include what the host recorded as modified, not what was read', async () => {
    const talk = conversation()
      .user('go')
      .touched('m.ts', 'modified')
      .touched('r.ts', 'read')
      .assistant('ok');
    assert.deepEqual((await facts(talk)).changedPaths, ['m.ts']);
  });

  it('leave out calls without a result, and patches the person refused', async () => {
    const talk = conversation()
      .user('go')
      .calls('apply_patch', { input: '*** Update File: a.ts\n' })
      .results('patch rejected by user')
      .calls('Write', { file_path: 'running.ts' });
    assert.deepEqual((await facts(talk)).changedPaths, []);
  });

  it('are found in arguments that are kept in an artifact', async () => {
    const shelf = new ArtifactShelf();
    const storedInput = shelf.keep(JSON.stringify({ content: 'x'.repeat(300_000), file_path: 'large.ts' }));
    const talk = conversation()
      .user('go')
      .add({ kind: 'tool-call', callId: 'k', name: 'Write', input: null, storedInput })
      .add({ kind: 'tool-result', callId: 'k', content: [{ type: 'text', text: 'ok' }] })
      .assistant('done');
    assert.deepEqual((await facts(talk, shelf)).changedPaths, ['large.ts']);
  });
});

describe('facts: the last failing command', () => {
  it('is the last that failed and did not succeed later', async () => {
    const talk = conversation()
      .user('go')
      .calls('Bash', { command: 'npm run lint' })
      .fails('error: bad style')
      .calls('Bash', { command: 'npm test' })
      .fails('1 failing')
      .calls('Bash', { command: 'npm test' })
      .results('all pass')
      .assistant('done');
    assert.deepEqual((await facts(talk)).failedCommand, {
      command: 'npm run lint',
      error: 'error: bad style',
    });
  });

  it('is none when all of them succeeded in the end', async () => {
    const talk = conversation()
      .user('go')
      .calls('Bash', { command: 'make' })
      .fails('make: *** Error 2')
      .calls('Bash', { command: ' make ' })
      .results('ok')
      .assistant('done');
    assert.equal((await facts(talk)).failedCommand, null);
  });

  it('is told by its first line and its error, each at most 200 characters', async () => {
    const talk = conversation()
      .user('go')
      .calls('Bash', { command: `run ${'a'.repeat(300)}\nsecond line` })
      .fails(`error: ${'é'.repeat(300)}`);
    const found = (await facts(talk)).failedCommand;
    assert.equal(found?.command, `run ${'a'.repeat(196)}`);
    assert.equal(found.error, `error: ${'é'.repeat(193)}`);
  });

  it('is not one that was only closed by the host, and not a failed call of another tool', async () => {
    const talk = conversation().user('go').calls('Bash', { command: 'sleep 1000' });
    talk
      .add({ kind: 'tool-result', callId: 'call-1', content: [], isError: true, synthetic: true })
      .add({ kind: 'tool-call', callId: 'x', name: 'Read', input: { file_path: 'a' } })
      .add({
        kind: 'tool-result',
        callId: 'x',
        content: [{ type: 'text', text: 'error: no file' }],
        isError: true,
      });
    assert.equal((await facts(talk)).failedCommand, null);
  });

  it('is not one the person refused to run, which leaves an earlier failure standing', async () => {
    const talk = conversation()
      .user('go')
      .calls('Bash', { command: 'npm test' })
      .fails('1 failing')
      .calls('Bash', { command: 'npm test' })
      .fails("The user doesn't want to proceed with this tool use.");
    assert.deepEqual((await facts(talk)).failedCommand, { command: 'npm test', error: '1 failing' });
  });

  it('has an empty error when the result said nothing', async () => {
    const talk = conversation().user('go').calls('Bash', { command: 'false' }).fails('');
    assert.deepEqual((await facts(talk)).failedCommand, { command: 'false', error: '' });
  });

  it('is found by an exit status at the end of an output that is kept in an artifact', async () => {
    const shelf = new ArtifactShelf();
    const output = shelf.keep(`${'noise\n'.repeat(60_000)}error: out of memory\nCommand exited with code 3`);
    const talk = conversation().user('go').calls('bash', { command: 'build' }).results([output]);
    assert.deepEqual((await facts(talk, shelf)).failedCommand, {
      command: 'build',
      error: 'error: out of memory',
    });
  });
});

describe('facts: the trailing request', () => {
  const trailing = async (talk: Conversation): Promise<string | null> => (await facts(talk)).trailingRequest;

  it('is the exact text of a last prompt without an answer', async () => {
    assert.equal(
      await trailing(conversation().user('one').assistant('ok').user('  two\n  lines ')),
      'two\n  lines',
    );
  });

  it('is none once prose answered it', async () => {
    assert.equal(
      await trailing(conversation().user('one').calls('Read').results('x').assistant('Here.')),
      null,
    );
    assert.equal(await trailing(conversation().user('one').assistant('Here.').settled('success')), null);
    assert.equal(await trailing(conversation().user('one').assistant('Here.').settled('imported')), null);
  });

  it('is still open when the prose only announced more work', async () => {
    assert.equal(
      await trailing(conversation().user('one').assistant('Let me look.').calls('Read').results('x')),
      'one',
    );
  });

  for (const outcome of ['failed', 'cancelled', 'blocked', 'interrupted'] as const) {
    it(`is still open when the turn ended as ${outcome}`, async () => {
      assert.equal(await trailing(conversation().user('one').assistant('Hm.').settled(outcome)), 'one');
    });
  }

  it('is the request together with what steered the turn that works on it', async () => {
    const steered = conversation().user('one').calls('Read').results('x').steering('rather two');
    assert.equal(await trailing(steered), 'one\n\nrather two');
    assert.equal((await facts(steered)).openRequests, 2);
  });

  it('leaves out what an earlier turn left open', async () => {
    const open = conversation().user('one').settled('cancelled').user('two').calls('Read').results('x');
    assert.equal(await trailing(open), 'two');
  });

  describe('behind words that only say to go on', () => {
    const stopped = () => conversation().user('one').calls('Read').results('x').settled('cancelled');
    const works = (talk: Conversation) => talk.calls('Read').results('x');

    it('is also what they go on with, as far back as that is', async () => {
      assert.equal(await trailing(works(stopped().user('Go on.'))), 'one\n\nGo on.');
      const again = works(works(stopped().user('continue')).settled('failed').user('go on'));
      assert.equal(await trailing(again), 'one\n\ncontinue\n\ngo on');
      assert.equal((await facts(again)).openRequests, 3);
    });

    it('is also what they go on with when the turn was steered', async () => {
      const steered = works(stopped().user('go on')).steering('but quietly');
      assert.equal(await trailing(steered), 'one\n\ngo on\n\nbut quietly');
    });

    it('is nothing that was answered before them', async () => {
      const answered = conversation().user('one').assistant('Done.');
      assert.equal(await trailing(works(answered.settled().user('go on'))), 'go on');
      const imported = conversation().user('one').assistant('Done.').user('go on');
      assert.equal(await trailing(works(imported)), 'go on');
    });

    it('is theirs alone where they say what to do', async () => {
      assert.equal(await trailing(works(stopped().user('go on with two'))), 'go on with two');
      assert.equal(await trailing(works(stopped().user('two')).steering('go on')), 'two\n\ngo on');
    });
  });

  describe('of a turn that goes on behind an earlier summary', () => {
    // Records of a builder that was told no prompt yet are of turn 0.
    const before = { turn: 0, texts: ['rename it'] };
    const behind = async (talk: Conversation): Promise<readonly (string | null)[]> => {
      const found = await conversationFacts(talk.records(), { ...noArtifacts, before }, never);
      return [...found.earlierRequests, found.trailingRequest];
    };
    const works = () => conversation().calls('Read').results('x');

    it('is what was open then, with what steered it since', async () => {
      assert.deepEqual(await behind(works()), ['rename it', null]);
      assert.deepEqual(await behind(works().steering('but quietly')), ['rename it', 'but quietly']);
    });

    it('is nothing once it was answered, or once the person asked for something else', async () => {
      assert.deepEqual(await behind(works().assistant('Done.').settled()), [null]);
      assert.deepEqual(await behind(works().settled('failed').user('other')), ['other']);
      assert.deepEqual(await behind(works().settled('failed').user('go on')), ['rename it', 'go on']);
    });
  });

  it('is never a text of the host', async () => {
    assert.equal(await trailing(conversation().user('one').add(hostText('continue'))), 'one');
  });

  it('is read whole from its artifact', async () => {
    const shelf = new ArtifactShelf();
    const text = `Fix this log:\n${'line of a log\n'.repeat(25_000)}end`;
    const found = await facts(conversation().user([shelf.keep(text)]), shelf);
    assert.equal(found.trailingRequest, text);
  });

  it('is none in an empty conversation', async () => assert.equal(await trailing(conversation()), null));
});

describe('facts of records that are not ordinary history', () => {
  it('leave directives out (behaviour 4.11)', async () => {
    const talk = conversation()
      .user('ask')
      .assistant('ok')
      .directiveStart('d1')
      .user('Never do this.')
      .calls('Write', { file_path: 'd.ts' })
      .results('ok')
      .calls('Bash', { command: 'false' })
      .fails('error')
      .directiveEnd('d1');
    assert.deepEqual(await facts(talk), {
      constraints: [],
      changedPaths: [],
      failedCommand: null,
      trailingRequest: null,
      earlierRequests: [],
      openTurn: null,
      openRequests: 0,
    });
  });

  it('leave superseded records out', async () => {
    const talk = conversation()
      .user('ask')
      .assistant('ok')
      .user('Never push.')
      .add({ kind: 'superseded', from: 'r3' });
    const found = await facts(talk);
    assert.deepEqual([found.constraints, found.trailingRequest], [[], null]);
  });
});
