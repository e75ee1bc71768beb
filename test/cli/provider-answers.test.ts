// Summaries by the real SDKs, as they are bundled, from a server on the loopback address.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { says, type ReplyAnswer } from '../support/loopback/answers.ts';
import { reasoning, reply, text } from '../support/loopback/reply.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { wireNames } from '../support/loopback/wire.ts';
import { goodSummary, startCompact, type CompactJson } from './compact-against.ts';
import { segue, textIn, usesProgram, valueIn } from './program.ts';
import { sample, usesFolder } from './sample.ts';

describe('a compaction by a provider', () => {
  usesProgram();
  const place = usesFolder();
  let server: Loopback;

  beforeEach(async () => {
    server = await startLoopback();
  });

  afterEach(() => server.close());

  for (const wire of wireNames) {
    for (const stream of [true, false]) {
      it(`takes the answer of ${wire} ${stream ? 'as it is streamed' : 'in one piece'}`, async () => {
        server.answers(says(reply([reasoning('Let me see.'), text(goodSummary)])));
        const session = await place.session();
        const more = ['--set', `models.stream=${stream}`];
        const value = valueIn(await startCompact(session, server, { wire, more }).ended) as CompactJson;
        assert.equal(value.outcome, 'applied');
        assert.deepEqual(value.segment, { from: 1, to: 2 });
        assert.deepEqual(value.turns, { total: sample.turns, kept: 2 });
        assert.equal(value.summary.provider, wire);
        assert.equal(value.summary.model, 'scripted');
        assert.equal(value.summary.attempts, 1);

        assert.equal(server.requests.length, 1);
        const request = server.requests[0]!;
        assert.deepEqual(request.violations, []);
        assert.equal((request.body as { stream?: boolean }).stream === true, stream);

        assert.match(textIn(await segue(['verify', session])), /^ok: 2 segments checked/);
        const shown = await segue(['show', session, '--visible', '--json']);
        const { records } = valueIn(shown) as { records: { kind: string; content: { text: string }[] }[] };
        assert.equal(records[0]!.kind, 'summary');
        assert.ok(records[0]!.content[0]!.text.includes('漢字, “quotes” and 😀'));
      });
    }
  }

  const cuts: readonly (readonly [string, Partial<ReplyAnswer>])[] = [
    ['cut at every byte', { delivery: { cut: 'bytes', pause: null } }],
    ['with events no client knows in between', { change: 'with-unknown' }],
    ['that ends twice', { change: 'terminal-twice' }],
    ['streamed although it was asked in one piece', { form: 'stream' }],
  ];

  for (const [what, over] of cuts) {
    it(`takes an answer ${what}`, async () => {
      server.answers(says(goodSummary, over));
      const more = over.form === 'stream' ? ['--set', 'models.stream=false'] : [];
      const started = startCompact(await place.session(), server, { wire: 'openai-chat', more });
      assert.equal((valueIn(await started.ended) as CompactJson).outcome, 'applied');
    });
  }

  it('tries again with the same bytes when the first answer was no summary', async () => {
    server.answers(says('No headings here.'), says(goodSummary));
    const started = startCompact(await place.session(), server);
    assert.equal((valueIn(await started.ended) as CompactJson).summary.attempts, 2);
    assert.equal(server.requests.length, 2);
    assert.deepEqual(server.requests[1]?.body, server.requests[0]?.body);
  });

  it('sends the key and the headers of its settings, and nothing that the environment says beside them', async () => {
    server.answers(says(goodSummary));
    const elsewhere = 'http://127.0.0.1:1';
    const env = {
      OPENAI_API_KEY: 'sk-the-key',
      OPENAI_BASE_URL: elsewhere,
      OPENAI_LOG: 'debug',
      OPENAI_ORG_ID: 'org-else',
    };
    const providers = { openai: { baseUrl: server.baseUrl('openai'), headers: { 'x-team': 'larder' } } };
    const args = ['--provider', 'openai', '--json', '--set', `providers=${JSON.stringify(providers)}`];
    const ended = await segue(['compact', await place.session(), ...args], { env });
    assert.equal((valueIn(ended) as CompactJson).outcome, 'applied');
    const { headers } = server.requests[0]!;
    assert.equal(headers.authorization, 'Bearer sk-the-key');
    assert.equal(headers['x-team'], 'larder');
    assert.equal(headers['openai-organization'], undefined);
  });

  it('sends no key of another kind to Anthropic', async () => {
    server.answers(says(goodSummary));
    const env = {
      ANTHROPIC_API_KEY: 'sk-ant-the-key',
      ANTHROPIC_AUTH_TOKEN: 'token-else',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      ANTHROPIC_LOG: 'debug',
      OPENAI_API_KEY: 'sk-else',
    };
    const ended = await startCompact(await place.session(), server, { env }).ended;
    assert.equal((valueIn(ended) as CompactJson).outcome, 'applied');
    const { headers } = server.requests[0]!;
    assert.ok(JSON.stringify(headers).includes('sk-ant-the-key'));
    assert.doesNotMatch(JSON.stringify(headers), /token-else|sk-else/);
  });

  it('masks keys in what it sends and in what it keeps as the summary', async () => {
    const [sent, answered] = [
      'ghp_0123456789abcdefghijABCDEFGHIJ456789',
      'ghp_9876543210abcdefghijABCDEFGHIJ456789',
    ];
    server.answers(says(goodSummary.replace('Show the notes', `Show the notes with ${answered}`)));
    const talk = [
      { role: 'user', content: `Use the token ${sent}.` },
      { role: 'assistant', content: 'I will.' },
    ];
    const file = path.join(place.folder, 'talk.json');
    await writeFile(file, JSON.stringify(talk));
    const more = ['--all', '--sessions', place.folder];
    const { session } = valueIn(await startCompact(file, server, { more }).ended) as CompactJson;
    assert.ok(!JSON.stringify(server.requests[0]?.body).includes(sent));
    assert.ok(!textIn(await segue(['show', session])).includes(answered));
    assert.ok(textIn(await segue(['show', session, '--segment', '1'])).includes(sent));
  });
});
