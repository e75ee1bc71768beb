// Commands that run while their conversation is compacted, over real files and more than one rotation.

import assert from 'node:assert/strict';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import { prepareArchives } from '../../../../src/core/executions/archive.ts';
import { renderOf } from '../../../../src/core/executions/records.ts';
import type { CompactionTarget } from '../../../../src/core/compaction/target.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { compactionBench, soundSummary, type Bench } from '../../../support/compaction-bench.ts';
import { conversation } from '../../../support/conversation.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { executionsBench, type ExecutionsBench } from '../../../support/executions-bench.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { says } from '../../../support/scripted-provider.ts';
import { settle } from '../../../support/virtual-clock.ts';
import { appliedOf, inputOf, keepOne, times, visibleTexts } from '../compaction/run-samples.ts';

/** Two commands are called in the first turn, and a turn follows. */
const records = conversation()
  .user('Start both')
  .calls('run_command', { command: 'npm run dev' })
  .calls('run_command', { command: 'npm test' })
  .results('still running', 'still running')
  .assistant('Both run.')
  .settled()
  .user('And now?')
  .assistant('We wait.')
  .settled()
  .records();

interface Compacted {
  readonly computer: MemoryComputer;
  readonly bench: Bench;
  readonly commands: ExecutionsBench;
}

async function running(): Promise<Compacted> {
  const computer = new MemoryComputer();
  let commands: ExecutionsBench | undefined = undefined;
  let fresh = 0;
  const target = (root: CompactionTarget): CompactionTarget => ({
    ...root,
    carry: (removal) =>
      prepareArchives(
        removal,
        { live: () => commands?.executions.live() ?? [] },
        {
          id: () => `fresh-${++fresh}`,
          at: 'now',
        },
      ),
  });
  const store = computer.store();
  const scripts = times(4, says(soundSummary));
  const bench = await compactionBench({ records, settings: keepOne, store, target, scripts });
  commands = await executionsBench({ session: bench.session });
  for (const [callId, command] of [
    ['call-1', 'npm run dev'],
    ['call-2', 'npm test'],
  ] as const) {
    await commands.start(command, { callId, yieldMs: 1000 });
    commands.processes.last.prints(`${command} prints\n`);
  }
  await commands.clock.advance(1000);
  return { computer, bench, commands };
}

function executionRecords({ bench }: Compacted): readonly (readonly (string | undefined)[])[] {
  return bench.session
    .active()
    .records.flatMap((record) =>
      record.kind === 'execution-archive' || record.kind === 'execution-completion'
        ? [[record.kind, renderOf(record)?.command]]
        : [],
    );
}

async function talkOn({ bench }: Compacted, turn: number): Promise<void> {
  const more = conversation().user('On').assistant('ok').settled().user('On').assistant('ok').settled();
  const own = more.records().map((record): TranscriptRecord => ({
    ...record,
    ...{ id: `${turn}-${record.id}`, turn: record.turn + turn },
  }));
  valueOf(await bench.session.write.append(own, never));
}

describe('behaviours 10.4 and 10.5: commands that run through compactions', () => {
  it('leave one archive each in every successor, hidden from model and summary, and the session sound', async () => {
    const all = await running();
    const { computer, bench } = all;
    for (let round = 1; round <= 3; round++) {
      appliedOf(await bench.run({ tail: round === 2 ? 'none' : 'recent' }));
      assert.deepEqual(executionRecords(all), [
        ['execution-archive', 'npm run dev'],
        ['execution-archive', 'npm test'],
      ]);
      assert.equal(visibleTexts(bench).join('\n').includes('prints'), false);
      assert.equal(inputOf(bench, round - 1).includes('prints'), false);
      await talkOn(all, 10 * round);
    }
    const { problems } = valueOf(await verifySessionFolder(computer.ports(), bench.session.path, never));
    assert.deepEqual(problems, []);
  });

  it('end in one completion, told once, however often their archive has moved', async () => {
    const all = await running();
    const { bench, commands } = all;
    for (let round = 1; round <= 2; round++) {
      appliedOf(await bench.run());
      await talkOn(all, 10 * round);
    }
    commands.processes.started[1]?.ends(1);
    await settle();
    assert.equal(commands.executions.mailbox.waiting('/root').length, 1);
    assert.deepEqual(executionRecords(all).at(-1), ['execution-completion', 'npm test']);
    appliedOf(await bench.run({ tail: 'none' }));
    assert.deepEqual(executionRecords(all), [
      ['execution-archive', 'npm run dev'],
      ['execution-completion', 'npm test'],
    ]);
    assert.equal(commands.executions.mailbox.waiting('/root').length, 1);
  });

  it('may end in the middle of one: the end moves on behind the archive and counts', async () => {
    const computer = new MemoryComputer();
    const store = computer.store();
    let commands: ExecutionsBench | undefined = undefined;
    const bench: Bench = await compactionBench({
      ...{ records, settings: keepOne, store },
      target: (root) => ({
        ...root,
        carry: (removal) => {
          const place = { id: () => 'fresh', at: 'now' };
          const live = commands?.executions ?? { live: () => [] };
          const carried = prepareArchives(removal, live, place);
          commands?.processes.last.ends(0);
          return carried;
        },
      }),
    });
    commands = await executionsBench({ session: bench.session });
    await commands.start('npm test', { callId: 'call-2', yieldMs: 1000 });
    await commands.clock.advance(1000);
    appliedOf(await bench.run());
    await settle();
    assert.deepEqual(executionRecords({ computer, bench, commands }), [
      ['execution-archive', 'npm test'],
      ['execution-completion', 'npm test'],
    ]);
    computer.kill();
    const again = valueOf(await computer.store().open(bench.session.path, 'write', never));
    const reopened = await executionsBench({ session: again });
    await reopened.executions.resume();
    assert.deepEqual(reopened.emitted, []);
    assert.match(reopened.executions.mailbox.waiting('/root')[0]?.text ?? '', /exit code 0/);
  });

  it('are lost, once each, when the host is killed after their archive has moved', async () => {
    const all = await running();
    const { computer, bench } = all;
    appliedOf(await bench.run());
    computer.crash();
    const again = valueOf(await computer.store().open(bench.session.path, 'write', never));
    const commands = await executionsBench({ session: again });
    await commands.executions.resume();
    assert.deepEqual(
      commands.emitted.map(({ command, end, output }) => [command, end, output.head]),
      [
        ['npm run dev', 'lost', 'npm run dev prints\n'],
        ['npm test', 'lost', 'npm test prints\n'],
      ],
    );
    assert.equal(commands.executions.mailbox.waiting('/root').length, 2);
  });
});
