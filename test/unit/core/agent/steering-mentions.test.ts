// Mentions of what is said while a turn runs: told to the model as those of a prompt are, once, right before the words.

import assert from 'node:assert/strict';
import { createMentions } from '../../../../src/core/agent/mentions.ts';
import { Workspace } from '../../../../src/core/tools/workspace.ts';
import { inlineText } from '../../../../src/core/transcript/parts.ts';
import { looksAt } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { prompts } from '../../../support/compaction-bench.ts';
import { deferred } from '../../../support/deferred.ts';
import { valueOf } from '../../../support/expect.ts';
import { MemoryWorkspace } from '../../../support/memory-workspace.ts';
import { failsWith, says, waits } from '../../../support/scripted-provider.ts';
import { ScriptedTools } from '../../../support/scripted-tools.ts';
import { settle } from '../../../support/virtual-clock.ts';

const disk = (): MemoryWorkspace => new MemoryWorkspace().put('/w/a.ts', 'one\n').put('/w/b.ts', 'two\n');
const expandMentions = createMentions({ workspace: new Workspace(disk(), () => ['/w']), prompts });
const steer = { whileBusy: 'steer' } as const;

/** What stands in the records of it: words of the person, files that were told, touches; each with its turn. */
function told(bench: ChatBench): readonly string[] {
  return bench.records().flatMap((record) => {
    if (record.kind === 'user') return [`${record.turn} says ${inlineText(record.content)}`];
    if (record.kind === 'reminder')
      return [`${record.turn} tells ${/\d\t\w+/.exec(inlineText(record.content))?.[0]}`];
    return record.kind === 'file-touch' ? [`${record.turn} ${record.access} ${record.path}`] : [];
  });
}

describe('mentions of steering', () => {
  it('stand right before it, with the request that follows the running calls', async () => {
    const bench = await chatBench({
      tools: new ScriptedTools(async () => {
        valueOf(await bench.chat.submit('Mind @a.ts and @b.ts', steer));
        return 'seen';
      }),
      scripts: [looksAt('x'), says('Done.')],
      deps: { expandMentions },
    });
    await bench.say('Go');
    assert.deepEqual(told(bench), [
      ...['1 says Go', '1 tells 1\tone', '1 tells 1\ttwo', '1 read /w/a.ts', '1 read /w/b.ts'],
      '1 says Mind @a.ts and @b.ts',
    ]);
    assert.match(
      JSON.stringify(bench.provider.requests[1]?.messages.at(-1)),
      /<system-reminder>[^]*one[^]*<system-reminder>[^]*two[^]*Mind @a\.ts/,
    );
  });

  it('are those of the words as they are when they are sent', async () => {
    const begun = deferred();
    const gate = deferred();
    const bench = await chatBench({
      tools: new ScriptedTools(async () => {
        valueOf(await bench.chat.submit('Mind @a.ts', steer));
        return 'seen';
      }),
      scripts: [looksAt('x'), says('Done.')],
      deps: {
        expandMentions: async (text, signal) => {
          if (text.includes('@a.ts')) {
            begun.resolve();
            await gate.promise;
          }
          return expandMentions(text, signal);
        },
      },
    });
    const said = bench.say('Go');
    await begun.promise;
    const [entry] = bench.session.session().queue.steering;
    assert.equal(valueOf(await bench.chat.edit(entry?.id ?? '', 'Mind @b.ts')), true);
    valueOf(await bench.chat.submit('Also @a.ts', steer));
    gate.resolve();
    await said;
    assert.deepEqual(told(bench), [
      ...['1 says Go', '1 tells 1\ttwo', '1 read /w/b.ts', '1 says Mind @b.ts'],
      ...['1 tells 1\tone', '1 read /w/a.ts', '1 says Also @a.ts'],
    ]);
  });

  it('belong to its turn where that did not live to hear it', async () => {
    const gate = deferred();
    const refused = failsWith({ kind: 'rejected', status: 400, detail: 'no' });
    const bench = await chatBench({
      scripts: [[waits(gate.promise), ...refused], says('Yes.')],
      deps: { expandMentions },
    });
    valueOf(await bench.chat.submit('Go', steer));
    await settle();
    valueOf(await bench.chat.submit('Mind @b.ts', steer));
    gate.resolve();
    await bench.chat.idle();
    await bench.say('Another');
    assert.deepEqual(told(bench), [
      ...['1 says Go', '1 tells 1\ttwo', '1 read /w/b.ts', '1 says Mind @b.ts'],
      '2 says Another',
    ]);
  });

  it('end with the turn when it is stopped while they are looked up', async () => {
    const bench = await chatBench({
      tools: new ScriptedTools(async () => {
        valueOf(await bench.chat.submit('Mind @a.ts', steer));
        return 'seen';
      }),
      scripts: [looksAt('x')],
      deps: {
        expandMentions: (text, signal) =>
          text.includes('@a.ts') ? new Promise(() => undefined) : expandMentions(text, signal),
      },
    });
    const said = bench.say('Go');
    await settle();
    bench.chat.stop();
    await said;
    assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
    assert.deepEqual(
      bench.session.session().queue.steering.map(({ text }) => text),
      ['Mind @a.ts'],
    );
  });
});

describe('mentions of a follow-up', () => {
  it('are told with the turn it becomes', async () => {
    const bench = await chatBench({
      tools: new ScriptedTools(async () => {
        valueOf(await bench.chat.submit('Then @b.ts', { whileBusy: 'follow-up' }));
        return 'seen';
      }),
      scripts: [looksAt('x'), says('Done.'), says('Then.')],
      deps: { expandMentions },
    });
    await bench.say('Go');
    assert.deepEqual(told(bench), ['1 says Go', '2 tells 1\ttwo', '2 read /w/b.ts', '2 says Then @b.ts']);
  });
});
