// What tool rows say: their names and states, what they ask the person, and what was answered.

import type { ExecutionView, RowOf } from '../../src/protocol/rows.ts';
import { counted, durationText } from '../figures.ts';

export const toolTexts = {
  arguments: 'Arguments',
  result: 'Result',
  output: 'Output',
  stopCommand: 'Stop command',
} as const;

export const askTexts = {
  allow: 'Allow',
  always: 'Always allow',
  deny: 'Deny',
  accept: 'Accept',
  alwaysAccept: 'Always accept',
  reject: 'Reject',
  openDiff: 'Open diff',
  answer: 'Answer',
  yourAnswer: 'Your answer',
  answerGone: 'Nobody waits for this answer any more.',
  notAnswered: 'Not answered:',
} as const;

const toolNames: Readonly<Record<string, string>> = {
  read_file: 'Read',
  list_folder: 'List',
  find_files: 'Find',
  search_text: 'Search',
  edit_file: 'Edit',
  write_file: 'Write',
  run_command: 'Run',
  command_output: 'Output',
  stop_command: 'Stop',
  ask_person: 'Ask',
  update_todo: 'Plan',
};

/** A short name for a tool of ours; any other has its own. */
export function toolName(name: string): string {
  return Object.hasOwn(toolNames, name) ? (toolNames[name] ?? name) : name;
}

export function toolStateText(row: RowOf<'tool'>): string {
  switch (row.state) {
    case 'called':
      return 'called';
    case 'waiting':
      return 'waits for you';
    case 'running':
      return 'running';
    case 'background':
      return 'running in the background';
    case 'failed':
    case 'done':
      return [endText(row.execution), durationText(row.durationMs ?? 0)]
        .filter((part) => part !== '')
        .join(' · ');
  }
}

/** How a command ended, in a clause; empty while it lives, and where success says enough. */
function endText(execution: ExecutionView | undefined): string {
  const end = execution?.end;
  if (end === undefined) return '';
  switch (end.how) {
    case 'exited':
      return exitText(end);
    case 'signalled':
      return `ended by ${end.signal ?? 'a signal'}`;
    case 'stopped':
      return 'stopped';
    case 'not-started':
      return 'did not start';
    case 'lost':
      return 'lost: the window closed while it ran';
    case 'archived':
      return '';
  }
}

function exitText(end: NonNullable<ExecutionView['end']>): string {
  switch (end.outcome) {
    case 'no-match':
      return 'nothing found';
    case 'different':
      return 'different';
    case 'false':
      return 'false';
    case 'success':
      return '';
    case 'failure':
    case undefined:
      return end.exitCode === undefined ? '' : `exit ${end.exitCode}`;
  }
}

export function earlierOutputText(omitted: number): string {
  return `${counted(omitted, 'character')} before this`;
}

export const decisions: Readonly<Record<NonNullable<RowOf<'tool'>['decision']>, string>> = {
  allowed: 'Allowed once',
  always: 'Always allowed',
  denied: 'Denied',
  accepted: 'Accepted',
  rejected: 'Rejected',
  answered: 'Answered',
  rule: 'Allowed by a rule of yours',
  mode: 'Allowed by the permission mode',
  'not-needed': 'No permission needed',
  nobody: 'Nobody was there to allow it',
};

export function permissionText({ what }: { readonly what: 'command' | 'read' | 'change' }): string {
  switch (what) {
    case 'command':
      return 'Run this command?';
    case 'read':
      return 'Read this path outside of the open folders?';
    case 'change':
      return 'Change this path outside of the open folders?';
  }
}

export function editText(ask: { readonly path: string; readonly isNew: boolean }): string {
  return ask.isNew ? `Create ${ask.path}?` : `Change ${ask.path}?`;
}

export function alwaysText(rule: string): string {
  return `${askTexts.always}: ${rule}`;
}

export function alwaysEditText(rule: string): string {
  return `${askTexts.alwaysAccept}: ${rule}`;
}

export function omittedLinesText(omitted: number): string {
  return counted(omitted, 'more line');
}
