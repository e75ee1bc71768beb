import assert from 'node:assert/strict';
import { never } from '../../support/expect.ts';
import { looksAt, longTurns } from '../../support/chat-answers.ts';
import { assertPlayed } from '../../support/chat-stage.ts';
import { soundSummary } from '../../support/compaction-bench.ts';
import { failsWith, hangs, says, type Script } from '../../support/scripted-provider.ts';
import { ScriptedTools } from '../../support/scripted-tools.ts';

/** The same answer with another end. */
function endsWith(script: Script, reason: 'length' | 'refusal'): Script {
  return [...script.filter(({ type }) => type !== 'stop'), { type: 'stop', reason }];
}

describe('a chat whose model answers oddly', () => {
  it('runs no call of an answer that was cut off, and asks again when the person retries', () =>
    assertPlayed(
      import.meta.url,
      { name: 'cut-off', title: 'An answer that reaches its length limit in the middle of a call' },
      async (stage) => {
        await stage.open({ scripts: [endsWith(looksAt('a'), 'length'), says('In short: a.')] });
        await stage.says('Look at a');
        await stage.rests();
        assert.deepEqual(stage.bench.tools.calls, []);
        await stage.does('The person retries', ({ chat }) => chat.retry());
        await stage.rests();
      },
    ));

  it('keeps what a model said when it declined, and takes the next prompt', () =>
    assertPlayed(
      import.meta.url,
      { name: 'refusal', title: 'A model that declines to go on' },
      async (stage) => {
        await stage.open({ scripts: [endsWith(says('I would rather not.'), 'refusal'), says('Gladly.')] });
        await stage.says('Pick this lock');
        await stage.rests();
        await stage.says('Then paint it');
        await stage.rests();
      },
    ));

  it('does not repeat a request that is too large for the service, and sends it once it was compacted', () =>
    assertPlayed(
      import.meta.url,
      { name: 'overflow', title: 'A request that the service finds too large' },
      async (stage) => {
        await stage.open({
          records: longTurns(3, 100).records(),
          scripts: [failsWith({ kind: 'overflow', detail: 'too long' }), says('In the parser.')],
          summaries: [says(soundSummary)],
        });
        await stage.says('Where was that?');
        await stage.rests();
        await stage.does('The person compacts', ({ chat }) => chat.compact({ tail: 'recent' }));
        await stage.does('The person retries', ({ chat }) => chat.retry());
        await stage.rests();
      },
    ));

  it('takes a call that was written as text for text', () =>
    assertPlayed(
      import.meta.url,
      { name: 'call-in-text', title: 'A model that writes its calls into the text' },
      async (stage) => {
        const written = '<tool_call>{"name": "look", "arguments": {"at": "a"}}</tool_call>';
        await stage.open({ scripts: [says(written, 9), looksAt('a'), says('It is there.')] });
        await stage.says('Look at a');
        await stage.rests();
        assert.deepEqual(stage.bench.tools.calls, []);
        await stage.says('Use the tool itself');
        await stage.rests();
      },
    ));

  it('gives each of two calls with one id a result of its own', () =>
    assertPlayed(
      import.meta.url,
      { name: 'same-call-id', title: 'One call id, used three times' },
      async (stage) => {
        let begun = 0;
        const tools = new ScriptedTools(async ({ input }) => {
          await stage.clock.delay(++begun, never);
          return `seen ${input}`;
        });
        const twice: Script = looksAt('a').flatMap((step): Script =>
          step.type === 'tool-call' ? [step, { ...step, input: '{"at":"b"}' }] : [step],
        );
        await stage.open({ tools, scripts: [twice, looksAt('a'), says('Three times.')] });
        await stage.says('Look');
        await stage.rests();
        await stage.passes(2);
        await stage.passes(3);
      },
    ));

  it('runs two hundred calls of one answer, and carries their results on in call order', () =>
    assertPlayed(
      import.meta.url,
      { name: 'two-hundred-calls', title: 'Two hundred calls at once, answered in any order' },
      async (stage) => {
        // The first seven take so long that their results come behind all others, the last of them first.
        const tools = new ScriptedTools(async ({ callId }) => {
          const place = Number(callId.slice('call-'.length));
          if (place < 8) await stage.clock.delay(8 - place, never);
          return `seen ${callId}`;
        });
        const places = Array.from({ length: 200 }, (_, place) => String(place + 1));
        await stage.open({ tools, scripts: [looksAt(...places), says('All seen.')] });
        await stage.says('Look everywhere');
        await stage.rests();
        await stage.passes(8);
        const results = stage.bench.provider.requests[1]?.messages.at(-1)?.content ?? [];
        assert.deepEqual(
          results.map((part) => part.type === 'tool-result' && part.callId),
          places.map((place) => `call-${place}`),
        );
      },
    ));

  it('gives up a model that stays silent past its deadline, four times in a row', () =>
    assertPlayed(import.meta.url, { name: 'silence', title: 'A provider that hangs' }, async (stage) => {
      const begins: Script = [{ type: 'text', text: 'Let me ' }, hangs];
      await stage.open({ idleSeconds: 5, scripts: [begins, [hangs], begins, [hangs], says('Here I am.')] });
      await stage.says('Are you there?');
      for (const wait of [1000, 2000, 4000, 0]) await stage.passes(5000 + wait);
      await stage.does('The person retries', ({ chat }) => chat.retry());
      await stage.rests();
    }));
});
