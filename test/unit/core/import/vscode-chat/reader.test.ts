import assert from 'node:assert/strict';
import type { WholeSession } from '../../../../../src/core/sessions/store.ts';
import { rootRecords, tellRecords } from '../../../../support/transcripts/imported-happenings.ts';
import { conversationOf, sessionOf, wholeOf } from '../../../../support/transcripts/steps.ts';

const pixel = 'iVBORw0KGgo=';
const markdown = (value: string): object => ({ value, supportHtml: false });
const invocation = (toolId: string, toolCallId: string, fields: object = {}): object => ({
  kind: 'toolInvocationSerialized',
  toolId,
  toolCallId,
  isComplete: true,
  ...fields,
});
const round = (response: string, ...calls: readonly (readonly [string, string, object])[]): object => ({
  response,
  toolCalls: calls.map(([id, name, input]) => ({ id, name, arguments: JSON.stringify(input) })),
});

interface Parts {
  readonly response?: readonly unknown[];
  readonly rounds?: readonly object[];
  readonly results?: object;
  readonly request?: object;
}

function source(...requests: readonly Parts[]): ReturnType<typeof wholeOf> {
  return wholeOf({
    responderUsername: 'GitHub Copilot',
    requests: requests.map(({ response = [], rounds, results, request }) => ({
      message: { text: 'go', parts: [] },
      response,
      result:
        rounds === undefined ? {} : { metadata: { toolCallRounds: rounds, toolCallResults: results ?? {} } },
      ...request,
    })),
  });
}

function session(...requests: readonly Parts[]): WholeSession {
  return sessionOf('vscode-chat', source(...requests)).session;
}

function told(...requests: readonly Parts[]): ReturnType<typeof tellRecords> {
  const imported = session(...requests);
  return tellRecords(rootRecords(imported), imported.artifacts).slice(1);
}

describe('a VS Code response with rounds', () => {
  it('has the exact words, arguments and results of the rounds', () => {
    const happenings = told({
      response: [
        markdown('Found the '),
        { kind: 'inlineReference', inlineReference: { name: 'basePath', location: {} } },
        markdown(' setting.'),
        invocation('copilot_readFile', 'other-id'),
        markdown('Done.'),
      ],
      rounds: [round('Found the `basePath` setting. ', ['c1', 'read_file', { path: 'a' }]), round('Done.')],
      results: { c1: { content: [{ value: 'bytes' }] } },
    });
    assert.deepEqual(happenings, [
      { kind: 'assistant', text: 'Found the `basePath` setting. ' },
      { kind: 'call', name: 'read_file', input: { path: 'a' } },
      { kind: 'result', text: 'bytes', images: [] },
      { kind: 'assistant', text: 'Done.' },
    ]);
  });

  it('has what the person saw where the rounds say something else', () => {
    const [said] = told({ response: [markdown('Shown.')], rounds: [round('Said.')] });
    assert.deepEqual(said, { kind: 'assistant', text: 'Shown.' });
  });

  it('matches calls by id where the editor shows only some', () => {
    const happenings = told({
      response: [markdown('A'), invocation('t', 'c2'), markdown('B')],
      rounds: [
        round('A', ['c1', 'hidden', {}], ['c2__vscode-17', 'shown', {}]),
        round('B', ['c3', 'last', {}]),
      ],
      results: { c1: { content: [{ value: '1' }] }, 'c2__vscode-17': { content: [{ value: '2' }] } },
    });
    assert.deepEqual(
      happenings.map((happening) =>
        'name' in happening ? happening.name : 'text' in happening && happening.text,
      ),
      ['A', 'hidden', 'shown', '1', '2', 'B', 'last'],
    );
  });

  it('renders a result that is a tree, with its line breaks', () => {
    const leaf = (text: string, lineBreakBefore: boolean): object => ({ type: 2, text, lineBreakBefore });
    const node = {
      type: 1,
      children: [
        leaf('a', true),
        { type: 1, children: [leaf('b\n', true)] },
        leaf('c', true),
        leaf('d', false),
      ],
    };
    const [, result] = told({
      response: [invocation('t', 'c')],
      rounds: [round('', ['c', 't', {}])],
      results: { c: { content: [{ value: { node } }] } },
    });
    assert.deepEqual(result, { kind: 'result', text: 'a\nb\ncd', images: [] });
  });

  it('takes images as base64, in an object and as numbers', () => {
    const forms = [pixel, { $base64: pixel }, Object.assign({}, [...Buffer.from(pixel, 'base64')])];
    for (const data of forms) {
      const [, result] = told({
        response: [invocation('t', 'c')],
        rounds: [round('', ['c', 't', {}])],
        results: { c: { content: [{ mimeType: 'image/png', data }] } },
      });
      assert.deepEqual(result, { kind: 'result', text: '', images: [pixel] });
    }
  });
});

describe('a VS Code response without rounds', () => {
  it('takes arguments and results from what the editor shows', () => {
    const happenings = told({
      response: [
        invocation('mcp', '1', {
          resultDetails: { input: '{"q":1}', output: [{ isText: true, value: 'found' }], isError: true },
        }),
        invocation('raw', '2', {
          toolSpecificData: { kind: 'input', rawInput: { a: 1 } },
          resultDetails: [{ path: '/a' }, { uri: { path: '/b' } }],
        }),
        invocation('run', '3', {
          toolSpecificData: {
            kind: 'terminal',
            commandLine: { original: 'ls' },
            terminalCommandOutput: { text: 'x' },
          },
        }),
        invocation('old', '4', { invocationMessage: { value: 'Reading a' }, pastTenseMessage: 'Read a' }),
      ],
    });
    assert.deepEqual(happenings, [
      { kind: 'call', name: 'mcp', input: { q: 1 } },
      { kind: 'result', text: 'found', images: [] },
      { kind: 'call', name: 'raw', input: { a: 1 } },
      { kind: 'result', text: '/a\n/b', images: [] },
      { kind: 'call', name: 'run', input: { command: 'ls' } },
      { kind: 'result', text: 'x', images: [] },
      { kind: 'call', name: 'old', input: { invocation: 'Reading a' } },
      { kind: 'result', text: 'Read a', images: [] },
    ]);
  });

  it('closes an invocation that never finished with an error', () => {
    const records = rootRecords(
      session({ response: [invocation('t', '1', { isComplete: false, pastTenseMessage: 'x' })] }),
    );
    const result = records.find((record) => record.kind === 'tool-result');
    assert.equal(result?.synthetic, true);
  });

  it('takes Markdown in all its forms, references by name and files by their last part', () => {
    const [said] = told({
      response: [
        'plain ',
        { kind: 'markdownContent', content: { value: 'old ' } },
        { kind: 'markdownVuln', content: { value: 'vuln ' } },
        { kind: 'inlineReference', inlineReference: { path: '/w/src/a.ts', scheme: 'file' } },
      ],
    });
    assert.deepEqual(said, { kind: 'assistant', text: 'plain old vuln `a.ts`' });
  });

  it('takes thoughts, whole or in pieces', () => {
    const happenings = told({
      response: [{ kind: 'thinking', value: ['a', 'b'] }, { kind: 'thinking', value: 'c' }, markdown('so')],
    });
    assert.deepEqual(happenings, [
      { kind: 'reasoning', text: 'abc' },
      { kind: 'assistant', text: 'so' },
    ]);
  });

  it('keeps parts without a visible meaning verbatim', () => {
    const hidden = { kind: 'progressMessage', content: { value: 'Working' } };
    const raws = rootRecords(session({ response: [hidden, 7, markdown('x')] })).flatMap((record) =>
      record.kind === 'foreign' ? [record.raw] : [],
    );
    assert.ok(
      raws.includes(JSON.stringify(hidden)) && raws.includes('7') && raws.includes('{"supportHtml":false}'),
    );
  });
});

describe('requests of a VS Code export', () => {
  it('are turns, with their time, images and end', () => {
    const image = { kind: 'image', mimeType: 'image/png', value: pixel };
    const { segments } = session(
      { response: [markdown('a')], request: { timestamp: 0, variableData: { variables: [image] } } },
      { response: [markdown('b')], request: { isCanceled: true } },
      { request: { result: { errorDetails: { message: 'x' } } } },
    );
    const { records } = segments[0]!;
    const first = records.find((record) => record.kind === 'user');
    assert.deepEqual([first?.content.length, first?.at], [2, '1970-01-01T00:00:00.000Z']);
    assert.deepEqual(
      records.flatMap((record) => (record.kind === 'fork-point' ? [record.outcome] : [])),
      ['imported', 'cancelled', 'failed'],
    );
  });

  it('that were taken back stay hidden', () => {
    const happenings = tellRecords(
      rootRecords(
        session(
          { response: [markdown('kept')] },
          { response: [markdown('gone')], request: { isHidden: true } },
        ),
      ),
      [],
    );
    assert.deepEqual(
      happenings.map((happening) => 'text' in happening && happening.text),
      ['go', 'kept'],
    );
  });

  it('say model and folder', () => {
    const { model, workspace } = conversationOf(
      'vscode-chat',
      source({
        response: [{ value: 'x', baseUri: { path: '/w/project/', scheme: 'file' } }],
        request: { modelId: 'copilot/claude-x' },
      }),
    );
    assert.deepEqual([model, workspace], [{ provider: 'copilot', model: 'claude-x' }, '/w/project']);
  });

  it('may use sub-agents, whose calls stand apart', () => {
    const { agents, segments } = session({
      response: [
        invocation('runSubagent', 'parent', {
          toolSpecificData: { kind: 'subagent', prompt: 'look', result: 'seen' },
        }),
        invocation('read', 'child', { subAgentInvocationId: 'parent', pastTenseMessage: 'Read a' }),
      ],
    });
    const [path] = agents.keys();
    const chain = agents.get(path ?? '') ?? [];
    assert.equal(path, 'sub-agent-parent');
    assert.deepEqual(
      tellRecords(chain, []).map((happening) =>
        'name' in happening ? happening.name : 'text' in happening && happening.text,
      ),
      ['look', 'read', 'Read a'],
    );
    const root = segments[0]!.records.filter((record) => record.kind === 'tool-call');
    assert.equal(root.length, 1);
  });

  it('record their files changed, as the editor lists them', () => {
    const edit = { kind: 'textEditGroup', uri: { path: '/w/a.ts' }, edits: [[{ text: 'x' }]] };
    const touched = rootRecords(session({ response: [edit] })).find((record) => record.kind === 'file-touch');
    assert.deepEqual([touched?.path, touched?.access], ['/w/a.ts', 'modified']);
  });
});
