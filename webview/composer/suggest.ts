// Finds what can be suggested for what is being typed: commands at once, files from the host.

import type { Channel } from '../../src/protocol/channel.ts';
import { toHost } from '../../src/protocol/messages.ts';
import type { SlashCommand } from '../../src/protocol/snapshot.ts';
import type { Completion } from './completion.ts';
import type { Suggestion } from './menu.ts';

export class Suggester {
  private readonly channel: Channel;
  private asking: AbortController | undefined;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  /** Gives up the question that is open. */
  cancel(): void {
    this.asking?.abort();
    this.asking = undefined;
  }

  /** Undefined when a later question took the place of this one, or nobody answered. */
  async find(
    completion: Completion,
    commands: readonly SlashCommand[],
  ): Promise<readonly Suggestion[] | undefined> {
    this.cancel();
    if (completion.kind === 'slash') return commandsFor(completion.prefix, commands);
    const asking = new AbortController();
    this.asking = asking;
    const answer = await this.channel.ask(toHost.findFiles, { prefix: completion.prefix }, asking.signal);
    if (asking.signal.aborted || answer.kind !== 'answered') return undefined;
    return answer.value.files.map((file) => fileSuggestion(file));
  }
}

/** One that is typed in full comes first. */
function commandsFor(prefix: string, commands: readonly SlashCommand[]): readonly Suggestion[] {
  const fitting = commands.filter(({ name }) => name.startsWith(prefix));
  return [...fitting]
    .sort((one, other) => Number(other.name === prefix) - Number(one.name === prefix))
    .map(({ name, argument, description }) => ({
      value: name,
      label: argument === '' ? `/${name}` : `/${name} ${argument}`,
      detail: description,
    }));
}

function fileSuggestion(path: string): Suggestion {
  const cut = path.lastIndexOf('/');
  return { value: path, label: path.slice(cut + 1), detail: cut < 0 ? '' : path.slice(0, cut) };
}
