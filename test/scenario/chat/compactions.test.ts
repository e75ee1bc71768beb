import { textContent } from '../../../src/core/transcript/parts.ts';
import { soundSummary } from '../../support/compaction-bench.ts';
import { assertPlayed } from '../../support/chat-stage.ts';
import { failsWith, hangs, runs, says } from '../../support/scripted-provider.ts';
import { ScriptedTools } from '../../support/scripted-tools.ts';
import { longTurns, looksAt } from '../../support/chat-answers.ts';
import { conversation } from '../../support/conversation.ts';

const summary = says(soundSummary);
const down = failsWith({ kind: 'cut-short', detail: 'the connection was closed' });

describe('a chat that compacts', () => {
  it('compacts before it sends, and sends the same prompt', () =>
    assertPlayed(
      import.meta.url,
      { name: 'pre-send', title: 'A prompt over the threshold' },
      async (stage) => {
        await stage.open({
          records: longTurns(3, 300).records(),
          window: 1000,
          settings: { 'compaction.tailBudget': 0.5 },
          summaries: [summary],
          scripts: [says('In the parser.')],
        });
        stage.bench.reminders.stage({ name: 'note', text: 'It is late.' });
        await stage.says('Where was that?');
        await stage.rests();
      },
    ));

  it('compacts between tool results and the request that carries them on, with steering behind it', () =>
    assertPlayed(
      import.meta.url,
      { name: 'continuation', title: 'A compaction in the middle of a turn, while the person steers' },
      async (stage) => {
        const tools = new ScriptedTools(async () => {
          await stage.steers('Be brief');
          return { content: textContent('x'.repeat(1600)), touches: [{ path: '/w/a', access: 'read' }] };
        });
        await stage.open({
          records: longTurns(2, 200).records(),
          window: 1000,
          tools,
          scripts: [looksAt('a'), says('Brief.')],
          summaries: [[runs(() => stage.steers('And kind')), ...summary]],
        });
        await stage.says('Look at a');
        await stage.rests();
      },
    ));

  it('names files to read again once, in the request it was compacted for (behaviours 3.18, 11.4)', () =>
    assertPlayed(
      import.meta.url,
      { name: 'touched-files', title: 'Files of a summarised turn, told right before the prompt' },
      async (stage) => {
        const touched = conversation().user('Read them').touched('/w/b', 'modified').touched('/w/a');
        await stage.open({
          records: [
            ...touched.assistant('Read. '.padEnd(1200, '.')).settled().records(),
            ...longTurns(3, 300)
              .records()
              .map((record) => ({ ...record, id: `late-${record.id}`, turn: record.turn + 1 })),
          ],
          window: 1000,
          summaries: [says(soundSummary)],
          scripts: [failsWith({ kind: 'auth', detail: 'no key' }), says('In a.')],
        });
        await stage.says('Where was that?');
        await stage.rests();
        await stage.does('The person retries', ({ chat }) => chat.retry());
        await stage.rests();
      },
    ));

  it('runs a manual compaction at the next gate of the running turn', () =>
    assertPlayed(
      import.meta.url,
      { name: 'manual-in-turn', title: 'A manual compaction while a turn runs' },
      async (stage) => {
        const tools = new ScriptedTools(async () => {
          await stage.does('The person compacts, with instructions', ({ chat }) => {
            void chat.compact({ tail: 'none', guidance: 'Keep the file names' });
          });
          return 'seen';
        });
        await stage.open({
          records: longTurns(2, 100).records(),
          tools,
          scripts: [looksAt('a'), says('Done.')],
          summaries: [summary],
        });
        await stage.says('Look at a');
        await stage.rests();
      },
    ));

  it('runs a manual compaction between turns and keeps what is said meanwhile', () =>
    assertPlayed(
      import.meta.url,
      { name: 'manual-idle', title: 'A manual compaction while nothing runs' },
      async (stage) => {
        await stage.open({
          records: longTurns(3, 100).records(),
          settings: { 'compaction.tailTurns': 1 },
          scripts: [says('Here.')],
          summaries: [[runs(() => stage.steers('Are you there?')), ...summary]],
        });
        await stage.does('The person compacts', ({ chat }) => {
          void chat.compact({ tail: 'recent' });
        });
        await stage.rests();
      },
    ));

  it('keeps the prompt when the person stops the compaction before it', () =>
    assertPlayed(
      import.meta.url,
      { name: 'stop-compacting', title: 'Stop while compacting' },
      async (stage) => {
        await stage.open({
          records: longTurns(3, 300).records(),
          window: 1000,
          summaries: [[hangs], summary],
          scripts: [says('There.')],
        });
        await stage.says('Where was that?');
        await stage.rests();
        await stage.does('The person stops', ({ chat }) => chat.stop());
        await stage.rests();
        await stage.does('The person sends it again', ({ chat }) => chat.retry());
        await stage.rests();
      },
    ));

  it('switches automatic compaction off after the third failed run, warns once and goes on', () =>
    assertPlayed(
      import.meta.url,
      { name: 'third-failure', title: 'The third failed run switches off' },
      async (stage) => {
        await stage.open({
          records: longTurns(3, 300).records(),
          window: 1000,
          summaries: Array.from({ length: 9 }, () => down),
          scripts: [says('Answered.'), says('And this.')],
        });
        await stage.says('First try');
        await stage.passes(3000);
        for (const time of ['second', 'third', 'fourth']) {
          await stage.does(`The person sends it a ${time} time`, ({ chat }) => chat.retry());
          await stage.passes(3000);
        }
        await stage.says('One more');
        await stage.rests();
      },
    ));
});
