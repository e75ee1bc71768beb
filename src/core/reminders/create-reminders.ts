// Staged reminders of an open chat, in memory. Those that must outlive it are kept in the sidecar by their owner as well.

import type { Reminder, Reminders } from './reminders.ts';

export function createReminders(): Reminders {
  let staged: readonly Reminder[] = [];
  let count = 0;
  return {
    stage: (reminder) => {
      staged = [...staged, { ...reminder, id: `reminder-${++count}` }];
    },
    drop: (name) => {
      staged = staged.filter((reminder) => reminder.name !== name);
    },
    staged: () => staged,
    delivered: (ids) => {
      const gone = new Set(ids);
      staged = staged.filter(({ id }) => !gone.has(id));
    },
  };
}
