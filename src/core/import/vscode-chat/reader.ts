// Reader of VS Code chat exports: one JSON object with a list of requests, each with its response.

import { addAll } from '../../../base/add-all.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../base/json.ts';
import type { Steps } from '../../../base/steps.ts';
import { textPart, type Draft, type DraftConversation, type DraftPart } from '../draft.ts';
import { foreign, foreignJson, leftoverOf, type Place } from '../leftover.ts';
import type { ReadTranscript, SourceText } from '../source.ts';
import { titleFrom, titleOf } from '../title.ts';
import { chatExport, chatRequest, roundsOf, textValue, type ChatRequest } from './export.ts';
import { bytesPart, modelResult, pathOf, shownInput, shownResult, type ToolResult } from './results.ts';
import { matchRounds, type MatchedCall, type MatchedStretch } from './rounds.ts';
import { cutResponse, stretchLeftovers, type Invocation, type Stretch } from './stretches.ts';

export function* readVsCodeChat(source: SourceText): Steps<ReadTranscript> {
  const whole = source.whole as Json | undefined;
  const exported = chatExport(whole);
  const reader = new ChatReader();
  for (const [index, request] of (exported?.requests ?? []).entries()) {
    reader.request(request, index);
    yield;
  }
  const beside = isJsonObject(whole) ? leftoverOf(whole, ['requests']) : undefined;
  return {
    format: 'vscode-chat',
    conversations: [reader.conversation(beside, exported?.customTitle)],
    damaged: [],
  };
}

/** Where in the file something stands, and in which request. */
type Of = Place & { readonly index: number };

class ChatReader {
  private readonly drafts: Draft[] = [];
  private readonly sideChains = new Map<string, Draft[]>();
  private model: string | undefined;
  private workspace: string | undefined;

  conversation(beside: JsonObject | undefined, customTitle: string | undefined): DraftConversation {
    const named = customTitle === undefined ? undefined : titleFrom(customTitle);
    const slash = this.model?.indexOf('/') ?? -1;
    const provider = slash > 0 ? this.model?.slice(0, slash) : undefined;
    return {
      title: named ?? titleOf(this.drafts),
      model:
        this.model === undefined
          ? undefined
          : { provider: provider ?? 'vscode', model: this.model.slice(slash + 1) },
      workspace: this.workspace,
      drafts: [...foreignJson(beside, { line: 0 }), ...this.drafts],
      sideChains: this.sideChains,
    };
  }

  request(value: Json, index: number): void {
    const request = chatRequest(value);
    const taken = request?.isHidden === true || request?.shouldBeRemovedOnSend !== undefined;
    if (!isJsonObject(value) || request === undefined || taken) {
      this.drafts.push(foreign(JSON.stringify(value), { line: 0 }));
      return;
    }
    const place: Place = { line: 0, at: timeOf(request.timestamp) };
    this.model = request.modelId ?? this.model;
    this.prompt(request, place);
    this.response(request, index, place);
    addAll(this.drafts, ending(request, place));
    addAll(this.drafts, foreignJson(leftoverOf(value, ['response']), place));
  }

  private prompt(request: ChatRequest, place: Place): void {
    const text = typeof request.message === 'string' ? request.message : request.message.text;
    const images = (request.variableData?.variables ?? []).flatMap((variable) => imageOf(variable) ?? []);
    const content: DraftPart[] = [...(text === '' ? [] : [textPart(text)]), ...images];
    if (content.length > 0) this.drafts.push({ kind: 'user', content, origin: 'person', ...place });
  }

  private response(request: ChatRequest, index: number, place: Place): void {
    const response = request.response ?? [];
    const { stretches, ofSubAgents } = cutResponse(response);
    const results = request.result?.metadata?.toolCallResults ?? {};
    const matched = matchRounds(stretches, roundsOf(request)) ?? stretches.map(unmatched);
    this.workspace ??= workspaceOf(response);
    for (const stretch of matched) this.stretch(stretch, results, { ...place, index });
    for (const invocation of ofSubAgents) this.subAgent(invocation, stretches, place);
  }

  private stretch(matched: MatchedStretch, results: JsonObject, of: Of): void {
    const { stretch, rounds, isExact, call } = matched;
    const place: Place = { line: of.line, at: of.at };
    for (const { kind, text } of stretch.said) {
      if (kind === 'thinking') this.say('reasoning', text, { ...place, message: messageOf(of, call) });
      else if (!isExact) this.say('assistant', text, { ...place, message: messageOf(of, call) });
    }
    for (const { round, words, unshown } of rounds) {
      if (isExact) this.say('assistant', words, { ...place, message: `request ${of.index} round ${round}` });
      for (const other of unshown) this.roundCall(other, results, of);
    }
    for (const path of stretch.edited)
      this.drafts.push({ kind: 'file-touch', path, access: 'modified', ...place });
    if (stretch.invocation !== undefined) this.invocation(stretch.invocation, call, { results, of });
    const said = isExact ? rounds.map(({ words }) => words) : stretch.said.map(({ text }) => text);
    const leftovers = stretchLeftovers(stretch, said.join(''));
    addAll(
      this.drafts,
      leftovers.map((part) => foreign(JSON.stringify(part), place)),
    );
  }

  private say(
    kind: 'assistant' | 'reasoning',
    text: string,
    of: Place & { readonly message: string | undefined },
  ): void {
    if (text !== '') this.drafts.push({ kind, content: [textPart(text)], ...of });
  }

  private roundCall(matched: MatchedCall, results: JsonObject, of: Of): void {
    const { call } = matched;
    const place: Place = { line: of.line, at: of.at };
    const sourceId = call.id ?? '';
    const message = messageOf(of, matched);
    this.drafts.push({
      kind: 'tool-call',
      sourceId,
      name: call.name,
      ...inputOf(call.arguments),
      message,
      ...place,
    });
    this.result(sourceId, modelResult(results[sourceId]), place);
  }

  private invocation(
    invocation: Invocation,
    matched: MatchedCall | undefined,
    context: { readonly results: JsonObject; readonly of: Of },
  ): void {
    const { part, value } = invocation;
    const { results, of } = context;
    const place: Place = { line: of.line, at: of.at };
    const sourceId = matched?.call.id ?? part.toolCallId ?? '';
    const name = matched?.call.name ?? part.toolId ?? 'tool';
    const input = matched === undefined ? { input: shownInput(part) } : inputOf(matched.call.arguments);
    const message = messageOf(of, matched);
    this.drafts.push({ kind: 'tool-call', sourceId, name, ...input, message, ...place });
    this.result(sourceId, modelResult(results[sourceId]) ?? shownResult(part), place);
    this.drafts.push(foreign(JSON.stringify(value), place));
  }

  /** A call without any result is left open, to be closed with an explicit error. */
  private result(sourceId: string, result: ToolResult | undefined, place: Place): void {
    if (result === undefined) return;
    const { content, isError } = result;
    this.drafts.push({ kind: 'tool-result', sourceId, content, ...(isError ? { isError } : {}), ...place });
  }

  /** What a sub-agent did, under the invocation that started it. */
  private subAgent(invocation: Invocation, stretches: readonly Stretch[], place: Place): void {
    const { part, value } = invocation;
    const parent = part.subAgentInvocationId;
    const path =
      parent === undefined
        ? 'sub-agent'
        : `sub-agent-${parent.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 48)}`;
    let chain = this.sideChains.get(path);
    if (chain === undefined) {
      chain = taskOf(stretches, parent, place);
      this.sideChains.set(path, chain);
    }
    const sourceId = part.toolCallId ?? '';
    const result = shownResult(part);
    chain.push({
      kind: 'tool-call',
      sourceId,
      name: part.toolId ?? 'tool',
      input: shownInput(part),
      ...place,
    });
    if (result !== undefined)
      chain.push({ kind: 'tool-result', sourceId, content: result.content, ...place });
    chain.push(foreign(JSON.stringify(value), place));
  }
}

function unmatched(stretch: Stretch): MatchedStretch {
  return { stretch, rounds: [], isExact: false, call: undefined };
}

/** Without a round the source does not say which calls were of one message. */
function messageOf(of: Of, call: MatchedCall | undefined): string | undefined {
  return call === undefined ? undefined : `request ${of.index} round ${call.round}`;
}

/** The prompt of the invocation that started the sub-agent. */
function taskOf(stretches: readonly Stretch[], parent: string | undefined, place: Place): Draft[] {
  const starters = stretches.flatMap(({ invocation }) => invocation ?? []);
  const starter =
    starters.find(({ part }) => parent !== undefined && part.toolCallId === parent) ??
    starters.findLast(({ part }) => part.toolSpecificData?.['kind'] === 'subagent');
  const prompt = textValue(starter?.part.toolSpecificData?.['prompt']);
  return prompt === undefined
    ? []
    : [{ kind: 'user', content: [textPart(prompt)], origin: 'host', ...place }];
}

function inputOf(value: Json | undefined): { readonly input: Json; readonly malformed?: true } {
  if (typeof value !== 'string') return { input: value ?? {} };
  if (value.trim() === '') return { input: {} };
  const input = parseJson(value);
  return input === undefined ? { input: value, malformed: true } : { input };
}

/** `modelState` 2 is cancelled, 3 failed. */
function ending(request: ChatRequest, place: Place): readonly Draft[] {
  const { metadata, errorDetails } = request.result ?? {};
  const { promptTokens, outputTokens } = metadata ?? {};
  const counted = promptTokens !== undefined && outputTokens !== undefined;
  const model = request.modelId;
  const usage: readonly Draft[] = counted
    ? [{ kind: 'usage', model, usage: { promptTokens, outputTokens }, ...place }]
    : [];
  if (request.isCanceled === true || request.modelState?.value === 2) {
    return [...usage, { kind: 'settled', outcome: 'cancelled', ...place }];
  }
  const failed = errorDetails !== undefined || request.modelState?.value === 3;
  return failed ? [...usage, { kind: 'settled', outcome: 'failed', ...place }] : usage;
}

function imageOf(variable: Json): DraftPart | undefined {
  if (!isJsonObject(variable) || variable['kind'] !== 'image') return undefined;
  const mime = typeof variable['mimeType'] === 'string' ? variable['mimeType'] : 'image/png';
  return bytesPart(variable['value'], mime);
}

function workspaceOf(parts: readonly Json[]): string | undefined {
  for (const part of parts) {
    const path = isJsonObject(part) ? pathOf(part['baseUri']) : undefined;
    if (path !== undefined) return path.length > 1 ? path.replace(/[\\/]+$/, '') : path;
  }
  return undefined;
}

function timeOf(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined || Math.abs(milliseconds) > 8.64e15) return undefined;
  return new Date(milliseconds).toISOString();
}
