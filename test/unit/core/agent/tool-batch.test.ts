import assert from 'node:assert/strict';
import * as z from 'zod';
import { deriveAbort } from '../../../../src/base/abort.ts';
import { err } from '../../../../src/base/result.ts';
import { readArguments } from '../../../../src/core/tools/read-arguments.ts';
import { inlineText, textContent } from '../../../../src/core/transcript/parts.ts';
import { toolPairs } from '../../../../src/core/transcript/tool-batches.ts';
import type { RecordOf } from '../../../../src/core/transcript/record.ts';
import { usage } from '../../../support/chat-answers.ts';
import { chatBench, type ChatBench } from '../../../support/chat-bench.ts';
import { changedSession } from '../../../support/changed-session.ts';
import { deferred } from '../../../support/deferred.ts';
import { valueOf } from '../../../support/expect.ts';
import { says, type Script } from '../../../support/scripted-provider.ts';
import { ScriptedTools } from '../../../support/scripted-tools.ts';
import { assertSound } from '../../../support/sound-request.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';

/** An answer of calls with these ids and inputs. */
function calls(...given: readonly (readonly [callId: string, input: string])[]): Script {
  return [
    ...given.map(([callId, input]) => ({ type: 'tool-call' as const, callId, name: 'look', input })),
    usage(10),
    { type: 'stop', reason: 'tool-use' },
  ];
}

function results(bench: ChatBench): readonly RecordOf<'tool-result'>[] {
  return bench.records().filter((record) => record.kind === 'tool-result');
}

/** Every call of the records has exactly one result, and no result stands alone. */
function assertPaired(bench: ChatBench): void {
  const pairs = toolPairs(bench.records());
  assert.ok(pairs.every(({ result }) => result !== undefined));
  assert.equal(results(bench).length, pairs.length);
  assert.equal(new Set(pairs.map(({ call }) => call.callId)).size, pairs.length);
}

describe('the calls of one answer', () => {
  it('each get a result when there are two hundred, at most eight at a time, in call order for the model', async () => {
    const ids = Array.from({ length: 200 }, (_, place) => `c${place}`);
    const tools = new ScriptedTools(async (call) => {
      await settleOnce();
      return call.callId;
    });
    const bench = await chatBench({
      tools,
      scripts: [calls(...ids.map((id) => [id, '{}'] as const)), says('Done.')],
    });
    await bench.say('Look');
    assertPaired(bench);
    assert.equal(tools.most, 8);
    const sent = bench.provider.requests[1]?.messages
      .at(-1)
      ?.content.map((part) => part.type === 'tool-result' && part.callId);
    assert.deepEqual(sent, ids);
  });

  it('tell how long they waited for the person, and say nothing of it where they did not', async () => {
    const clock = new VirtualClock();
    const answered = deferred<string>();
    const tools = new ScriptedTools(async (call, _, progress) => {
      if (call.callId !== 'asks') return 'seen';
      progress({ state: 'waiting', label: 'a' });
      const answer = await answered.promise;
      progress({ state: 'running', label: 'a' });
      return answer;
    });
    const bench = await chatBench({
      clock,
      tools,
      scripts: [calls(['asks', '{}'], ['looks', '{}']), says('Done.')],
    });
    const said = bench.say('Look');
    await settle();
    await clock.advance(60_000);
    answered.resolve('allowed');
    await said;
    assert.deepEqual(
      results(bench).map(({ callId, waitedMs }) => [callId, waitedMs]),
      [
        ['looks', undefined],
        ['asks', 60_000],
      ],
    );
  });

  it('listen to the turn so that Node sees no leak, however much each of them waits for', async () => {
    const ids = Array.from({ length: 40 }, (_, place) => `c${place}`);
    const tools = new ScriptedTools(async (call, signal) => {
      const waits = Array.from({ length: 5 }, () => deriveAbort(signal));
      await settleOnce();
      for (const wait of waits) wait.release();
      return call.callId;
    });
    const warnings: string[] = [];
    const hear = ({ name }: Error): number => warnings.push(name);
    process.on('warning', hear);
    try {
      const bench = await chatBench({
        tools,
        scripts: [calls(...ids.map((id) => [id, '{}'] as const)), says('Done.')],
      });
      await bench.say('Look');
      assertPaired(bench);
      assert.equal(tools.most, 8);
    } finally {
      process.off('warning', hear);
    }
    assert.deepEqual(warnings, []);
  });

  it('get ids of their own when the provider gives one twice, or none', async () => {
    const bench = await chatBench({
      scripts: [
        calls(['same', '{"n":1}'], ['same', '{"n":2}'], ['', '{"n":3}']),
        calls(['same', '{"n":4}']),
        says('Done.'),
      ],
    });
    await bench.say('Look');
    assertPaired(bench);
    assert.deepEqual(
      results(bench).map(({ content }) => inlineText(content)),
      [1, 2, 3, 4].map((n) => `look {"n":${n}}`),
    );
  });

  it('get ids of their own when the provider has already given one that would be chosen next', async () => {
    const bench = await chatBench({
      scripts: [calls(['call-1', '{"n":1}'], ['', '{"n":2}'], ['', '{"n":3}']), says('Done.')],
    });
    await bench.say('Look');
    assertPaired(bench);
    assert.deepEqual(
      results(bench).map(({ callId }) => callId),
      ['call-1', 'call-2', 'call-3'],
    );
  });

  it('are kept as they came when their arguments are no JSON', async () => {
    const bench = await chatBench({ scripts: [calls(['a', '{"at": '], ['b', '  ']), says('Done.')] });
    await bench.say('Look');
    const kept = bench.records().filter((record) => record.kind === 'tool-call');
    assert.deepEqual(
      kept.map(({ input, malformed }) => [input, malformed]),
      [
        ['{"at": ', true],
        [{}, undefined],
      ],
    );
    assert.equal(bench.tools.calls[0]?.input, '{"at": ');
    assertPaired(bench);
  });

  it('of 20 MB are refused in words, and neither kept nor sent back whole', async () => {
    const input = `{"path":"${'a'.repeat(20_000_000)}"}`;
    const refuses = new ScriptedTools((call) => {
      const read = readArguments(z.object({ path: z.string() }), call.input);
      return { content: textContent(read.ok ? 'taken' : read.error), isError: !read.ok };
    });
    const bench = await chatBench({ tools: refuses, scripts: [calls(['a', input]), says('I see.')] });
    await bench.say('Look');
    const [kept] = bench.records().filter((record) => record.kind === 'tool-call');
    assert.deepEqual([kept?.input, kept?.malformed], [input.slice(0, 2000), true]);
    const [result] = results(bench);
    assert.match(inlineText(result?.content ?? []), /longer than the 2097152 characters .* smaller pieces/);
    assert.ok(JSON.stringify(bench.provider.requests).length < 1_000_000);
    assertPaired(bench);
  });

  it('get an error for a tool that throws', async () => {
    const bench = await chatBench({
      tools: new ScriptedTools(() => {
        throw new Error('out of ink');
      }),
      scripts: [calls(['a', '{}']), says('I see.')],
    });
    await bench.say('Look');
    const [result] = results(bench);
    assert.equal(result?.isError, true);
    assert.equal(inlineText(result.content), 'The tool look failed: out of ink');
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
  });

  it('that had not begun when the person stopped are answered for without being run', async () => {
    const tools = new ScriptedTools(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ isError: true, content: textContent('stopped') }));
        }),
    );
    const bench = await chatBench({
      tools,
      scripts: [calls(...Array.from({ length: 10 }, (_, place) => [`c${place}`, '{}'] as const))],
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'steer' }));
    await settle();
    bench.chat.stop();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'cancelled' });
    assert.equal(tools.calls.length, 8);
    assertPaired(bench);
    assert.equal(results(bench).filter(({ synthetic }) => synthetic === true).length, 2);
  });

  it('keep what their tool gave: artifacts before the result, touched files behind it, the todo list aside', async () => {
    const bench = await chatBench({
      tools: new ScriptedTools(() => ({
        artifacts: [{ name: 'f'.repeat(64), content: { encoding: 'utf8', text: 'whole' } }],
        touches: [{ path: '/w/a', access: 'modified' }],
        todo: [{ text: 'Rest', state: 'open' }],
      })),
      scripts: [calls(['a', '{}']), says('Done.')],
    });
    await bench.say('Look');
    assert.equal(await bench.session.artifacts.text('f'.repeat(64)), 'whole');
    const kinds = bench.records().map((record) => record.kind);
    assert.equal(kinds[kinds.indexOf('tool-result') + 1], 'file-touch');
    assert.deepEqual(bench.session.session().todo, [{ text: 'Rest', state: 'open' }]);
  });

  it('are closed without being run when the answer reached its limit, and the turn says so', async () => {
    const bench = await chatBench({
      scripts: [
        [...calls(['a', '{"at":"half']).slice(0, -1), { type: 'stop', reason: 'length' }],
        says('Anew.'),
      ],
    });
    await bench.say('Look');
    assert.equal(bench.tools.calls.length, 0);
    assertPaired(bench);
    assert.deepEqual(await bench.chat.idle(), {
      outcome: 'failed',
      fault: { kind: 'stopped', reason: 'length' },
    });
    bench.chat.retry();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
  });

  it('are closed once the disk takes records again, and no more is begun before', async () => {
    let isFull = false;
    const bench = await chatBench({
      tools: new ScriptedTools(() => {
        isFull = true;
        return 'seen';
      }),
      scripts: [
        calls(...Array.from({ length: 20 }, (_, place) => [`c${place}`, '{}'] as const)),
        says('Done.'),
      ],
      wrap: (session) =>
        changedSession(session, {
          append: async (records, signal) =>
            isFull ? err({ kind: 'disk-full', path: '/w' }) : session.write.append(records, signal),
        }),
    });
    await bench.say('Look');
    assert.deepEqual(await bench.chat.idle(), {
      outcome: 'failed',
      fault: { kind: 'store', failure: { kind: 'disk-full', path: '/w' } },
    });
    assert.equal(bench.tools.calls.length, 8);
    isFull = false;
    bench.chat.retry();
    assert.deepEqual(await bench.chat.idle(), { outcome: 'success' });
    assertPaired(bench);
    assertSound(bench.provider.requests[1] ?? assert.fail('asked again'));
  });

  it('count as told only once their result is on disk', async () => {
    const told: string[] = [];
    let isFull = false;
    const bench = await chatBench({
      tools: new ScriptedTools(async ({ callId }) => {
        if (callId === 'lost') isFull = true;
        if (callId === 'stopped') await deferred().promise;
        return { whenKept: () => void told.push(callId) };
      }),
      scripts: [calls(['lost', '{}']), calls(['kept', '{}']), calls(['stopped', '{}'])],
      wrap: (session) =>
        changedSession(session, {
          append: async (records, signal) =>
            isFull ? err({ kind: 'disk-full', path: '/w' }) : session.write.append(records, signal),
        }),
    });
    await bench.say('Look');
    isFull = false;
    bench.chat.retry();
    await settle();
    assert.deepEqual(told, ['kept']);
    bench.chat.stop();
    await bench.clock.advance(1000);
    await bench.chat.idle();
    assertPaired(bench);
    assert.deepEqual(told, ['kept']);
  });

  it('are shown in call order while they run, with what they wait for', async () => {
    const gate = deferred();
    const bench = await chatBench({
      tools: new ScriptedTools(async (call, _, progress) => {
        progress({ state: 'waiting', label: `edit ${call.callId}` });
        await gate.promise;
        return 'done';
      }),
      scripts: [calls(['a', '{}'], ['b', '{}']), says('Done.')],
    });
    valueOf(await bench.chat.submit('Look', { whileBusy: 'steer' }));
    await settle();
    assert.deepEqual(bench.chat.activity(), {
      doing: 'tools',
      calls: ['a', 'b'].map((id) => ({ callId: id, name: 'look', label: `edit ${id}`, state: 'waiting' })),
    });
    gate.resolve();
    await bench.chat.idle();
  });
});

async function settleOnce(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
