// A tool set whose calls do what the test says, and that remembers what it was asked.

import type { ToolSpec } from '../../src/core/provider/request.ts';
import type { ToolCall, ToolOutcome, ToolProgress, ToolSet } from '../../src/core/tools/tool.ts';
import { textContent } from '../../src/core/transcript/parts.ts';

/** What a call comes to: a text, a whole outcome, or something that takes time. */
type Play = (
  call: ToolCall,
  signal: AbortSignal,
  progress: (progress: ToolProgress) => void,
) => string | Partial<ToolOutcome> | Promise<string | Partial<ToolOutcome>>;

export class ScriptedTools implements ToolSet {
  readonly specs: readonly ToolSpec[] = [
    { name: 'look', description: 'Looks at something.', inputSchema: { type: 'object', properties: {} } },
  ];
  readonly calls: ToolCall[] = [];
  /** How many calls ran at the same time at most. */
  most = 0;
  forgotten = 0;
  private readonly play: Play;
  private running = 0;

  /** Without a play every call answers with its own name and input. */
  constructor(play: Play = (call) => `${call.name} ${call.input}`) {
    this.play = play;
  }

  async execute(
    call: ToolCall,
    progress: (progress: ToolProgress) => void,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    this.calls.push(call);
    this.most = Math.max(this.most, ++this.running);
    try {
      const played = await this.play(call, signal, progress);
      return { ...nothing, ...(typeof played === 'string' ? { content: textContent(played) } : played) };
    } finally {
      this.running--;
    }
  }

  forgetReads(): void {
    this.forgotten++;
  }
}

const nothing: ToolOutcome = {
  content: textContent('done'),
  isError: false,
  artifacts: [],
  touches: [],
  execution: undefined,
};
