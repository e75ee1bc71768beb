import assert from 'node:assert/strict';
import { createReminders } from '../../../../src/core/reminders/create-reminders.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { isVisible } from '../../../../src/core/transcript/visibility.ts';
import { longTurns } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from '../../../support/chat-bench.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { valueOf } from '../../../support/expect.ts';
import { failsWith, runs, says } from '../../../support/scripted-provider.ts';
import { hurriedClock } from '../../../support/virtual-clock.ts';

/** Three turns that a window of a thousand tokens cannot hold. */
const full: ChatBenchOptions = {
  records: longTurns(3, 300).records(),
  window: 1000,
  summaries: [says(soundSummary)],
  scripts: [says('Answered.')],
};

const refused = failsWith({ kind: 'rejected', status: 400, detail: 'no' });

/** The texts of the only request to the chat's model, oldest first. */
function sentTexts(bench: ChatBench): readonly string[] {
  const [request] = bench.provider.requests;
  assert.ok(request !== undefined && bench.provider.requests.length === 1, 'one request');
  return request.messages.flatMap(({ content }) =>
    content.map((part) => (part.type === 'text' ? part.text : part.type)),
  );
}

describe('behaviour 3.1: the pre-send gate', () => {
  it('comes after the mentions are expanded and the reminders staged, and before the request', async () => {
    const order: string[] = [];
    const staged = createReminders();
    const bench = await chatBench({
      ...full,
      onEvent: ({ event }) => {
        if (event === 'gate') order.push('gate');
      },
      onRequest: (to) => {
        order.push(`${to} request`);
      },
      deps: {
        reminders: {
          ...staged,
          staged: () => {
            if (order.at(-1) !== 'reminders') order.push('reminders');
            return staged.staged();
          },
        },
        expandMentions: async () => {
          order.push('mentions');
          return [];
        },
      },
    });
    await bench.say('What is in @a?');
    assert.deepEqual(order, [
      'mentions',
      'reminders',
      'gate',
      'summary request',
      'reminders',
      'chat request',
    ]);
  });
});

describe('behaviour 3.2: the pre-send gate', () => {
  it('judges by the model the session chose just before, with its own maximum of output', async () => {
    const bench = await chatBench({
      ...full,
      summaries: [],
      settings: {
        'budget.reserveTokens': 0,
        providers: {
          local: { contextWindow: 1000, maxOutput: { large: 300 } },
          wide: { contextWindow: 2000, maxOutput: 500 },
        },
      },
    });
    valueOf(await bench.chat.chooseModel({ provider: 'wide', model: 'wide' }));
    await bench.say('Hi');
    assert.equal(bench.of('gate')[0]?.thresholds.target, 1200);
  });
});

describe('behaviour 3.3: a summary request', () => {
  it('passes no gate of its own', async () => {
    const bench = await chatBench(full);
    await bench.say('Hi');
    assert.equal(bench.summarizer.requests.length, 1);
    assert.deepEqual(
      bench.of('gate').map(({ where, decision }) => `${where} ${decision}`),
      ['pre-send compact'],
    );
  });
});

describe('behaviours 3.4, 3.5: after a pre-send compaction', () => {
  it('the prompt goes with everything that was added before and during the run, and nothing old', async () => {
    const reminders = createReminders();
    const late = runs(() => reminders.stage({ name: 'late', text: 'Came during the run.' }));
    const bench = await chatBench({
      ...full,
      summaries: [[late, ...says(soundSummary)]],
      deps: {
        reminders,
        expandMentions: async () => [{ name: 'mention', text: 'What a holds.' }],
      },
    });
    reminders.stage({ name: 'early', text: 'Came before the run.' });
    await bench.say('What is in @a?');
    const [summary = '', ...rest] = sentTexts(bench);
    assert.ok(summary.includes('## Scope'));
    assert.deepEqual(rest, [
      '<system-reminder>\nCame before the run.\n</system-reminder>',
      '<system-reminder>\nCame during the run.\n</system-reminder>',
      '<system-reminder>\nWhat a holds.\n</system-reminder>',
      'What is in @a?',
    ]);
  });

  it('the person’s own words are what the records keep', async () => {
    const bench = await chatBench({
      ...full,
      deps: { expandMentions: async () => [{ name: 'mention', text: 'What a holds.' }] },
    });
    await bench.say('What is in @a?');
    const prompt = bench.records().find((record) => record.kind === 'user');
    assert.ok(prompt?.kind === 'user');
    assert.equal(inlineText(prompt.content), 'What is in @a?');
  });

  it('the predecessor does not hold the prompt', async () => {
    const bench = await chatBench(full);
    await bench.say('Where?');
    const old = valueOf(await bench.session.segment(1, new AbortController().signal));
    assert.ok(!old.records.some((record) => isVisible(record) && JSON.stringify(record).includes('Where?')));
  });
});

describe('behaviour 3.6: a directive in the compacted history', () => {
  it('is left out of the request again', async () => {
    const records = longTurns(2, 300)
      .directiveStart('d1')
      .user('Aside')
      .assistant('Said aside.')
      .directiveEnd('d1')
      .settled()
      .records();
    const bench = await chatBench({ ...full, records, window: 750 });
    await bench.say('Go on');
    assert.ok(
      bench.records().some((record) => record.kind === 'directive-start'),
      'it is in the tail',
    );
    assert.deepEqual(sentTexts(bench).slice(1), ['Go on']);
  });
});

describe('behaviour 3.21: a failed compaction before a send', () => {
  it('ends the turn and keeps the prompt with the person, unsent', async () => {
    const bench = await chatBench({
      ...full,
      clock: hurriedClock(),
      summaries: [refused, refused, refused],
    });
    await bench.say('Where?');
    assert.equal(bench.provider.requests.length, 0);
    assert.deepEqual(
      bench.session.session().outbox.map(({ text }) => text),
      ['Where?'],
    );
    const settled = await bench.chat.idle();
    assert.equal(settled?.outcome, 'failed');
    assert.ok(!bench.records().some((record) => record.kind === 'user' && record.turn === 4));
  });
});

describe('behaviour 3.23: what the gate judged', () => {
  it('holds what was added before the gate and not what came during the run', async () => {
    const reminders = createReminders();
    const early = 'e'.repeat(400);
    const late = runs(() => reminders.stage({ name: 'late', text: 'l'.repeat(4000) }));
    const bench = await chatBench({
      ...full,
      summaries: [[late, ...says(soundSummary)]],
      deps: { reminders },
    });
    reminders.stage({ name: 'early', text: early });
    await bench.say('Hi');
    // 900 tokens and some words of history, and a hundred tokens of reminder with its wrapper.
    const gate = bench.of('gate')[0];
    assert.ok(gate !== undefined && gate.estimate > 1000 && gate.estimate < 1100, `${gate?.estimate}`);
    assert.equal(sentTexts(bench).filter((text) => text.includes('llll')).length, 1);
  });
});

describe('behaviour 1.18: a pre-send gate while a run is on its way', () => {
  it('blocks the request and keeps the prompt', async () => {
    const bench = await chatBench({ ...full, summaries: [] });
    assert.ok(bench.chat.runs.begin('another run'));
    await bench.say('Where?');
    assert.deepEqual(await bench.chat.idle(), {
      outcome: 'blocked',
      reason: 'Compaction already in progress',
    });
    assert.equal(bench.provider.requests.length, 0);
    assert.equal(bench.session.session().outbox.length, 1);
  });
});
