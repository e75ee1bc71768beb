// The facts a cap could hide, as one evidence item, so that every summariser sees them; and the way back from its text.

import { singleLine } from '../../../base/single-line.ts';
import type { EvidenceItem } from '../labels.ts';
import type { ConversationFacts, FailedCommand } from './facts.ts';

const pathLabel = 'changed file: ';
const commandLabel = 'last failing command: ';
const errorLabel = 'its error: ';
const earlierLabel = 'requests of an earlier summary that are still open: ';
const openLabel = 'requests of the person without a settled answer, at the end: ';

export interface HostFacts {
  readonly changedPaths: readonly string[];
  readonly failedCommand: FailedCommand | null;
  /** How many of the person's last messages have no settled answer yet. */
  readonly openRequests: number;
  /** How many of an earlier summary are open still. */
  readonly earlierRequests: number;
}

/** One line a fact; undefined when there is none. */
export function hostFactsItem(facts: ConversationFacts): EvidenceItem | undefined {
  const lines = facts.changedPaths.map((path) => pathLabel + singleLine(path));
  if (facts.failedCommand !== null) {
    lines.push(commandLabel + facts.failedCommand.command);
    if (facts.failedCommand.error !== '') lines.push(errorLabel + facts.failedCommand.error);
  }
  if (facts.earlierRequests.length > 0) lines.push(earlierLabel + String(facts.earlierRequests.length));
  if (facts.openRequests > 0) lines.push(openLabel + String(facts.openRequests));
  return lines.length === 0 ? undefined : { provenance: 'host-facts', text: lines.join('\n') };
}

export function parseHostFacts(text: string): HostFacts {
  const changedPaths: string[] = [];
  let command: string | undefined;
  let error = '';
  let openRequests = 0;
  let earlierRequests = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(pathLabel)) changedPaths.push(line.slice(pathLabel.length));
    else if (line.startsWith(commandLabel)) command = line.slice(commandLabel.length);
    else if (line.startsWith(errorLabel)) error = line.slice(errorLabel.length);
    else if (line.startsWith(earlierLabel)) earlierRequests = Number(line.slice(earlierLabel.length)) || 0;
    else if (line.startsWith(openLabel)) openRequests = Number(line.slice(openLabel.length)) || 0;
  }
  return {
    changedPaths,
    failedCommand: command === undefined ? null : { command, error },
    openRequests,
    earlierRequests,
  };
}
