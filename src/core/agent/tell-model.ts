// The last step before a request is sent: what waits for the model becomes records, in one append, and only then counts
// as told. Until then a failed or cancelled compaction loses none of it (seed, Request flow; behaviour 3.11).

import { isAborted, unlessAborted } from '../../base/abort.ts';
import { ok, type Result } from '../../base/result.ts';
import { endReminderName } from '../executions/records.ts';
import type { Reminder } from '../reminders/reminders.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import { recordSize, tokensOf, type VisibleSize } from '../tokens/estimate.ts';
import { textContent } from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { rootOwner, type ChatParts } from './chat-parts.ts';
import type { Mentioned } from './expand-mentions.ts';
import type { Opening } from './opening.ts';

interface Gathered {
  readonly records: readonly TranscriptRecord[];
  readonly mail: readonly string[];
  readonly reminders: readonly string[];
  readonly inputs: readonly string[];
}

export interface Telling {
  readonly turn: number;
  readonly opening: Opening;
}

/**
 * Appends what the opening brings, messages of the mailbox, staged reminders and steering. Steering that was left over
 * from an earlier turn stands before a new prompt, as it was said; else it stands last.
 */
export async function tellModel(
  telling: Telling,
  parts: ChatParts,
): Promise<Result<undefined, StoreFailure>> {
  const { conversation, executions, reminders, keptReminders, inputs } = parts;
  const gathered = gather(telling, parts, (...of) => conversation.stamp(...of));
  if (gathered.records.length === 0) return ok();
  const appended = await conversation.append(gathered.records);
  if (!appended.ok) return appended;
  executions.mailbox.delivered(gathered.mail);
  reminders.delivered(gathered.reminders);
  const settled = await keptReminders.settle();
  if (!settled.ok) conversation.tell(settled.error);
  return inputs.delivered(gathered.inputs);
}

/** Size of what the next request would add to the transcript, steering included. */
export function waitingSize(telling: Telling, parts: ChatParts): VisibleSize {
  return sizeOf(gather(telling, parts, unstamped).records);
}

/** Tokens of the mailbox: it belongs to the request a gate judges (behaviour 3.10). */
export function mailTokens(parts: ChatParts, imageTokens: number): number {
  return tokensOf(sizeOf(mailRecords(parts, { turn: 0, stamp: unstamped })), imageTokens);
}

/** Waits while the person holds back what they said (behaviour 3.13). False when the signal aborts first. */
export async function released(parts: ChatParts, signal: AbortSignal): Promise<boolean> {
  const { inputs, show } = parts;
  while (inputs.isHeld && !isAborted(signal)) {
    show({ doing: 'held' });
    await unlessAborted(inputs.whenChanged(), signal);
  }
  return !isAborted(signal);
}

type Stamp = (turn: number, id?: string) => { id: string; turn: number; at: string };

const unstamped: Stamp = (turn) => ({ id: '', turn, at: '' });

function gather({ turn, opening }: Telling, parts: ChatParts, stamp: Stamp): Gathered {
  const { prompt, streamed, leftOver } = opening;
  const { inputs } = parts;
  const steering = inputs.isHeld ? [] : inputs.steering;
  const isEarlier = ({ id }: { readonly id: string }): boolean =>
    prompt?.origin === 'person' && leftOver.has(id);
  const steered = (entries: typeof steering, of: number): readonly TranscriptRecord[] =>
    entries.flatMap((entry): readonly TranscriptRecord[] => [
      ...mentionRecords(parts.steeringMentions.of(entry), { turn: of, stamp }),
      { kind: 'user', ...stamp(of, entry.id), content: [...textContent(entry.text)], origin: 'steering' },
    ]);
  const staged = parts.reminders.staged();
  const records: TranscriptRecord[] = [
    ...(streamed === ''
      ? []
      : [{ kind: 'assistant' as const, ...stamp(turn), content: [...textContent(streamed)] }]),
    ...steered(steering.filter(isEarlier), Math.max(1, turn - 1)),
    ...mailRecords(parts, { turn, stamp }),
    ...staged.map((reminder) => reminderRecord(reminder, stamp(turn, reminder.recordId))),
    ...mentionRecords(opening.mentions, { turn, stamp }),
    ...(prompt === undefined ? [] : [promptRecord(prompt, stamp(turn, prompt.id))]),
    ...steered(
      steering.filter((entry) => !isEarlier(entry)),
      turn,
    ),
  ];
  return {
    records,
    mail: parts.executions.mailbox.waiting(rootOwner).map(({ id }) => id),
    reminders: staged.map(({ id }) => id),
    inputs: [...steering.map(({ id }) => id), ...(prompt?.id === undefined ? [] : [prompt.id])],
  };
}

function mailRecords(
  parts: ChatParts,
  { turn, stamp }: { readonly turn: number; readonly stamp: Stamp },
): readonly RecordOf<'reminder'>[] {
  return parts.executions.mailbox
    .waiting(rootOwner)
    .map(({ id, text }) => reminderRecord({ name: endReminderName(id), text }, stamp(turn)));
}

/** What mentions tell, then which files that were. */
function mentionRecords(
  mentions: readonly Mentioned[],
  { turn, stamp }: { readonly turn: number; readonly stamp: Stamp },
): readonly TranscriptRecord[] {
  return [
    ...mentions.map((mention) => reminderRecord(mention, stamp(turn))),
    ...mentions.flatMap(({ path }): readonly TranscriptRecord[] =>
      path === undefined ? [] : [{ kind: 'file-touch', ...stamp(turn), path, access: 'read' }],
    ),
  ];
}

function reminderRecord(
  { name, text }: Omit<Reminder, 'id'>,
  stamped: ReturnType<Stamp>,
): RecordOf<'reminder'> {
  return { kind: 'reminder', ...stamped, name, content: [...textContent(text)] };
}

function promptRecord(
  { text, origin }: NonNullable<Opening['prompt']>,
  stamped: ReturnType<Stamp>,
): RecordOf<'user'> {
  return { kind: 'user', ...stamped, content: [...textContent(text)], origin };
}

function sizeOf(records: readonly TranscriptRecord[]): VisibleSize {
  let characters = 0;
  let images = 0;
  for (const record of records) {
    const size = recordSize(record);
    characters += size.characters;
    images += size.images;
  }
  return { characters, images };
}
