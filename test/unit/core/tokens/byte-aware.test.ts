import assert from 'node:assert/strict';
import { generateSummary } from '../../../../src/core/summary/generate.ts';
import { renderSummaryInput } from '../../../../src/core/summary/input.ts';
import { summarySystemPrompt } from '../../../../src/core/summary/system-prompt.ts';
import { addSizes, byteAwareTokens, textSize } from '../../../../src/core/tokens/byte-aware.ts';
import { prompts, soundSummary } from '../../../support/compaction-bench.ts';
import { never } from '../../../support/expect.ts';
import { policyOf } from '../../../support/policies.ts';
import { says, ScriptedProvider } from '../../../support/scripted-provider.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const tokensOf = (text: string): number => byteAwareTokens(textSize(text));

describe('behaviour 2.22: a summary request counts ASCII by four and every other byte by one', () => {
  it('is floor((n + 5) / 4) for n ASCII characters', () => {
    for (const [length, tokens] of [
      [0, 1],
      [2, 1],
      [3, 2],
      [100, 26],
      [4000, 1001],
    ] as const)
      assert.equal(tokensOf('x'.repeat(length)), tokens);
  });

  it('is 1 + 3n for n CJK characters', () => {
    assert.equal(tokensOf('語'.repeat(10)), 31);
    assert.equal(tokensOf('語'.repeat(1000)), 3001);
  });

  it('is 63 for 100 ASCII and 10 CJK characters', () => {
    assert.equal(tokensOf(`${'x'.repeat(100)}${'語'.repeat(10)}`), 63);
  });

  it('measures parts separately and the whole the same', () => {
    const [system, input] = ['You are asked: ', 'Zusammenfassung für 日本 🚀'];
    assert.deepEqual(addSizes(textSize(system), textSize(input)), textSize(system + input));
    assert.deepEqual(addSizes(), { characters: 0, bytes: 0 });
  });
});

describe('behaviour 2.23: the preflight measures the exact system prompt and the complete input', () => {
  const everything = {
    purpose: 'continuation',
    evidence: 'Evidence of 日本 🚀',
    previousSummary: 'What was known before',
    guidance: 'Keep the numbers',
    focus: 'The parser',
  } as const;

  async function generated(usable: number) {
    const provider = new ScriptedProvider([says(soundSummary)]);
    const policy = { ...policyOf(200_000, { usable }), stream: true, idleSeconds: 0 };
    const deps = { provider, prompts, clock: new VirtualClock() };
    const result = await generateSummary({ ...everything, policy }, deps, never);
    return { result, requests: provider.requests };
  }

  it('sends what is exactly as large as usable context, and what was sent is what was measured', async () => {
    const system = summarySystemPrompt(prompts, 'continuation', 'with-previous');
    const input = renderSummaryInput(everything);
    const { result, requests } = await generated(tokensOf(system + input));
    assert.equal(result.outcome, 'success');
    assert.equal(requests[0]?.system, system);
    assert.deepEqual(requests[0].messages, [{ role: 'user', content: [{ type: 'text', text: input }] }]);
    for (const text of Object.values(everything)) assert.ok(input.includes(text), text);
  });

  it('sends nothing that is one token larger', async () => {
    const exact = tokensOf(
      summarySystemPrompt(prompts, 'continuation', 'with-previous') + renderSummaryInput(everything),
    );
    const { result, requests } = await generated(exact - 1);
    assert.deepEqual(requests, []);
    assert.ok(result.outcome === 'error' && result.error.class === 'size');
    assert.deepEqual([result.error.estimate, result.error.usable], [exact, exact - 1]);
  });
});
