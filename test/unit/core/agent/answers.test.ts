import assert from 'node:assert/strict';
import type { ProviderFailure } from '../../../../src/core/provider/failures.ts';
import { chatBench } from '../../../support/chat-bench.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { usage } from '../../../support/chat-answers.ts';
import { failsWith, hangs, says } from '../../../support/scripted-provider.ts';
import { hurriedClock } from '../../../support/virtual-clock.ts';
import { valueOf } from '../../../support/expect.ts';
import { settle } from '../../../support/virtual-clock.ts';

describe('an answer', () => {
  it('becomes reasoning, text and calls in the order they came, in one append', async () => {
    const bench = await chatBench({
      scripts: [
        [
          { type: 'reasoning', text: 'Let me ' },
          { type: 'reasoning', text: 'think' },
          { type: 'reasoning-done', text: 'Let me think.', providerData: { signature: 's' } },
          { type: 'text', text: 'I ' },
          { type: 'text', text: 'look.' },
          { type: 'tool-call', callId: 'a', name: 'look', input: '{}', providerData: 'item' },
          usage(10),
          { type: 'stop', reason: 'tool-use' },
        ],
        says('Done.'),
      ],
    });
    await bench.say('Look');
    const answer = bench.of('records')[1]?.records.map((record) => {
      const { id: _, at: __, turn: ___, ...rest } = record;
      return rest;
    });
    const provider = (data: unknown) => ({ provider: { name: 'local', data } });
    assert.deepEqual(answer, [
      {
        kind: 'reasoning',
        content: [{ type: 'text', text: 'Let me think.' }],
        ...provider({ signature: 's' }),
      },
      { kind: 'assistant', content: [{ type: 'text', text: 'I look.' }] },
      { kind: 'tool-call', callId: 'a', name: 'look', input: {}, ...provider('item') },
      {
        kind: 'usage',
        requestId: 'request-1',
        model: 'local/chat',
        usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 20, raw: {} },
      },
    ]);
  });

  it('keeps no megabytes of a name or an id, and pairs the call all the same', async () => {
    const name = 'x'.repeat(2_000_000);
    const odd = (callId: string) => ({ type: 'tool-call', callId, name, input: '{}' }) as const;
    const bench = await chatBench({
      scripts: [
        [
          odd('y'.repeat(2_000_000)),
          odd('lone \ud800'),
          odd('same'),
          odd('same'),
          { type: 'stop', reason: 'tool-use' },
        ],
        says('Done.'),
      ],
    });
    await bench.say('Look');
    const calls = bench.records().flatMap((record) => (record.kind === 'tool-call' ? [record] : []));
    const results = bench.records().flatMap((record) => (record.kind === 'tool-result' ? [record] : []));
    assert.deepEqual(
      calls.map((call) => [call.callId, call.name.length]),
      [
        ['call-1', 200],
        ['call-2', 200],
        ['same', 200],
        ['call-3', 200],
      ],
    );
    assert.deepEqual(results.map(({ callId }) => callId).sort(), calls.map(({ callId }) => callId).sort());
  });

  it('that called hundreds of tools that never were is carried on with no more tools than services take', async () => {
    const calls = Array.from(
      { length: 300 },
      (_, number) =>
        ({ type: 'tool-call', callId: `c${number}`, name: `no_${number}`, input: '{}' }) as const,
    );
    const bench = await chatBench({
      scripts: [[...calls, { type: 'stop', reason: 'tool-use' }], says('Done.')],
    });
    await bench.say('Look');
    const names = bench.provider.requests[1]?.tools.map(({ name }) => name) ?? [];
    assert.equal(names.length, 128);
    assert.equal(names[0], 'look');
  });

  it('gives its thoughts back to the provider that made them, and to no other', async () => {
    const thought = [
      { type: 'reasoning-done', text: 'Hm.', providerData: 'signed' } as const,
      ...says('One.'),
    ];
    const bench = await chatBench({ scripts: [thought, says('Two.'), says('Three.')] });
    await bench.say('First');
    await bench.say('Second');
    valueOf(await bench.chat.chooseModel({ provider: 'elsewhere', model: 'chat' }));
    await bench.say('Third');
    const thoughts = bench.provider.requests.map(
      ({ messages }) => JSON.stringify(messages).split('signed').length - 1,
    );
    assert.deepEqual(thoughts, [0, 1, 0]);
  });

  it('that is empty ends the turn well and says so', async () => {
    const bench = await chatBench({ scripts: [[{ type: 'stop', reason: 'end' }]] });
    await bench.say('Hi');
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.deepEqual(
      bench.of('notice').map(({ text }) => text),
      ['The model gave an empty answer'],
    );
  });

  it('that was refused is kept, and the turn failed', async () => {
    const bench = await chatBench({
      scripts: [
        [
          { type: 'text', text: 'I will not.' },
          { type: 'stop', reason: 'refusal' },
        ],
      ],
    });
    await bench.say('Hi');
    assert.deepEqual(await bench.chat.idle(), {
      outcome: 'failed',
      fault: { kind: 'stopped', reason: 'refusal' },
    });
    assert.ok(bench.records().some((record) => record.kind === 'assistant'));
  });
});

describe('a provider that fails', () => {
  const transient: readonly ProviderFailure[] = [
    { kind: 'rate-limit', detail: 'slow' },
    { kind: 'server', status: 500, detail: 'oops' },
    { kind: 'network', detail: 'reset' },
    { kind: 'cut-short', detail: 'closed' },
    { kind: 'malformed', detail: 'html' },
    { kind: 'idle', seconds: 120 },
  ];
  for (const failure of transient) {
    it(`is asked four times when it fails with ${failure.kind}`, async () => {
      const clock = hurriedClock();
      const bench = await chatBench({ clock, scripts: Array.from({ length: 4 }, () => failsWith(failure)) });
      await bench.say('Hi');
      assert.equal(bench.provider.requests.length, 4);
      assert.deepEqual(clock.delays, [1000, 2000, 4000]);
      assert.deepEqual(await bench.chat.idle(), { outcome: 'failed', fault: { kind: 'provider', failure } });
    });
  }

  const final: readonly ProviderFailure[] = [
    { kind: 'overflow', detail: 'too long' },
    { kind: 'too-large', detail: '32 MB' },
    { kind: 'auth', detail: 'no key' },
    { kind: 'not-found', detail: 'no model' },
    { kind: 'rejected', status: 400, detail: 'bad' },
    { kind: 'refused', detail: 'no' },
    { kind: 'unsendable', detail: 'image' },
  ];
  for (const failure of final) {
    it(`is asked once when it fails with ${failure.kind}`, async () => {
      const bench = await chatBench({ scripts: [failsWith(failure)] });
      await bench.say('Hi');
      assert.equal(bench.provider.requests.length, 1);
      assert.equal((await bench.chat.idle())?.outcome, 'failed');
    });
  }

  it('leaves nothing of a try that failed in the records', async () => {
    const bench = await chatBench({
      clock: hurriedClock(),
      scripts: [
        [{ type: 'text', text: 'Half' }, ...failsWith({ kind: 'network', detail: 'reset' })],
        says('Whole.'),
      ],
    });
    await bench.say('Hi');
    assert.equal(bench.of('answer-dropped').length, 1);
    assert.ok(!JSON.stringify(bench.records()).includes('Half'));
  });

  it('is not asked again once the person stops the wait', async () => {
    const bench = await chatBench({ scripts: [failsWith({ kind: 'network', detail: 'reset' })] });
    valueOf(await bench.chat.submit('Hi', { whileBusy: 'steer' }));
    await settle();
    assert.equal(bench.chat.activity().doing, 'retrying');
    bench.chat.stop();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
    assert.equal(bench.provider.requests.length, 1);
  });

  it('waits as long as it asks for, up to two minutes', async () => {
    const clock = hurriedClock();
    const limit = (retryAfterSeconds: number) =>
      failsWith({ kind: 'rate-limit', detail: 'slow', retryAfterSeconds });
    const bench = await chatBench({ clock, scripts: [limit(30), limit(3600), says('Done.')] });
    await bench.say('Hi');
    assert.deepEqual(clock.delays.slice(0, 2), [30_000, 120_000]);
  });
});

describe('behaviour 16.8: a request of a chat', () => {
  it('is dispatched with its id, its model and whether it carries results on', async () => {
    const bench = await chatBench({
      scripts: [
        [
          { type: 'tool-call', callId: 'a', name: 'look', input: '{}' },
          { type: 'stop', reason: 'tool-use' },
        ],
        says('Done.'),
      ],
    });
    await bench.say('Hi');
    assert.deepEqual(
      bench.log
        .of('provider-dispatch')
        .map(({ requestId, model, continuation }) => [requestId, model, continuation]),
      [
        ['request-1', 'local/chat', false],
        ['request-2', 'local/chat', true],
      ],
    );
  });
});

describe('what is streamed', () => {
  it('is on disk at most two seconds later, and gone once it is a record', async () => {
    const kept: unknown[] = [];
    const bench = await chatBench({
      scripts: [[{ type: 'text', text: 'Half of ' }, hangs]],
      wrap: (session) =>
        changedSession(session, {
          keepStreamed: (answer, signal) => {
            kept.push(answer);
            return session.write.keepStreamed(answer, signal);
          },
        }),
    });
    valueOf(await bench.chat.submit('Hi', { whileBusy: 'steer' }));
    await settle();
    assert.deepEqual(kept, []);
    await bench.clock.advance(2000);
    assert.deepEqual(kept, [{ turn: 1, requestId: 'request-1', text: 'Half of ' }]);
    bench.chat.stop();
    await bench.chat.idle();
    assert.deepEqual(kept.slice(1), [null]);
  });
});
