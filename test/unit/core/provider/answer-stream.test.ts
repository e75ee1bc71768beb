import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { answerStream, type OpenAnswer } from '../../../../src/core/provider/answer-stream.ts';
import type { ProviderEvent } from '../../../../src/core/provider/events.ts';
import { asStream } from '../../../support/as-stream.ts';
import { collected } from '../../../support/collected-answer.ts';

const text: ProviderEvent = { type: 'text', text: 'so' };
const stop: ProviderEvent = { type: 'stop', reason: 'end' };
const cancelled: ProviderEvent = { type: 'failure', failure: { kind: 'cancelled' } };

function of(...events: readonly ProviderEvent[]): OpenAnswer {
  return () => asStream(events);
}

function answer(open: OpenAnswer, signal = new AbortController().signal) {
  return collected(answerStream(open, signal));
}

describe('an answer stream', () => {
  it('ends with the first terminal event, whatever the source goes on to say', async () => {
    assert.deepEqual(await answer(of(text, stop, text, stop)), [text, stop]);
  });

  it('lets its source clean up behind the terminal event', async () => {
    const done: string[] = [];
    const open: OpenAnswer = async function* () {
      try {
        yield* asStream([text, stop]);
      } finally {
        done.push('cleaned up');
      }
    };
    await answer(open);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(done, ['cleaned up']);
  });

  it('is cut short when the source ends without an ending', async () => {
    const last = (await answer(of(text))).at(-1);
    assert.equal(last?.type === 'failure' && last.failure.kind, 'cut-short');
  });

  it('is malformed when the source throws', async () => {
    const open: OpenAnswer = async function* () {
      yield* asStream([text]);
      throw new Error('unexpected\nthing');
    };
    assert.deepEqual((await answer(open)).at(-1), {
      type: 'failure',
      failure: { kind: 'malformed', detail: 'unexpected thing' },
    });
  });

  it('is cancelled at once when the signal aborts, although the source hears nothing', async () => {
    const abort = new AbortController();
    const deaf: OpenAnswer = async function* () {
      yield* asStream([text]);
      await new Promise(() => undefined);
    };
    const events: ProviderEvent[] = [];
    for await (const event of answerStream(deaf, abort.signal)) {
      events.push(event);
      abort.abort();
    }
    assert.deepEqual(events, [text, cancelled]);
  });

  it('does not open its source when the signal was aborted before', async () => {
    let opened = 0;
    const open: OpenAnswer = () => {
      opened++;
      return asStream([stop]);
    };
    assert.deepEqual(await answer(open, AbortSignal.abort()), [cancelled]);
    assert.equal(opened, 0);
  });

  it('tells a sign of life while it waits, and none beside an event that is there', async () => {
    const heard: ProviderEvent[] = [];
    let beat: () => void = () => undefined;
    let say: (event: ProviderEvent) => void = () => undefined;
    const open: OpenAnswer = async function* (beaten) {
      beat = beaten;
      yield await new Promise<ProviderEvent>((resolve) => {
        say = resolve;
      });
    };
    const events = answerStream(open, new AbortController().signal)[Symbol.asyncIterator]();
    const first = events.next();
    beat();
    heard.push((await first).value as ProviderEvent);
    const second = events.next();
    say(stop);
    heard.push((await second).value as ProviderEvent);
    assert.deepEqual(heard, [{ type: 'alive' }, stop]);
  });

  it('aborts its source when the reader leaves, also before the first event', async () => {
    for (const reads of [0, 1]) {
      const signals: AbortSignal[] = [];
      const open: OpenAnswer = (_beat, signal) => {
        signals.push(signal);
        return asStream([text, text, stop]);
      };
      const given = new AbortController();
      const events = answerStream(open, given.signal)[Symbol.asyncIterator]();
      for (let read = 0; read < reads; read++) await events.next();
      await events.return?.();
      assert.ok(signals.every((signal) => signal.aborted));
      assert.equal((await events.next()).done, true);
      assert.equal(getEventListeners(given.signal, 'abort').length, 0);
    }
  });

  it('asks the source anew for every reader', async () => {
    let opened = 0;
    const stream = answerStream(() => {
      opened++;
      return asStream([stop]);
    }, new AbortController().signal);
    await Promise.all([collected(stream), collected(stream)]);
    assert.equal(opened, 2);
  });
});
