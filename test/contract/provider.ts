// What every provider owes its readers, whatever stands behind it. Each implementation runs this suite; what only an
// implementation over a network can show is tested beside it.

import assert from 'node:assert/strict';
import type { Provider } from '../../src/core/provider/provider.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';
import { collected, endingsIn, failureIn, joined, textIn } from '../support/collected-answer.ts';

export interface ProviderSubject {
  readonly provider: Provider;
  /** A request that is answered with some text, in more than one event when it is streamed. */
  readonly request: ChatRequest;
  /** Another one, whose answer has another text. */
  readonly other: ChatRequest;
  close(): Promise<void>;
}

export function describeProvider(name: string, start: () => Promise<ProviderSubject>): void {
  describe(`the provider contract: ${name}`, () => {
    let subject: ProviderSubject;
    const ask = (request: ChatRequest, signal = new AbortController().signal) =>
      collected(subject.provider.stream(request, signal));

    before(async () => {
      subject = await start();
    });

    after(() => subject.close());

    it('answers with text and ends exactly once, at the end', async () => {
      for (const stream of [true, false]) {
        const events = await ask({ ...subject.request, stream });
        assert.notEqual(textIn(events), '');
        assert.deepEqual(endingsIn(events), [{ type: 'stop', reason: 'end' }]);
        assert.equal(events.at(-1)?.type, 'stop');
      }
    });

    it('gives the same events for a streamed answer and one in one piece (behaviour 6.4)', async () => {
      const streamed = await ask({ ...subject.request, stream: true });
      const whole = await ask({ ...subject.request, stream: false });
      assert.deepEqual(joined(streamed), joined(whole));
    });

    it('ends with cancelled, and nothing else, when the signal was aborted before', async () => {
      const events = await ask(subject.request, AbortSignal.abort());
      assert.deepEqual(events, [{ type: 'failure', failure: { kind: 'cancelled' } }]);
    });

    it('ends with cancelled as the next event when the signal aborts during the answer', async () => {
      const abort = new AbortController();
      const seen: string[] = [];
      for await (const event of subject.provider.stream({ ...subject.request, stream: true }, abort.signal)) {
        seen.push(event.type === 'failure' ? event.failure.kind : event.type);
        if (event.type === 'text') abort.abort();
      }
      assert.deepEqual(seen.slice(-2), ['text', 'cancelled']);
    });

    it('does not care about an abort after the end', async () => {
      const abort = new AbortController();
      const events = await ask(subject.request, abort.signal);
      abort.abort();
      assert.equal(failureIn(events), undefined);
    });

    it('can be left early and asked again', async () => {
      for await (const event of subject.provider.stream(
        { ...subject.request, stream: true },
        new AbortController().signal,
      )) {
        if (event.type === 'text') break;
      }
      assert.equal(failureIn(await ask(subject.request)), undefined);
    });

    it('is released at once when its reader leaves while an event is awaited', async () => {
      const iterator = subject.provider
        .stream(subject.request, new AbortController().signal)
        [Symbol.asyncIterator]();
      const awaited = iterator.next();
      await iterator.return?.();
      assert.equal((await iterator.next()).done, true);
      await awaited;
    });

    it('keeps answers that are asked for at the same time apart', async () => {
      const alone = [textIn(await ask(subject.request)), textIn(await ask(subject.other))];
      const together = await Promise.all([ask(subject.request), ask(subject.other), ask(subject.request)]);
      assert.notEqual(alone[0], alone[1]);
      assert.deepEqual(together.map(textIn), [alone[0], alone[1], alone[0]]);
    });

    it('shows a body that JSON can carry unchanged', () => {
      const body = subject.provider.body(subject.request);
      assert.deepEqual(JSON.parse(JSON.stringify(body)), body);
    });
  });
}
