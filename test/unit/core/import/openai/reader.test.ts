import assert from 'node:assert/strict';
import type { SourceText } from '../../../../../src/core/import/source.ts';
import { rootRecords, tellRecords } from '../../../../support/transcripts/imported-happenings.ts';
import {
  conversationOf,
  linesOf,
  readAs,
  sessionOf,
  wholeOf,
} from '../../../../support/transcripts/steps.ts';

const pixel = 'iVBORw0KGgo=';
const user = { role: 'user', content: 'go' };
const answer = { role: 'assistant', content: 'well' };

function told(...messages: readonly object[]): ReturnType<typeof tellRecords> {
  const { session } = sessionOf('openai', wholeOf(messages));
  return tellRecords(rootRecords(session), session.artifacts);
}

function leftovers(...messages: readonly object[]): readonly unknown[] {
  return conversationOf('openai', wholeOf(messages)).drafts.flatMap((draft) =>
    draft.kind === 'foreign' ? [JSON.parse(draft.raw) as unknown] : [],
  );
}

describe('where OpenAI conversations are found', () => {
  function lengths(source: SourceText): readonly number[] {
    return readAs('openai', source).conversations.map(
      ({ drafts }) => drafts.filter(({ kind }) => kind !== 'foreign').length,
    );
  }

  const shapes: readonly (readonly [string, SourceText, readonly number[]])[] = [
    ['a list of messages', wholeOf([user, answer]), [2]],
    ['an object with messages', wholeOf({ model: 'g', messages: [user, answer] }), [2]],
    ['an object with a trajectory', wholeOf({ task: 1, traj: [user] }), [1]],
    ['a list of such objects', wholeOf([{ traj: [user] }, { messages: [user, answer] }]), [1, 2]],
    ['a list of lists', wholeOf([[user], [user, answer]]), [1, 2]],
    ['messages, one a line', linesOf(user, answer), [2]],
    [
      'objects with messages, one a line',
      linesOf({ messages: [user] }, { messages: [user, answer] }),
      [1, 2],
    ],
    ['lists of messages, one a line', linesOf([user], [user, answer]), [1, 2]],
    ['a single line', linesOf({ messages: [user] }), [1]],
    ['a single message', linesOf(user), [1]],
  ];
  for (const [shape, source, expected] of shapes) {
    it(`in ${shape}`, () => {
      assert.deepEqual(lengths(source), expected);
    });
  }

  it('leaves what stands beside the messages hidden', () => {
    const { conversations } = readAs(
      'openai',
      wholeOf([{ reward: 1, traj: [user] }, { note: 'no messages' }]),
    );
    const raws = conversations[0]!.drafts.flatMap((draft) => (draft.kind === 'foreign' ? [draft.raw] : []));
    assert.deepEqual(raws, ['{"note":"no messages"}', '{"reward":1}']);
  });

  it('takes the model the file names', () => {
    const source = wholeOf({ model: 'gpt-x', messages: [user] });
    assert.deepEqual(conversationOf('openai', source).model, { provider: 'openai', model: 'gpt-x' });
  });

  it('reports damaged lines by number and keeps them', () => {
    const { damaged, conversations } = readAs('openai', linesOf(user, '{"role":', answer));
    assert.deepEqual(damaged, [{ line: 2, reason: 'cut short: JSON that ends in the middle' }]);
    assert.ok(conversations[0]!.drafts.some((draft) => draft.kind === 'foreign' && draft.raw === '{"role":'));
  });
});

describe('reading OpenAI messages', () => {
  it('takes texts, calls and results as they are', () => {
    const happenings = told(
      user,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'done' },
      answer,
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'go' },
      { kind: 'call', name: 'f', input: { a: 1 } },
      { kind: 'result', text: 'done', images: [] },
      { kind: 'assistant', text: 'well' },
    ]);
  });

  it('hides system and developer prompts (design 14.4)', () => {
    const system = { role: 'system', content: 'rules' };
    assert.deepEqual(told(system, { role: 'developer', content: 'more' }, user), [
      { kind: 'user', text: 'go' },
    ]);
    assert.deepEqual(leftovers(system, user), [system]);
  });

  it('takes parts of every kind, also in results', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}`, detail: 'low' } };
    const happenings = told(
      { role: 'user', content: [{ type: 'text', text: 'see' }, image] },
      { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '' } }] },
      { role: 'tool', tool_call_id: 'c', content: [image] },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      { role: 'assistant', content: null, refusal: 'never' },
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'see' },
      { kind: 'image', base64: pixel },
      { kind: 'call', name: 'f', input: {} },
      { kind: 'result', text: '', images: [pixel] },
      { kind: 'assistant', text: 'no' },
      { kind: 'assistant', text: 'never' },
    ]);
  });

  it('takes sound and files as media', () => {
    const { session } = sessionOf(
      'openai',
      wholeOf([
        {
          role: 'user',
          content: [
            { type: 'input_audio', input_audio: { data: pixel, format: 'wav' } },
            { type: 'file', file: { file_data: `data:application/pdf;base64,${pixel}`, filename: 'a.pdf' } },
            { type: 'image_url', image_url: { url: 'https://x.test/a.png' } },
          ],
        },
      ]),
    );
    const [record] = session.segments[0]!.records;
    const media = record?.kind === 'user' ? record.content : [];
    assert.deepEqual(
      media.map((part) => part.type === 'media' && [part.media, part.mime, part.path]),
      [
        ['audio', 'audio/wav', undefined],
        ['document', 'application/pdf', undefined],
        ['image', undefined, 'https://x.test/a.png'],
      ],
    );
  });

  it('takes calls of the older form, told apart by order', () => {
    const call = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } };
    const result = (content: string): object => ({ role: 'function', name: 'f', content });
    const { counts } = sessionOf('openai', wholeOf([user, call, result('1'), call, result('2')]));
    assert.deepEqual([counts.toolCalls, counts.unpaired], [2, 0]);
  });

  it('takes reasoning where a server gives it', () => {
    const [thought] = told({ role: 'assistant', reasoning_content: 'hm', content: 'x' });
    assert.deepEqual(thought, { kind: 'reasoning', text: 'hm' });
  });

  it('pairs by order where ids repeat', () => {
    const call = {
      role: 'assistant',
      tool_calls: [{ id: 'same', function: { name: 'f', arguments: '{}' } }],
    };
    const result = (content: string): object => ({ role: 'tool', tool_call_id: 'same', content });
    const results = told(user, call, result('1'), call, result('2')).filter(({ kind }) => kind === 'result');
    assert.deepEqual(
      results.map((happening) => 'text' in happening && happening.text),
      ['1', '2'],
    );
  });

  it('keeps fields that have no place, and those of an odd type', () => {
    assert.deepEqual(
      leftovers(
        { role: 'user', content: 'go', name: 'me' },
        { role: 'assistant', content: 'x', refusal: 7, audio: { id: 'a' } },
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'https://x.test', detail: 'low' } }],
        },
      ),
      [
        { name: 'me' },
        { role: 'assistant', refusal: 7, audio: { id: 'a' } },
        { role: 'user', content: [{ type: 'image_url', image_url: { detail: 'low' } }] },
      ],
    );
  });

  it('reports media that are not base64 and keeps them', () => {
    const broken = { type: 'image_url', image_url: { url: 'data:image/png;base64,%%%' } };
    const source = wholeOf([{ role: 'user', content: [{ type: 'text', text: 'x' }, broken] }]);
    assert.deepEqual(readAs('openai', source).damaged, [{ line: 0, reason: 'image_url that is not base64' }]);
    const [, rest] = conversationOf('openai', source).drafts;
    assert.ok(rest?.kind === 'foreign' && rest.raw.includes('%%%'));
  });
});

describe('behaviour 4.14: arguments of an OpenAI call that are no JSON', () => {
  it('stay as their text, marked as malformed', () => {
    const call = {
      role: 'assistant',
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"a":' } }],
    };
    const { session } = sessionOf('openai', wholeOf([user, call]));
    const record = session.segments[0]!.records.find(({ kind }) => kind === 'tool-call');
    assert.deepEqual(record?.kind === 'tool-call' && [record.input, record.malformed], ['{"a":', true]);
  });
});
