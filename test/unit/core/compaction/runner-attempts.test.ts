// The attempts of a run: which failures are tried again, when, with what, and what is left of them.

import assert from 'node:assert/strict';
import type { ProviderFailure } from '../../../../src/core/provider/failures.ts';
import { compactionBench, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { policyOf } from '../../../support/policies.ts';
import { failsWith, hangs, says, type Script } from '../../../support/scripted-provider.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';
import {
  appliedOf,
  down,
  failureOf,
  inputOf,
  keepOne,
  nonsense,
  threeFailures,
  threeTurns,
  times,
} from './run-samples.ts';

function bench(scripts: readonly Script[], clock?: VirtualClock): Promise<Bench> {
  return compactionBench({ records: threeTurns, settings: keepOne, scripts, ...(clock ? { clock } : {}) });
}

const requestsIn = ({ provider }: Bench): number => provider.requests.length;

describe('behaviours 7.1, 7.2: up to three attempts, 1 s and 2 s apart', () => {
  it('sends the second request after exactly 1 s and the third after exactly 2 s more', async () => {
    const clock = new VirtualClock();
    const subject = await bench([...times(2, failsWith(down)), says(soundSummary)], clock);
    const outcome = subject.run({ trigger: 'auto' });
    await settle();
    const counts: number[] = [requestsIn(subject)];
    for (const ms of [999, 1, 1999, 1]) {
      await clock.advance(ms);
      counts.push(requestsIn(subject));
    }
    assert.deepEqual(counts, [1, 1, 2, 2, 3]);
    assert.equal(appliedOf(await outcome).summary.attempts, 3);
    assert.deepEqual(clock.delays, [1000, 2000]);
  });

  it('tells of each wait with its length and its reason', async () => {
    const subject = await bench([failsWith(down), nonsense, says(soundSummary)]);
    await subject.run();
    assert.deepEqual(
      subject.phases.filter(({ phase }) => phase === 'waiting'),
      [
        {
          phase: 'waiting',
          ms: 1000,
          reason: 'Context summary request failed: the answer broke off (the connection was closed)',
        },
        { phase: 'waiting', ms: 2000, reason: 'heading "Scope" is missing' },
      ],
    );
  });

  it('ends after the third failure, without another wait', async () => {
    const subject = await bench(threeFailures);
    const failure = failureOf(await subject.run({ trigger: 'auto' }));
    assert.deepEqual(
      [failure.class, 'attempts' in failure && failure.attempts, requestsIn(subject)],
      ['provider', 3, 3],
    );
    assert.deepEqual(subject.clock.delays, [1000, 2000]);
  });
});

const retried: readonly (readonly [title: string, script: Script])[] = [
  ['401', failsWith({ kind: 'auth', detail: 'invalid x-api-key' })],
  ['413', failsWith({ kind: 'too-large', detail: 'request too large' })],
  ['429', failsWith({ kind: 'rate-limit', detail: 'slow down', retryAfterSeconds: 60 })],
  ['500', failsWith({ kind: 'server', status: 500, detail: 'oops' })],
  ['529', failsWith({ kind: 'server', status: 529, detail: 'overloaded' })],
  ['404', failsWith({ kind: 'not-found', detail: 'no such model' })],
  ['a broken connection', failsWith({ kind: 'network', detail: 'ECONNRESET' })],
  ['a page instead of an answer', failsWith({ kind: 'malformed', detail: '<html>' })],
  ['a model that declines', failsWith({ kind: 'refused', detail: 'no' })],
  ['a stream that was cut', [{ type: 'text', text: '## Scope' }]],
  ['an answer without headings', nonsense],
  ['an answer that is empty', says('')],
  ['an answer of reasoning alone', [{ type: 'reasoning', text: 'Hm.' }, ...says('')]],
  ['an answer with a heading twice', says(`${soundSummary}\n## Scope`)],
  [
    'an answer cut at its limit',
    [
      { type: 'text', text: soundSummary },
      { type: 'stop', reason: 'length' },
    ],
  ],
];

describe('behaviour 7.1: every failure of a request that was sent is tried again, and then counts', () => {
  for (const [title, script] of retried) {
    it(title, async () => {
      const subject = await bench(times(3, script));
      const failure = failureOf(await subject.run({ trigger: 'auto' }));
      assert.equal(requestsIn(subject), 3);
      assert.match(failure.class, /^(?:provider|validation)$/);
      assert.equal(subject.state.auto.failuresInARow, 1);
      assert.deepEqual(subject.session.active().records, threeTurns);

      const better = await bench([script, says(soundSummary)]);
      assert.equal(appliedOf(await better.run()).summary.attempts, 2);
    });
  }
});

describe('behaviour 7.23: the provider finding the request too large is an ordinary failure', () => {
  const overflow: ProviderFailure = { kind: 'overflow', detail: 'prompt is too long' };

  it('sends the same bytes up to three times, and the run counts', async () => {
    const subject = await bench(times(3, failsWith(overflow)));
    const failure = failureOf(await subject.run({ trigger: 'auto' }));
    const sent = subject.provider.requests.map((request) => JSON.stringify(request));
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent).size, 1);
    assert.ok(failure.class === 'provider');
    assert.deepEqual(failure.failure, overflow);
    assert.equal(subject.state.auto.failuresInARow, 1);
  });
});

describe('behaviour 7.1: what was not sent is not tried again', () => {
  const large = conversation()
    .user('words of a person, which nothing shortens '.repeat(120))
    .assistant('Read.')
    .settled()
    .user('And now?')
    .assistant('Nothing.')
    .settled()
    .records();

  it('ends at once as size, which does not count, when the request is larger than the summariser takes', async () => {
    for (const oversize of ['refuse', 'tighten']) {
      const settings = { ...keepOne, 'compaction.oversize': oversize };
      const subject = await compactionBench({ records: large, settings });
      const summary = { ...policyOf(200_000, { usable: 1000 }), stream: true, idleSeconds: 0 };
      const failure = failureOf(await subject.run({ trigger: 'auto', summary }));
      assert.ok(failure.class === 'size');
      assert.ok(failure.estimate > 1000 && failure.usable === 1000);
      assert.deepEqual([requestsIn(subject), subject.hooks], [0, ['PreCompact']]);
      assert.deepEqual([subject.state.auto.failuresInARow, subject.clock.delays], [0, []]);
    }
  });

  it('ends at once when the provider cannot put it into its own form, which counts', async () => {
    const subject = await bench([failsWith({ kind: 'unsendable', detail: 'no messages' })]);
    const failure = failureOf(await subject.run({ trigger: 'auto' }));
    assert.ok(failure.class === 'provider' && failure.attempts === 1);
    assert.deepEqual([subject.state.auto.failuresInARow, subject.clock.delays], [1, []]);
  });

  it('makes one attempt of a prepared summary that is not valid', async () => {
    const subject = await bench([]);
    const failure = failureOf(await subject.run({ preparedSummary: 'No headings' }));
    assert.ok(failure.class === 'validation' && failure.attempts === 1);
    assert.deepEqual([requestsIn(subject), subject.clock.delays], [0, []]);
  });
});

describe('a deadline for silence (design 13.7)', () => {
  const summary = { ...policyOf(200_000), stream: true, idleSeconds: 120 };

  it('fails the attempt after that many seconds without an event, and the next one is made', async () => {
    const clock = new VirtualClock();
    const silent: Script = [{ type: 'text', text: '## Sc' }, hangs];
    const subject = await bench([silent, says(soundSummary)], clock);
    const outcome = subject.run({ summary });
    await clock.advance(119_999);
    assert.deepEqual([requestsIn(subject), subject.phases.at(-1)?.phase], [1, 'summarizing']);
    await clock.advance(1);
    assert.deepEqual(subject.phases.at(-1), {
      phase: 'waiting',
      ms: 1000,
      reason: 'Context summary request failed: no answer for 120 s',
    });
    await clock.advance(1000);
    assert.equal(appliedOf(await outcome).summary.attempts, 2);
    assert.equal(clock.waiting, 0);
  });

  it('counts like any other failure when all three attempts stay silent', async () => {
    const clock = new VirtualClock();
    const subject = await bench(times(3, [hangs]), clock);
    const outcome = subject.run({ trigger: 'auto', summary });
    await clock.advance(3 * 120_000 + 3000);
    const failure = failureOf(await outcome);
    assert.ok(failure.class === 'provider');
    assert.deepEqual(failure.failure, { kind: 'idle', seconds: 120 });
    assert.equal(subject.state.auto.failuresInARow, 1);
  });

  it('is not there at 0 seconds', async () => {
    const clock = new VirtualClock();
    const subject = await bench([[hangs]], clock);
    const abort = new AbortController();
    const outcome = subject.run({ summary: { ...summary, idleSeconds: 0 } }, abort.signal);
    await clock.advance(10_000_000);
    assert.equal(requestsIn(subject), 1);
    abort.abort('user');
    assert.deepEqual(await outcome, { outcome: 'cancelled' });
  });
});

describe('behaviour 7.4: the view is told of the work on a summary once PreCompact allowed it', () => {
  it('hears "summarizing" after the hook, with the number of the attempt', async () => {
    const subject = await bench([failsWith(down), says(soundSummary)]);
    await subject.run();
    const hookAndPhase = subject.trace.filter((line) => /PreCompact|summarizing/.test(line));
    assert.deepEqual(hookAndPhase, ['PreCompact', 'phase summarizing', 'PreCompact', 'phase summarizing']);
    assert.deepEqual(
      subject.phases.filter(({ phase }) => phase === 'summarizing'),
      [1, 2].map((attempt) => ({ phase: 'summarizing', attempt, attempts: 3 })),
    );
  });

  it('hears nothing of the kind when the hook blocks', async () => {
    const block = async () => ({ decision: 'block', reason: 'no' }) as const;
    const subject = await compactionBench({
      ...{ records: threeTurns, settings: keepOne },
      hooks: { preCompact: block },
    });
    await subject.run();
    assert.deepEqual(subject.phases, [{ phase: 'preparing' }]);
  });
});

describe('behaviour 7.13: a final failure carries the error as it came', () => {
  it('says what the provider said, and what is wrong with a summary', async () => {
    const auth = failureOf(
      await (
        await bench(times(3, failsWith({ kind: 'auth', detail: 'invalid x-api-key' })))
      ).run({ trigger: 'auto' }),
    );
    assert.ok(auth.class === 'provider');
    assert.match(auth.message, /invalid x-api-key/);
    const invalid = failureOf(await (await bench(times(3, nonsense))).run());
    assert.ok(invalid.class === 'validation');
    assert.equal(invalid.message, 'heading "Scope" is missing');
  });
});

describe('behaviour 7.3: the request of every attempt is made of the same frozen conversation', () => {
  it('does not change with records that come between two attempts', async () => {
    const clock = new VirtualClock();
    const subject = await bench([failsWith(down), says(soundSummary)], clock);
    const outcome = subject.run();
    await settle();
    const late = { kind: 'notice', id: 'late', turn: 3, at: 'now', level: 'info', text: 'late' } as const;
    await subject.session.write.append([late], new AbortController().signal);
    await clock.advance(1000);
    await outcome;
    assert.equal(inputOf(subject, 1), inputOf(subject, 0));
  });
});
