// The system prompt of a summary request, made from prompt files.

import type { PromptLibrary } from '../prompts/prompts.ts';
import { headingsFor, type SummaryPurpose } from './purpose.ts';
import { digestMaxBytes } from './validate.ts';

/** The fixed system prompt: nothing of workspace, environment, memory, tools or roles enters it (behaviour 6.3). */
export function summarySystemPrompt(
  prompts: PromptLibrary,
  purpose: SummaryPurpose,
  previous: 'with-previous' | 'first',
): string {
  const list = headingsFor(purpose)
    .map((heading) => `## ${heading}`)
    .join('\n');
  if (purpose === 'digest') {
    return prompts.text('context-summary/digest', { HEADINGS: list, MAX_BYTES: String(digestMaxBytes) });
  }
  const continues = purpose === 'continuation';
  const anchor = previous === 'with-previous' ? 'context-summary/update' : 'context-summary/create';
  return prompts.text('context-summary/summary', {
    HEADINGS: list,
    OPEN_REQUEST_PLACE: continues ? ' or Next Steps' : '',
    NEXT_STEPS: continues ? prompts.text('context-summary/next-steps', {}) : '',
    PURPOSE_RULE: prompts.text(continues ? anchor : 'context-summary/handoff', {}),
  });
}
