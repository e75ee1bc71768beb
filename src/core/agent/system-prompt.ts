// The port to the system prompt of the next request. It is put together anew for every request, from prompt files,
// instruction files on disk, the environment and the todo list, and never summarised (design 13.9).

import type { TodoItem } from '../tools/tool.ts';

export interface SystemPromptQuestion {
  readonly todo: readonly TodoItem[];
  /** Absolute paths the conversation has read or changed: nested instruction files beside them apply. */
  readonly touched: readonly string[];
}

export interface SystemPrompts {
  text(question: SystemPromptQuestion, signal: AbortSignal): Promise<string>;
}
