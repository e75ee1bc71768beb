// Commands that yield, go on, are stopped, and end: what whoever started them gets, what is shown, and what is on disk.

import assert from 'node:assert/strict';
import { err } from '../../../../src/base/result.ts';
import { renderOf } from '../../../../src/core/executions/records.ts';
import { isLive } from '../../../../src/core/executions/render.ts';
import { conversation } from '../../../support/conversation.ts';
import { executionsBench, type ExecutionsBench } from '../../../support/executions-bench.ts';
import { never } from '../../../support/expect.ts';
import { settle } from '../../../support/virtual-clock.ts';

const started = '2026-11-30T12:00:00.000Z';

function kinds(bench: ExecutionsBench): readonly string[] {
  return bench.session
    .active()
    .records.map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('execution'));
}

describe('a command that ends before it yields', () => {
  it('is answered with its end, which is on disk and shown by then', async () => {
    const bench = await executionsBench();
    const { known } = await bench.start('npm test');
    bench.processes.last.prints('ok\n');
    await bench.clock.advance(1500);
    assert.equal(known(), undefined);
    bench.processes.last.ends(0);
    await settle();
    const answer = known();
    assert.ok(answer?.kind === 'ended');
    assert.deepEqual(answer.render, {
      ...{ executionId: answer.render.executionId, callId: 'call-1', owner: '/root', command: 'npm test' },
      ...{ cwd: '/work', state: 'ended', startedAt: started, endedAt: '2026-11-30T12:00:01.500Z' },
      ...{ end: 'exited', outcome: 'success', exitCode: 0 },
      output: { head: 'ok\n', tail: '', characters: 3, omitted: 0 },
    });
    assert.deepEqual(bench.emitted.at(-1), answer.render);
    const [completion] = bench.recordsOf('execution-completion');
    assert.deepEqual(completion && [renderOf(completion), completion.told], [answer.render, true]);
    assert.deepEqual(bench.executions.mailbox.waiting('/root'), []);
    assert.deepEqual(kinds(bench), ['execution-completion']);
  });

  it('is answered with why it did not start', async () => {
    const bench = await executionsBench();
    bench.processes.onStart = (process) => process.ends({ kind: 'not-started', why: 'no such folder' });
    const answer = (await bench.start('npm test')).known();
    assert.deepEqual(answer && [answer.kind, answer.render.end, answer.render.outcome], [
      ...['ended', 'not-started', 'failure'],
    ]);
  });

  it('is answered also when its end cannot be kept; it is shown and forgotten once it can', async () => {
    const failure = { kind: 'disk-full', path: '/memory/1' } as const;
    let isFull = true;
    const bench = await executionsBench({
      transcript: (own) => ({
        ...own,
        append: async (records) => (isFull ? err(failure) : own.append(records)),
      }),
    });
    const { known } = await bench.start('npm test');
    bench.processes.last.ends(0);
    await settle();
    assert.equal(known()?.kind, 'ended');
    assert.ok(bench.emitted.every(isLive));
    assert.deepEqual(bench.executions.live(), []);
    assert.equal(bench.executions.ofCall('call-1')?.state, 'ended');
    isFull = false;
    bench.executions.mailbox.waiting('/root');
    await settle();
    assert.deepEqual([bench.emitted.at(-1)?.state, kinds(bench)], ['ended', ['execution-completion']]);
  });
});

describe('a command that outlasts the patience of its caller', () => {
  it('goes on in the background, and the records say so', async () => {
    const bench = await executionsBench();
    const { known } = await bench.start('npm run dev', { yieldMs: 5000 });
    bench.processes.last.prints('listening\n');
    await bench.clock.advance(5000);
    const answer = known();
    assert.deepEqual([answer?.kind, answer?.render.state], ['background', 'running']);
    assert.deepEqual(kinds(bench), ['execution-archive']);
    assert.deepEqual(bench.executions.live(), [answer?.render]);
    assert.deepEqual(bench.processes.last.stops, []);
  });

  it('behaviour 10.14: tells its end to the mailbox of its owner, once, until the transcript has it', async () => {
    const bench = await executionsBench();
    await bench.start('npm run build', { yieldMs: 1000 });
    await bench.clock.advance(1000);
    bench.processes.last.prints('\x1b[31m2 errors\x1b[0m\n');
    await bench.clock.advance(61_000);
    bench.processes.last.ends(3);
    await settle();
    const { mailbox } = bench.executions;
    const [message, ...others] = mailbox.waiting('/root');
    assert.deepEqual([others, mailbox.waiting('/root/explorer')], [[], []]);
    const [completion] = bench.recordsOf('execution-completion');
    assert.ok(message !== undefined && message.id === completion?.executionId);
    assert.equal(
      message.text,
      `The command \`npm run build\` (execution ${message.id}) has ended: ` +
        'exit code 3 after 1 min 2 s. What it printed last:\n2 errors',
    );
    mailbox.delivered([message.id]);
    assert.deepEqual(mailbox.waiting('/root'), []);
  });

  it('behaviour 10.7: updates its row when it ends', async () => {
    const bench = await executionsBench();
    await bench.start('npm run build', { yieldMs: 1000 });
    await bench.clock.advance(1000);
    assert.equal(bench.executions.ofCall('call-1')?.state, 'running');
    bench.processes.last.ends(0);
    await settle();
    assert.deepEqual([bench.emitted.at(-1)?.callId, bench.emitted.at(-1)?.outcome], ['call-1', 'success']);
    const known = bench.executions.ofCall('call-1');
    assert.deepEqual([known?.state, bench.executions.byId(known?.executionId ?? '')], ['ended', known]);
    assert.equal(bench.executions.ofCall('call-9'), undefined);
  });

  it('that ends while the records are told of it is told to the mailbox', async () => {
    const bench: ExecutionsBench = await executionsBench({
      transcript: (own) => ({
        ...own,
        append: async (records) => {
          if (records[0]?.kind === 'execution-archive') bench.processes.last.ends(0);
          return own.append(records);
        },
      }),
    });
    const { known } = await bench.start('npm test', { yieldMs: 1000 });
    await bench.clock.advance(1000);
    assert.equal(known()?.kind, 'background');
    assert.equal(bench.executions.mailbox.waiting('/root').length, 1);
  });
});

describe('the output of a running command', () => {
  it('is shown at most every 100 milliseconds, and the newest in the end', async () => {
    const bench = await executionsBench();
    await bench.start('npm test', { yieldMs: 60_000 });
    const before = bench.emitted.length;
    for (let tick = 0; tick < 1000; tick += 10) {
      bench.processes.last.prints('.');
      await bench.clock.advance(10);
    }
    const shown = bench.emitted.slice(before);
    assert.ok(shown.length >= 9 && shown.length <= 11, String(shown.length));
    await bench.clock.advance(100);
    assert.equal(bench.emitted.at(-1)?.output.characters, 100);
  });

  it('is on disk at most two seconds behind, and no longer than it runs', async () => {
    const copied: (readonly string[])[] = [];
    const bench = await executionsBench({
      transcript: (own) => ({
        ...own,
        keepRunning: async (renders) => {
          copied.push(renders.map(({ output }) => output.head));
          return own.keepRunning(renders);
        },
      }),
    });
    await bench.start('npm run dev', { yieldMs: 1000 });
    bench.processes.last.prints('one ');
    await bench.clock.advance(2000);
    assert.deepEqual(copied, [['one ']]);
    bench.processes.last.prints('two ');
    bench.processes.last.prints('three');
    await bench.clock.advance(1999);
    assert.equal(copied.length, 1);
    await bench.clock.advance(1);
    assert.deepEqual(copied.at(-1), ['one two three']);
    await bench.clock.advance(60_000);
    assert.equal(copied.length, 2);
    bench.processes.last.ends(0);
    await settle();
    assert.deepEqual(copied.at(-1), []);
  });

  it('of a short command leaves no copy at all', async () => {
    let copies = 0;
    const bench = await executionsBench({
      transcript: (own) => ({
        ...own,
        keepRunning: async (renders) => {
          copies++;
          return own.keepRunning(renders);
        },
      }),
    });
    await bench.start('true');
    bench.processes.last.ends(0);
    await bench.clock.advance(10_000);
    assert.equal(copies, 0);
  });
});

describe('stopping a command', () => {
  it('asks it first and forces it two seconds later', async () => {
    const bench = await executionsBench();
    await bench.start('npm run dev', { yieldMs: 1000 });
    await bench.clock.advance(1000);
    const [live] = bench.executions.live();
    bench.executions.stop(live?.executionId ?? '');
    assert.deepEqual([bench.processes.last.stops, bench.executions.live()[0]?.state], [['ask'], 'stopping']);
    await bench.clock.advance(1999);
    bench.executions.stop(live?.executionId ?? '');
    assert.deepEqual(bench.processes.last.stops, ['ask']);
    bench.processes.last.endsWhen('force');
    await bench.clock.advance(1);
    assert.deepEqual(bench.processes.last.stops, ['ask', 'force']);
    assert.deepEqual([bench.emitted.at(-1)?.end, bench.emitted.at(-1)?.outcome], ['stopped', 'failure']);
    assert.match(bench.executions.mailbox.waiting('/root')[0]?.text ?? '', /stopped after 3\.0 s/);
    bench.executions.stop('no such execution');
  });

  it('by the abort of the call that started it is answered at once, however long it takes', async () => {
    const bench = await executionsBench();
    const abort = new AbortController();
    const { known } = await bench.start('npm test', { signal: abort.signal });
    abort.abort('user');
    await settle();
    assert.deepEqual([bench.processes.last.stops, known()], [['ask'], undefined]);
    await bench.clock.advance(50);
    assert.deepEqual([known()?.kind, known()?.render.state], ['background', 'stopping']);
    bench.processes.last.endsWhen('force');
    await bench.clock.advance(2000);
    assert.equal(bench.recordsOf('execution-completion').length, 1);
    assert.equal(bench.executions.mailbox.waiting('/root').length, 1);
  });

  it('that listens is answered with its end', async () => {
    const bench = await executionsBench();
    const abort = new AbortController();
    const { known } = await bench.start('npm test', { signal: abort.signal });
    bench.processes.last.endsWhen('ask');
    abort.abort('user');
    await settle();
    assert.deepEqual([known()?.kind, known()?.render.end], ['ended', 'stopped']);
    assert.deepEqual(bench.executions.mailbox.waiting('/root'), []);
  });

  it('whose call was aborted before it began starts nothing', async () => {
    const bench = await executionsBench();
    const { known } = await bench.start('npm test', { signal: AbortSignal.abort('user') });
    assert.deepEqual([bench.processes.started.length, known()?.render.end], [0, 'stopped']);
  });
});

describe('the end of the session', () => {
  it('ends everything, which is lost with what it printed, and waits until no process and no copy is left', async () => {
    const records = conversation().user('Run').calls('run').calls('run').records();
    const bench = await executionsBench({ records });
    await bench.start('one', { callId: 'call-1', yieldMs: 1000 });
    bench.processes.last.endsWhen('ask');
    await bench.start('two', { callId: 'call-2', yieldMs: 1000 });
    bench.processes.last.endsWhen('force');
    await bench.clock.advance(2000);
    let isOver = false;
    const disposed = bench.executions.dispose().then(() => (isOver = true));
    await bench.clock.advance(1999);
    assert.equal(isOver, false);
    await bench.clock.advance(1);
    await disposed;
    const ends = bench.recordsOf('execution-completion').map((record) => renderOf(record)?.end);
    assert.deepEqual(ends, ['lost', 'lost']);
    assert.deepEqual([bench.executions.live(), bench.clock.waiting], [[], 0]);
    await bench.session.close();
    const again = await executionsBench({ store: bench.store, path: bench.session.path });
    assert.deepEqual(again.session.running, []);
  });

  it('refuses what is started after it', async () => {
    const bench = await executionsBench();
    await bench.executions.dispose();
    const { known } = await bench.start('npm test');
    assert.deepEqual([bench.processes.started.length, known()?.render.end], [0, 'not-started']);
  });
});

describe('a host that went away while commands ran', () => {
  async function left(): Promise<ExecutionsBench> {
    const bench = await executionsBench();
    await bench.start('npm run dev', { yieldMs: 1000 });
    await bench.clock.advance(1000);
    bench.processes.last.prints('listening on 3000\n');
    await bench.clock.advance(2000);
    await bench.session.close();
    return bench;
  }

  it('leaves them lost with what they had printed: shown, recorded and told once', async () => {
    const { store, session } = await left();
    const bench = await executionsBench({ store, path: session.path });
    await bench.executions.resume();
    const [render] = bench.emitted;
    assert.deepEqual(
      [bench.emitted.length, render?.end, render?.output.head],
      [1, 'lost', 'listening on 3000\n'],
    );
    assert.deepEqual(kinds(bench), ['execution-archive', 'execution-completion']);
    const [message] = bench.executions.mailbox.waiting('/root');
    assert.match(message?.text ?? '', /nobody saw it end\. What it printed last:\nlistening on 3000$/);
    assert.deepEqual(bench.executions.live(), []);
    await bench.session.close();

    const third = await executionsBench({ store, path: session.path });
    await third.executions.resume();
    assert.deepEqual([third.session.running, third.emitted], [[], []]);
    assert.deepEqual(third.executions.mailbox.waiting('/root'), [message]);
  });

  it('tells the next host nothing that a reminder has told already', async () => {
    const { store, session } = await left();
    const bench = await executionsBench({ store, path: session.path });
    await bench.executions.resume();
    const [message] = bench.executions.mailbox.waiting('/root');
    const name = `execution:${message?.id ?? ''}`;
    const place = { id: 'told', turn: 1, at: 'now' };
    await bench.session.write.append([{ kind: 'reminder', ...place, content: [], name }], never);
    await bench.session.close();
    const third = await executionsBench({ store, path: session.path });
    await third.executions.resume();
    assert.deepEqual(third.executions.mailbox.waiting('/root'), []);
  });
});
