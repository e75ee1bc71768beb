// Everything a summary request is made of, frozen before the first attempt, and the evidence each attempt sends: fitted
// to the summariser with what PreCompact added, secrets masked.

import type { Pace } from '../../base/pace.ts';
import type { ConversationFacts } from '../evidence/facts/facts.ts';
import { hostFactsItem } from '../evidence/facts/host-facts.ts';
import { hookContextItem } from '../evidence/hook-context.ts';
import type { EvidenceItem } from '../evidence/labels.ts';
import {
  evidenceOf,
  evidenceText,
  projected,
  type Evidence,
  type ProjectedItem,
} from '../evidence/project.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { summaryRequest } from '../summary/generate.ts';
import { renderSummaryInput, type SummaryInput } from '../summary/input.ts';
import { preflightSize } from '../summary/preflight.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { addSizes, textSize, type TextSize } from '../tokens/byte-aware.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { CompactionRequest } from './request.ts';
import type { Selection } from './selection.ts';
import { fitEvidence } from './tightening.ts';

export interface ReadyEvidence {
  readonly evidence: string;
  readonly tightened: boolean;
  readonly maskedSecrets: number;
}

export interface PreparedInput {
  /** The parts of the request besides its evidence. */
  readonly parameters: Omit<SummaryInput, 'evidence'>;
  /** The evidence with the contexts a hook added; the same contexts give the same bytes. */
  ready(contexts: readonly string[], signal: AbortSignal): Promise<ReadyEvidence>;
}

export interface InputSources {
  readonly request: CompactionRequest;
  readonly selection: Selection;
  readonly facts: ConversationFacts;
  readonly skills: readonly EvidenceItem[];
  /** The previous summary without its hand-over sentence. */
  readonly previousSummary: string | undefined;
}

export interface InputDeps {
  readonly settings: Settings;
  readonly prompts: PromptLibrary;
  readonly masker: SecretMasker;
  readonly artifacts: ArtifactReader;
  readonly pace: Pace;
}

export async function prepareInput(
  sources: InputSources,
  deps: InputDeps,
  signal: AbortSignal,
): Promise<PreparedInput> {
  const { request, selection } = sources;
  const { purpose, focus, guidance } = request;
  const { takesAnySize } = request.summary;
  const continues = purpose === 'continuation';
  const previous =
    continues && sources.previousSummary !== undefined
      ? await deps.masker.mask(sources.previousSummary, signal)
      : undefined;
  const parameters = { purpose, focus, guidance, previousSummary: previous?.text };
  const framing = framingSize(parameters, request, deps.prompts);
  const before = priorSummary(continues ? undefined : sources.previousSummary);
  const facts = hostFactsItem(sources.facts);
  return {
    parameters,
    ready: async (contexts, attemptSignal) => {
      const hook = hookContextItem('PreCompact', contexts);
      const beside = [facts, hook, ...sources.skills].filter((item) => item !== undefined);
      const after = evidenceOf(beside.map(projected));
      const around = addSizes(framing, before.size, after.size, gapsBeside(before, after));
      const fits = (size: TextSize): boolean =>
        preflightSize(addSizes(around, size), request.summary.usable).fits;
      const fitted = await fitEvidence(
        selection.body,
        {
          tightening: {
            outputCap: deps.settings['compaction.bodyToolOutputMax'],
            oversize: deps.settings['compaction.oversize'],
          },
          fits,
          takesAnySize,
          deps,
        },
        attemptSignal,
      );
      const items = [...before.items, ...fitted.evidence.items, ...after.items];
      // What does not fit is never sent, so it need not be searched for secrets.
      const masked =
        takesAnySize === true || fits(fitted.evidence.size)
          ? await maskedItems(items, deps.masker, attemptSignal)
          : { items, count: 0 };
      const maskedSecrets = masked.count + (previous?.count ?? 0);
      const evidence = evidenceText(masked);
      await deps.pace.breathe();
      return { evidence, tightened: fitted.tightened, maskedSecrets };
    },
  };
}

/** Item by item: no secret reaches over a label, and the document is put together only once. */
async function maskedItems(
  items: readonly ProjectedItem[],
  masker: SecretMasker,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Pick<ProjectedItem, 'rendered'>[]; readonly count: number }> {
  const masked: Pick<ProjectedItem, 'rendered'>[] = [];
  let count = 0;
  for (const { rendered } of items) {
    if (signal.aborted) break;
    const item = await masker.mask(rendered, signal);
    masked.push({ rendered: item.text });
    count += item.count;
  }
  return { items: masked, count };
}

function priorSummary(text: string | undefined): Evidence {
  return evidenceOf(
    text === undefined ? [] : [projected({ provenance: 'prior-continuation-summary', text })],
  );
}

/** The exact system prompt, and the input with no evidence between its labels. */
function framingSize(
  parameters: Omit<SummaryInput, 'evidence'>,
  request: CompactionRequest,
  prompts: PromptLibrary,
): TextSize {
  const whole = { ...parameters, evidence: '', policy: request.summary };
  const input = renderSummaryInput(whole);
  return addSizes(textSize(summaryRequest(whole, input, prompts).system), textSize(input));
}

/** The blank line between the body and what stands before or after it. */
function gapsBeside(...documents: readonly Evidence[]): TextSize {
  const length = 2 * documents.filter((document) => document.items.length > 0).length;
  return { characters: length, bytes: length };
}
