// The commands a person can call, as package.json contributes them. What they do is in commands/.

export const commandIds = [
  'segue.compact',
  'segue.compactWithInstructions',
  'segue.compactEverything',
  'segue.cancelCompaction',
  'segue.turnAutoOn',
  'segue.newSession',
  'segue.openSession',
  'segue.showEarlierSegments',
  'segue.showDiagnostics',
  'segue.selectModel',
  'segue.setApiKey',
  'segue.testConnection',
  'segue.stop',
  'segue.verifySession',
  'segue.importTranscript',
  'segue.exportSession',
  'segue.acceptEdit',
  'segue.rejectEdit',
  'segue.rememberedPermissions',
  'segue.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];

/** The view and the file system of proposed edits, by their names in package.json. */
export const chatViewId = 'segue.chat';
export const proposalScheme = 'segue-proposal';
