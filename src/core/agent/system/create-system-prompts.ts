// The system prompt, put together anew for every request. What never changes stands first and what changes most last, so
// that the caches of providers hold as long as they can (design 8).

import type { PromptLibrary } from '../../prompts/prompts.ts';
import type { Workspace } from '../../tools/workspace.ts';
import type { SystemPrompts } from '../system-prompt.ts';
import { environmentText, type Environment } from './environment.ts';
import { instructionFiles } from './instruction-files.ts';
import { instructionsText } from './instructions-text.ts';
import { todoText } from './todo-text.ts';

export interface SystemPromptDeps {
  readonly prompts: PromptLibrary;
  readonly workspace: Workspace;
  readonly environment: Environment;
  /** Asked at every request: instruction files of a workspace nobody trusts are not followed (design 12). */
  trusted(): boolean;
}

export function createSystemPrompts(deps: SystemPromptDeps): SystemPrompts {
  const { prompts, workspace, environment } = deps;
  return {
    text: async ({ todo, touched }, signal) => {
      const isTrusted = deps.trusted();
      const files = isTrusted ? await instructionFiles(touched, workspace, signal) : [];
      const folders = await workspace.places(signal);
      return [
        prompts.text('system/agent', {}),
        instructionsText(files, prompts),
        environmentText(environment.facts(), folders, prompts),
        isTrusted ? '' : prompts.text('system/untrusted', {}),
        todoText(todo, prompts),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    },
  };
}
