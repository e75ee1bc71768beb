// What the model is told once because a summary took the place of what it had seen. Whether it is told in the current
// request or in the next is decided by the run's owner: an automatic run's reminders end with its request (behaviour 11.4).

import type { ExecutionRender } from '../executions/render.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { liveWorkLines } from './live-work.ts';
import type { Reminder } from './reminders.ts';
import { fileLines, omittedFiles, touchedFiles, type Omission } from './touched-files.ts';

export interface CompactedContext extends Omission {
  /** The records of the segment before the run, with the touches carried into it. */
  readonly records: readonly TranscriptRecord[];
  /** Setting `compaction.fileReferenceReminderLimit`. */
  readonly limit: number;
  /** Executions that still run. */
  readonly live: readonly ExecutionRender[];
}

/** Files to read again, and commands that still run; nothing where there are none (behaviour 11.3, design 13.8). */
export function compactionReminders(
  context: CompactedContext,
  prompts: PromptLibrary,
): readonly Omit<Reminder, 'id'>[] {
  const { records, limit, live } = context;
  const files = omittedFiles(touchedFiles(records), context);
  const work = liveWorkReminder(live, prompts);
  return [
    ...(files.length === 0
      ? []
      : [
          {
            name: omittedFilesName,
            text: `${prompts.text('reminders/omitted-files', {})}\n\n${fileLines(files, limit)}`,
          },
        ]),
    ...(work === undefined ? [] : [work]),
  ];
}

/** The files: a fact of the transcript, which holds after a reload, too. */
export const omittedFilesName = 'omitted-files';

export const liveWorkName = 'live-work';

/** Undefined when no command runs. */
export function liveWorkReminder(
  live: readonly ExecutionRender[],
  prompts: PromptLibrary,
): Omit<Reminder, 'id'> | undefined {
  const lines = liveWorkLines(live);
  if (lines === '') return undefined;
  return { name: liveWorkName, text: `${prompts.text('reminders/live-work', {})}\n\n${lines}` };
}
