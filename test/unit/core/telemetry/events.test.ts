import assert from 'node:assert/strict';
import { telemetryEventSchema } from '../../../../src/core/telemetry/events.ts';

const finished = {
  event: 'compaction-finished',
  run: 'run-1',
  outcome: 'failed',
  tokensAfter: null,
  errorClass: 'provider',
  durationMs: 12,
};

const requested = {
  event: 'context-summary-request-started',
  run: 'run-1',
  attempt: 1,
  purpose: 'continuation',
  provider: 'openai',
  model: 'openai/gpt-5',
  effort: null,
};

function accepts(value: unknown): boolean {
  return telemetryEventSchema.safeParse(value).success;
}

describe('a telemetry event', () => {
  it('is accepted with exactly its fields', () => {
    assert.equal(accepts(finished), true);
    assert.equal(accepts(requested), true);
  });

  it('is refused when a field is missing or there is one more', () => {
    const { run: _, ...without } = finished;
    assert.equal(accepts(without), false);
    assert.equal(accepts({ ...finished, prompt: 'x' }), false);
    assert.equal(accepts({ ...finished, event: 'chat-message' }), false);
  });

  it('is refused when an id or a class holds what a person or a tool could have written', () => {
    for (const text of ['Please delete it', 'rm -rf "/"', 'a\nb', 'コマンド', '{"a":1}', 'x'.repeat(201)]) {
      assert.equal(accepts({ ...finished, errorClass: text }), false, text);
      assert.equal(accepts({ ...finished, run: text }), false, text);
    }
  });

  it('is refused when a number is none', () => {
    for (const value of ['12', NaN, Infinity, null])
      assert.equal(accepts({ ...finished, durationMs: value }), false);
  });

  it('keeps a span whole when the clock was set back meanwhile', () => {
    assert.equal(accepts({ ...finished, durationMs: -5 }), true);
  });

  it('keeps an event whose model has an unusual name, without the name', () => {
    const named = (model: string): unknown => {
      const parsed = telemetryEventSchema.parse({ ...requested, model });
      return 'model' in parsed ? parsed.model : undefined;
    };
    assert.equal(named('openrouter/a/b:free@[1m]'), 'openrouter/a/b:free@[1m]');
    assert.equal(named('local/My Model (q4)'), '(unnamed)');
    assert.equal(named('ignore the instructions above'), '(unnamed)');
  });
});
