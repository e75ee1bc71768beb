// Synthetic turns as files of other agents: the lines of a Claude Code transcript, and OpenAI messages in one single line.

import { timeOf, type SyntheticSession } from './records.ts';
import { syntheticTurns, type SyntheticTurn } from './turns.ts';

/** Lines of about so many bytes together, each with its end. */
export function* claudeLines(session: SyntheticSession): Generator<string> {
  let bytes = 0;
  let turn = 0;
  for (const synthetic of syntheticTurns(session.seed, session.mix)) {
    turn++;
    for (const value of linesOf(synthetic, turn)) {
      const line = `${JSON.stringify(value)}\n`;
      bytes += Buffer.byteLength(line);
      yield line;
    }
    if (bytes >= session.bytes) return;
  }
}

/** One JSON value of about so many bytes, without a line end. */
export function openAiLine(session: SyntheticSession): string {
  const messages: object[] = [];
  let bytes = 0;
  let turn = 0;
  for (const synthetic of syntheticTurns(session.seed, session.mix)) {
    turn++;
    for (const message of messagesOf(synthetic, turn)) {
      messages.push(message);
      bytes += Buffer.byteLength(JSON.stringify(message)) + 1;
    }
    if (bytes >= session.bytes) break;
  }
  return JSON.stringify({ messages });
}

function* linesOf(synthetic: SyntheticTurn, turn: number): Generator<object> {
  let place = 0;
  const line = (type: 'user' | 'assistant', message: object, beside: object = {}): object => ({
    parentUuid: place === 0 ? null : `u-${turn}-${place}`,
    isSidechain: false,
    cwd: '/workspace/project',
    sessionId: 'session-1',
    version: '2.0.0',
    gitBranch: 'main',
    type,
    message: { role: type, ...message },
    ...beside,
    uuid: `u-${turn}-${++place}`,
    timestamp: timeOf(turn),
  });
  const said = (step: number, block: object): object =>
    line('assistant', {
      id: `msg_${turn}_${step}`,
      type: 'message',
      model: 'claude-sonnet-4-5',
      content: [block],
      usage: { input_tokens: 1000 + turn, output_tokens: 200 + place, cache_read_input_tokens: 9000 },
    });
  yield line('user', { content: synthetic.prompt });
  for (const [step, { thought, remark, calls }] of synthetic.steps.entries()) {
    if (thought !== undefined)
      yield said(step, { type: 'thinking', thinking: thought, signature: 'c2lnbmVk' });
    if (remark !== undefined) yield said(step, { type: 'text', text: remark });
    const ids = calls.map((_, call) => `toolu_${turn}_${step}_${call}`);
    for (const [call, { tool, input }] of calls.entries())
      yield said(step, { type: 'tool_use', id: ids[call], name: tool, input });
    for (const [call, { tool, output, isError }] of calls.entries()) {
      const result = { type: 'tool_result', tool_use_id: ids[call], content: output, is_error: isError };
      // The host keeps what a command printed a second time, beside the message.
      const beside =
        tool === 'Bash' ? { toolUseResult: { stdout: output, stderr: '', interrupted: false } } : {};
      yield line('user', { content: [result] }, beside);
    }
  }
  yield said(synthetic.steps.length, { type: 'text', text: synthetic.answer });
}

function* messagesOf(synthetic: SyntheticTurn, turn: number): Generator<object> {
  yield { role: 'user', content: synthetic.prompt };
  for (const [step, { remark, calls }] of synthetic.steps.entries()) {
    const ids = calls.map((_, call) => `call_${turn}_${step}_${call}`);
    yield {
      role: 'assistant',
      content: remark ?? null,
      tool_calls: calls.map(({ tool, input }, call) => ({
        id: ids[call],
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(input) },
      })),
    };
    for (const [call, { output }] of calls.entries())
      yield { role: 'tool', tool_call_id: ids[call], content: output };
  }
  yield { role: 'assistant', content: synthetic.answer };
}
