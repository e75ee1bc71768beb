// A session as lines of Claude Code: their shape, their names, and what has no line.

import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../../src/adapters/system/sha256.ts';
import { uuidOf } from '../../../../../src/core/export/claude-code/chain.ts';
import type { Part } from '../../../../../src/core/transcript/parts.ts';
import { textContent } from '../../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../../../../support/conversation.ts';
import { png } from '../../../../support/tiny-images.ts';
import { exportOf, linesOf, wholeSession } from '../exported.ts';

const pngName = nodeSha256.ofBase64(png);
const pngArtifact = { name: pngName, content: { encoding: 'base64', text: png } } as const;
const image: Part = { type: 'media', media: 'image', mime: 'image/png', artifact: pngName, bytes: 70 };

type Line = Readonly<Record<string, unknown>>;

async function linesFor(...segments: readonly (readonly TranscriptRecord[])[]): Promise<readonly Line[]> {
  const session = wholeSession(segments, { artifacts: [pngArtifact] });
  return linesOf((await exportOf(session, 'claude-code')).text);
}

/** The content of the only message. */
async function contentOf(talk: Conversation): Promise<unknown> {
  const [line] = await linesFor(talk.records());
  return (line!['message'] as Line)['content'];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a line of Claude Code', () => {
  it('has the fields that readers of such transcripts ask for', async () => {
    const [line] = await linesFor(conversation().user('Hi').records());
    const { uuid: name, sessionId, ...rest } = line!;
    assert.match(String(name), uuid);
    assert.match(String(sessionId), uuid);
    assert.deepEqual(rest, {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/ada/project',
      version: 'segue',
      type: 'user',
      message: { role: 'user', content: 'Hi' },
      timestamp: '2026-11-30T12:00:00.000Z',
    });
  });

  it('has the same name whenever the same session is exported', async () => {
    const session = wholeSession([conversation().user('Hi').assistant('Hello').records()]);
    assert.equal(
      (await exportOf(session, 'claude-code')).text,
      (await exportOf(session, 'claude-code')).text,
    );
  });

  it('has no folder where none is known', async () => {
    const session = wholeSession([conversation().user('Hi').records()], { init: { name: 'n' } });
    const [line] = linesOf((await exportOf(session, 'claude-code')).text);
    assert.ok(!('cwd' in line!));
  });

  it('follows the line before it, and the last one carries the title', async () => {
    const lines = await linesFor(conversation().user('Hi').assistant('Hello').user('Bye').records());
    const names = lines.map((line) => line['uuid']);
    assert.deepEqual(
      lines.slice(0, 3).map((line) => line['parentUuid']),
      [null, names[0], names[1]],
    );
    assert.deepEqual(lines[3], {
      type: 'custom-title',
      customTitle: 'A session',
      sessionId: lines[0]!['sessionId'],
    });
  });

  it('has another name than a second record of the same id', async () => {
    const [record] = conversation().user('Hi').records() as [TranscriptRecord];
    const lines = await linesFor([record], [record]);
    assert.equal(new Set(lines.slice(0, 2).map((line) => line['uuid'])).size, 2);
  });
});

describe('an answer as lines of Claude Code', () => {
  const talk = conversation()
    .user('Go')
    .reasoning('Hm', { name: 'anthropic', data: { type: 'thinking', signature: 'c2ln' } })
    .assistant('I look.')
    .calls('read', { path: 'a.ts' })
    .calls('read', { path: 'b.ts' })
    .results('A')
    .fails('no such file');

  it('is a line for each record under one message, then the results in call order', async () => {
    const lines = (await linesFor(talk.records())).slice(1, -1);
    const messages = lines.map((line) => line['message'] as Line);
    assert.deepEqual(
      messages.map(({ content }) => content),
      [
        [{ type: 'thinking', thinking: 'Hm', signature: 'c2ln' }],
        [{ type: 'text', text: 'I look.' }],
        [{ type: 'tool_use', id: 'call-1', name: 'read', input: { path: 'a.ts' } }],
        [{ type: 'tool_use', id: 'call-2', name: 'read', input: { path: 'b.ts' } }],
        [{ type: 'tool_result', tool_use_id: 'call-1', content: 'A' }],
        [{ type: 'tool_result', tool_use_id: 'call-2', content: 'no such file', is_error: true }],
      ],
    );
    const ids = messages.slice(0, 4).map(({ id }) => id);
    assert.equal(new Set(ids).size, 1);
    assert.match(String(ids[0]), /^msg_[0-9a-f]{32}$/);
  });

  it('names the model of the session, or none that anybody would take for one', async () => {
    const model = async (init: object) => {
      const session = wholeSession([conversation().user('a').assistant('b').records()], {
        init: { name: 'n', ...init },
      });
      const line = linesOf((await exportOf(session, 'claude-code')).text)[1]!;
      return (line['message'] as Line)['model'];
    };
    assert.equal(await model({ model: { provider: 'anthropic', model: 'claude-x' } }), 'claude-x');
    assert.equal(await model({}), '<synthetic>');
  });

  it('has a thought of another provider without signature, and none for one without text', async () => {
    const openai = { name: 'openai', data: { encrypted: 'x' } };
    const lines = await linesFor(
      conversation().user('Go').reasoning('Hm', openai).reasoning('', openai).records(),
    );
    assert.equal(lines.length, 3);
    assert.deepEqual((lines[1]!['message'] as Line)['content'], [
      { type: 'thinking', thinking: 'Hm', signature: '' },
    ]);
  });

  it('has a hidden thought that its provider wants back', async () => {
    const data = { type: 'redacted_thinking', data: 'b3BhcXVl' };
    const lines = await linesFor(
      conversation().user('Go').reasoning('', { name: 'anthropic', data }).records(),
    );
    assert.deepEqual((lines[1]!['message'] as Line)['content'], [data]);
  });
});

describe('what a user line of Claude Code holds', () => {
  it('is an image with its bytes', async () => {
    assert.deepEqual(await contentOf(conversation().user([...textContent('See'), image])), [
      { type: 'text', text: 'See' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    ]);
  });

  it('is the kind of an image by its bytes where the record does not tell', async () => {
    const { mime: _, ...unnamed } = image;
    assert.deepEqual(await contentOf(conversation().user([unnamed])), [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    ]);
  });

  it('is the address of a linked image, and a note where there is only a path or no block for the kind', async () => {
    const linked = (path: string, media: 'image' | 'audio' = 'image'): Part => ({
      type: 'media',
      media,
      path,
    });
    assert.deepEqual(await contentOf(conversation().user([linked('https://example.test/a.png'), image])), [
      { type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    ]);
    assert.equal(await contentOf(conversation().user([linked('shot.png')])), '[image: shot.png]');
    assert.equal(await contentOf(conversation().user([linked('a.wav', 'audio')])), '[audio: a.wav]');
  });

  it('is marked where the host wrote it', async () => {
    const host = conversation().add({ kind: 'user', origin: 'host', content: [...textContent('env')] });
    const lines = await linesFor(host.reminder('Mind the time').records());
    assert.deepEqual(
      lines.slice(0, 2).map((line) => [line['isMeta'], (line['message'] as Line)['content']]),
      [
        [true, 'env'],
        [true, '<system-reminder>\nMind the time\n</system-reminder>'],
      ],
    );
  });

  it('is a queued command where it was typed into a running turn', async () => {
    const [, line] = await linesFor(conversation().user('Go').steering('Faster').records());
    assert.equal(line!['type'], 'attachment');
    assert.deepEqual(line!['attachment'], {
      type: 'queued_command',
      prompt: 'Faster',
      commandMode: 'prompt',
    });
  });
});

describe('a compaction as lines of Claude Code', () => {
  const first = conversation().user('One').assistant('Yes').settled().user('Two').assistant('Also').settled();
  const tail = first.records().slice(3);
  const second = [
    ...conversation().summary('Said one.').records(),
    ...tail.map((record) => ({ ...record, copiedFrom: 1 })),
    ...conversation().user('Three').records(),
  ].map((record, place) => ('copiedFrom' in record ? record : { ...record, id: `s${place}` }));

  it('is a boundary that begins a new chain and a marked summary after it', async () => {
    const lines = await linesFor(first.records(), second);
    const [, , , , boundary, summary, next] = lines as Line[];
    const { compactMetadata, ...marks } = boundary!;
    assert.equal(marks['subtype'], 'compact_boundary');
    assert.equal(marks['parentUuid'], null);
    assert.equal(marks['logicalParentUuid'], lines[3]!['uuid']);
    assert.equal(summary!['isCompactSummary'], true);
    assert.equal(summary!['parentUuid'], boundary!['uuid']);
    assert.deepEqual(summary!['message'], { role: 'user', content: 'Said one.' });
    assert.equal(next!['parentUuid'], summary!['uuid']);
    assert.equal((compactMetadata as Line)['trigger'], 'manual');
    // 3 + 3 + 3 + 4 visible characters are four tokens, rounded up.
    assert.equal((compactMetadata as Line)['preTokens'], 4);
  });

  it('names the lines that stayed in view, as a stretch too where they reach to the boundary', async () => {
    const lines = await linesFor(first.records(), second);
    const [, , head, last, boundary, summary] = lines.map((line) => line['uuid']);
    const metadata = lines[4]!['compactMetadata'] as Line;
    assert.ok(boundary !== undefined);
    assert.deepEqual(metadata['preservedSegment'], { headUuid: head, anchorUuid: summary, tailUuid: last });
    assert.deepEqual(metadata['preservedMessages'], {
      anchorUuid: summary,
      uuids: [head, last],
      allUuids: [head, last],
    });
  });

  it('names single lines only where others between them did not stay', async () => {
    const kept = [first.records()[0]!, first.records()[4]!].map((record) => ({ ...record, copiedFrom: 1 }));
    const lines = await linesFor(first.records(), [{ ...second[0]! }, ...kept]);
    const metadata = lines[4]!['compactMetadata'] as Line;
    assert.equal(metadata['preservedSegment'], undefined);
    assert.deepEqual((metadata['preservedMessages'] as Line)['uuids'], [
      lines[0]!['uuid'],
      lines[3]!['uuid'],
    ]);
  });

  it('says nothing of lines where nothing stayed', async () => {
    const lines = await linesFor(first.records(), [second[0]!]);
    assert.deepEqual(lines[4]!['compactMetadata'], { trigger: 'manual', preTokens: 4 });
  });
});

describe('an agent as lines of Claude Code', () => {
  it('is a side chain of its own behind the conversation', async () => {
    const agent = conversation().task('Look around', 'explorer/helper').assistant('Seen').records();
    const session = wholeSession([conversation().user('Go').records()], {
      agents: new Map([['explorer/helper', agent]]),
    });
    const lines = linesOf((await exportOf(session, 'claude-code')).text);
    assert.deepEqual(
      lines.slice(0, 3).map((line) => [line['isSidechain'], line['agentId'], line['parentUuid']]),
      [
        [false, undefined, null],
        [true, 'explorer/helper', null],
        [true, 'explorer/helper', lines[1]!['uuid']],
      ],
    );
    assert.deepEqual(lines[1]!['message'], { role: 'user', content: 'Look around' });
    assert.notEqual(lines[0]!['uuid'], lines[1]!['uuid']);
  });
});

describe('a UUID of a text', () => {
  it('is always the same, of version 8 and the standard variant', () => {
    assert.equal(uuidOf('a', nodeSha256), uuidOf('a', nodeSha256));
    assert.notEqual(uuidOf('a', nodeSha256), uuidOf('b', nodeSha256));
    for (const text of ['a', 'b', 'c', 'd', 'e']) assert.match(uuidOf(text, nodeSha256), uuid);
  });
});
