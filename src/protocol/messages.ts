// Every message between host and webview, as a value both sides import: its name, and what its body must be. `told` goes
// one way without an answer, `asked` is always settled (channel.ts).

import * as z from 'zod';
import { patchSchema } from './patch.ts';
import { rowSchema, turnActionSchema } from './rows.ts';
import { draftSchema, permissionModeSchema, snapshotSchema } from './snapshot.ts';

/** Grows with every change that the other side would misread. */
export const protocolVersion = 3;

export interface Told<Body> {
  readonly name: string;
  readonly body: z.ZodType<Body>;
}

export interface Asked<Body, Answer> extends Told<Body> {
  readonly answer: z.ZodType<Answer>;
}

function told<Body>(name: string, body: z.ZodType<Body>): Told<Body> {
  return { name, body };
}

function asked<Body, Answer>(
  name: string,
  schemas: { readonly body: z.ZodType<Body>; readonly answer: z.ZodType<Answer> },
): Asked<Body, Answer> {
  return { name, ...schemas };
}

const nothing = z.object({});
/**
 * The session somebody saw when they did it, by its path: another one may be open by the time the host hears of it. `''`
 * before its first prompt.
 */
const session = z.string();
const inSession = z.object({ session });
const callId = z.string().min(1);
const taken = z.object({
  /** False when nobody waits for it any more. */
  taken: z.boolean(),
});

/** From the webview to the host. */
export const toHost = {
  /** The webview has been built, or has lost the thread: a snapshot, please. */
  ready: told('ready', nothing),
  /** What stands in the composer of that session; the host keeps it. */
  draft: told('draft', z.object({ session, draft: draftSchema })),
  stop: told('stop', inSession),
  cancelCompaction: told('cancel-compaction', inSession),
  /** Only the one that waits for the running turn; what runs goes on. */
  cancelWaitingCompaction: told('cancel-waiting-compaction', inSession),
  /** A button of a row that tells how a turn ended. */
  turnAction: told('turn-action', z.object({ session, action: turnActionSchema })),
  /** A button of a banner. */
  bannerAction: told('banner-action', z.object({ name: z.string() })),
  chooseModel: told('choose-model', nothing),
  choosePermissions: told('choose-permissions', z.object({ mode: permissionModeSchema })),
  showDiagnostics: told('show-diagnostics', nothing),
  /** A prompt that was left unsent. */
  sendUnsent: told('send-unsent', z.object({ session, id: z.string() })),
  stopExecution: told('stop-execution', z.object({ executionId: z.string() })),
  openDiff: told('open-diff', z.object({ callId })),
  /** A part of a row, whole, in an editor. */
  openRow: told(
    'open-row',
    z.object({ key: z.string(), part: z.enum(['text', 'arguments', 'result', 'output', 'summary']) }),
  ),
  /** The segment before the one with this number, to be read only. */
  openEarlierSegment: told('open-earlier-segment', z.object({ segment: z.number().int().positive() })),
  /** Whatever stands in a link of an answer: the host decides what it may open. */
  openLink: told('open-link', z.object({ href: z.string() })),
  copy: told('copy', z.object({ text: z.string() })),
  insertCode: told('insert-code', z.object({ text: z.string() })),
  openCode: told('open-code', z.object({ text: z.string(), language: z.string() })),
  /** Something in the webview went wrong: for the log. */
  problem: told('problem', z.object({ text: z.string() })),

  submit: asked('submit', {
    body: z.object({ session, text: z.string().min(1), whileBusy: z.enum(['steer', 'follow-up']) }),
    answer: z.object({ as: z.enum(['sent', 'steering', 'follow-up']) }),
  }),
  slash: asked('slash', {
    body: z.object({ session, name: z.string(), argument: z.string() }),
    answer: nothing,
  }),
  editQueued: asked('edit-queued', {
    body: z.object({
      session,
      id: z.string(),
      /** `null` removes it. */
      text: z.string().min(1).nullable(),
    }),
    answer: z.object({
      /** False when it no longer waited. */
      changed: z.boolean(),
    }),
  }),
  pauseQueue: asked('pause-queue', { body: z.object({ session, paused: z.boolean() }), answer: nothing }),
  answerPermission: asked('answer-permission', {
    body: z.object({ callId, answer: z.enum(['allow', 'always', 'deny']), why: z.string().optional() }),
    answer: taken,
  }),
  answerEdit: asked('answer-edit', {
    body: z.object({
      callId,
      answer: z.enum(['accept', 'reject']),
      /** Accepts what falls under the rule from now on. */
      always: z.boolean().optional(),
      why: z.string().optional(),
    }),
    answer: taken,
  }),
  answerQuestion: asked('answer-question', {
    body: z.object({ callId, text: z.string().min(1) }),
    answer: taken,
  }),
  /** Rows before the one with this key, the newest of them, oldest first. */
  olderRows: asked('older-rows', {
    body: z.object({ key: z.string(), most: z.number().int().positive() }),
    answer: z.object({ rows: z.array(rowSchema), before: z.number().int().nonnegative() }),
  }),
  /** More of a row than it shows by itself, bounded all the same. */
  inspect: asked('inspect', {
    body: z.object({ key: z.string() }),
    answer: z.object({
      parts: z.array(
        z.object({
          part: z.enum(['text', 'arguments', 'result', 'output', 'summary']),
          text: z.string(),
          omitted: z.number().int().nonnegative(),
        }),
      ),
    }),
  }),
  /** Files for an `@` mention, best first. */
  findFiles: asked('find-files', {
    body: z.object({ prefix: z.string() }),
    answer: z.object({ files: z.array(z.string()) }),
  }),
} as const;

/** From the host to the webview. */
export const toWebview = {
  snapshot: told('snapshot', snapshotSchema),
  patch: told('patch', patchSchema),
  /** A text that could not be sent, or that a command wants written: it goes where the caret is. */
  insertDraft: told('insert-draft', z.object({ text: z.string() })),
  focusComposer: told('focus-composer', nothing),
  /** For people who do not see the screen. */
  announce: told('announce', z.object({ text: z.string(), urgent: z.boolean() })),
  /** Whether the page is still the one that was made. */
  alive: asked('alive', { body: nothing, answer: nothing }),
} as const;

export type OpenPart = z.infer<typeof toHost.openRow.body>['part'];
