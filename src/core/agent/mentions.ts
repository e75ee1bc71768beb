// What a prompt mentions with `@`: the files of the workspace it names are told to the model right before it. The
// person's own words stay as they are. What names nothing in the workspace is no mention.

import type { PromptLibrary } from '../prompts/prompts.ts';
import type { Place, Workspace } from '../tools/workspace.ts';
import type { ExpandMentions, Mentioned } from './expand-mentions.ts';
import { mentionedContent } from './mention-content.ts';
import { mentionsIn, type Mention, type MentionReading } from './mention-grammar.ts';

export interface MentionDeps {
  readonly workspace: Workspace;
  readonly prompts: PromptLibrary;
}

/** Mentions of one prompt that are looked up, those that are told, and characters of all that is told. */
const mostLooked = 200;
const mostTold = 20;
const mostCharacters = 64 * 1024;

/**
 * One reminder named `mention` for each file or folder that is there, in the order they are mentioned; it says so when
 * the content could not be read or found no room.
 */
export function createMentions({ workspace, prompts }: MentionDeps): ExpandMentions {
  return async (prompt, signal) => {
    const told: Mentioned[] = [];
    const known = new Set<string>();
    let room = mostCharacters;
    for (const mention of mentionsIn(prompt, mostLooked)) {
      const found = await placeOf(mention, workspace, signal);
      const name = found === undefined ? undefined : spokenName(found);
      if (found === undefined || name === undefined || known.has(name)) continue;
      known.add(name);
      if (told.length === mostTold) break;
      const content = await mentionedContent(found, workspace, signal);
      const isTooLong = content.ok && content.value.text.length > room;
      if (content.ok && !isTooLong) {
        room -= content.value.text.length;
        const opening = prompts.text('reminders/mention', { MENTION: name });
        told.push({ name: 'mention', text: `${opening}\n\n${content.value.text}`, path: content.value.path });
      } else {
        const why = content.ok ? 'the other mentions left no room for it.' : content.error;
        const text = prompts.text('reminders/mention-unread', { MENTION: name, WHY: why });
        told.push({ name: 'mention', text });
      }
    }
    return told;
  };
}

/** The first reading that names something: as written, then without the punctuation behind it. */
async function placeOf(
  { readings }: Mention,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<{ readonly place: Place; readonly reading: MentionReading } | undefined> {
  for (const reading of readings) {
    const located = await workspace.locate(reading.path, signal);
    if (located.ok && located.value.exists) return { place: located.value, reading };
  }
  return undefined;
}

function spokenName({ place, reading }: { readonly place: Place; readonly reading: MentionReading }): string {
  const { lines } = reading;
  if (lines === undefined) return place.shown;
  const { first, last } = lines;
  return first === last ? `${place.shown}, line ${first}` : `${place.shown}, lines ${first} to ${last}`;
}
