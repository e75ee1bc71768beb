// The offline summariser: extractive and deterministic. It fills the headings from the evidence by rule and stays within
// its budget; only a trailing unanswered request may appear as an order (design 8).

import type { Steps } from '../../base/steps.ts';
import type { SummaryInput } from '../../core/summary/input.ts';
import { headingsFor } from '../../core/summary/purpose.ts';
import { addBackground } from './background-lines.ts';
import { digestOf } from './digest.ts';
import { LineList, renderLines, type SummaryLine } from './lines.ts';
import { addPrevious } from './previous-lines.ts';
import { readStory, type Story } from './story.ts';
import { addStory, nothingEarlier } from './story-lines.ts';

/** Characters a summary takes, unless facts that must stay need more. */
export const usualBudget = 24_000;

/** `outputTokens` is the most the answer may have. Yields often: evidence may be long. */
export function* summariseOffline(input: SummaryInput, outputTokens: number): Steps<string> {
  const story = yield* readStory(input.evidence);
  if (input.purpose === 'digest') return digestOf(story);
  const lines = new LineList();
  let earlier = nothingEarlier;
  for (const previous of previousSummaries(input, story)) earlier = addPrevious(previous, story, lines);
  yield* addStory(story, lines, earlier);
  addBackground(story, lines);
  const headings = headingsFor(input.purpose);
  const room = Math.min(usualBudget, outputTokens * 4) - renderLines([], headings).length;
  return renderLines(lines.within(room).map(placed(headings)), headings);
}

/** A handoff has no Next Steps: an open request stands as context in it, where its reader looks for it. */
function placed(headings: readonly string[]): (line: SummaryLine) => SummaryLine {
  return (line) => (headings.includes(line.heading) ? line : { ...line, heading: 'Critical Context' });
}

/** The authoritative one, and any that stands in the evidence, as in a handoff. */
function previousSummaries(input: SummaryInput, story: Story): readonly string[] {
  const found = story.background.filter((item) => item.provenance === 'prior-continuation-summary');
  return [
    ...(input.previousSummary === undefined ? [] : [input.previousSummary]),
    ...found.map(({ text }) => text),
  ];
}
