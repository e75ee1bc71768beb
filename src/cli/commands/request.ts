// `segue request`: the exact body the next request would carry.

import { err, ok, type Result } from '../../base/result.ts';
import { buildRequest } from '../../core/agent/request-builder.ts';
import { resolvePolicy } from '../../core/models/policy.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import { failure, usageFailure, type CliFailure } from '../failure.ts';
import { workspaceFault } from '../flag-faults.ts';
import type { CliHost } from '../host.ts';
import { bodyProvider, named } from '../providers.ts';
import { readSession } from '../read-session.ts';
import { requestFrame, requestWorkspace } from '../request-frame.ts';
import { settingsFrom } from '../settings.ts';
import { frameLeftOut } from '../texts.ts';

export async function requestCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const settings = settingsFrom(command.list('set'));
  if (!settings.ok) return settings;
  const fault = await workspaceFault(command, host);
  if (fault !== undefined) return err(usageFailure(fault));
  const opened = await readSession(command, host, tools);
  if (!opened.ok) return opened;
  const session = opened.value;
  const workspace = await requestWorkspace(command, host, session);
  const frame =
    workspace === undefined
      ? { system: '', tools: [] }
      : await requestFrame(session, { host, tools, settings: settings.value, workspace });
  const model = named(command.text('provider') ?? '', command.text('model'), session.session().model);
  const request = await buildRequest({
    records: session.active().records,
    prompt: command.text('prompt'),
    policy: resolvePolicy(model, settings.value),
    ...frame,
    stream: settings.value['models.stream'],
    artifacts: session.artifacts,
    prompts: tools.prompts,
  });
  if (request === undefined) {
    return err(
      failure(
        'nothing is pending in this session: no prompt waits for an answer; give a prompt with --prompt TEXT',
      ),
    );
  }
  const body = bodyProvider(model, tools.ids).body(request);
  const notes = workspace === undefined ? [frameLeftOut] : [];
  return ok({ json: body, text: '', raw: `${JSON.stringify(body, null, 2)}\n`, notes, exit: 0 });
}
