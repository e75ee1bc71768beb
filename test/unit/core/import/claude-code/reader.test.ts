import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/core/import/draft.ts';
import {
  rootRecords,
  steeringTexts,
  tellRecords,
} from '../../../../support/transcripts/imported-happenings.ts';
import { brokenOrder } from '../../../../support/transcripts/provider-order.ts';
import { conversationOf, linesOf, readAs, sessionOf } from '../../../../support/transcripts/steps.ts';

const common = { sessionId: 's', cwd: '/p', version: '2', timestamp: '2026-01-01T00:00:00.000Z' };
const pixel = 'iVBORw0KGgo=';

let count = 0;
function line(type: string, fields: object): object {
  return { ...common, type, uuid: `u${++count}`, ...fields };
}
const user = (content: unknown, fields: object = {}): object =>
  line('user', { message: { role: 'user', content }, ...fields });
const assistant = (content: readonly object[], fields: object = {}, id = `m${count}`): object =>
  line('assistant', { message: { role: 'assistant', id, model: 'claude-x', content }, ...fields });
const says = (text: string): object => assistant([{ type: 'text', text }]);
const uses = (id: string, message?: string): object =>
  assistant([{ type: 'tool_use', id, name: 'Bash', input: { command: id } }], {}, message);
const returns = (id: string, content: unknown): object =>
  user([{ type: 'tool_result', tool_use_id: id, content }]);

function told(...lines: readonly (string | object)[]): ReturnType<typeof tellRecords> {
  const { session } = sessionOf('claude-code', linesOf(...lines));
  return tellRecords(rootRecords(session), session.artifacts);
}

function drafts(...lines: readonly (string | object)[]): readonly Draft[] {
  return conversationOf('claude-code', linesOf(...lines)).drafts;
}

function leftovers(list: readonly Draft[]): readonly unknown[] {
  return list.flatMap((draft) => (draft.kind === 'foreign' ? [JSON.parse(draft.raw) as unknown] : []));
}

describe('reading Claude Code messages', () => {
  it('takes texts, thoughts, calls and results as they are', () => {
    const happenings = told(
      user('look'),
      assistant([{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }]),
      says('I look'),
      uses('t1'),
      returns('t1', [
        { type: 'text', text: 'two' },
        { type: 'text', text: 'parts' },
      ]),
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'look' },
      { kind: 'reasoning', text: 'hm' },
      { kind: 'assistant', text: 'I look' },
      { kind: 'call', name: 'Bash', input: { command: 't1' } },
      { kind: 'result', text: 'two\nparts', images: [] },
    ]);
  });

  it('keeps what a message line has beside its content, and nothing of what its records carry', () => {
    const [, rest] = drafts(user('look', { uuid: 'u', gitBranch: 'main', toolUseResult: { stdout: 'x' } }));
    assert.deepEqual(rest?.kind === 'foreign' && JSON.parse(rest.raw), {
      sessionId: 's',
      cwd: '/p',
      version: '2',
      type: 'user',
      uuid: 'u',
      gitBranch: 'main',
      toolUseResult: { stdout: 'x' },
      message: { role: 'user' },
    });
  });

  it('keeps fields of blocks that have no place, and blocks of unknown types whole', () => {
    const strange = { type: 'hologram', data: [1] };
    const list = drafts(
      assistant(
        [{ type: 'tool_use', id: 't', name: 'Bash', input: {}, caller: { type: 'direct' } }, strange],
        {},
        'm',
      ),
    );
    const rest = leftovers(list)[0] as { message: { content: unknown } };
    assert.deepEqual(rest.message.content, [{ type: 'tool_use', caller: { type: 'direct' } }, strange]);
  });

  it('keeps a time that is none', () => {
    const [, rest] = leftovers(drafts(user('a'), user('b', { timestamp: 'yesterday' })));
    assert.equal((rest as { timestamp: string }).timestamp, 'yesterday');
  });

  it('tags a thought with its signature, and a redacted one with its data, but not a masked signature', () => {
    const list = drafts(
      assistant([
        { type: 'thinking', thinking: 'a', signature: 'c2ln' },
        { type: 'redacted_thinking', data: 'ZGF0YQ==' },
        { type: 'thinking', thinking: 'b', signature: '[REDACTED]' },
      ]),
    );
    const tags = list.flatMap((draft) => (draft.kind === 'reasoning' ? [draft.provider] : []));
    assert.deepEqual(tags, [
      { name: 'anthropic', data: { type: 'thinking', signature: 'c2ln' } },
      { name: 'anthropic', data: { type: 'redacted_thinking', data: 'ZGF0YQ==' } },
      undefined,
    ]);
  });

  it('takes images and documents, in user texts and in results', () => {
    const source = { type: 'base64', media_type: 'image/png', data: pixel };
    const happenings = told(
      user([
        { type: 'image', source },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'notes' } },
      ]),
      uses('t'),
      returns('t', [{ type: 'image', source }]),
    );
    assert.deepEqual(happenings[0], { kind: 'image', base64: pixel });
    assert.deepEqual(happenings[1], { kind: 'user', text: 'notes' });
    assert.deepEqual(happenings[3], { kind: 'result', text: '', images: [pixel] });
  });

  it('reports an image that is not base64 and keeps its block', () => {
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '%%%' } };
    const source = linesOf(user('a'), user([block]));
    const { damaged } = readAs('claude-code', source);
    assert.deepEqual(damaged, [{ line: 2, reason: 'image that is not base64' }]);
    const rest = leftovers(conversationOf('claude-code', source).drafts)[1];
    assert.deepEqual((rest as { message: { content: unknown } }).message.content, [block]);
  });

  it('pairs tools the provider runs by itself', () => {
    const happenings = told(
      assistant([
        { type: 'server_tool_use', id: 'w', name: 'web_search', input: { query: 'q' } },
        { type: 'web_search_tool_result', tool_use_id: 'w', content: [{ url: 'u' }] },
      ]),
    );
    assert.deepEqual(happenings, [
      { kind: 'call', name: 'web_search', input: { query: 'q' } },
      { kind: 'result', text: '[{"url":"u"}]', images: [] },
    ]);
  });

  it('gathers parallel calls of one message written with their results in between', () => {
    const { session, counts } = sessionOf(
      'claude-code',
      linesOf(user('go'), uses('a', 'm'), returns('a', '1'), uses('b', 'm'), returns('b', '2')),
    );
    assert.deepEqual(brokenOrder(session.segments[0]!.records), []);
    assert.equal(counts.unpaired, 0);
  });

  it('records the usage of a message once, with its last figures', () => {
    const usage = (output: number) => ({
      message: { role: 'assistant', id: 'm', model: 'c', content: [], usage: { output_tokens: output } },
    });
    const list = drafts(line('assistant', usage(1)), line('assistant', usage(7)));
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'usage' ? [draft.usage] : [])),
      [{ output_tokens: 7 }],
    );
  });

  it('hides a line written a second time', () => {
    const twice = user('once', { uuid: 'same' });
    assert.deepEqual(told(twice, says('yes'), twice), [
      { kind: 'user', text: 'once' },
      { kind: 'assistant', text: 'yes' },
    ]);
  });
});

describe('behaviour 4.17: markers a person types into Claude Code', () => {
  it('stay plain text of the person', () => {
    const typed = 'see <tool_result> and {"type":"tool_use","id":"x"}';
    const { session } = sessionOf('claude-code', linesOf(user(typed), says('ok')));
    const [record] = session.segments[0]!.records;
    assert.deepEqual(record?.kind === 'user' && [record.content, record.origin], [
      [{ type: 'text', text: typed }],
      undefined,
    ]);
  });
});

describe('texts the Claude Code host writes', () => {
  function origins(...lines: readonly object[]): readonly unknown[] {
    return drafts(...lines).flatMap((draft) => (draft.kind === 'user' ? [draft.origin] : []));
  }

  it('are told from those of the person', () => {
    assert.deepEqual(
      origins(
        user('typed'),
        user('skill text', { isMeta: true }),
        user('<task-notification>done</task-notification>'),
        user('<local-command-stdout>ok</local-command-stdout>'),
        user('<command-name>/exit</command-name><command-args></command-args>'),
        user(
          '<command-message>x</command-message><command-name>/fix</command-name><command-args>the bug</command-args>',
        ),
      ),
      ['person', 'host', 'host', 'host', 'host', 'person'],
    );
  });

  it("are split from the person's words of the same line", () => {
    const list = drafts(
      user([
        { type: 'text', text: '<system-reminder>open files</system-reminder>' },
        { type: 'text', text: 'please fix' },
      ]),
    );
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'user' ? [[draft.origin, draft.content]] : [])),
      [
        ['host', [{ type: 'text', text: '<system-reminder>open files</system-reminder>' }]],
        ['person', [{ type: 'text', text: 'please fix' }]],
      ],
    );
  });

  it("name the session by the person's command and words", () => {
    const command = '<command-name>/fix</command-name>\n<command-args>the bug</command-args>';
    assert.equal(
      conversationOf('claude-code', linesOf(user('hi', { isMeta: true }), user(command))).title,
      '/fix the bug',
    );
  });

  it('end the turn where the person interrupted', () => {
    const { session } = sessionOf(
      'claude-code',
      linesOf(
        user('go'),
        says('I go'),
        user([{ type: 'text', text: '[Request interrupted by user]' }]),
        user('stop it'),
        says('ok'),
      ),
    );
    const ends = session.segments[0]!.records.flatMap((record) =>
      record.kind === 'fork-point' ? [[record.turn, record.outcome]] : [],
    );
    assert.deepEqual(ends, [
      [1, 'cancelled'],
      [2, 'imported'],
    ]);
  });

  it('end the turn as failed where the service answered with an error', () => {
    const failed = assistant([{ type: 'text', text: 'API Error: overloaded' }], { isApiErrorMessage: true });
    const { session } = sessionOf('claude-code', linesOf(user('go'), failed));
    const end = session.segments[0]!.records.at(-1);
    assert.equal(end?.kind === 'fork-point' && end.outcome, 'failed');
  });

  it('take words that come along with results as steering', () => {
    const both = user([
      { type: 'tool_result', tool_use_id: 't', content: 'x' },
      { type: 'text', text: 'and be quick' },
    ]);
    const { session } = sessionOf('claude-code', linesOf(user('go'), uses('t'), both, says('ok')));
    assert.deepEqual(steeringTexts(rootRecords(session)), ['and be quick']);
    assert.deepEqual(brokenOrder(session.segments[0]!.records), []);
  });
});

describe('prompts queued in Claude Code', () => {
  const queue = (operation: string, content?: string): object => ({
    type: 'queue-operation',
    operation,
    content,
    sessionId: 's',
    timestamp: common.timestamp,
  });

  function steering(...lines: readonly object[]): readonly string[] {
    return steeringTexts(rootRecords(sessionOf('claude-code', linesOf(...lines)).session));
  }

  it('steer the turn they were delivered into, where they stand nowhere else', () => {
    assert.deepEqual(
      steering(user('go'), uses('t'), queue('enqueue', 'faster'), queue('remove'), returns('t', 'x')),
      ['faster'],
    );
  });

  it('are not there twice when a message delivered them', () => {
    assert.deepEqual(steering(user('go'), queue('enqueue', 'next'), queue('remove'), user('next')), []);
  });

  it('are not there twice when an attachment delivered them', () => {
    const attachment = line('attachment', {
      attachment: { type: 'queued_command', prompt: 'faster', commandMode: 'prompt' },
    });
    assert.deepEqual(
      steering(
        user('go'),
        uses('t'),
        queue('enqueue', 'faster'),
        queue('remove', 'faster'),
        attachment,
        returns('t', 'x'),
      ),
      ['faster'],
    );
  });

  it('are no steering when the person took them back', () => {
    assert.deepEqual(steering(user('go'), queue('enqueue', 'faster'), queue('popAll'), queue('remove')), []);
  });

  it('are of the host when they tell of a finished task', () => {
    const attachment = line('attachment', {
      attachment: {
        type: 'queued_command',
        prompt: '<task-notification>x</task-notification>',
        commandMode: 'task-notification',
      },
    });
    const list = drafts(user('go'), says('ok'), attachment);
    const last = list.findLast((draft) => draft.kind === 'user');
    assert.deepEqual([last?.origin, last?.opensTurn], ['host', false]);
  });
});

describe('lines of Claude Code that are no message', () => {
  it('stay hidden and verbatim, in their place', () => {
    const snapshot = '{"type":"file-history-snapshot", "messageId":"m" }';
    const list = drafts(user('a'), snapshot, says('b'));
    const place = list.findIndex((draft) => draft.kind === 'foreign' && draft.raw === snapshot);
    assert.ok(place > 0 && place < list.findIndex((draft) => draft.kind === 'assistant'));
  });

  it('are damage when they cannot be read, and kept verbatim', () => {
    const source = linesOf(user('a'), '// note', '[1]', '{"no":"type"}', '{"type":"user","mess');
    const { damaged, conversations } = readAs('claude-code', source);
    assert.deepEqual(damaged, [
      { line: 2, reason: 'not JSON' },
      { line: 3, reason: 'not an object with a type' },
      { line: 4, reason: 'not an object with a type' },
      { line: 5, reason: 'cut short: JSON that ends in the middle' },
    ]);
    const raws = conversations[0]!.drafts.flatMap((draft) => (draft.kind === 'foreign' ? [draft.raw] : []));
    assert.deepEqual(raws.slice(1), ['// note', '[1]', '{"no":"type"}', '{"type":"user","mess']);
  });

  it('may name the session', () => {
    const titled = linesOf(user('first words'), {
      type: 'custom-title',
      customTitle: 'My name',
      sessionId: 's',
    });
    assert.equal(conversationOf('claude-code', titled).title, 'My name');
  });
});
