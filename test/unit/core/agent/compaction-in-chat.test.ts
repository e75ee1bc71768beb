import assert from 'node:assert/strict';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import type { ExecutionPorts } from '../../../../src/core/agent/create-chat.ts';
import type { ExecutionRender } from '../../../../src/core/executions/render.ts';
import { longTurns, looksAt } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench, type ChatBenchOptions } from '../../../support/chat-bench.ts';
import { PlacedExecutions } from '../../../support/chat-doubles.ts';
import { soundSummary } from '../../../support/compaction-bench.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { conversation } from '../../../support/conversation.ts';
import { deferred } from '../../../support/deferred.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { createMemoryStore } from '../../../support/memory-store.ts';
import { failsWith, hangs, says, waits } from '../../../support/scripted-provider.ts';
import { ScriptedTools } from '../../../support/scripted-tools.ts';
import { hurriedClock, settle } from '../../../support/virtual-clock.ts';

const full: ChatBenchOptions = { records: longTurns(3, 300).records(), window: 1000 };
const summary = says(soundSummary);
const refused = failsWith({ kind: 'rejected', status: 400, detail: 'no' });

function activities(bench: ChatBench): readonly string[] {
  return bench.of('activity').map(({ activity }) => activity.doing);
}

describe('behaviour 1.11: over the threshold without a right to compact', () => {
  it('warns once for both gates and sends every request', async () => {
    const bench = await chatBench({
      ...full,
      settings: { 'compaction.auto': false },
      scripts: [looksAt('a'), says('One.'), says('Two.')],
    });
    await bench.say('Look');
    await bench.say('And again');
    assert.deepEqual(
      bench.of('gate').map(({ where, decision }) => [where, decision]),
      [
        ['pre-send', 'send-uncompacted'],
        ['continuation', 'send-uncompacted'],
        ['pre-send', 'send-uncompacted'],
      ],
    );
    assert.equal(bench.provider.requests.length, 3);
    assert.deepEqual(
      bench.of('notice').map(({ level, text }) => [level, text]),
      [['warning', 'Auto-compaction skipped: auto-compaction is disabled']],
    );
  });
});

describe('behaviour 7.10: three failed automatic runs', () => {
  it('switch off after nine requests; the next send warns and goes', async () => {
    const bench = await chatBench({
      ...full,
      clock: hurriedClock(),
      summaries: Array.from({ length: 9 }, () => refused),
      scripts: [says('Answered.')],
    });
    await bench.say('Where?');
    for (let time = 0; time < 3; time++) {
      bench.chat.retry();
      await bench.chat.idle();
    }
    assert.equal(bench.summarizer.requests.length, 9);
    assert.equal(bench.provider.requests.length, 1);
    const texts = bench.records().flatMap((record) => (record.kind === 'notice' ? [record.text] : []));
    assert.deepEqual(
      texts.map((text) => text.split(':')[0]),
      [
        'Auto-compaction failed; request not sent',
        'Auto-compaction failed; request not sent',
        'Auto-compaction disabled after repeated failures; request not sent',
      ],
    );
    const skipped = bench.of('notice').filter(({ text }) => text.startsWith('Auto-compaction skipped: '));
    assert.equal(skipped.length, 1);
    bench.chat.turnAutoOnAgain();
    assert.equal(bench.chat.runs.auto.switchedOff, false);
  });
});

describe('behaviour 7.14: a chat that is stopped while it compacts', () => {
  it('cancels the run, counts no failure and sends nothing', async () => {
    const bench = await chatBench({ ...full, summaries: [[hangs]] });
    valueOf(await bench.chat.submit('Where?', { whileBusy: 'follow-up' }));
    await settle();
    assert.equal(bench.chat.runs.inFlight, true);
    bench.chat.stop();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
    assert.deepEqual(
      bench.of('compacted').map(({ outcome }) => outcome),
      [{ outcome: 'cancelled' }],
    );
    assert.equal(bench.chat.runs.inFlight, false);
    assert.equal(bench.chat.runs.auto.failuresInARow, 0);
    assert.equal(bench.provider.requests.length, 0);
  });

  it('goes on with the turn when only a manual run at its gate is cancelled', async () => {
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      summaries: [[hangs]],
      scripts: [looksAt('a'), says('Done.')],
      tools: new ScriptedTools(() => {
        void bench.chat.compact({ tail: 'none' });
        return 'seen';
      }),
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'follow-up' }));
    await settle();
    assert.equal(bench.chat.activity().doing, 'compacting');
    bench.chat.cancelCompaction();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assert.equal(bench.provider.requests.length, 2);
  });
});

describe('behaviour 11.5: what waits in the queue', () => {
  it('is the same after a manual compaction, pause and order too', async () => {
    const gate = deferred();
    const bench = await chatBench({ ...full, summaries: [[waits(gate.promise), ...summary]] });
    const running = bench.chat.compact({ tail: 'recent' });
    await settle();
    for (const text of ['first', 'second']) valueOf(await bench.chat.submit(text, { whileBusy: 'steer' }));
    valueOf(await bench.chat.pauseQueue());
    const before = bench.session.session().queue;
    gate.resolve();
    await running;
    await bench.chat.idle();
    assert.equal(bench.session.active().number, 2);
    assert.deepEqual(bench.session.session().queue, before);
    assert.deepEqual(
      before.followUps.map(({ text }) => text),
      ['first', 'second'],
    );
  });

  it('is the same after an automatic compaction, both pauses and order too', async () => {
    const entry = (id: string) => ({ id, text: id, at: '2026-11-30T12:00:00.000Z' });
    const queue = {
      steering: [entry('s1'), entry('s2')],
      followUps: [entry('f1'), entry('f2')],
      deliveryPaused: true,
      failurePaused: true,
    };
    const bench = await chatBench({ ...full, summaries: [summary], scripts: [says('One.')] });
    valueOf(await bench.session.write.update({ queue }, never));
    let after: unknown;
    bench.chat.listen(({ event }) => {
      if (event === 'compacted') after = bench.session.session().queue;
    });
    await bench.say('Go on');
    assert.equal(bench.session.active().number, 2);
    assert.deepEqual(after, queue);
  });
});

describe('behaviour 1.17: what is said while a compaction runs', () => {
  it('waits as a follow-up, whatever it was meant as, and is sent when the compaction has ended', async () => {
    const gate = deferred();
    const bench = await chatBench({
      ...full,
      summaries: [[waits(gate.promise), ...summary]],
      scripts: [says('Here.')],
    });
    const running = bench.chat.compact({ tail: 'none' });
    await settle();
    const submitted = await bench.chat.submit('Are you there?', { whileBusy: 'steer' });
    assert.deepEqual(valueOf(submitted), { kind: 'queued', as: 'follow-up' });
    assert.equal(bench.provider.requests.length, 0);
    gate.resolve();
    await running;
    await bench.chat.idle();
    assert.match(JSON.stringify(bench.provider.requests[0]?.messages.at(-1)), /Are you there\?/);
  });
});

describe('behaviour 13.4: a session that is opened again behind a compaction', () => {
  it('still shows its summary to the model, and first', async () => {
    const ids = countingIds();
    const store = createMemoryStore({ clock: hurriedClock(), ids, sha256: nodeSha256 });
    const before = await chatBench({ ...full, store, ids, summaries: [summary] });
    await before.chat.compact({ tail: 'none' });
    await before.chat.dispose();
    const session = valueOf(await store.open(before.session.path, 'write', never));
    const bench = await chatBench({ store, session, ids, scripts: [says('Yes.')] });
    await bench.say('Do you remember?');
    const [first, ...more] = bench.provider.requests[0]?.messages ?? [];
    assert.deepEqual(more, []);
    assert.match(JSON.stringify(first?.content[0]), /## Scope/);
  });
});

describe('behaviour 15.1: the progress row', () => {
  it('compacts and thinks again within one request', async () => {
    const bench = await chatBench({ ...full, summaries: [summary], scripts: [says('Done.')] });
    await bench.say('Where?');
    assert.deepEqual(
      activities(bench).filter((doing, place, all) => doing !== all[place - 1]),
      ['thinking', 'compacting', 'thinking', 'nothing'],
    );
  });

  it('ends after a manual run, whether it succeeds or fails', async () => {
    for (const script of [summary, refused]) {
      const bench = await chatBench({ ...full, clock: hurriedClock(), summaries: [script, script, script] });
      await bench.chat.compact({ tail: 'none' });
      await bench.chat.idle();
      assert.equal(activities(bench).at(-1), 'nothing');
    }
  });
});

describe('behaviour 15.6: beginning and end of a compaction', () => {
  it('name conversation, path, both models and counts of the buffer, floored to thousands', async () => {
    const bench = await chatBench({ records: longTurns(3, 1900).records(), summaries: [summary] });
    await bench.chat.compact({ tail: 'none' });
    assert.deepEqual(
      bench.of('log').map(({ text }) => text),
      [
        'Compacting bench /root for local/chat with summaries/summarizer (buffer 5k -> …)',
        'Compacted bench /root for local/chat with summaries/summarizer (buffer 5k -> 0k tokens, 0 turns kept)',
      ],
    );
  });
});

const make: ExecutionRender = {
  ...{
    executionId: 'exec-1',
    callId: 'call-1',
    owner: '/root',
    command: 'make',
    cwd: '/w',
    state: 'running',
  },
  startedAt: '2026-11-30T12:00:00.000Z',
  output: { head: 'built 3 of 9', tail: '', characters: 12, omitted: 0 },
};

describe('a command that still runs when its row is summarised', () => {
  it('is archived in the new segment from what is known of it now', async () => {
    const records = conversation()
      .user('Run')
      .calls('run')
      .results('started')
      .assistant('It runs.')
      .settled()
      .records();
    const bench = await chatBench({ records, summaries: [summary] });
    bench.executions.running = [make];
    assert.equal((await bench.chat.compact({ tail: 'none' })).outcome, 'applied');
    const [archive, ...more] = bench.records().filter((record) => record.kind === 'execution-archive');
    assert.equal(more.length, 0);
    assert.ok(JSON.stringify(archive?.render).includes('built 3 of 9'));
  });

  it('is not said to run any more when it ends before the next request', async () => {
    const executions = new PlacedExecutions();
    let ports: ExecutionPorts | undefined;
    const bench = await chatBench({
      records: longTurns(2, 100).records(),
      summaries: [summary],
      scripts: [says('Only the server, then.')],
      deps: {
        executions: (given) => {
          ports = given;
          return executions;
        },
      },
    });
    const serve: ExecutionRender = { ...make, executionId: 'exec-2', callId: 'call-2', command: 'npm start' };
    executions.running = [make, serve];
    await bench.chat.compact({ tail: 'none' });
    executions.running = [serve];
    ports?.emit({ ...make, state: 'ended', end: 'exited', outcome: 'success', exitCode: 0 });
    await bench.say('What runs?');
    const told = JSON.stringify(bench.provider.requests[0]?.messages);
    assert.match(told, /still running.*`npm start`/);
    assert.doesNotMatch(told, /`make`/);
  });
});
