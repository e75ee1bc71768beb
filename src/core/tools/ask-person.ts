// The tool ask_person: a question that only the person can answer.

import * as z from 'zod';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { answer, refusal } from './outcomes.ts';
import type { Person } from './person.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  question: z.string().trim().min(1).max(4000),
  options: z.array(z.string().trim().min(1).max(500)).max(8).optional().describe('answers to choose from'),
});

type Input = z.infer<typeof input>;

export function askPersonTool(deps: {
  readonly person: Person;
  readonly prompts: PromptLibrary;
}): Tool<Input> {
  return {
    name: 'ask_person',
    description: deps.prompts.text('tools/ask_person', {}),
    input,
    needsTrust: false,
    label: ({ question }) => question,
    need: () => Promise.resolve({ kind: 'none' }),
    run: async ({ question, options = [] }, { callId }, signal) => {
      const said = await deps.person.ask({ callId, question, options }, signal);
      if (said.answer === 'said') return answer(said.text.trim() === '' ? '(an empty answer)' : said.text);
      return refusal(`Nobody answered: ${said.why}. Decide yourself, or stop and say what you need to know.`);
    },
  };
}
