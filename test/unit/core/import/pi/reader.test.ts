import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/core/import/draft.ts';
import { rootRecords, tellRecords } from '../../../../support/transcripts/imported-happenings.ts';
import { conversationOf, linesOf, readAs, sessionOf } from '../../../../support/transcripts/steps.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const header = { type: 'session', id: 's', timestamp, cwd: '/work', provider: 'anthropic', modelId: 'm0' };
const message = (role: string, fields: object, entry: object = {}): object => ({
  type: 'message',
  timestamp,
  ...entry,
  message: { role, ...fields },
});
const user = (text: string, entry: object = {}): object =>
  message('user', { content: [{ type: 'text', text }] }, entry);
const assistant = (content: readonly object[], fields: object = {}, entry: object = {}): object =>
  message(
    'assistant',
    { content, api: 'anthropic-messages', provider: 'anthropic', model: 'm1', stopReason: 'stop', ...fields },
    entry,
  );
const says = (text: string, entry: object = {}): object => assistant([{ type: 'text', text }], {}, entry);

function told(...lines: readonly (string | object)[]): ReturnType<typeof tellRecords> {
  const { session } = sessionOf('pi', linesOf(header, ...lines));
  return tellRecords(rootRecords(session), session.artifacts);
}

function drafts(...lines: readonly (string | object)[]): readonly Draft[] {
  return conversationOf('pi', linesOf(header, ...lines)).drafts.slice(1);
}

function raws(list: readonly Draft[]): readonly unknown[] {
  return list.flatMap((draft) => (draft.kind === 'foreign' ? [JSON.parse(draft.raw) as unknown] : []));
}

describe('reading pi messages', () => {
  it('takes texts, thoughts, calls, results and images as they are', () => {
    const happenings = told(
      message('user', { content: 'look' }),
      assistant([
        { type: 'thinking', thinking: 'hm', thinkingSignature: 'c2ln' },
        { type: 'text', text: 'I look' },
        { type: 'toolCall', id: 't', name: 'read', arguments: { path: 'a' } },
      ]),
      message('toolResult', {
        toolCallId: 't',
        toolName: 'read',
        content: [
          { type: 'text', text: 'bytes' },
          { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        ],
        isError: true,
      }),
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'look' },
      { kind: 'reasoning', text: 'hm' },
      { kind: 'assistant', text: 'I look' },
      { kind: 'call', name: 'read', input: { path: 'a' } },
      { kind: 'result', text: 'bytes', images: ['iVBORw0KGgo='] },
    ]);
  });

  it('tags thoughts by the service that made them', () => {
    const thought = (thinkingSignature: string, fields: object): object =>
      assistant([{ type: 'thinking', thinking: 'x', thinkingSignature }], fields);
    const list = drafts(
      thought('c2ln', {}),
      thought('{"type":"reasoning","id":"rs"}', { api: 'openai-responses', provider: 'openai' }),
      thought('abc', { api: 'google-generative-ai', provider: 'google' }),
    );
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'reasoning' ? [draft.provider] : [])),
      [
        { name: 'anthropic', data: { type: 'thinking', signature: 'c2ln' } },
        { name: 'openai', data: { type: 'reasoning', id: 'rs' } },
        { name: 'google', data: { api: 'google-generative-ai', signature: 'abc' } },
      ],
    );
  });

  it('keeps what its records do not carry, and usage apart', () => {
    const list = drafts(
      assistant([{ type: 'toolCall', id: 't', name: 'x', arguments: {}, partialJson: '{"a' }], {
        usage: { input: 1 },
      }),
    );
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'usage' ? [[draft.model, draft.usage]] : [])),
      [['m1', { input: 1 }]],
    );
    assert.deepEqual(raws(list), [
      {
        message: {
          api: 'anthropic-messages',
          provider: 'anthropic',
          model: 'm1',
          stopReason: 'stop',
          content: [{ type: 'toolCall', partialJson: '{"a' }],
        },
      },
    ]);
  });

  it('ends turns as cancelled or failed where the answer was', () => {
    const { session } = sessionOf(
      'pi',
      linesOf(
        header,
        user('a'),
        assistant([], { stopReason: 'aborted' }),
        user('b'),
        assistant([{ type: 'text', text: 'half' }], { stopReason: 'error', errorMessage: 'x' }),
        user('c'),
        says('ok'),
      ),
    );
    const ends = session.segments[0]!.records.flatMap((record) =>
      record.kind === 'fork-point' ? [record.outcome] : [],
    );
    assert.deepEqual(ends, ['cancelled', 'failed', 'imported']);
  });

  it('tells of commands the person ran, unless they were kept from the model', () => {
    const bash = (fields: object): object =>
      message('bashExecution', { command: 'ls', output: 'a', exitCode: 1, cancelled: false, ...fields });
    const [shown, kept, ...others] = drafts(bash({}), bash({ excludeFromContext: true }));
    assert.deepEqual(shown?.kind === 'user' && [shown.content, shown.origin], [
      [{ type: 'text', text: '$ ls\na\n(exit code 1)' }],
      'host',
    ]);
    assert.deepEqual([kept?.kind, others], ['foreign', []]);
  });

  it('takes messages of extensions and of branches as texts of the host', () => {
    const list = drafts(
      message('custom', { content: 'from an extension' }),
      { type: 'custom_message', timestamp, content: [{ type: 'text', text: 'injected' }] },
      { type: 'branch_summary', timestamp, summary: 'the other branch' },
      { type: 'custom', timestamp, data: { state: 1 } },
    );
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'user' ? [[draft.origin, draft.content[0]]] : [])),
      ['from an extension', 'injected', 'the other branch'].map((text) => ['host', { type: 'text', text }]),
    );
    assert.deepEqual(raws(list).at(-1), { type: 'custom', timestamp, data: { state: 1 } });
  });
});

describe('settings of a pi session', () => {
  it('say folder, model and name', () => {
    const { title, model, workspace } = conversationOf(
      'pi',
      linesOf(header, user('first'), says('x'), { type: 'session_info', timestamp, name: 'My work' }),
    );
    assert.deepEqual([title, model, workspace], ['My work', { provider: 'anthropic', model: 'm1' }, '/work']);
  });

  it('follow a change of model', () => {
    const change = { type: 'model_change', timestamp, provider: 'openai', modelId: 'g' };
    assert.deepEqual(conversationOf('pi', linesOf(header, says('x'), change)).model, {
      provider: 'openai',
      model: 'g',
    });
  });

  it('do not hide damage: lines are reported by number and kept in place', () => {
    const { damaged, conversations } = readAs('pi', linesOf(header, user('a'), '{"type":"mess', says('b')));
    assert.deepEqual(damaged, [{ line: 3, reason: 'cut short: JSON that ends in the middle' }]);
    const place = conversations[0]!.drafts.findIndex(
      (draft) => draft.kind === 'foreign' && draft.raw === '{"type":"mess',
    );
    assert.ok(place > 0 && place < conversations[0]!.drafts.length - 1);
  });
});

describe('branches of a pi session', () => {
  const at = (id: string, parentId: string | null): object => ({ id, parentId });

  it('that were left stay hidden', () => {
    const lines = [
      user('a', at('1', null)),
      says('b', at('2', '1')),
      user('wrong way', at('3', '2')),
      says('wrong answer', at('4', '3')),
      user('right way', at('5', '2')),
      says('right answer', at('6', '5')),
    ];
    assert.deepEqual(
      told(...lines).map((happening) => 'text' in happening && happening.text),
      ['a', 'b', 'right way', 'right answer'],
    );
    assert.ok(JSON.stringify(raws(drafts(...lines))).includes('wrong answer'));
  });

  it('survive a missing parent', () => {
    const lines = [user('a', at('1', null)), says('b', at('2', '1')), user('c', at('4', 'damaged'))];
    assert.equal(told(...lines).length, 3);
  });
});

describe('compactions of pi', () => {
  const visible = (...lines: readonly object[]): readonly string[] => {
    const { session } = sessionOf('pi', linesOf(header, ...lines));
    return session.segments.at(-1)!.records.flatMap((record) => {
      if (record.kind === 'foreign' || record.kind === 'fork-point' || record.kind === 'usage') return [];
      return [record.copiedFrom === undefined ? record.kind : `${record.kind}*`];
    });
  };

  it('keep everything from the first kept entry on', () => {
    const at = (id: string, parentId: string | null): object => ({ id, parentId });
    const compaction = {
      type: 'compaction',
      timestamp,
      ...at('5', '4'),
      summary: 'before',
      firstKeptEntryId: '3',
    };
    assert.deepEqual(
      visible(
        user('a', at('1', null)),
        says('b', at('2', '1')),
        user('c', at('3', '2')),
        says('d', at('4', '3')),
        compaction,
        user('e', at('6', '5')),
      ),
      ['summary', 'user*', 'assistant*', 'user'],
    );
  });

  it('name the first kept entry by its place in files of the first version', () => {
    const compaction = { type: 'compaction', timestamp, summary: 'before', firstKeptEntryIndex: 3 };
    assert.deepEqual(visible(user('a'), says('b'), user('c'), says('d'), compaction), [
      'summary',
      'user*',
      'assistant*',
    ]);
  });
});
