// Every command of the palette, by its id.

import type { CommandId } from '../command-ids.ts';
import type { CommandTable } from './command-deps.ts';
import { compactCommands } from './compact.ts';
import { diagnosticsCommands } from './diagnostics.ts';
import { editCommands } from './edits.ts';
import { modelCommands } from './models.ts';
import { permissionCommands } from './permissions.ts';
import { sessionCommands } from './sessions.ts';
import { transferCommands } from './transfer.ts';

export const commands: CommandTable<CommandId> = {
  ...compactCommands,
  ...diagnosticsCommands,
  ...editCommands,
  ...modelCommands,
  ...permissionCommands,
  ...sessionCommands,
  ...transferCommands,
};
