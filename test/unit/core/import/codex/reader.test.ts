import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/core/import/draft.ts';
import { rootRecords, tellRecords } from '../../../../support/transcripts/imported-happenings.ts';
import { conversationOf, linesOf, readAs, sessionOf } from '../../../../support/transcripts/steps.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const line = (type: string, payload: object): object => ({ timestamp, type, payload });
const item = (type: string, fields: object): object => line('response_item', { type, ...fields });
const event = (type: string, fields: object = {}): object => line('event_msg', { type, ...fields });
const user = (text: string): object =>
  item('message', { role: 'user', content: [{ type: 'input_text', text }] });
const says = (text: string): object =>
  item('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
const meta = line('session_meta', { id: 'x', cwd: '/home/me', model_provider: 'openai', cli_version: '1' });

function told(...lines: readonly (string | object)[]): ReturnType<typeof tellRecords> {
  const { session } = sessionOf('codex', linesOf(meta, ...lines));
  return tellRecords(rootRecords(session), session.artifacts);
}

function drafts(...lines: readonly (string | object)[]): readonly Draft[] {
  return conversationOf('codex', linesOf(meta, ...lines)).drafts.slice(1);
}

describe('reading Codex items', () => {
  it('takes messages, calls and results as they are', () => {
    const happenings = told(
      user('look'),
      item('function_call', { name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      item('function_call_output', { call_id: 'c1', output: 'a\nb' }),
      says('two files'),
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'look' },
      { kind: 'call', name: 'shell', input: { command: ['ls'] } },
      { kind: 'result', text: 'a\nb', images: [] },
      { kind: 'assistant', text: 'two files' },
    ]);
  });

  it('hides system and developer messages (design 14.4)', () => {
    const developer = item('message', {
      role: 'developer',
      content: [{ type: 'input_text', text: 'rules' }],
    });
    assert.deepEqual(told(developer, user('go')), [{ kind: 'user', text: 'go' }]);
  });

  it('marks results by the exit code they carry, in their old and new form', () => {
    const output = (call_id: string, text: string): object[] => [
      item('function_call', { name: 'shell', arguments: '{}', call_id }),
      item('function_call_output', { call_id, output: text }),
    ];
    const list = drafts(
      ...output('1', '{"output":"x","metadata":{"exit_code":1}}'),
      ...output('2', '{"output":"x","metadata":{"exit_code":0}}'),
      ...output('3', 'Exit code: 2\nOutput:\nx'),
      ...output('4', 'plain'),
    );
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'tool-result' ? [draft.isError === true] : [])),
      [true, false, true, false],
    );
  });

  it('takes free-form, local shell and provider tools', () => {
    const happenings = told(
      item('custom_tool_call', {
        name: 'apply_patch',
        input: '*** Begin',
        call_id: 'p',
        status: 'completed',
      }),
      item('custom_tool_call_output', { call_id: 'p', output: 'done' }),
      item('local_shell_call', {
        call_id: 'l',
        status: 'completed',
        action: { type: 'exec', command: ['ls'] },
      }),
      item('function_call_output', { call_id: 'l', output: 'x' }),
      item('web_search_call', { id: 'w', status: 'completed', action: { type: 'search', query: 'q' } }),
    );
    assert.deepEqual(happenings, [
      { kind: 'call', name: 'apply_patch', input: { input: '*** Begin' } },
      { kind: 'result', text: 'done', images: [] },
      { kind: 'call', name: 'local_shell', input: { type: 'exec', command: ['ls'] } },
      { kind: 'result', text: 'x', images: [] },
      { kind: 'call', name: 'web_search', input: { type: 'search', query: 'q' } },
      { kind: 'result', text: '', images: [] },
    ]);
  });

  it('takes images in messages and results', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' };
    const happenings = told(
      item('message', { role: 'user', content: [{ type: 'input_text', text: 'see' }, image] }),
      item('function_call', { name: 'view', arguments: '', call_id: 'v' }),
      item('function_call_output', { call_id: 'v', output: [{ type: 'input_text', text: 'here' }, image] }),
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'see' },
      { kind: 'image', base64: 'iVBORw0KGgo=' },
      { kind: 'call', name: 'view', input: {} },
      { kind: 'result', text: 'here', images: ['iVBORw0KGgo='] },
    ]);
  });

  it('gives encrypted reasoning back as a whole, shown or not', () => {
    const shown = {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: 'gA',
    };
    const dark = { type: 'reasoning', summary: [], encrypted_content: 'gB' };
    const list = drafts(line('response_item', shown), line('response_item', dark));
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'reasoning' ? [[draft.content.length, draft.provider]] : [])),
      [
        [1, { name: 'openai', data: shown }],
        [0, { name: 'openai', data: dark }],
      ],
    );
  });

  it('keeps an item of an unknown type verbatim, and what known ones have beside', () => {
    const strange = JSON.stringify(item('telepathy', { thought: 'x' }));
    const list = drafts(strange, item('message', { role: 'user', phase: 'final', content: 'text' }));
    const raws = list.flatMap((draft) => (draft.kind === 'foreign' ? [draft.raw] : []));
    assert.deepEqual(raws, [strange, '{"payload":{"type":"message","phase":"final"}}']);
  });

  it('keeps what the parts of an item have beside their text, and a thought with an odd part whole', () => {
    const cited = { type: 'output_text', text: 'see', annotations: [{ url: 'http://a' }], logprobs: [] };
    const odd = item('reasoning', {
      summary: [
        { type: 'odd', thought: 'x' },
        { type: 'summary_text', text: 'hm' },
      ],
    });
    const list = drafts(item('message', { role: 'assistant', content: [cited] }), odd);
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'foreign' ? [draft.raw] : [])),
      [
        '{"payload":{"type":"message","content":[{"type":"output_text","annotations":[{"url":"http://a"}]}]}}',
        JSON.stringify(odd),
      ],
    );
  });

  it('reads files of early versions, whose lines are bare items', () => {
    const { conversations, damaged } = readAs(
      'codex',
      linesOf(
        { id: 'x', timestamp, instructions: null },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
        { record_type: 'state' },
      ),
    );
    const kinds = conversations[0]!.drafts.map(({ kind }) => kind);
    assert.deepEqual([kinds, damaged], [['foreign', 'user', 'foreign'], []]);
  });
});

describe('behaviour 4.14: arguments of a Codex call that are no JSON', () => {
  it('stay as their text, marked as malformed', () => {
    const [call] = drafts(item('function_call', { name: 'shell', arguments: '{"command": [', call_id: 'c' }));
    assert.deepEqual(call?.kind === 'tool-call' && [call.input, call.malformed], ['{"command": [', true]);
  });
});

describe('what Codex writes twice', () => {
  it('counts once: as the item', () => {
    const happenings = told(
      user('go'),
      event('user_message', { message: 'go' }),
      event('agent_reasoning', { text: 'hm' }),
      item('reasoning', { summary: [{ type: 'summary_text', text: 'hm' }] }),
      event('agent_message', { message: 'done' }),
      says('done'),
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'go' },
      { kind: 'reasoning', text: 'hm' },
      { kind: 'assistant', text: 'done' },
    ]);
  });

  it('counts as the event where no item says it', () => {
    const happenings = told(
      event('user_message', { message: 'go' }),
      event('agent_message', { message: 'half an ans' }),
    );
    assert.deepEqual(happenings, [
      { kind: 'user', text: 'go' },
      { kind: 'assistant', text: 'half an ans' },
    ]);
  });

  it('counts each time it was really said', () => {
    const pair = [event('agent_message', { message: 'done' }), says('done')];
    assert.equal(told(user('go'), ...pair, user('again'), ...pair).length, 4);
  });

  it('tells by its event that a person typed a text, tags or not', () => {
    const list = drafts(
      user('<environment_context>x</environment_context>'),
      user('<b>bold</b> please'),
      event('user_message', { message: '<b>bold</b> please' }),
      user('# AGENTS.md instructions for /home/me'),
    );
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'user' ? [draft.origin] : [])),
      ['host', 'person', 'host'],
    );
  });
});

describe('turns of Codex', () => {
  it('end where they were aborted, with what was still written', () => {
    const { session } = sessionOf(
      'codex',
      linesOf(
        meta,
        user('go'),
        event('turn_aborted', { reason: 'interrupted' }),
        says('late'),
        user('next'),
        says('ok'),
      ),
    );
    const ends = session.segments[0]!.records.flatMap((record) =>
      record.kind === 'fork-point' ? [record.outcome] : [],
    );
    assert.deepEqual(ends, ['cancelled', 'imported']);
  });

  it("that were rolled back leave the model's sight", () => {
    const { session } = sessionOf(
      'codex',
      linesOf(
        meta,
        user('a'),
        says('b'),
        user('c'),
        says('d'),
        event('thread_rolled_back', { num_turns: 1 }),
        user('e'),
      ),
    );
    const { records } = session.segments[0]!;
    const superseded = records.find((record) => record.kind === 'superseded');
    const from = records.find((record) => record.id === superseded?.from);
    assert.deepEqual([from?.kind, from?.turn], ['user', 2]);
  });
});

describe('compactions of Codex', () => {
  const compacted = (fields: object): object => line('compacted', fields);

  it('end a segment, and what their history keeps of it is the tail', () => {
    const kept = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] };
    const summaryItem = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Summary' }] };
    const { session } = sessionOf(
      'codex',
      linesOf(
        meta,
        user('a'),
        says('b'),
        compacted({ message: 'Summary', replacement_history: [kept, summaryItem] }),
        user('c'),
      ),
    );
    const [head, copy, next] = session.segments[1]!.records.filter((record) => record.kind !== 'foreign');
    assert.deepEqual(head?.kind === 'summary' && head.content, [{ type: 'text', text: 'Summary' }]);
    assert.deepEqual([copy?.kind, copy?.copiedFrom], ['user', 1]);
    assert.equal(next?.kind, 'fork-point');
  });

  it('without a readable summary leave the history as it stands', () => {
    const { session } = sessionOf(
      'codex',
      linesOf(
        meta,
        user('a'),
        says('b'),
        compacted({ message: '', replacement_history: [{ type: 'compaction', encrypted_content: 'x' }] }),
      ),
    );
    assert.equal(session.segments.length, 1);
  });
});

describe('settings of a Codex rollout', () => {
  it('say folder, model and provider, and usage is kept', () => {
    const {
      model,
      workspace,
      drafts: list,
    } = conversationOf(
      'codex',
      linesOf(
        meta,
        line('turn_context', { cwd: '/home/me/sub', model: 'gpt-x' }),
        user('go'),
        event('token_count', { info: { total: 1 } }),
        event('patch_apply_end', { success: true, changes: { '/home/me/a.ts': { update: {} } } }),
      ),
    );
    assert.deepEqual([model, workspace], [{ provider: 'openai', model: 'gpt-x' }, '/home/me']);
    const usage = list.find((draft) => draft.kind === 'usage');
    assert.deepEqual([usage?.model, usage?.usage], ['gpt-x', { total: 1 }]);
    assert.deepEqual(
      list.flatMap((draft) => (draft.kind === 'file-touch' ? [[draft.path, draft.access]] : [])),
      [['/home/me/a.ts', 'modified']],
    );
  });

  it('do not hide damage: lines are reported by number and kept', () => {
    const { damaged, conversations } = readAs('codex', linesOf(meta, user('go'), '{"timestamp":', '7'));
    assert.deepEqual(damaged, [
      { line: 3, reason: 'cut short: JSON that ends in the middle' },
      { line: 4, reason: 'not an object' },
    ]);
    assert.deepEqual(
      conversations[0]!.drafts.slice(-2).map((draft) => draft.kind === 'foreign' && draft.raw),
      ['{"timestamp":', '7'],
    );
  });

  it("let the title be the person's words within what an editor put around them", () => {
    const text =
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix the sheet';
    assert.equal(
      conversationOf('codex', linesOf(meta, user(text), event('user_message', { message: text }))).title,
      'Fix the sheet',
    );
  });
});
