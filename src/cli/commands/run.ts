// `segue run`: one prompt through the whole agent loop, by the same chat as in the panel.

import { isAborted } from '../../base/abort.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { openChat } from '../../adapters/open-chat.ts';
import type { ChatSession } from '../../core/agent/chat-session.ts';
import type { SettledTurn } from '../../core/agent/settled-turn.ts';
import type { OutboxEntry } from '../../core/sessions/session-record.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import { describeRepair } from '../../core/sessions/describe-repair.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import { CompactionWatch } from '../compaction-watch.ts';
import { composeMachine, type Tools } from '../compose.ts';
import { usageFailure, type CliFailure } from '../failure.ts';
import { modelFlagFault, workspaceFault } from '../flag-faults.ts';
import { HeadlessPerson } from '../headless-person.ts';
import type { CliHost } from '../host.ts';
import { createProgress } from '../progress.ts';
import { RunJson } from '../run-json.ts';
import { sessionForRun, type RunSession, type RunWork } from '../run-session.ts';
import type { RunEnd, RunTeller } from '../run-teller.ts';
import { RunText } from '../run-text.ts';
import { settingsFrom } from '../settings.ts';
import {
  interruptedText,
  noWorkspace,
  refusedText,
  stillWaiting,
  storeFailureText,
  turnEndText,
} from '../texts.ts';

export async function runCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const settings = settingsFrom(command.list('set'));
  if (!settings.ok) return settings;
  const fault = modelFlagFault(command) ?? (await workspaceFault(command, host));
  if (fault !== undefined) return err(usageFailure(fault));
  const work: RunWork = { command, host, tools, settings: settings.value };
  const found = await sessionForRun(work);
  if (!found.ok) return found;
  return ok(await converse(found.value, work));
}

async function converse(opened: RunSession, work: RunWork): Promise<CommandOutput> {
  const { command, host, tools, settings } = work;
  const { session, models, workspace } = opened;
  const person = new HeadlessPerson();
  const told: { teller?: RunTeller } = {};
  const { chat } = await openChat(await composeMachine(host, tools), {
    ...{ session, models, person },
    settings: () => settings,
    // Nothing is ever allowed for good here.
    rules: { load: () => [], save: () => Promise.resolve() },
    roots: () => (workspace === undefined ? [] : [workspace]),
    trusted: () => workspace !== undefined,
    mode: () => modeOf(command) ?? settings['permissions.mode'],
    warn: (text) => told.teller?.note(text),
    report: (problem) => told.teller?.note(problem),
  });
  const watch = new CompactionWatch(chat, { models, settings, clock: tools.clock });
  const progress = createProgress(host, tools.clock);
  const teller = command.has('json')
    ? new RunJson(host, (event) => watch.report(event))
    : new RunText(host, progress);
  told.teller = teller;
  chat.listen((event) => {
    watch.hear(event);
    teller.hear(event);
  });
  const stop = (): void => chat.stop();
  host.signal.addEventListener('abort', stop);
  try {
    tellWhatWas(chat, teller);
    if (workspace === undefined) teller.note(noWorkspace);
    await models.learn(host.signal);
    const turn = await sent(chat, work);
    // What still runs in the background ends with this process, and is told before the end is.
    await chat.dispose();
    if (person.refused > 0) teller.note(refusedText(person.refused));
    const requests = models.asked().requests - watch.summaryRequests;
    const end: RunEnd = {
      ...turn,
      session: session.path,
      segment: session.active().number,
      requests,
    };
    teller.ended(end);
    return outputOf(end, opened);
  } finally {
    host.signal.removeEventListener('abort', stop);
    progress.clear();
    await chat.dispose();
  }
}

function modeOf(command: ParsedCommand): 'ask' | 'edits' | 'full-auto' | undefined {
  const given = command.text('permissions');
  return given === 'ask' || given === 'edits' || given === 'full-auto' ? given : undefined;
}

/** What an earlier process left of this session. */
function tellWhatWas(chat: ChatSession, teller: RunTeller): void {
  for (const repair of chat.session.repairs) teller.note(describeRepair(repair));
  const interrupted = chat.interrupted();
  if (interrupted !== undefined) teller.note(interruptedText(interrupted));
  const waiting = allWaiting(chat.session).length;
  if (waiting > 0) teller.note(stillWaiting(waiting));
}

/** The prompt is said and answered; one that could not be sent is back with whoever typed it. */
async function sent(
  chat: ChatSession,
  { command, host }: RunWork,
): Promise<Pick<RunEnd, 'outcome' | 'reason'>> {
  if (isAborted(host.signal)) return cancelledEnd;
  const waitedBefore = new Set(allWaiting(chat.session).map(({ id }) => id));
  const unsentBefore = new Set(chat.session.session().outbox.map(({ id }) => id));
  const submitted = await chat.submit(command.text('prompt') ?? '', { whileBusy: 'follow-up' });
  if (!submitted.ok) return { outcome: 'failed', reason: storeFailureText(submitted.error) };
  if (isAborted(host.signal)) chat.stop();
  const settled = await chat.idle();
  const unsent = chat.session.session().outbox.filter(({ id }) => !waitedBefore.has(id));
  for (const { id } of unsent) await chat.edit(id, null);
  const isCut =
    settled?.outcome === 'success' && isAborted(host.signal) && isLeft(chat.session, unsentBefore);
  return settled === undefined || isCut ? cancelledEnd : endOf(settled);
}

function allWaiting(session: SessionHandle): readonly OutboxEntry[] {
  const { outbox, queue } = session.session();
  return [...outbox, ...queue.steering, ...queue.followUps];
}

/** Something would have been sent behind the prompt: what the person holds back, or has to send by hand, would not. */
function isLeft(session: SessionHandle, unsentBefore: ReadonlySet<string>): boolean {
  return (
    !session.session().queue.deliveryPaused && allWaiting(session).some(({ id }) => !unsentBefore.has(id))
  );
}

const cancelledEnd = { outcome: 'cancelled', reason: turnEndText({ outcome: 'cancelled' }) } as const;

function endOf(settled: SettledTurn): Pick<RunEnd, 'outcome' | 'reason'> {
  const reason = turnEndText(settled);
  return reason === undefined ? { outcome: settled.outcome } : { outcome: settled.outcome, reason };
}

function outputOf(end: RunEnd, { isNew, session }: RunSession): CommandOutput {
  const notes = isNew ? [`the session is ${session.path}`] : [];
  return { json: null, text: '', raw: '', notes, error: end.reason, exit: exits[end.outcome] };
}

const exits = { success: 0, failed: 1, blocked: 1, cancelled: 130 } as const;
