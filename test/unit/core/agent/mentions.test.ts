import assert from 'node:assert/strict';
import { createMentions } from '../../../../src/core/agent/mentions.ts';
import { Workspace } from '../../../../src/core/tools/workspace.ts';
import { says } from '../../../support/scripted-provider.ts';
import { chatBench } from '../../../support/chat-bench.ts';
import { prompts } from '../../../support/compaction-bench.ts';
import { never } from '../../../support/expect.ts';
import { MemoryWorkspace } from '../../../support/memory-workspace.ts';

const opening = (name: string): string => prompts.text('reminders/mention', { MENTION: name });
const unread = (name: string, why: string): string =>
  prompts.text('reminders/mention-unread', { MENTION: name, WHY: why });

const disk = (): MemoryWorkspace => new MemoryWorkspace().put('/w/src/main.ts', 'one\ntwo\nthree\nfour\n');

async function told(prompt: string, files: MemoryWorkspace = disk()): Promise<readonly string[]> {
  const workspace = new Workspace(files, () => ['/w']);
  const reminders = await createMentions({ workspace, prompts })(prompt, never);
  assert.ok(reminders.every(({ name }) => name === 'mention'));
  return reminders.map(({ text }) => text);
}

describe('mentions of a prompt', () => {
  it('tell the model the numbered lines of a mentioned file', async () => {
    assert.deepEqual(await told('Explain @src/main.ts'), [
      `${opening('src/main.ts')}\n\n1\tone\n2\ttwo\n3\tthree\n4\tfour`,
    ]);
  });

  it('tell only the lines that were mentioned, and that there are more', async () => {
    assert.deepEqual(await told('Explain @src/main.ts#L2-3'), [
      `${opening('src/main.ts, lines 2 to 3')}\n\n2\ttwo\n3\tthree\n[segue: more follows: read_file {"path":"src/main.ts","offset":4}]`,
    ]);
  });

  it('find a file although the sentence ends behind it', async () => {
    for (const prompt of ['Explain @src/main.ts.', 'Is it (@src/main.ts)?', 'Read @src/main.ts: why?'])
      assert.equal((await told(prompt)).length, 1, prompt);
  });

  it('leave alone what names nothing in the workspace', async () => {
    assert.deepEqual(await told('@nobody said @types/node is @Injectable() to me@example.org'), []);
  });

  it('tell a file once, however often it is mentioned, but each of its ranges', async () => {
    assert.equal((await told('@src/main.ts and @src/main.ts, @src/main.ts#L1')).length, 2);
  });

  it('tell the entries of a mentioned folder', async () => {
    const [text] = await told('What is in @src?', disk().put('/w/src/a b.ts', '').folder('/w/src/core'));
    assert.equal(text, `${opening('src')}\n\n- a b.ts\n- core/\n- main.ts`);
  });

  it('say that a picture, a binary file and one outside the workspace were not read', async () => {
    const odd = disk()
      .put('/w/a.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]))
      .put('/w/b.bin', new Uint8Array([0, 1, 2]))
      .put('/etc/passwd', 'root');
    assert.deepEqual(await told('@a.png @b.bin @/etc/passwd', odd), [
      unread('a.png', 'it is a picture; read_file shows it.'),
      unread('b.bin', 'it is binary.'),
      unread('/etc/passwd', 'it lies outside the workspace; read_file asks the person for it.'),
    ]);
    assert.ok(odd.reads.every(({ path }) => path !== '/etc/passwd'));
  });

  it('say that a link out of the workspace was not followed', async () => {
    const linked = disk().put('/etc/passwd', 'root').link('/w/users', '/etc/passwd');
    const [text] = await told('@users', linked);
    assert.match(text ?? '', /It was not read: it lies outside the workspace/);
  });

  it('say that an empty file is empty, and that a range lies behind the end', async () => {
    const [empty, behind] = await told('@e @src/main.ts#L9', disk().put('/w/e', ''));
    assert.match(empty ?? '', /\[segue: e is empty\]$/);
    assert.match(behind ?? '', /\[segue: src\/main\.ts ends before line 9\]$/);
  });

  it('are bounded: what finds no room is named, and at most twenty are told', async () => {
    const many = disk();
    const names = Array.from({ length: 30 }, (_, place) => `f${place}`);
    for (const name of names) many.put(`/w/${name}`, `${'x'.repeat(60)}\n`.repeat(800));
    const texts = await told(names.map((name) => `@${name}`).join(' '), many);
    assert.equal(texts.length, 20);
    assert.ok(texts.join('').length < 100_000);
    assert.ok(texts.at(-1)?.includes('left no room'));
  });

  it('stand right before the prompt, whose words stay as they are (behaviours 3.1, 3.4)', async () => {
    const workspace = new Workspace(disk(), () => ['/w']);
    const bench = await chatBench({
      scripts: [says('It counts.')],
      deps: { expandMentions: createMentions({ workspace, prompts }) },
    });
    await bench.say('Explain @src/main.ts#L1');
    const visible = bench.records().filter(({ kind }) => kind === 'reminder' || kind === 'user');
    assert.deepEqual(
      visible.map((record) => (record.kind === 'user' ? record.content : record.kind)),
      ['reminder', [{ type: 'text', text: 'Explain @src/main.ts#L1' }]],
    );
    assert.deepEqual(
      bench
        .records()
        .flatMap((record) => (record.kind === 'file-touch' ? [[record.path, record.access]] : [])),
      [['/w/src/main.ts', 'read']],
    );
    const [message] = bench.provider.requests[0]?.messages ?? [];
    assert.match(
      JSON.stringify(message),
      /<system-reminder>[^]*1\\\\?t?[^]*one[^]*Explain @src\/main\.ts#L1/,
    );
  });
});
