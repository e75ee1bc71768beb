// The watched stream: ends at once on abort, and for want of a sign of life, whatever the provider does.

import assert from 'node:assert/strict';
import type { ProviderEvent } from '../../../../src/core/provider/events.ts';
import type { ChatRequest } from '../../../../src/core/provider/request.ts';
import { watchedStream } from '../../../../src/core/provider/watch.ts';
import { collected } from '../../../support/collected-answer.ts';
import { aborted, never } from '../../../support/expect.ts';
import {
  failsWith,
  hangs,
  runs,
  says,
  ScriptedProvider,
  waits,
  type Script,
} from '../../../support/scripted-provider.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';

const request: ChatRequest = {
  model: 'm',
  system: 's',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
  tools: [],
  outputRoom: 100,
  stream: true,
};

const cancelled: ProviderEvent = { type: 'failure', failure: { kind: 'cancelled' } };
const text = (words: string): ProviderEvent => ({ type: 'text', text: words });
const stop: ProviderEvent = { type: 'stop', reason: 'end' };

interface Watched {
  readonly provider: ScriptedProvider;
  readonly clock: VirtualClock;
  /** The events so far. */
  readonly seen: ProviderEvent[];
  readonly ended: Promise<void>;
}

function watch(script: Script, idleSeconds = 0, signal = never): Watched {
  const provider = new ScriptedProvider([script]);
  const clock = new VirtualClock();
  const seen: ProviderEvent[] = [];
  const read = async (): Promise<void> => {
    for await (const event of watchedStream(provider, request, { clock, idleSeconds }, signal))
      seen.push(event);
  };
  return { provider, clock, seen, ended: read() };
}

describe('the watched stream', () => {
  it('gives every event of an answer and lets go of it at its end', async () => {
    const { provider, seen, ended } = watch([{ type: 'alive' }, ...says('abc', 1)]);
    await ended;
    assert.deepEqual(seen, [{ type: 'alive' }, text('a'), text('b'), text('c'), stop]);
    assert.equal(provider.asked[0]?.released, true);
  });

  it('ends with the failure of the provider', async () => {
    const { seen, ended } = watch(failsWith({ kind: 'network', detail: 'reset' }));
    await ended;
    assert.deepEqual(seen, [{ type: 'failure', failure: { kind: 'network', detail: 'reset' } }]);
  });

  it('gives nothing that comes after the end', async () => {
    const { seen, ended } = watch([text('a'), stop, text('late'), stop]);
    await ended;
    assert.deepEqual(seen, [text('a'), stop]);
  });

  it('calls an answer cut short that ends without an end', async () => {
    const { seen, ended } = watch([text('half')]);
    await ended;
    assert.deepEqual(seen.at(-1), {
      type: 'failure',
      failure: { kind: 'cut-short', detail: 'the stream ended without an end' },
    });
  });

  it('throws what a provider throws against its promise, and still lets go of it', async () => {
    const provider = new ScriptedProvider([[runs(() => Promise.reject(new Error('bug')))]]);
    const options = { clock: new VirtualClock(), idleSeconds: 0 };
    await assert.rejects(collected(watchedStream(provider, request, options, never)), /^Error: bug$/);
    assert.equal(provider.asked[0]?.released, true);
  });
});

describe('the watched stream when its signal aborts', () => {
  it('does not ask the provider at all when that was before the start', async () => {
    const { provider, seen, ended } = watch(says('a'), 0, aborted);
    await ended;
    assert.deepEqual(seen, [cancelled]);
    assert.equal(provider.asked.length, 0);
  });

  it('ends at once while the provider hangs, tells it to stop, and lets go of it', async () => {
    const abort = new AbortController();
    const { provider, seen, ended } = watch([text('a'), hangs], 0, abort.signal);
    await settle();
    abort.abort('user');
    await ended;
    assert.deepEqual(seen, [text('a'), cancelled]);
    assert.equal(provider.asked[0]?.signal.aborted, true);
    assert.equal(provider.asked[0].released, true);
  });

  const script = [
    text('one'),
    { type: 'alive' },
    { type: 'reasoning', text: 'hm' },
    text('two'),
    stop,
  ] as const;
  for (let place = 0; place < script.length; place++) {
    it(`ends with cancelled when that happens before event ${place + 1} of ${script.length}, and late events are inert`, async () => {
      const abort = new AbortController();
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const { provider, seen, ended } = watch(
        [...script.slice(0, place), runs(() => abort.abort('user')), waits(gate), ...script.slice(place)],
        0,
        abort.signal,
      );
      await ended;
      const before = [...script.slice(0, place), cancelled];
      assert.deepEqual(seen, before);
      release();
      await settle();
      assert.deepEqual(seen, before);
      assert.equal(provider.asked[0]?.given, place + 1);
    });
  }

  it('does not mind an abort after the end', async () => {
    const abort = new AbortController();
    const { seen, ended } = watch(says('a'), 0, abort.signal);
    await ended;
    abort.abort();
    await settle();
    assert.deepEqual(seen, [text('a'), stop]);
  });

  it('is not troubled by a provider that throws afterwards', async () => {
    const abort = new AbortController();
    let fail = (_: Error): void => undefined;
    const gate = new Promise<never>((_, reject) => (fail = reject));
    const { seen, ended } = watch([waits(gate)], 0, abort.signal);
    await settle();
    abort.abort('user');
    await ended;
    fail(new Error('late'));
    await settle();
    assert.deepEqual(seen, [cancelled]);
  });
});

describe('the idle deadline (design 13.7)', () => {
  const idle: ProviderEvent = { type: 'failure', failure: { kind: 'idle', seconds: 120 } };

  it('fails a request without an event for 120 seconds, and not a millisecond earlier', async () => {
    const { provider, clock, seen, ended } = watch([hangs], 120);
    await clock.advance(119_999);
    assert.deepEqual(seen, []);
    await clock.advance(1);
    await ended;
    assert.deepEqual(seen, [idle]);
    assert.equal(provider.asked[0]?.signal.aborted, true);
    assert.equal(provider.asked[0].released, true);
  });

  it('starts anew with every sign of life', async () => {
    const clock = new VirtualClock();
    const after = (ms: number): ReturnType<typeof waits> => runs(() => clock.delay(ms, never));
    const provider = new ScriptedProvider([
      [after(119_000), { type: 'alive' }, after(119_000), text('a'), after(119_000), stop],
    ]);
    const reading = collected(watchedStream(provider, request, { clock, idleSeconds: 120 }, never));
    await clock.advance(357_000);
    assert.deepEqual(await reading, [{ type: 'alive' }, text('a'), stop]);
  });

  it('fails a stream that goes silent in the middle', async () => {
    const { clock, seen, ended } = watch([text('a'), hangs], 120);
    await clock.advance(120_000);
    await ended;
    assert.deepEqual(seen, [text('a'), idle]);
  });

  it('waits for ever when it is 0', async () => {
    const { clock, seen } = watch([text('a'), hangs], 0);
    await clock.advance(1_000_000_000);
    assert.deepEqual(seen, [text('a')]);
    assert.deepEqual(clock.delays, []);
  });

  it('leaves no timer behind, however the stream ends', async () => {
    const abort = new AbortController();
    const whole = watch(says('abc', 1), 120);
    const cut = watch([text('a'), hangs], 120, abort.signal);
    await whole.ended;
    await settle();
    abort.abort('user');
    await cut.ended;
    await settle();
    assert.deepEqual([whole.clock.waiting, cut.clock.waiting], [0, 0]);
    assert.deepEqual(cut.seen, [text('a'), cancelled]);
  });
});
