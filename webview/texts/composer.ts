// What the composer, its menu and the queue above it say.

import type { QueueView } from '../../src/protocol/snapshot.ts';
import { counted } from '../figures.ts';

export const composerTexts = {
  composer: 'Message',
  placeholder: 'Ask Segue…',
  placeholderBusy: 'Enter steers the work in progress, Alt+Enter queues for afterwards',
  send: 'Send (Enter)',
  steer: 'Steer (Enter)',
  queueInstead: 'Queue for afterwards (Alt+Enter)',
  stop: 'Stop',
  permissions: 'What may be done without asking',
  commands: 'Commands',
  files: 'Files',
  noFiles: 'No file matches',
  picturesLater: 'Pictures cannot be sent yet. Name a picture file with @ instead.',
  notSent: 'Not sent:',
} as const;

export const queueTexts = {
  queue: 'Waiting to be delivered',
  edit: 'Edit',
  remove: 'Remove',
  save: 'Save',
  discard: 'Leave as it was',
  pause: 'Pause delivery',
  resume: 'Resume delivery',
  delivered: 'It has already been delivered, as it was.',
  notChanged: 'Not changed:',
  notRemoved: 'Not removed:',
  notPaused: 'Not paused:',
  notResumed: 'Not resumed:',
} as const;

export const permissionModes = [
  { value: 'ask', label: 'Ask first' },
  { value: 'edits', label: 'Edit freely' },
  { value: 'full-auto', label: 'Full auto' },
] as const;

export function suggestionsText(count: number): string {
  return counted(count, 'suggestion');
}

export function queueText(queue: QueueView): string {
  const { items, paused } = queue;
  const waiting = items.length === 0 ? '' : `${counted(items.length, 'message')} waiting`;
  if (paused === 'no') return waiting;
  const why = paused === 'failure' ? 'delivery paused, because the turn did not end well' : 'delivery paused';
  return waiting === '' ? why.charAt(0).toUpperCase() + why.slice(1) : `${waiting} · ${why}`;
}

export function queuedAsText(as: QueueView['items'][number]['as']): string {
  return as === 'steering' ? 'steers' : 'queued';
}
