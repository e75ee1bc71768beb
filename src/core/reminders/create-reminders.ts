// Staged reminders held in memory: they belong to an open chat and are made anew when what they speak of still holds.

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
