import { asksFor } from '../../support/chat-answers.ts';
import { assertPlayed, type Stage } from '../../support/chat-stage.ts';
import { soundSummary } from '../../support/compaction-bench.ts';
import { says } from '../../support/scripted-provider.ts';
import { StageTools } from '../../support/stage-tools.ts';

const starts = asksFor(['dev', 'run_command', { command: 'npm run dev', yield_seconds: 1 }]);

const compactsAll = (stage: Stage): Promise<void> =>
  stage.does('The person compacts everything', ({ chat }) => chat.compact({ tail: 'none' }));

/** A command that goes on in the background and prints. */
async function goesOn(stage: Stage, tools: StageTools): Promise<void> {
  await stage.says('Start it');
  await stage.rests();
  await stage.does('The command prints', () => tools.processes.last.prints('ready\n'));
  await stage.passes(2500);
}

describe('a command that goes on in the background', () => {
  it('is archived by each compaction, completed once, and told once (behaviours 10.5, 10.6, 10.14)', () =>
    assertPlayed(
      import.meta.url,
      { name: 'command-archived', title: 'A command that outlives two compactions' },
      async (stage) => {
        const tools = new StageTools(stage);
        await stage.open({
          deps: tools.deps,
          summaries: [says(soundSummary), says(soundSummary), says(soundSummary)],
          scripts: [starts, says('It runs.'), says('Still there.'), says('It failed.'), says('Nothing.')],
        });
        await goesOn(stage, tools);
        await compactsAll(stage);
        await stage.says('Is it still there?');
        await stage.rests();
        await compactsAll(stage);
        await stage.does('The command ends', () => tools.processes.last.ends(1));
        await stage.rests();
        await stage.says('And now?');
        await stage.rests();
        await compactsAll(stage);
        await stage.says('Anything new?');
        await stage.rests();
      },
    ));

  it('is lost when the process is killed, keeps what it printed, and is told once (behaviour 10.11)', () =>
    assertPlayed(
      import.meta.url,
      { name: 'command-lost', title: 'A command that is lost behind a compaction' },
      async (stage) => {
        const before = new StageTools(stage);
        await stage.open({
          deps: before.deps,
          summaries: [says(soundSummary)],
          scripts: [starts, says('It runs.')],
        });
        await goesOn(stage, before);
        await compactsAll(stage);
        stage.crashes();
        await stage.open({
          deps: new StageTools(stage).deps,
          summaries: [says(soundSummary)],
          scripts: [says('It is lost.'), says('Nothing.')],
        });
        await stage.says('Is it still there?');
        await stage.rests();
        await compactsAll(stage);
        await stage.says('Anything new?');
        await stage.rests();
      },
    ));
});
