// The session a prompt is for: one that is there, or a new one in a folder of sessions. Open for writing; its caller closes
// it.

import path from 'node:path';
import { isAborted, neverAborted } from '../base/abort.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ModelReference } from '../core/models/policy.ts';
import { titleFrom } from '../core/import/title.ts';
import type { StoreFailure } from '../core/sessions/failures.ts';
import type { ModelChoice, SessionChange } from '../core/sessions/session-record.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { Settings } from '../core/settings/settings.ts';
import type { ParsedCommand } from './arguments.ts';
import type { Tools } from './compose.ts';
import { cancelled, failure, usageFailure, type CliFailure } from './failure.ts';
import type { CliHost } from './host.ts';
import { askedModels, chatModel, type AskedModels } from './run-models.ts';
import { providerFlags } from './providers.ts';
import { findSession, sessionsFolder } from './session-place.ts';
import { storeFailureText } from './texts.ts';

export interface RunWork {
  readonly command: ParsedCommand;
  readonly host: CliHost;
  readonly tools: Tools;
  readonly settings: Settings;
}

export interface RunSession {
  readonly session: SessionHandle;
  /** It was made by this command. */
  readonly isNew: boolean;
  readonly models: AskedModels;
  /** The folder that was named, absolute; undefined when none was. */
  readonly workspace: string | undefined;
}

/** Whether anybody can be asked for the model is known before a session is made or changed. */
export async function sessionForRun(work: RunWork): Promise<Result<RunSession, CliFailure>> {
  const { command, host, tools } = work;
  const given = command.text('workspace');
  const workspace = given === undefined ? undefined : path.resolve(host.cwd, given);
  if (command.operand === '') return newSession(work, workspace);
  if (command.text('name') !== undefined)
    return err(usageFailure('--name is for a new session; leave it out, or leave the session out'));
  const place = await findSession(command.operand, command.text('sessions'), host.cwd);
  if (!place.ok) return place;
  const opened = await tools.store(path.dirname(place.value)).open(place.value, 'write', host.signal);
  if (!opened.ok) return err(storeFault(opened.error));
  const session = opened.value;
  const changed = await changedSession(session, work, workspace);
  if (!changed.ok) await session.close();
  return changed.ok ? ok({ session, isNew: false, models: changed.value, workspace }) : changed;
}

async function newSession(
  work: RunWork,
  workspace: string | undefined,
): Promise<Result<RunSession, CliFailure>> {
  const { command, host, tools } = work;
  const folder = await sessionsFolder(command.text('sessions'), host.cwd);
  if (!folder.ok) return folder;
  const asked = modelsFor(undefined, work);
  if (!asked.ok) return asked;
  const { model, models } = asked.value;
  const name = command.text('name') ?? titleFrom(command.text('prompt') ?? '') ?? 'Conversation';
  const store = tools.store(folder.value ?? host.cwd);
  const created = await store.create({ name, workspace, model }, host.signal);
  return created.ok
    ? ok({ session: created.value, isNew: true, models, workspace })
    : err(storeFault(created.error));
}

/** What the flags say about the session stays with it, as a choice in the panel does. */
async function changedSession(
  session: SessionHandle,
  work: RunWork,
  workspace: string | undefined,
): Promise<Result<AskedModels, CliFailure>> {
  const { command, host } = work;
  const before = session.session();
  const asked = modelsFor(before.model, work);
  if (!asked.ok) return asked;
  const { model, models } = asked.value;
  const isChosen = command.text('provider') !== undefined || command.text('model') !== undefined;
  const change: SessionChange = {
    ...(isChosen ? { model } : {}),
    ...(workspace === undefined || workspace === before.workspace ? {} : { workspace }),
  };
  if (isAborted(host.signal)) return err(cancelled);
  if (Object.keys(change).length === 0) return ok(models);
  const updated = await session.write.update(change, neverAborted());
  return updated.ok ? ok(models) : err(storeFault(updated.error));
}

function modelsFor(
  chosen: ModelReference | undefined,
  { command, host, tools, settings }: RunWork,
): Result<{ readonly model: ModelChoice; readonly models: AskedModels }, CliFailure> {
  const flags = providerFlags(command);
  const model = chatModel(flags, settings, chosen);
  const models = askedModels(model, { flags, settings, host, ids: tools.ids }, tools.clock);
  const provider = models.provider(model);
  if (!provider.ok) return err(failure(`no answer can be had from ${model.provider}: ${provider.error}`));
  const { effort, ...named } = model;
  return ok({ model: effort === undefined ? named : { ...named, effort }, models });
}

function storeFault(fault: StoreFailure): CliFailure {
  return fault.kind === 'cancelled' ? cancelled : failure(storeFailureText(fault));
}
