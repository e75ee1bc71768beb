// What the window says outside the transcript: notifications, banners, pickers and the status bar.

import { assertNever } from '../base/fail.ts';
import type { WindowProvenance } from '../core/models/windows.ts';
import type { Counting } from '../core/tokens/estimate.ts';
import { describeStoreFailure, type StoreFailure } from '../core/sessions/failures.ts';

export const texts = {
  details: 'Details',
  openSettings: 'Open settings',
  wrongSetting: (problem: string): string => `Segue: ${problem}; the default stays in force.`,
  mistake: (what: string, why: string): string => `Segue: ${what} went wrong: ${why}`,

  unknownProvider: (provider: string): string =>
    `nothing is known of a provider ${provider}; give its kind and baseUrl in the setting segue.providers`,
  keyOf: (provider: string): string => `the key of ${provider}`,
  noKey: (provider: string): string =>
    `there is no API key for ${provider}; set it with "Segue: Set API key…", or select another model`,

  askWithdrawn: 'the turn was stopped before the person answered',
  proposalTitle: (path: string): string => `${path.split(/[\\/]/).at(-1) ?? path} (proposed by Segue)`,

  /** What the figure of the meter is made of. */
  estimated: estimatedText,
  measured: 'Measured by the provider with system prompt and tools; what came since is estimated',
  /** What of it is compared with the threshold (design 6.13). */
  compared: (threshold: number, tokens: number): string =>
    `Compacts at ${threshold} tokens: before a prompt the conversation alone counts (${tokens} now), between tool calls the whole next request`,
  answers: 'answers:',
  summarises: 'summarises:',
  assumed: (window: number): string => `${thousands(window)} assumed`,
  budget: (given: { window: number; reserve: number; threshold: number }): string =>
    `window ${given.window}, ${given.reserve} kept free for the answer, compacts from ${given.threshold} tokens`,
  automaticOff: 'Automatic compaction is off by the setting segue.compaction.auto',
  automaticSwitchedOff:
    'Automatic compaction failed three times in a row and is switched off for this session until you turn it on again.',
  turnAutoOn: 'Turn on again',
  damaged: (count: number): string =>
    `${count === 1 ? '1 line of this session cannot be read; it is' : `${count} lines of this session cannot be read; they are`} kept as they are. Until you accept that, the conversation is not compacted. "Segue: Verify session" shows more.`,
  acceptDamage: 'Go on without them',
  repaired: (what: string): string => `Put right on opening: ${what}`,

  offlineLabel: 'Offline guide',
  offlineDetail:
    'Built in: no key, no network, no AI. It understands a few requests such as "read README.md" and drives every tool, so that everything can be tried.',

  untrusted:
    'This folder is not trusted: tools that read or change files or run commands, and instruction files, are off until you trust it.',
  manageTrust: 'Manage trust',
  noFolder:
    'No folder is open: tools that work on files and commands are off. The conversation itself works.',
  foldersElsewhere:
    'The open folder is not on this machine: tools that work on files and commands are off. The conversation itself works.',
  opening: 'Opening the session…',
  lockedHere: (pid: number, since: string): string =>
    `Another window (process ${pid}) has been writing this session since ${since}; this window only reads it. Close it there and open it again here, or start a new session.`,
  lockedElsewhere: (pid: number, host: string, lock: string): string =>
    `Process ${pid} on ${host} writes this session; this window only reads it. If that process is gone, delete ${lock} and open it again.`,
  notOpened: (why: string): string => `The session was not opened: ${why}.`,
  onlyRead: (why: string): string => `This session can only be read: ${why}.`,
  otherSession: 'another conversation is open by now; send it again if it is meant for this one',
  otherQueue: 'another conversation is open by now, and its queue was left alone',
  windowCloses: 'the window is closing',
  blankPrompt: 'there is nothing in it',
  openAgain: 'Open again',

  instructions: '[instructions]',
  slash: {
    compact: 'Summarise the older part; the newest turns stay word for word',
    everything: 'Summarise the whole conversation; no turn stays word for word',
    new: 'Start a new session',
    open: 'Open another session',
    model: 'Select the model',
    context: 'Show how full the context is and why it would be compacted',
    export: 'Export the conversation',
  },
  unknownCommand: (name: string): string => `there is no command /${name}`,

  nothingToCompact: 'There is no conversation to compact yet.',
  notCompacted: (why: string): string => `Not compacted: ${why}.`,
  askInstructions: 'What the summary should pay attention to',
  instructionsPrompt: 'Up to 4000 characters; they hold for this compaction only',
  confirmLeave: 'A turn is running in this session. Stop it and leave?',
  confirmCommands: (count: number): string =>
    `${count === 1 ? 'A command runs' : `${count} commands run`} in the background of this session and will be ended. Leave it?`,
  leave: 'Stop and leave',

  noSessions: 'There is no earlier session for this folder.',
  pickSession: 'Open a session of this folder',
  notReadable: 'cannot be read; opening it says why',
  sessionDetail: (updated: string, segments: number): string =>
    `${updated}${segments > 1 ? ` · ${segments} segments` : ''}`,
  current: 'open now',

  noEarlierSegments: 'This session has never been compacted: there is no earlier segment.',
  pickSegment: 'Show an earlier segment',
  segment: (number: number): string => `Segment ${number}`,
  segmentTitle: (name: string, number: number): string => `${name}, segment ${number}`,
  /** `command` is Markdown. */
  ranOn: (command: string): string =>
    `**Still running** when this segment ended: ${command}. A later segment tells how it ended.`,

  noPermissions: 'Nothing is remembered for this folder: "Always allow" on a question remembers something.',
  pickPermissions: 'What is always allowed in this folder',
  withdrawHint: 'Choose what is to be asked about again',
  withdrawAll: 'Withdraw all',
  withdrawn: (what: string): string => `Withdrawn: ${what}. It is asked about from now on.`,
  withdrawnAll: 'All remembered permissions of this folder are withdrawn.',

  pickModel: 'Select the model of this session',
  offlineGuide: 'Built in',
  otherModel: 'Another model…',
  otherModelPrompt: 'provider/model, with an effort after @ where the model takes one',
  badModel: 'It is written provider/model, such as anthropic/claude-sonnet-4-5',
  addServer: 'Add a compatible server…',
  askForModels: (provider: string): string => `Ask ${provider} for its models…`,
  gaveNoList: 'gave no list',
  serverName: 'A name for the server, such as ollama',
  badServerName: 'Letters, digits, - and _; not the name of a built-in provider',
  serverAddress: 'Its address, such as http://127.0.0.1:11434/v1',
  badAddress: 'An address begins with http:// or https://',
  serverHeader: (which: 'first' | 'next'): string =>
    `${which === 'first' ? 'A header it wants, if any' : 'Another header it wants'}, as name: value. Leave it empty to go on. It is kept in your settings as plain text: a key belongs in "Segue: Set API key…" instead.`,
  badHeader: 'A header is written name: value, with letters, digits and - in its name',
  serverModel: 'The model to ask it for',
  askingServer: (address: string): string => `Asking ${address} for its models…`,
  pickServerModel: 'Which of its models?',
  typeModel: 'Another model of it…',
  fromList: "in the provider's list",
  hasKey: (from: 'secrets' | 'environment' | 'nowhere'): string =>
    from === 'secrets' ? 'key stored' : from === 'environment' ? 'key from the environment' : 'no key yet',
  inUse: 'in use now',
  windowOf: (tokens: string): string => `${tokens} tokens`,
  atMost: (tokens: string): string => `at most ${tokens} tokens`,
  modelNotKept: (why: string): string => `The model was not changed: ${why}.`,

  pickProvider: 'Whose API key?',
  askKey: (provider: string): string => `API key of ${provider}`,
  keyPrompt: 'Kept in the secret storage of VS Code. Leave it empty to remove the key.',
  keyStored: (provider: string): string => `The key of ${provider} is stored.`,
  keyRemoved: (provider: string): string => `The key of ${provider} is removed.`,

  testing: (model: string): string => `Asking ${model}…`,
  testWorks: (model: string, ms: number): string => `${model} answers (after ${ms} ms).`,
  testFails: (model: string, why: string): string => `${model} does not answer: ${why}.`,

  noConversation: 'There is no session yet: send something first.',
  verified: (name: string): string => `${name}: every file was checked and is in order.`,
  problems: (name: string, count: number): string =>
    `${name}: ${count === 1 ? '1 problem' : `${count} problems`}; nothing was changed.`,
  dealtWith: 'dealt with',
  verifying: 'Checking the session…',

  importing: 'Reading the transcript…',
  imported: (count: number): string =>
    count === 1 ? 'Imported.' : `${count} sessions imported; the first is open.`,
  notImported: (why: string): string => `Not imported: ${why}.`,
  importTitle: 'Import a transcript',
  pickFormat: 'Export as',
  formats: {
    markdown: 'Markdown, for people',
    'claude-code': 'Claude Code transcript',
    openai: 'OpenAI messages',
  },
  exporting: 'Exporting…',
  exported: (file: string, masked: number): string =>
    `Exported to ${file}${masked > 0 ? `; ${masked === 1 ? '1 secret was' : `${masked} secrets were`} masked` : ''}.`,
  notExported: (why: string): string => `Not exported: ${why}.`,

  /** Of a command whose row is gone. */
  commandEnded: (command: string, how: string): string =>
    `A command in the background has ended: ${command} (${how})`,
  textGone: 'This text belonged to a window that is closed. Open it again from the panel.\n',
  rowGone: 'this row is not there any more',
  waitsForYou: (count: number): string =>
    count === 1 ? 'Segue waits for your answer' : `Segue waits for ${count} answers of yours`,
  linkRefused: (href: string): string => `Segue does not open ${href}.`,
  linkOutside: (path: string): string => `${path} is not a file of the open folders.`,
  noEditor: 'No editor is open to insert into.',
  compactNow: 'Compact now',
  meterName: 'Segue context',
  meterTooltip: (meter: { used: number; usable: number; source: string }): string =>
    `${meter.used} of ${meter.usable} usable tokens (${meter.source})`,
  meterAction: 'Click for diagnostics',
} as const;

function estimatedText(tokens: { transcript: number; fixed: number; counting: Counting }): string {
  const transcript = `${tokens.transcript} of the conversation`;
  const fixed = `${tokens.fixed} of system prompt and tools`;
  switch (tokens.counting) {
    case 'characters':
      return `Estimated at 4 characters a token: ${transcript}, ${fixed}`;
    case 'tokenizer':
      return `Estimated: ${transcript}, counted by the tokenizer; ${fixed}, at 4 characters a token`;
    case 'both':
      return `Estimated: ${transcript}, partly counted by the tokenizer and partly at 4 characters a token; ${fixed}, at 4 characters a token`;
    default:
      return assertNever(tokens.counting);
  }
}

/** `84k`: thousands, floored, as all counts shown with k are (seed, Token estimate). */
export function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${Math.floor(tokens / 1000)}k`;
}

export interface KnownWindow {
  /** `provider/model`. */
  readonly model: string;
  readonly window: number;
  readonly provenance: WindowProvenance;
  /** The provider itself told it. */
  readonly reported?: true | undefined;
  /** The most its server could give the model, while it has not said how much it gives. */
  readonly upperBound?: number | undefined;
}

/** How a window is known, in words (design 6.10). */
export function provenanceText(known: KnownWindow): string {
  const { model, window, provenance, reported, upperBound } = known;
  if (model.startsWith('offline/')) return 'built in';
  if (upperBound !== undefined) {
    const most = `at most ${thousands(upperBound)}`;
    const what = window < upperBound ? `${thousands(window)} assumed, ${most}` : most;
    return `${what}: the provider says how much once the model is loaded`;
  }
  const check = "check the provider's current model page before correcting it";
  switch (provenance) {
    case 'model-metadata':
      if (reported === true) return 'reported by the provider';
      return `declared locally, not confirmed by the provider; ${check}`;
    case 'configured-fallback':
      return `from your setting segue.budget.contextLimit; ${check}`;
    case 'built-in-fallback':
      return `${thousands(window)} assumed: nothing known about this model; ${check}`;
    default:
      return assertNever(provenance);
  }
}

/** What happened to the store and what to do, as a clause without a full stop. */
export function storeText(failure: StoreFailure): string {
  return `${describeStoreFailure(failure)}; ${storeRemedy(failure)}`;
}

/** What to do about it, as a clause without a full stop. */
export function storeRemedy(failure: StoreFailure): string {
  switch (failure.kind) {
    case 'locked':
      return 'close it in the other window';
    case 'lock-lost':
      return 'copy what you have written here, close the session there and open it again';
    case 'disk-full':
      return 'free some space and try again; nothing that was there is changed';
    case 'not-readable':
    case 'not-writable':
      return 'check its permissions and those of its folder';
    case 'newer-format':
      return 'update Segue to open it';
    case 'changed-on-disk':
    case 'needs-reopen':
    case 'closed':
      return 'open the session again';
    case 'damaged':
      return 'look at them with "Segue: Verify session"';
    case 'not-a-session':
    case 'not-found':
      return 'open another session or start a new one';
    case 'read-only-handle':
      return 'close it in the window that writes it and open it again';
    case 'cancelled':
      return 'nothing was changed';
    case 'no-plain-file':
      return 'move what stands there away';
    case 'io':
      return 'check the disk and try again';
    default:
      return assertNever(failure);
  }
}
