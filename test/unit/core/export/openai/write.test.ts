// A conversation as chat messages: accepted by services, and complete as far as they can hold it.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../../src/adapters/system/sha256.ts';
import type { WholeSession } from '../../../../../src/core/sessions/store.ts';
import { textContent, type Part } from '../../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../../../../support/conversation.ts';
import { checkOpenAiChat } from '../../../../support/strict/check-openai-chat.ts';
import { png } from '../../../../support/tiny-images.ts';
import { chatTexts, exported, exportOf, sourceOf, wholeSession } from '../exported.ts';

const pngName = nodeSha256.ofBase64(png);
const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: pngName, bytes: 70 };
const artifacts = [{ name: pngName, content: { encoding: 'base64', text: png } }] as const;

type Message = Readonly<Record<string, unknown>>;

async function messagesOf(session: WholeSession): Promise<readonly Message[]> {
  const messages = JSON.parse((await exportOf(session, 'openai')).text) as Message[];
  const asked = [...messages, { role: 'user', content: 'Go on.' }];
  assert.deepEqual(checkOpenAiChat({ model: 'any', messages: asked }), []);
  return messages;
}

function messagesFor(talk: Conversation): Promise<readonly Message[]> {
  return messagesOf(wholeSession([talk.records()], { artifacts }));
}

describe('chat messages of a conversation', () => {
  it('are its texts, calls and results in order', async () => {
    const talk = conversation()
      .user('Go')
      .assistant('I look.')
      .calls('read', { path: 'a.ts' })
      .results('A')
      .assistant('Done.');
    assert.deepEqual(await messagesFor(talk), [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'call-1', type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call-1', content: 'A' },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  it('are an empty array for a conversation without any', async () => {
    assert.equal((await exportOf(wholeSession([conversation().settled().records()]), 'openai')).text, '[]\n');
  });

  it('stand a line each in the file', async () => {
    const { text } = await exportOf(
      wholeSession([conversation().user('a').assistant('b').records()]),
      'openai',
    );
    assert.equal(text, '[\n{"role":"user","content":"a"},\n{"role":"assistant","content":"b"}\n]\n');
  });

  it('alternate: adjacent texts of a side are parts of one message, blank ones are left out', async () => {
    const talk = conversation().user('a').user('b').assistant('c').assistant(' \n').settled().assistant('d');
    const part = (text: string) => ({ type: 'text', text });
    assert.deepEqual(await messagesFor(talk), [
      { role: 'user', content: [part('a'), part('b')] },
      { role: 'assistant', content: [part('c'), part('d')] },
    ]);
  });

  it('open with a sentence of the user where the conversation opens with an answer', async () => {
    const [first] = await messagesFor(conversation().assistant('Hello'));
    assert.deepEqual(first, { role: 'user', content: chatTexts.opening });
  });

  it('answer a call that was lost, with what the host says then', async () => {
    const messages = await messagesFor(conversation().user('Go').calls('read').assistant('Hm'));
    assert.deepEqual(messages[2], { role: 'tool', tool_call_id: 'call-1', content: chatTexts.missingResult });
  });

  it('hold images in user messages, those of results right behind them', async () => {
    const talk = conversation()
      .user([...textContent('See'), image])
      .calls('shot')
      .results([...textContent('taken'), image])
      .user('And?');
    const url = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
    const messages = await messagesFor(talk);
    assert.deepEqual(messages[0]!['content'], [{ type: 'text', text: 'See' }, url]);
    assert.equal(messages[2]!['content'], `taken\n[image: image/png, 70 bytes, artifacts/${pngName}]`);
    assert.deepEqual(messages[3]!['content'], [url, { type: 'text', text: 'And?' }]);
  });

  it('have a note for what is no image a service takes', async () => {
    const pdf: Part = { type: 'media', media: 'document', mime: 'application/pdf', path: 'a.pdf' };
    const [message] = await messagesFor(conversation().user([pdf]));
    assert.equal(message!['content'], '[document: application/pdf, a.pdf]');
  });

  it('have at most 128 calls each, every one with its result behind it', async () => {
    let talk = conversation().user('All');
    for (let count = 0; count < 300; count++) talk = talk.calls('read');
    talk = talk.results(...Array.from({ length: 300 }, (_, place) => `${place}`));
    const calls = (await messagesFor(talk)).flatMap(({ tool_calls: list }) =>
      Array.isArray(list) ? [list.length] : [],
    );
    assert.deepEqual(calls, [128, 128, 44]);
  });

  it('have call ids and names that services take, each id once', async () => {
    const call = (callId: string, name: string) => ({ kind: 'tool-call' as const, callId, name, input: {} });
    const result = (callId: string) => ({
      kind: 'tool-result' as const,
      callId,
      content: [...textContent('x')],
    });
    const long = 'x'.repeat(64);
    const first = conversation().user('a').add(call(long, 'mcp.files/read')).add(result(long)).records();
    const again = conversation().user('b').add(call(long, 'read')).add(result(long)).records();
    const second = again.map((record) => ({ ...record, id: `again-${record.id}` }));
    const messages = await messagesOf(wholeSession([first, second]));
    const ids = messages.flatMap(({ tool_call_id: id }) => (typeof id === 'string' ? [id] : []));
    assert.equal(new Set(ids).size, 2);
  });

  it('have arguments as an object, also where the model wrote something else', async () => {
    const talk = conversation()
      .user('Go')
      .add({ kind: 'tool-call', callId: 'c', name: 'run', input: '{"cmd": tru', malformed: true });
    const [, answer] = await messagesFor(talk);
    const [call] = answer!['tool_calls'] as [{ function: { arguments: string } }];
    assert.equal(call.function.arguments, '{"input":"{\\"cmd\\": tru"}');
  });
});

describe('what chat messages leave out', () => {
  const sentence = (id: string, text: string): TranscriptRecord => ({
    ...conversation().summary(text).records()[0]!,
    id,
  });
  const [one] = conversation().user('One').records() as [TranscriptRecord];
  const [two] = conversation().user('Two').records() as [TranscriptRecord];

  it('is a summary when all it stands for is there', async () => {
    const session = wholeSession([[one], [sentence('s', 'Said one.'), { ...two, id: 'two' }]]);
    assert.deepEqual(
      (await messagesOf(session)).flatMap(({ content }) => content),
      [
        { type: 'text', text: 'One' },
        { type: 'text', text: 'Two' },
      ],
    );
  });

  it('is no summary of what is not there', async () => {
    const session = wholeSession([[], [sentence('s', 'Of an earlier session.'), { ...two, id: 'two' }]]);
    assert.deepEqual(
      (await messagesOf(session)).flatMap(({ content }) => content),
      [
        { type: 'text', text: 'Of an earlier session.' },
        { type: 'text', text: 'Two' },
      ],
    );
  });

  it('is reasoning, records taken back, directives and agents, each of which is counted', async () => {
    const records = conversation()
      .user('Go')
      .reasoning('Hm')
      .assistant('Wrong')
      .add({ kind: 'superseded', from: 'r3' })
      .directiveStart('d')
      .user('Aside')
      .directiveEnd('d')
      .records();
    const agents = new Map([['a', conversation().task('Look', 'a').records()]]);
    const source = await sourceOf(wholeSession([records], { agents }));
    const { text, report } = await exported(source, 'openai');
    assert.deepEqual(JSON.parse(text), [{ role: 'user', content: 'Go' }]);
    assert.deepEqual(report.leftOut, { asides: 2, reasoning: 1, agents: 1 });
  });
});
