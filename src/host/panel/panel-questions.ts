// What the page of the panel asks, and the answers: every question is settled, with an answer or with why not.

import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { Channel } from '../../protocol/channel.ts';
import { toHost } from '../../protocol/messages.ts';
import type { Desk } from '../session/desk.ts';
import type { PanelDeps } from './panel-messages.ts';
import { inspectRow } from '../rows/whole-text.ts';
import { runSlash } from './slash.ts';
import { storeText, texts } from '../texts.ts';

export function answerPanel(channel: Channel, deps: PanelDeps): void {
  answerInputs(channel, deps);
  answerDecisions(channel, deps);
  answerLooks(channel, deps);
}

function answerInputs(channel: Channel, { desk, run }: PanelDeps): void {
  channel.onAsked(toHost.submit, (said) => desk.submit(said));
  channel.onAsked(toHost.slash, ({ session, name, argument }) => {
    if (!isStill(session, desk)) return Promise.resolve(err(texts.otherSession));
    const isKnown = runSlash(name, argument, run);
    return Promise.resolve(isKnown ? ok({}) : err(texts.unknownCommand(name)));
  });
  channel.onAsked(toHost.editQueued, async ({ session, id, text }) => {
    if (!isStill(session, desk)) return err(texts.otherQueue);
    const edited = await desk.conversation?.chat.edit(id, text);
    if (edited === undefined) return ok({ changed: false });
    return edited.ok ? ok({ changed: edited.value }) : refused(edited);
  });
  channel.onAsked(toHost.pauseQueue, async ({ session, paused }) => {
    if (!isStill(session, desk)) return err(texts.otherQueue);
    const done = await (paused
      ? desk.conversation?.chat.pauseQueue()
      : desk.conversation?.chat.resumeQueue());
    return done === undefined || done.ok ? ok({}) : refused(done);
  });
}

/** The session of that path, or the empty screen, is what this window has. */
function isStill(session: string, desk: Desk): boolean {
  return desk.conversation === undefined ? session === '' : desk.meant(session) !== undefined;
}

/** What the person decides about a call that waits for them. */
function answerDecisions(channel: Channel, { desk, proposals }: PanelDeps): void {
  const person = () => desk.conversation?.person;
  channel.onAsked(toHost.answerPermission, ({ callId, answer, why }) => {
    const given = answer === 'deny' ? { answer, why } : { answer };
    return taken(person()?.answerPermission(callId, given));
  });
  channel.onAsked(toHost.answerEdit, ({ callId, answer, always, why }) => {
    if (answer === 'reject') return taken(person()?.answerEdit(callId, { answer, why }));
    const content = proposals.content(callId) ?? person()?.reviewOf(callId)?.after;
    if (content === undefined) return taken(false);
    return taken(person()?.answerEdit(callId, { answer, content, always }));
  });
  channel.onAsked(toHost.answerQuestion, ({ callId, text }) => taken(person()?.answerQuestion(callId, text)));
}

function answerLooks(channel: Channel, { desk, mentions }: PanelDeps): void {
  channel.onAsked(toHost.olderRows, ({ key, most }) => {
    const { rows, before } = desk.screen.transcript.rows.older(key, most);
    return Promise.resolve(ok({ rows: [...rows], before }));
  });
  channel.onAsked(toHost.inspect, async ({ key }) => {
    const { conversation } = desk;
    if (conversation === undefined) return err(texts.rowGone);
    const { screen, session } = conversation;
    const inspected = await inspectRow(screen.transcript, key, session.artifacts);
    return inspected === undefined ? err(texts.rowGone) : ok(inspected);
  });
  channel.onAsked(toHost.findFiles, async ({ prefix }, signal) => {
    const found = await mentions.find(prefix, signal);
    return ok({ files: found.map(({ path }) => path) });
  });
}

function taken(isTaken: boolean | undefined): Promise<Result<{ taken: boolean }, string>> {
  return Promise.resolve(ok({ taken: isTaken ?? false }));
}

function refused(failed: { readonly ok: false; readonly error: StoreFailure }): Result<never, string> {
  return err(storeText(failed.error));
}
