// The built-in model as a provider: the contract of every provider, and what it does with a request it has no answer to.

import assert from 'node:assert/strict';
import { offlineProvider } from '../support/offline.ts';
import { renderEvidence } from '../../src/core/evidence/labels.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';
import { summaryRequest } from '../../src/core/summary/generate.ts';
import { renderSummaryInput } from '../../src/core/summary/input.ts';
import { validateSummary } from '../../src/core/summary/validate.ts';
import { collected, endingsIn, joined, textIn } from '../support/collected-answer.ts';
import { prompts } from '../support/compaction-bench.ts';
import { never } from '../support/expect.ts';
import { policyOf } from '../support/policies.ts';
import { describeProvider } from './provider.ts';

/** A summary request about the words given, long enough for several events. */
function request(words: string): ChatRequest {
  const turns = Array.from({ length: 12 }, (_, turn) => [
    { provenance: 'user', text: `${words}, part ${turn}: what about it?` } as const,
    { provenance: 'assistant', text: `Part ${turn} of ${words} was looked at and is fine now.` } as const,
  ]);
  const evidence = renderEvidence(turns.flat());
  const policy = { ...policyOf(128_000), stream: true, idleSeconds: 0 };
  const parameters = { purpose: 'continuation', evidence, policy } as const;
  return summaryRequest(parameters, renderSummaryInput(parameters), prompts);
}

describeProvider('the offline model', async () => ({
  provider: offlineProvider,
  request: request('the parser of the compiler'),
  other: request('the garden behind the house'),
  close: async () => undefined,
}));

/** A request of a chat with two tools. */
function chat(words: string): ChatRequest {
  const tools = ['read_file', 'list_folder'].map((name) => ({ name, description: '', inputSchema: {} }));
  const messages: ChatRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: words }] }];
  return { model: 'offline', system: '', messages, tools, outputRoom: 1000, stream: true };
}

describeProvider('the offline guide', async () => ({
  provider: offlineProvider,
  request: chat('help'),
  other: chat('What is this?'),
  close: async () => undefined,
}));

describe('the offline model', () => {
  const ask = (asked: ChatRequest) => collected(offlineProvider.stream(asked, never));

  it('answers a summary request with a summary, the same every time', async () => {
    const answers = [textIn(await ask(request('one thing'))), textIn(await ask(request('one thing')))];
    assert.equal(answers[0], answers[1]);
    assert.ok(validateSummary(answers[0] ?? '', 'continuation').ok);
  });

  it('answers any other request as a guide, also one without a message', async () => {
    for (const asked of [chat('Hi'), { ...chat('x'), messages: [] }]) {
      const events = await ask(asked);
      assert.match(textIn(events), /I am the offline guide: a small set of rules, not an AI/);
      assert.deepEqual(endingsIn(events), [{ type: 'stop', reason: 'end' }]);
    }
  });

  it('calls tools as a guide, with arguments that are JSON', async () => {
    const events = joined(await ask(chat('read a.ts and list src')));
    const calls = events.flatMap((event) => (event.type === 'tool-call' ? [[event.name, event.input]] : []));
    assert.deepEqual(calls, [
      ['read_file', '{"path":"a.ts"}'],
      ['list_folder', '{"path":"src"}'],
    ]);
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'tool-use' });
  });

  it('does not cut a character in two between events', async () => {
    for (const filler of ['', 'x']) {
      const events = await ask(request(`${filler}${'😀'.repeat(30)}`));
      for (const event of events) {
        if (event.type === 'text') assert.equal(event.text.isWellFormed(), true);
      }
    }
  });
});
