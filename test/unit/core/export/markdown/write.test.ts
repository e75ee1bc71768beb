// A session as a document for people.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../../src/adapters/system/sha256.ts';
import { err } from '../../../../../src/base/result.ts';
import type { ExportSource } from '../../../../../src/core/export/transcript-parts.ts';
import { textContent, type Part } from '../../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../../../../support/conversation.ts';
import { assertGolden } from '../../../../support/golden.ts';
import { png } from '../../../../support/tiny-images.ts';
import { exported, exportOf, sourceOf, wholeSession } from '../exported.ts';

const pngName = nodeSha256.ofBase64(png);
const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: pngName, bytes: 70 };

async function markdownFor(talk: Conversation): Promise<string> {
  return (await exportOf(wholeSession([talk.records()]), 'markdown')).text;
}

describe('a session as Markdown', () => {
  it('reads like this', async () => {
    const first = conversation()
      .user([...textContent('Why does `parse` fail?\n\n# Not a heading'), image])
      .reasoning('The test first.')
      .assistant('I run the test.')
      .calls('bash', { command: 'npm test', timeout: 1000 })
      .calls('read', { path: 'src/parse.ts' })
      .fails('1 failing\n```\nexpected }\n```')
      .results([...textContent('export const parse = 1;'), image])
      .steering('Be quick.')
      .reminder('Two files are open.')
      .assistant('# Found\n\nA brace is missing in <main>.')
      .settled()
      .user('Thanks.')
      .settled('cancelled')
      .add({ kind: 'notice', level: 'warning', text: 'The disk is nearly full.' });
    const kept = first.records().filter(({ turn }) => turn === 2);
    const second: readonly TranscriptRecord[] = [
      { ...conversation().summary('## Scope\nThe brace in `parse`.').records()[0]!, id: 'summary', turn: 2 },
      ...kept.map((record) => ({ ...record, copiedFrom: 1 })),
      {
        kind: 'user',
        id: 'next',
        turn: 3,
        at: '2026-11-30T13:30:00.000Z',
        content: [...textContent('Fix it.')],
      },
      {
        kind: 'assistant',
        id: 'last',
        turn: 3,
        at: '2026-11-30T13:30:00.000Z',
        content: [...textContent('Done.')],
      },
    ];
    const agent = conversation()
      .task('Look for other braces.', 'explorer')
      .assistant('There are none.')
      .records();
    const session = wholeSession([first.records(), second], {
      cuts: [kept[0]!.id],
      agents: new Map([['explorer', agent]]),
      init: {
        name: 'The *missing* brace',
        workspace: '/home/ada/project',
        model: { provider: 'anthropic', model: 'claude-x' },
      },
    });
    assertGolden(import.meta.url, 'session.txt', (await exportOf(session, 'markdown')).text.trimEnd());
  });

  it('shows what was taken back, and directives, as such', async () => {
    const text = await markdownFor(
      conversation()
        .user('Wrong')
        .add({ kind: 'superseded', from: 'r1' })
        .user('Right')
        .directiveStart('d')
        .user('Aside')
        .directiveEnd('d'),
    );
    assert.match(text, /\*\*User\*\* \(taken back\)\n\n> Wrong\n/);
    assert.match(text, /\*\*User\*\*\n\n> Right\n/);
    assert.match(text, /\*\*User\*\* \(directive\)\n\n> Aside\n/);
  });

  it('names who spoke, besides user and assistant', async () => {
    const text = await markdownFor(
      conversation()
        .add({ kind: 'user', origin: 'host', content: [...textContent('env')] })
        .add({ kind: 'agent-message', from: 'explorer', content: [...textContent('found')] }),
    );
    assert.match(text, /\*\*Host\*\*\n\n> env/);
    assert.match(text, /\*\*Agent explorer\*\*\n\n> found/);
  });

  it('says where a call has no result, a result no call, or nothing came back', async () => {
    const text = await markdownFor(
      conversation()
        .user('Go')
        .calls('lost')
        .assistant('Hm')
        .calls('quiet')
        .calls('also')
        .add({ kind: 'tool-result', callId: 'call-2', content: [] })
        .add({ kind: 'tool-result', callId: 'call-3', content: [...textContent('x')] })
        .add({ kind: 'tool-result', callId: 'nobody', content: [...textContent('y')] }),
    );
    assert.match(text, /\*\*Tool\*\* `lost`\n\nNo result was recorded\.\n/);
    assert.match(text, /\*\*Tool\*\* `quiet`\n\nResult: nothing\n/);
    assert.match(text, /\*\*A result without its call\*\*\n\nResult:\n\n```\ny\n```\n/);
  });

  it('leaves out a thought that has no text', async () => {
    assert.ok(
      !(await markdownFor(conversation().user('Go').reasoning('').assistant('Hi'))).includes('Reasoning'),
    );
  });

  it('says which file is missing and which lines are damaged', async () => {
    const source = await sourceOf(wholeSession([conversation().user('One').records()]));
    const root: ExportSource['root'] = [
      { file: 'segment-0001.jsonl', read: async () => err({ kind: 'not-found', path: 'x' }) },
      { ...source.root[0]!, file: 'segment-0002.jsonl' },
    ];
    const damaged: ExportSource['root'] = [
      {
        file: 'segment-0001.jsonl',
        read: async (signal) => {
          const read = await source.root[0]!.read(signal);
          return read.ok ? { ok: true, value: { ...read.value, damagedLines: [3, 7] } } : read;
        },
      },
    ];
    assert.match(
      (await exported({ ...source, root }, 'markdown')).text,
      /\*segment-0001\.jsonl could not be read:/,
    );
    assert.match(
      (await exported({ ...source, root: damaged }, 'markdown')).text,
      /\*segment-0001\.jsonl has damaged lines that are missing here: 3, 7\.\*/,
    );
  });
});
