import { assertPlayed } from '../../support/chat-stage.ts';
import { says, runs } from '../../support/scripted-provider.ts';
import { ScriptedTools } from '../../support/scripted-tools.ts';
import { looksAt, usage } from '../../support/chat-answers.ts';
import { never } from '../../support/expect.ts';

describe('a chat', () => {
  it('answers a prompt', () =>
    assertPlayed(import.meta.url, { name: 'plain-turn', title: 'A prompt and its answer' }, async (stage) => {
      await stage.open({ scripts: [says('Hello there.', 6)] });
      await stage.says('Hi');
      await stage.rests();
    }));

  it('runs calls side by side and carries their results on in call order', () =>
    assertPlayed(
      import.meta.url,
      { name: 'parallel-tools', title: 'Three calls in one answer' },
      async (stage) => {
        const lengths: Readonly<Record<string, number>> = { 'call-a': 30, 'call-b': 10, 'call-c': 20 };
        const tools = new ScriptedTools(async (call, _, progress) => {
          progress({ state: 'running', label: call.input });
          await stage.clock.delay(lengths[call.callId] ?? 0, never);
          return { touches: [{ path: `/w/${call.callId}`, access: 'read' }] };
        });
        await stage.open({ tools, scripts: [looksAt('a', 'b', 'c'), [...says('All seen.')]] });
        await stage.says('Look at a, b and c');
        await stage.rests();
        for (let time = 0; time < 3; time++) await stage.passes(10);
      },
    ));

  it('tells the running turn what the person says meanwhile', () =>
    assertPlayed(
      import.meta.url,
      { name: 'steering', title: 'Steering in the middle of a turn' },
      async (stage) => {
        const tools = new ScriptedTools(async () => {
          await stage.steers('Only the first line');
          return 'line 1, line 2';
        });
        const answer = [
          { type: 'text', text: 'Line 1.' },
          runs(() => stage.steers('And shout')),
          usage(150),
          { type: 'stop', reason: 'end' },
        ] as const;
        await stage.open({ tools, scripts: [looksAt('a'), answer, says('LINE 1.')] });
        await stage.says('Read a');
        await stage.rests();
      },
    ));

  it('sends follow-ups one after the other', () =>
    assertPlayed(
      import.meta.url,
      { name: 'follow-ups', title: 'Two follow-ups behind a turn' },
      async (stage) => {
        const first = [runs(() => stage.says('Second')), runs(() => stage.says('Third')), ...says('One.')];
        await stage.open({ scripts: [first, says('Two.'), says('Three.')] });
        await stage.says('First');
        await stage.rests();
      },
    ));

  it('tells the model how a command ended that went on in the background', () =>
    assertPlayed(
      import.meta.url,
      { name: 'mailbox', title: 'News of a command, between two calls' },
      async (stage) => {
        const tools = new ScriptedTools(() => {
          stage.bench.executions.mail = [{ id: 'exec-1', text: 'make ended with exit code 0.' }];
          return 'seen';
        });
        await stage.open({ tools, scripts: [looksAt('a'), says('It is built.')] });
        await stage.says('Look while it builds');
        await stage.rests();
      },
    ));

  it('holds a request back while the person pauses what they said to it', () =>
    assertPlayed(
      import.meta.url,
      { name: 'held', title: 'Steering that is paused, changed and let go' },
      async (stage) => {
        const tools = new ScriptedTools(async () => {
          await stage.steers('Be breif');
          await stage.does('The person pauses delivery', ({ chat }) => chat.pauseQueue());
          return 'seen';
        });
        await stage.open({ tools, scripts: [looksAt('a'), says('Brief.')] });
        await stage.says('Look');
        await stage.rests();
        await stage.does('The person corrects it', async ({ chat, session }) => {
          const [entry] = session.session().queue.steering;
          await chat.edit(entry?.id ?? '', 'Be brief');
        });
        await stage.rests();
        await stage.does('The person lets it go', ({ chat }) => chat.resumeQueue());
        await stage.rests();
      },
    ));
});
