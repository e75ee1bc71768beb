// Every word the panel says by itself.

import type { ActivityView, MeterView, QueueView } from '../src/protocol/snapshot.ts';
import type { ExecutionView, RowOf, TurnAction } from '../src/protocol/rows.ts';
import { counted, durationText, thousands } from './figures.ts';

export const texts = {
  title: 'Segue',
  transcript: 'Conversation',
  emptyTitle: 'What shall we do?',
  emptyHint: 'Ask for a change, a search or a command. @ names a file, / shows commands.',
  composer: 'Message',
  placeholder: 'Ask Segue…',
  placeholderBusy: 'Enter steers the work in progress, Alt+Enter queues for afterwards',
  send: 'Send (Enter)',
  steer: 'Steer (Enter)',
  queueInstead: 'Queue for afterwards (Alt+Enter)',
  stop: 'Stop',
  cancel: 'Cancel',
  chooseModel: 'Choose the model',
  permissions: 'What may be done without asking',
  showDiagnostics: 'Show context diagnostics',
  jump: 'Jump to latest',
  you: 'You',
  steering: 'You, while it worked',
  host: 'Added by the host',
  unsent: 'Not sent yet',
  sendUnsent: 'Send now',
  assistant: 'Segue',
  reasoning: 'Reasoning',
  reasoningNow: 'Reasoning…',
  show: 'Show',
  openInEditor: 'Open in editor',
  arguments: 'Arguments',
  result: 'Result',
  output: 'Output',
  copy: 'Copy',
  insert: 'Insert at cursor',
  openCode: 'Open in an editor',
  copied: 'Copied',
  allow: 'Allow',
  always: 'Always allow',
  deny: 'Deny',
  accept: 'Accept',
  alwaysAccept: 'Always accept',
  reject: 'Reject',
  openDiff: 'Open diff',
  answer: 'Answer',
  yourAnswer: 'Your answer',
  answerGone: 'Nobody waits for this answer any more',
  stopCommand: 'Stop command',
  queue: 'Waiting to be delivered',
  edit: 'Edit',
  remove: 'Remove',
  save: 'Save',
  discard: 'Leave as it was',
  pause: 'Pause delivery',
  resume: 'Resume delivery',
  delivered: 'It has already been delivered',
  earlierSegment: 'Open earlier segment',
  separatorTitle: 'Conversation compacted',
  summaryBy: 'Summary by',
  carried: 'Added by Segue because the summary lacked it:',
  missing: 'Rules of yours the summary may lack:',
  streamedBefore: 'What had come of the answer',
  commands: 'Commands',
  files: 'Files',
  noFiles: 'No file matches',
  picturesLater: 'Pictures cannot be sent yet. Name a picture file with @ instead.',
  notSent: 'Not sent:',
  hostGone: 'the extension does not answer',
  waitingForYou: 'Waiting for you',
  answered: 'Segue answered',
} as const;

export function moreText(omitted: number): string {
  return `Show ${counted(omitted, 'more character')}`;
}

export function omittedText(omitted: number): string {
  return `${counted(omitted, 'character')} not shown`;
}

export function omittedLinesText(omitted: number): string {
  return counted(omitted, 'more line');
}

export function earlierOutputText(omitted: number): string {
  return `${counted(omitted, 'character')} before this`;
}

export function jumpText(newer: number): string {
  return newer === 0 ? texts.jump : `${texts.jump} (${newer} new)`;
}

export function suggestionsText(count: number): string {
  return counted(count, 'suggestion');
}

/** `84k / 180k · 47 %`; k is floored. */
export function meterText(meter: MeterView): string {
  const percent = meter.usable === 0 ? 0 : Math.floor((100 * meter.used) / meter.usable);
  return `${thousands(meter.used)} / ${thousands(meter.usable)} · ${percent} %`;
}

export function meterTitle(meter: MeterView): string {
  const what = `${meter.used} of ${meter.usable} usable tokens (${meter.source}); compacts from ${meter.threshold}`;
  return [what, ...meter.details].join('\n');
}

export function activityText(activity: ActivityView): string {
  switch (activity.doing) {
    case 'nothing':
      return '';
    case 'held':
      return 'Held: delivery is paused';
    case 'thinking':
      return 'Thinking…';
    case 'retrying':
      return `Trying again in ${activity.seconds} s (attempt ${activity.attempt}): ${activity.reason}`;
    case 'tools':
      return toolsText(activity.calls);
    case 'compacting':
      return compactingText(activity);
  }
}

function toolsText(calls: Extract<ActivityView, { doing: 'tools' }>['calls']): string {
  const waiting = calls.find(({ state }) => state === 'waiting');
  if (waiting !== undefined) return `${texts.waitingForYou}: ${named(waiting)}`;
  const [first] = calls;
  if (first === undefined) return 'Running tools…';
  return calls.length === 1 ? `Running ${named(first)}…` : `Running ${calls.length} tools…`;
}

function named(call: { readonly name: string; readonly label: string }): string {
  return call.label === '' ? call.name : `${call.name} ${call.label}`;
}

function compactingText(activity: Extract<ActivityView, { doing: 'compacting' }>): string {
  const attempt = activity.attempt > 1 ? ` (attempt ${activity.attempt} of ${activity.attempts})` : '';
  const why = activity.step === 'waiting' ? `, trying again: ${activity.reason}` : '';
  return `Compacting…${attempt}${why}`;
}

/**
 * `Conversation compacted · 84k → 12k tokens (estimated) · 2 turns kept · …` (design 9). Each figure has its own label
 * where the two differ (design 13.6).
 */
export function separatorText(row: RowOf<'separator'>): string {
  const parts: string[] = [texts.separatorTitle];
  if (row.tokens !== undefined) {
    const { before, after } = row.tokens;
    const own = before.source === after.source ? '' : ` (${before.source})`;
    parts.push(`${thousands(before.tokens)}${own} → ${thousands(after.tokens)} tokens (${after.source})`);
  }
  parts.push(`${counted(row.turnsKept, 'turn')} kept`);
  if (row.shortened === 'some') parts.push('tool outputs shortened');
  else if (row.shortened > 0) parts.push(`${counted(row.shortened, 'tool output')} shortened`);
  parts.push(`segment ${row.segment}`);
  return parts.join(' · ');
}

/** The reason of a request that was not sent says so itself. */
export function endedText(row: RowOf<'ended'>): string {
  const what = {
    failed: 'This turn failed',
    cancelled: 'Stopped',
    blocked: 'Not sent',
    interrupted: 'This turn was interrupted: the window closed before it ended',
  }[row.outcome];
  if (row.reason === '') return `${what}.`;
  return row.outcome === 'blocked' ? `${row.reason}.` : `${what}. ${row.reason}.`;
}

export const turnActions: Readonly<Record<TurnAction, string>> = {
  continue: 'Continue',
  retry: 'Retry',
  'turn-auto-on': 'Turn automatic compaction on again',
  'set-key': 'Set API key…',
  'select-model': 'Select model…',
  diagnostics: 'Show diagnostics',
};

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

export const permissionModes = [
  { value: 'ask', label: 'Ask first' },
  { value: 'edits', label: 'Edit freely' },
  { value: 'full-auto', label: 'Full auto' },
] as const;

export const decisions: Readonly<Record<NonNullable<RowOf<'tool'>['decision']>, string>> = {
  allowed: 'Allowed once',
  always: 'Always allowed',
  denied: 'Denied',
  accepted: 'Accepted',
  rejected: 'Rejected',
  answered: 'Answered',
};

export function permissionText({ what }: { readonly what: 'command' | 'outside' }): string {
  return what === 'command' ? 'Run this command?' : 'Use this path outside of the workspace?';
}

export function editText(ask: { readonly path: string; readonly isNew: boolean }): string {
  return ask.isNew ? `Create ${ask.path}?` : `Change ${ask.path}?`;
}

export function alwaysText(rule: string): string {
  return `${texts.always}: ${rule}`;
}

export function alwaysEditText(rule: string): string {
  return `${texts.alwaysAccept}: ${rule}`;
}

export function queueText(queue: QueueView): string {
  const { items, paused } = queue;
  const waiting = items.length === 0 ? '' : `${counted(items.length, 'message')} waiting`;
  if (paused === 'no') return waiting;
  const why = paused === 'failure' ? 'delivery paused because the turn failed' : 'delivery paused';
  return waiting === '' ? why.charAt(0).toUpperCase() + why.slice(1) : `${waiting} · ${why}`;
}

export function queuedAsText(as: QueueView['items'][number]['as']): string {
  return as === 'steering' ? 'steers' : 'queued';
}
