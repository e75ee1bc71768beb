// Words of the list of commands that run in the background.

export const backgroundTexts = {
  title: 'Running in the background',
  stop: 'Stop command',
  stopping: 'stopping…',
} as const;
