import assert from 'node:assert/strict';
import { looksAt } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from '../../../support/chat-bench.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { valueOf } from '../../../support/expect.ts';
import { failsWith, hangs, says, waits } from '../../../support/scripted-provider.ts';
import { ScriptedTools } from '../../../support/scripted-tools.ts';
import { hurriedClock, settle } from '../../../support/virtual-clock.ts';
import { gateBench, sentRequest, steers, whileSummarised } from '../../../support/gate-bench.ts';

const down = failsWith({ kind: 'server', status: 503, detail: 'busy' });

describe('behaviour 1.26: the budget of a turn', () => {
  it('is that of its beginning, whatever the person chooses meanwhile', async () => {
    const bench = await gateBench({
      during: async (now) => {
        const providers = { local: { contextWindow: 50_000, maxOutput: 7 } };
        now().settings.given = { ...now().settings.given, providers };
        valueOf(await now().chat.chooseModel({ provider: 'other', model: 'other', effort: 'high' }));
      },
    });
    await bench.say('Look');
    assert.deepEqual(
      bench.of('gate').map(({ thresholds }) => thresholds.target),
      [800, 800],
    );
    assert.deepEqual(
      bench.provider.requests.map(({ model, effort, maxOutput }) => [model, effort, maxOutput]),
      Array.from({ length: 2 }, () => ['chat', undefined, undefined]),
    );
  });
});

describe('behaviour 16.5: the figures of a gate and of the run it starts', () => {
  it('have the ratio their thresholds were made with, also when the person changes it in the turn', async () => {
    const bench = await gateBench({
      during: async (now) => {
        now().settings.given = { ...now().settings.given, 'compaction.tokenThreshold': 0.5 };
        await Promise.resolve();
      },
    });
    await bench.say('Look');
    const gates = bench.log.of('compaction-threshold-evaluated');
    const run = bench.log.only('compaction-started');
    assert.deepEqual(
      [...gates, run].map(({ ratio, target }) => [ratio, target.threshold]),
      [
        [0.8, 800],
        [0.8, 800],
        [0.8, 800],
      ],
    );
  });
});

describe('behaviour 1.27: the continuation gate', () => {
  it('is passed only by requests that carry tool results', async () => {
    const bench = await chatBench({
      scripts: [looksAt('a'), [waits(Promise.resolve()), ...says('One.')], says('Two.'), says('Three.')],
      tools: new ScriptedTools(async () => {
        await steers(() => bench);
        return 'seen';
      }),
    });
    await bench.say('Look');
    await bench.say('And now?');
    assert.deepEqual(
      bench.of('gate').map(({ where }) => where),
      ['pre-send', 'continuation', 'pre-send'],
    );
  });
});

describe('behaviour 3.9: the running batch', () => {
  it('stays whole with the words before it, although the settled boundary lies elsewhere', async () => {
    const bench = await gateBench();
    await bench.say('Look');
    const kinds = bench.records().map((record) => record.kind);
    const batch = kinds.slice(kinds.lastIndexOf('tool-call') - 1, kinds.lastIndexOf('tool-result') + 1);
    assert.deepEqual(batch, ['assistant', 'tool-call', 'usage', 'tool-result']);
  });
});

describe('behaviour 3.10: before the continuation gate', () => {
  it('the request begins and the mailbox is read, and its messages are judged with it', async () => {
    const order: string[] = [];
    const bench = await gateBench({
      during: async (now) => {
        const { executions } = now();
        executions.mail = [{ id: 'exec-1', text: 'm'.repeat(63) }];
        order.length = 0;
        executions.onMail = () => {
          if (order.at(-1) !== 'mailbox') order.push('mailbox');
        };
      },
      onEvent: (event) => {
        if (event.event === 'gate') order.push('gate');
        if (event.event === 'activity' && event.activity.doing === 'thinking') order.push('begins');
      },
    });
    await bench.say('Look');
    assert.deepEqual(order.slice(0, 3), ['begins', 'mailbox', 'gate']);
    const plain = await gateBench();
    await plain.say('Look');
    // A hundred characters with the wrapper of a reminder.
    const estimates = [plain, bench].map((each) => each.of('gate')[1]?.estimate ?? 0);
    assert.equal((estimates[1] ?? 0) - (estimates[0] ?? 0), 25);
    assert.equal(sentRequest(bench, 1).split('m'.repeat(63)).length, 2);
    assert.deepEqual(bench.executions.mail, []);
  });
});

describe('behaviour 3.11: a staged reminder', () => {
  it('is in the request that goes after a compaction, once, and is told then', async () => {
    const bench = await gateBench({
      during: async (now) => now().reminders.stage({ name: 'note', text: 'It is late.' }),
    });
    await bench.say('Look');
    assert.equal(sentRequest(bench, 1).split('It is late.').length, 2);
    assert.deepEqual(bench.reminders.staged(), []);
  });

  it('stays staged when the compaction does not succeed', async () => {
    const bench = await gateBench({
      summaries: [[hangs]],
      during: async (now) => now().reminders.stage({ name: 'note', text: 'It is late.' }),
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'follow-up' }));
    await settle();
    bench.chat.cancelCompaction();
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 1);
    assert.deepEqual(
      bench.reminders.staged().map(({ text }) => text),
      ['It is late.'],
    );
    assert.ok(!JSON.stringify(bench.records()).includes('It is late.'));
  });
});

describe('behaviour 3.12: steering that waits at the gate', () => {
  it('is not part of what the gate judges, stays queued through the run and enters the rebuilt request once', async () => {
    const plain = await gateBench();
    await plain.say('Look');
    const queued: string[] = [];
    const steered: ChatBench = await gateBench({
      during: steers,
      summaries: whileSummarised(() => {
        for (const { text } of steered.session.session().queue.steering) queued.push(text);
      }),
    });
    await steered.say('Look');
    const estimates = [plain, steered].map((bench) => bench.of('gate')[1]?.estimate);
    assert.equal(estimates[0], estimates[1]);
    // One before the first request, one here: it is not decided again behind the run.
    assert.equal(steered.of('gate').length, 2);
    assert.deepEqual(queued, ['Be brief']);
    assert.equal(sentRequest(steered, 1).split('Be brief').length, 2);
    assert.deepEqual(steered.session.session().queue.steering, []);
  });

  it('enters at its usual place when nothing is compacted', async () => {
    const bench = await gateBench({ window: 100_000, during: steers });
    await bench.say('Look');
    const last = bench.provider.requests[1]?.messages.at(-1)?.content.map(({ type }) => type);
    assert.deepEqual(last, ['tool-result', 'text']);
    assert.equal(sentRequest(bench, 1).split('Be brief').length, 2);
  });
});

describe('behaviour 3.13: a request the person holds back', () => {
  it('is not judged and not sent before they let it go', async () => {
    const bench = await gateBench({
      window: 100_000,
      during: async (now) => {
        await steers(now);
        valueOf(await now().chat.pauseQueue());
      },
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'follow-up' }));
    await settle();
    assert.equal(bench.of('gate').length, 1);
    assert.equal(bench.provider.requests.length, 1);
    assert.deepEqual(bench.chat.activity(), { doing: 'held' });
    valueOf(await bench.chat.resumeQueue());
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 2);
  });

  it('waits also when the pause comes during its compaction', async () => {
    const summary = deferred();
    const bench = await gateBench({
      during: steers,
      summaries: [[waits(summary.promise), ...says(soundSummary)]],
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'follow-up' }));
    await settle();
    valueOf(await bench.chat.pauseQueue());
    summary.resolve();
    await settle();
    assert.equal(bench.session.active().number, 2);
    assert.equal(bench.provider.requests.length, 1);
    bench.chat.stop();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
    assert.deepEqual(
      bench.session.session().queue.steering.map(({ text }) => text),
      ['Be brief'],
    );
  });

  it('goes behind its compaction once the person lets it, judged no second time, with what they said once', async () => {
    const bench: ChatBench = await gateBench({
      during: steers,
      summaries: whileSummarised(async () => {
        valueOf(await bench.chat.pauseQueue());
      }),
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'follow-up' }));
    await settle();
    assert.deepEqual(bench.chat.activity(), { doing: 'held' });
    valueOf(await bench.chat.resumeQueue());
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.equal(bench.of('gate').length, 2);
    assert.equal(bench.provider.requests.length, 2);
    assert.equal(sentRequest(bench, 1).split('Be brief').length, 2);
  });
});

describe('behaviour 3.15: what follows a continuation gate', () => {
  const rows: readonly {
    readonly title: string;
    readonly options: ChatBenchOptions;
    readonly requests: number;
    readonly outcome: string;
  }[] = [
    { title: 'below the threshold it goes', options: { window: 100_000 }, requests: 2, outcome: 'success' },
    { title: 'after a compaction it goes once', options: {}, requests: 2, outcome: 'success' },
    {
      title: 'with nothing to summarise it goes below pressure',
      options: { records: [], summaryWindow: 500 },
      requests: 2,
      outcome: 'success',
    },
    {
      title: 'with nothing to summarise it does not go at pressure',
      options: { records: [], window: 530 },
      requests: 1,
      outcome: 'blocked',
    },
    {
      title: 'after a refused run it does not go',
      options: { missing: { summarizer: 'no key' } },
      requests: 1,
      outcome: 'failed',
    },
    {
      title: 'after a failed run it does not go',
      options: { clock: hurriedClock(), summaries: [down, down, down] },
      requests: 1,
      outcome: 'failed',
    },
    {
      title: 'where automatic compaction is off it goes',
      options: { settings: { 'compaction.auto': false } },
      requests: 2,
      outcome: 'success',
    },
  ];
  for (const { title, options, requests, outcome } of rows) {
    it(title, async () => {
      const bench = await gateBench(options);
      await bench.say('Look');
      assert.equal(bench.provider.requests.length, requests);
      assert.equal((await bench.chat.idle())?.outcome, outcome);
    });
  }
});

describe('behaviour 3.16: while a run is on its way', () => {
  it('nothing is sent, and afterwards one request', async () => {
    const summary = deferred();
    const bench = await gateBench({ summaries: [[waits(summary.promise), ...says(soundSummary)]] });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'follow-up' }));
    await settle();
    assert.equal(bench.provider.requests.length, 1);
    summary.resolve();
    await bench.chat.idle();
    assert.equal(bench.provider.requests.length, 2);
  });
});
