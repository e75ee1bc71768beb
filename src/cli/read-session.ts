// Opens the session a command names, for reading only: no lock, no repair, no byte changed.

import path from 'node:path';
import { err, type Result } from '../base/result.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { ParsedCommand } from './arguments.ts';
import type { Tools } from './compose.ts';
import { cancelled, failure, type CliFailure } from './failure.ts';
import type { CliHost } from './host.ts';
import { findSession } from './session-place.ts';
import { storeFailureText } from './texts.ts';

export async function readSession(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<SessionHandle, CliFailure>> {
  const place = await findSession(command.operand, command.text('sessions'), host.cwd);
  if (!place.ok) return place;
  const opened = await tools.store(path.dirname(place.value)).open(place.value, 'read', host.signal);
  if (opened.ok) return opened;
  return err(opened.error.kind === 'cancelled' ? cancelled : failure(storeFailureText(opened.error)));
}
