// Loads the prompt files and fills their placeholders. A file that is missing, or that names other placeholders than it
// declares, is a fault of the installation and throws at once.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { invariant } from '../../base/fail.ts';
import { promptPlaceholders, type PromptLibrary, type PromptName } from '../../core/prompts/prompts.ts';

const placeholder = /\{\{([A-Z_]+)\}\}/g;

/** `folder` is the `prompts` folder beside the program. Every file is read and checked here. */
export function loadPrompts(folder: string): PromptLibrary {
  const texts = new Map<PromptName, string>();
  for (const name of Object.keys(promptPlaceholders) as PromptName[]) {
    const text = readFileSync(path.join(folder, `${name}.md`), 'utf8')
      .replace(/\r\n/g, '\n')
      .trim();
    const used = new Set([...text.matchAll(placeholder)].map((match) => match[1]));
    const declared: readonly string[] = promptPlaceholders[name];
    for (const key of used)
      invariant(key && declared.includes(key), `prompt ${name} uses ${key}, which it does not declare`);
    for (const key of declared)
      invariant(used.has(key), `prompt ${name} declares ${key} and does not use it`);
    texts.set(name, text);
  }
  return {
    text: (name, values) => {
      const text = texts.get(name);
      invariant(text !== undefined, `there is no prompt ${name}`);
      const given: Readonly<Record<string, string>> = values;
      return text
        .replace(placeholder, (_, key: string) => {
          const value = given[key];
          invariant(value !== undefined, `prompt ${name} needs ${key}`);
          return value;
        })
        .replace(/\n{3,}/g, '\n\n')
        .trim();
    },
  };
}
