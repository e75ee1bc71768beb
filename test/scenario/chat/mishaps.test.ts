import { assertPlayed } from '../../support/chat-stage.ts';
import { failsWith, hangs, says } from '../../support/scripted-provider.ts';
import { ScriptedTools } from '../../support/scripted-tools.ts';
import { looksAt } from '../../support/chat-answers.ts';

describe('a chat with mishaps', () => {
  it('asks again after a transient failure, and shows it', () =>
    assertPlayed(
      import.meta.url,
      { name: 'provider-retry', title: 'A provider that fails twice' },
      async (stage) => {
        await stage.open({
          scripts: [
            [{ type: 'text', text: 'Half an ans' }, ...failsWith({ kind: 'network', detail: 'reset' })],
            failsWith({ kind: 'rate-limit', detail: 'slow down', retryAfterSeconds: 7 }),
            says('A whole answer.'),
          ],
        });
        await stage.says('Answer me');
        await stage.passes(1000);
        await stage.passes(7000);
      },
    ));

  it('gives up on a failure that would come again, and goes on when the person retries', () =>
    assertPlayed(
      import.meta.url,
      { name: 'provider-failure', title: 'A provider without a key' },
      async (stage) => {
        await stage.open({ scripts: [failsWith({ kind: 'auth', detail: 'no key' }), says('Now I can.')] });
        await stage.says('Answer me');
        await stage.rests();
        await stage.does('The person retries', ({ chat }) => chat.retry());
        await stage.rests();
      },
    ));

  it('keeps what had come when the person stops while it streams', () =>
    assertPlayed(
      import.meta.url,
      { name: 'stop-streaming', title: 'Stop while streaming' },
      async (stage) => {
        await stage.open({
          scripts: [
            [{ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'The first half' }, hangs],
            says('and the second.'),
            says('And more.'),
          ],
        });
        await stage.says('Tell me');
        await stage.rests();
        await stage.says('And then tell me more');
        await stage.does('The person stops', ({ chat }) => chat.stop());
        await stage.rests();
        await stage.does('The person lets it go on', ({ chat }) => chat.goOn());
        await stage.rests();
      },
    ));

  it('gives every call a result when the person stops while tools run', () =>
    assertPlayed(import.meta.url, { name: 'stop-tools', title: 'Stop while tools run' }, async (stage) => {
      const tools = new ScriptedTools((call, signal) => {
        if (call.callId === 'call-a') return 'seen';
        if (call.callId === 'call-c') return new Promise(() => undefined);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ isError: true }));
        });
      });
      await stage.open({ tools, scripts: [looksAt('a', 'b', 'c')] });
      await stage.says('Look');
      await stage.rests();
      await stage.does('The person stops', ({ chat }) => chat.stop());
      await stage.passes(100);
    }));

  it('offers to go on after a crash', () =>
    assertPlayed(
      import.meta.url,
      { name: 'crash', title: 'A crash while tools run and things wait' },
      async (stage) => {
        const tools = new ScriptedTools((call) =>
          call.callId === 'call-a' ? 'seen' : new Promise(() => undefined),
        );
        await stage.open({ tools, scripts: [looksAt('a', 'b')] });
        await stage.says('Look');
        await stage.rests();
        await stage.steers('Only at a');
        await stage.says('Then sum up');
        await stage.rests();
        stage.crashes();
        await stage.open({ scripts: [says('Only a, then.'), says('In sum: a.')] });
        await stage.does('The person lets it go on', ({ chat }) => chat.goOn());
        await stage.rests();
      },
    ));

  it('offers what was streamed after a crash', () =>
    assertPlayed(
      import.meta.url,
      { name: 'crash-streaming', title: 'A crash while streaming' },
      async (stage) => {
        await stage.open({ scripts: [[{ type: 'text', text: 'Half of ' }, hangs]] });
        await stage.says('Tell me');
        await stage.passes(2000);
        stage.crashes();
        await stage.open({ scripts: [says('it, and the rest.')] });
        await stage.does(
          `The person sees it was interrupted: ${JSON.stringify(stage.bench.chat.interrupted())}, and lets it go on`,
          ({ chat }) => chat.goOn(),
        );
        await stage.rests();
      },
    ));
});
