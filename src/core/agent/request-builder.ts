// The next request of a session: its transcript, the prompt that is to be sent, and the tools it may call.

import type { ModelPolicy } from '../models/policy.ts';
import { outputRoom } from '../models/policy.ts';
import type { ChatRequest, Message, ToolSpec } from '../provider/request.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { isVisible, withoutSuperseded } from '../transcript/visibility.ts';
import { MessageHistory } from './messages.ts';

export interface RequestOptions {
  readonly records: readonly TranscriptRecord[];
  /** The unsent prompt; absent when what is pending is in the records. */
  readonly prompt?: string | undefined;
  readonly policy: ModelPolicy;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly stream: boolean;
  readonly artifacts: ArtifactReader;
  readonly prompts: PromptLibrary;
  /** What earlier requests to the same provider were built from, where there were any. */
  readonly history?: MessageHistory | undefined;
}

/** A history that remembers what was built for a provider, for a transcript that grows request by request. */
export function messageHistory(
  provider: string,
  { artifacts, prompts }: { readonly artifacts: ArtifactReader; readonly prompts: PromptLibrary },
): MessageHistory {
  const texts = {
    opening: prompts.text('request/opening', {}),
    missingResult: prompts.text('request/missing-result', {}),
  };
  return new MessageHistory({ provider, artifacts, texts });
}

/**
 * Undefined when nothing is pending: the request would end with an assistant message, or with the summary of a
 * conversation that was compacted whole and waits for its next prompt (design 14.7).
 */
export async function buildRequest(options: RequestOptions): Promise<ChatRequest | undefined> {
  const { policy, prompts } = options;
  const isPrompted = options.prompt !== undefined && options.prompt.trim() !== '';
  if (!isPrompted && lastVisible(options.records)?.kind === 'summary') return undefined;
  const history = options.history ?? messageHistory(policy.provider, options);
  const built = await history.take(options.records);
  const messages = withPrompt(built.messages, options.prompt);
  if (messages.at(-1)?.role !== 'user') return undefined;
  return {
    model: policy.model,
    system: options.system,
    messages,
    tools: withStubs(options.tools, built.toolNames, prompts.text('request/retired-tool', {})),
    effort: policy.effort,
    maxOutput: policy.maxOutput,
    outputRoom: outputRoom(policy),
    stream: options.stream,
  };
}

/** Looked for from the end: what stands behind the last superseded record is in sight, whatever stood before. */
function lastVisible(records: readonly TranscriptRecord[]): TranscriptRecord | undefined {
  const last = records.findLast((record) => record.kind === 'superseded' || isVisible(record));
  return last?.kind === 'superseded' ? withoutSuperseded(records).findLast(isVisible) : last;
}

/** Adjacent user messages are one (design 14.7). */
function withPrompt(messages: readonly Message[], prompt: string | undefined): readonly Message[] {
  if (prompt === undefined || prompt.trim() === '') return messages;
  const text = { type: 'text', text: prompt } as const;
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: [text] }];
  return [...messages.slice(0, -1), { role: 'user', content: [...last.content, text] }];
}

/** Services take no more tools in one request. A model may call many that never were. */
const mostTools = 128;

/** Tools the history names and the request lacks are declared, so that providers accept the history (design 7). */
function withStubs(
  tools: readonly ToolSpec[],
  used: readonly string[],
  description: string,
): readonly ToolSpec[] {
  const own = new Set(tools.map((tool) => tool.name));
  const stubs = used
    .filter((name) => !own.has(name))
    .slice(0, Math.max(0, mostTools - tools.length))
    .map((name) => ({ name, description, inputSchema: { type: 'object', properties: {} } }));
  return [...tools, ...stubs];
}
