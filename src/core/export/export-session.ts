// A whole session in another format, piece by piece, so that its size does not matter: every record once over all
// segments, then the retained agents. Where the pieces go is their caller's business.

import { isAborted } from '../../base/abort.ts';
import { assertNever } from '../../base/fail.ts';
import type { Pace } from '../../base/pace.ts';
import type { Sha256 } from '../../base/sha256.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import { LineChain, uuidOf } from './claude-code/chain.ts';
import { claudeLines, unknownModel } from './claude-code/write.ts';
import { ExportContents } from './contents.ts';
import type { ExportFormat } from './format.ts';
import type { Gap, Item } from './items.ts';
import { agentTitle, markdownBlocks, markdownTitle } from './markdown/write.ts';
import { chatArray, type ChatTexts } from './openai/write.ts';
import { surveyTranscript } from './survey.ts';
import { tellTranscript } from './tell-transcript.ts';
import type { ExportSource, TranscriptPart } from './transcript-parts.ts';

/** What is wanted. `texts` are used by chat messages alone. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly texts: ChatTexts;
}

/** Ports of an export. */
export interface ExportDeps {
  /** `noMasking` for an export that leaves secrets as they are. */
  readonly masker: SecretMasker;
  readonly sha256: Sha256;
  readonly pace: Pace;
}

/** What the format could not hold, and what was not there. Complete once all pieces have been taken. */
export interface ExportReport {
  readonly maskedSecrets: number;
  readonly gaps: readonly Gap[];
  readonly missingArtifacts: readonly string[];
  readonly leftOut: {
    /** Records taken back, and those of directives. */
    readonly asides: number;
    readonly reasoning: number;
    readonly agents: number;
  };
}

/** An export that is made while its pieces are taken, once. */
export interface SessionExport {
  /** Ends early, without a failure, when the signal aborts: what was given out by then is no export. */
  readonly pieces: AsyncIterable<string>;
  report(): ExportReport;
}

/** Nothing is read before the first piece is asked for; one file of the session is in memory at a time. */
export function exportSession(
  source: ExportSource,
  request: ExportRequest,
  deps: ExportDeps,
  signal: AbortSignal,
): SessionExport {
  const exporter = new Exporter(source, request, { ...deps, signal });
  return { pieces: untilAborted(exporter.pieces(), signal), report: () => exporter.report() };
}

/** A text that is masked while the signal aborts comes back empty: a piece made of it must not leave. */
async function* untilAborted(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (isAborted(signal)) return;
    yield piece;
  }
}

class Exporter {
  private readonly source: ExportSource;
  private readonly request: ExportRequest;
  private readonly deps: ExportDeps & { readonly signal: AbortSignal };
  private readonly contents: ExportContents;
  private readonly gaps: Gap[] = [];
  private asides = 0;
  private reasoning = 0;

  constructor(
    source: ExportSource,
    request: ExportRequest,
    deps: ExportDeps & { readonly signal: AbortSignal },
  ) {
    this.source = source;
    this.request = request;
    this.deps = deps;
    const { masker, signal } = deps;
    this.contents = new ExportContents({ artifacts: source.artifacts, masker }, signal);
  }

  pieces(): AsyncIterable<string> {
    const { format, texts } = this.request;
    switch (format) {
      case 'claude-code':
        return this.claudeCode();
      case 'openai':
        return chatArray(this.items(this.source.root), { contents: this.contents, texts });
      case 'markdown':
        return this.markdown();
      default:
        return assertNever(format);
    }
  }

  report(): ExportReport {
    const { format } = this.request;
    const forPeople = format === 'markdown';
    const oneConversation = format === 'openai';
    return {
      maskedSecrets: this.contents.masked,
      gaps: this.gaps,
      missingArtifacts: this.contents.missingArtifacts,
      leftOut: {
        asides: forPeople ? 0 : this.asides,
        reasoning: oneConversation ? this.reasoning : 0,
        agents: oneConversation ? this.source.agents.length : 0,
      },
    };
  }

  private async *claudeCode(): AsyncGenerator<string> {
    const { session, root, agents } = this.source;
    const { contents } = this;
    const { sha256 } = this.deps;
    const sessionUuid = uuidOf(session.id, sha256);
    const workspace = session.workspace === undefined ? undefined : await contents.text(session.workspace);
    const model = session.model?.model ?? unknownModel;
    const options = { sha256, session: session.id, sessionUuid, workspace };
    const rootChain = new LineChain({ ...options, agent: undefined });
    yield* claudeLines(this.items(root), { chain: rootChain, contents, model });
    for (const { path, parts } of agents) {
      const chain = new LineChain({ ...options, agent: path });
      yield* claudeLines(this.items(parts), { chain, contents, model });
    }
    const customTitle = await contents.text(session.name);
    yield `${JSON.stringify({ type: 'custom-title', customTitle, sessionId: sessionUuid })}\n`;
  }

  private async *markdown(): AsyncGenerator<string> {
    const { session, root, agents } = this.source;
    yield await markdownTitle(session, this.contents);
    yield* markdownBlocks(this.items(root), this.contents, 2);
    for (const { path, parts } of agents) {
      yield agentTitle(path);
      yield* markdownBlocks(this.items(parts), this.contents, 3);
    }
  }

  /** The items of one transcript, counted as they pass. */
  private async *items(parts: readonly TranscriptPart[]): AsyncGenerator<Item> {
    const { pace, signal } = this.deps;
    const survey = await surveyTranscript(parts, pace, signal);
    for await (const item of tellTranscript(parts, { survey, pace }, signal)) {
      this.count(item);
      yield item;
    }
  }

  private count(item: Item): void {
    if (item.kind === 'gap') this.gaps.push(item.gap);
    if (item.kind === 'spoken' && item.aside === undefined) {
      this.reasoning += item.said.filter(({ kind }) => kind === 'reasoning').length;
    }
    if (!('aside' in item) || item.aside === undefined) return;
    if (item.kind !== 'spoken') this.asides++;
    else this.asides += item.said.length + item.calls.length;
  }
}
