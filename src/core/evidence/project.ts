// Selected records → one frozen document of labelled evidence items, in model-visible order. Who selects the records
// and who reads the document is the caller's business.

import type { Pace } from '../../base/pace.ts';
import { firstCodePoints } from '../../base/code-points.ts';
import { wholeText, type ArtifactReader } from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { resultsByCall } from '../transcript/tool-batches.ts';
import { withoutDirectives } from '../transcript/turns.ts';
import { isVisible, withoutSuperseded, type VisibleRecord } from '../transcript/visibility.ts';
import { addSizes, textSize, type TextSize } from '../tokens/byte-aware.ts';
import { shortArguments } from './call-arguments.ts';
import { cappedOutput } from './capped-output.ts';
import { contentText, joinedLines, mediaLines } from './content-text.ts';
import { errorLines } from './error-lines.ts';
import { foldRuns } from './fold.ts';
import { renderItem, type EvidenceItem, type Provenance } from './labels.ts';
import { isSkillCall } from './skills.ts';
import { argumentLimit, truncateOutput } from './truncate.ts';

/** How much of tool content is shown. The seed's rule is a cap alone; tightening adds the rest (design 13.1). */
export interface ProjectionLimits {
  /** Code points of a tool result; string arguments follow from it. */
  readonly outputCap: number;
  /** A smaller cap on what `outputCap` lets through; error lines beyond it are kept. */
  readonly tightCap?: number | undefined;
  readonly fold: boolean;
  /** Each result gets its one-line form beside it. */
  readonly stubs?: true | undefined;
}

export interface ProjectedItem {
  readonly rendered: string;
  readonly size: TextSize;
  /** The item with its tool result reduced to one line, where that is allowed. */
  readonly stub?: string | undefined;
}

export interface Evidence {
  readonly items: readonly ProjectedItem[];
  /** Of the whole rendered document. */
  readonly size: TextSize;
}

export interface ProjectionDeps {
  readonly artifacts: ArtifactReader;
  readonly pace: Pace;
}

/** Stands before the text of a result that was marked as an error. */
export const noticeOfError = '[segue: the tool reported an error]';

/** Stands before the text the host closed a call with that never got a result. */
export const noticeOfNoResult = '[segue: no result was recorded]';

const provenances: Readonly<Record<Exclude<VisibleRecord['kind'], 'tool-call' | 'tool-result'>, Provenance>> =
  {
    summary: 'prior-continuation-summary',
    task: 'task-background',
    user: 'user',
    assistant: 'assistant',
    reasoning: 'reasoning',
    reminder: 'system-reminder',
    'agent-message': 'agent-message',
  };

/**
 * Projects the visible records, directives and superseded records left out. Each call is followed by its result,
 * whatever stood between them; text that imitates a label is escaped (seed, Context-summary generation; behaviours
 * 4.1 to 4.8, 4.11). After an abort the evidence is incomplete, and its caller is about to stop.
 */
export async function projectEvidence(
  records: readonly TranscriptRecord[],
  limits: ProjectionLimits,
  deps: ProjectionDeps,
  signal: AbortSignal,
): Promise<Evidence> {
  const items: ProjectedItem[] = [];
  for await (const item of projectedItems(records, limits, deps, signal)) items.push(item);
  return evidenceOf(items);
}

/**
 * The same evidence when it fits. Undefined as soon as its beginning does not, so that what is too large is neither made
 * nor held whole: of a size that does not fit no larger one does.
 */
export async function projectFitting(
  records: readonly TranscriptRecord[],
  within: { readonly limits: ProjectionLimits; readonly fits: (size: TextSize) => boolean },
  deps: ProjectionDeps,
  signal: AbortSignal,
): Promise<Evidence | undefined> {
  const items: ProjectedItem[] = [];
  let size = nothing;
  if (!within.fits(size)) return undefined;
  for await (const item of projectedItems(records, within.limits, deps, signal)) {
    if (item.rendered === '') continue;
    size = withItem(size, item);
    if (!within.fits(size)) return undefined;
    items.push(item);
  }
  return { items, size };
}

/** Whether the records make any evidence at all. Reads no further than to the first item. */
export async function hasEvidence(
  records: readonly TranscriptRecord[],
  limits: ProjectionLimits,
  deps: ProjectionDeps,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const item of projectedItems(records, limits, deps, signal))
    if (item.rendered !== '') return true;
  return false;
}

async function* projectedItems(
  records: readonly TranscriptRecord[],
  limits: ProjectionLimits,
  deps: ProjectionDeps,
  signal: AbortSignal,
): AsyncGenerator<ProjectedItem> {
  const visible = withoutDirectives(withoutSuperseded(records)).filter(isVisible);
  const results = resultsByCall(visible);
  const called = new Set(visible.flatMap((record) => (record.kind === 'tool-call' ? [record.callId] : [])));
  for (const record of visible) {
    if (signal.aborted) return;
    const rest = deps.pace.breathe();
    if (rest !== undefined) await rest;
    if (record.kind === 'tool-call') {
      yield projected({ provenance: 'tool-call', text: await callText(record, limits, deps.artifacts) });
      const result = results.get(record.callId);
      if (result !== undefined)
        yield isSkillCall(record) ? skillResult(result, deps) : resultItem(result, limits, deps);
    } else if (record.kind === 'tool-result') {
      const shownWithCall = called.has(record.callId) && results.get(record.callId) === record;
      if (!shownWithCall) yield resultItem(record, limits, deps);
    } else {
      const text = await contentText(record.content, deps.artifacts);
      yield projected({ provenance: provenanceOf(record), text: foldFor(record, text, limits) });
    }
  }
}

const nothing: TextSize = { characters: 0, bytes: 0 };
/** The blank line between two items. */
const separator: TextSize = { characters: 2, bytes: 2 };

/** The size of a document with one more item at its end. */
function withItem(size: TextSize, item: ProjectedItem): TextSize {
  return size.bytes === 0 ? item.size : addSizes(size, separator, item.size);
}

/** Evidence of some items; blank ones are left out. */
export function evidenceOf(items: readonly ProjectedItem[]): Evidence {
  const kept = items.filter((item) => item.rendered !== '');
  return { items: kept, size: kept.reduce(withItem, nothing) };
}

/** An item as it stands in the document; blank text renders to nothing (behaviour 4.2). */
export function projected(item: EvidenceItem): ProjectedItem {
  if (item.text.trim() === '') return { rendered: '', size: nothing };
  const rendered = renderItem(item);
  return { rendered, size: textSize(rendered) };
}

export function evidenceText(evidence: {
  readonly items: readonly Pick<ProjectedItem, 'rendered'>[];
}): string {
  return evidence.items.map((item) => item.rendered).join('\n\n');
}

/** The oldest tool results as one line each, as many as it takes to get to `fits`. Linear (design 13.1). */
export function stubOldestResults(evidence: Evidence, fits: (size: TextSize) => boolean): Evidence {
  let size = evidence.size;
  const items = evidence.items.map((item) => {
    if (item.stub === undefined || fits(size)) return item;
    const stub = { rendered: item.stub, size: textSize(item.stub) };
    size = {
      characters: size.characters - item.size.characters + stub.size.characters,
      bytes: size.bytes - item.size.bytes + stub.size.bytes,
    };
    return stub;
  });
  return { items, size };
}

/** What a host wrote in the person's name is no word of the person. */
function provenanceOf(record: Exclude<VisibleRecord, { kind: 'tool-call' | 'tool-result' }>): Provenance {
  return record.kind === 'user' && record.origin === 'host' ? 'system-reminder' : provenances[record.kind];
}

async function callText(
  call: RecordOf<'tool-call'>,
  limits: ProjectionLimits,
  artifacts: ArtifactReader,
): Promise<string> {
  if (call.malformed === true) return '(unparseable tool-call metadata)';
  const limit = argumentLimit(Math.min(limits.outputCap, limits.tightCap ?? limits.outputCap));
  const { value } = await shortArguments(call, limit, artifacts);
  return JSON.stringify({ tool: call.name, arguments: value });
}

/** Authored instructions stay whole at every level (behaviour 4.6). */
async function skillResult(result: RecordOf<'tool-result'>, deps: ProjectionDeps): Promise<ProjectedItem> {
  return projected(shownResult(result, await wholeText(result.content, deps.artifacts)));
}

async function resultItem(
  result: RecordOf<'tool-result'>,
  limits: ProjectionLimits,
  deps: ProjectionDeps,
): Promise<ProjectedItem> {
  const isError = result.isError === true;
  const cap = { characters: limits.outputCap, edges: 'trimmed' } as const;
  const capped = await cappedOutput(result.content, cap, deps.artifacts);
  if (limits.tightCap === undefined && !limits.fold) return projected(shownResult(result, capped));
  let found: readonly string[] | undefined;
  const errors = (): readonly string[] => (found ??= errorLines({ text: capped, isError }));
  const folded = limits.fold ? foldRuns(capped) : capped;
  const tight = limits.tightCap === undefined ? folded : tightened(folded, limits.tightCap, errors);
  const item = projected(shownResult(result, tight));
  if (limits.stubs === undefined) return item;
  const stub = renderItem({
    provenance: 'tool-result',
    text: [...noticesOf(result), '[segue: tool output left out]', ...errors()].join('\n'),
  });
  return stub.length < item.rendered.length ? { ...item, stub } : item;
}

function shownResult(result: RecordOf<'tool-result'>, text: string): EvidenceItem {
  const lines = [...noticesOf(result), text, ...mediaLines(result.content)];
  return { provenance: 'tool-result', text: joinedLines(lines) };
}

function noticesOf(result: RecordOf<'tool-result'>): readonly string[] {
  if (result.synthetic === true) return [noticeOfNoResult];
  return result.isError === true ? [noticeOfError] : [];
}

/** Cut, with the error lines that the cut took; as it was when that would not be shorter. */
function tightened(text: string, cap: number, errors: () => readonly string[]): string {
  const cut = truncateOutput(text, cap);
  if (cut === text) return text;
  const visible = firstCodePoints(text, cap);
  const lost = errors().filter((line) => !visible.includes(line));
  const kept = `${cut}${lost.join('\n')}`;
  return kept.length < text.length ? kept : text;
}

/** Words of the person and of the host are never folded; what the model wrote may be. */
function foldFor(record: VisibleRecord, text: string, limits: ProjectionLimits): string {
  return limits.fold && (record.kind === 'assistant' || record.kind === 'reasoning') ? foldRuns(text) : text;
}
