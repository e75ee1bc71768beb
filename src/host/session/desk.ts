// The one conversation of this window: which session it is, none yet, or one that is being opened. A session comes to be
// with its first prompt (design 1). What is done with a conversation belongs to its callers.

import { neverAborted } from '../../base/abort.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { ModelChoice } from '../../core/sessions/session-record.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import type { ChatScreen } from '../rows/chat-screen.ts';
import { blankFacts, blankScreen, type BlankFacts } from './blank-screen.ts';
import { openConversation, type OpenConversation, type ConversationDeps } from './open-conversation.ts';
import { lockedText } from './facts.ts';
import { noDraft, type Memory } from './memory.ts';
import { sessionName } from './session-name.ts';
import type { Shelf } from './shelf.ts';
import { storeText, texts } from '../texts.ts';

export interface DeskDeps {
  readonly shelf: Shelf;
  readonly memory: Memory;
  readonly conversation: ConversationDeps;
  readonly blank: () => BlankFacts;
  /** The model a new session is given; undefined leaves it to the settings. */
  readonly newModel: () => ModelChoice | undefined;
  readonly workspacePath: () => string | undefined;
  /** Another screen is shown from now on. */
  readonly switched: () => void;
  readonly tell: (level: 'info' | 'warning' | 'error', text: string) => void;
}

export interface Said {
  readonly text: string;
  /** The session it was written under, by its path; `''` before its first prompt. */
  readonly session: string;
  readonly whileBusy: 'steer' | 'follow-up';
}

type Taken = Result<{ readonly as: 'sent' | 'steering' | 'follow-up' }, string>;

export class Desk {
  private readonly deps: DeskDeps;
  private open: OpenConversation | undefined;
  /** It began with the first prompt, on the empty screen that was shown before. */
  private isBegunHere = false;
  private blank: ChatScreen;
  /** One change of the conversation after the other. */
  private readonly changes = new SerialQueue();
  private isClosed = false;

  constructor(deps: DeskDeps) {
    this.deps = deps;
    this.blank = blankScreen(deps.blank(), texts.opening);
  }

  /** Undefined while there is no session. */
  get conversation(): OpenConversation | undefined {
    return this.open;
  }

  get screen(): ChatScreen {
    return this.open?.screen ?? this.blank;
  }

  /** The conversation somebody meant by a path: the open one, or none. `''` means the one its empty screen became, too. */
  meant(path: string): OpenConversation | undefined {
    const { open } = this;
    if (open === undefined) return undefined;
    return path === open.session.path || (path === '' && this.isBegunHere) ? open : undefined;
  }

  /** What this window had last, else the newest of its folder, else nothing. */
  start(): Promise<void> {
    return this.changes.run(async () => {
      const { shelf, memory } = this.deps;
      const listed = await shelf.list(neverAborted());
      const own = listed.find(({ path }) => path === memory.session);
      const path = (own ?? listed.find(({ updatedAt }) => updatedAt !== ''))?.path;
      if (path === undefined) this.showBlank();
      else await this.show(path);
    });
  }

  /** Resolves once there is a conversation, or none: whatever is being opened is. */
  async ready(): Promise<void> {
    await this.changes.run(() => Promise.resolve());
  }

  openSession(path: string): Promise<void> {
    return this.changes.run(async () => {
      await this.leave(texts.opening);
      await this.show(path);
    });
  }

  newSession(): Promise<void> {
    return this.changes.run(async () => {
      await this.leave(undefined);
      this.showBlank();
    });
  }

  /** On disk once this resolves. The error says why nothing was taken. */
  async submit({ text, session, whileBusy }: Said): Promise<Taken> {
    // No session comes to be of it either.
    if (text.trim() === '') return err(texts.blankPrompt);
    const begun = await this.changes.run(() => this.begun(text, session));
    if (!begun.ok) return begun;
    const submitted = await begun.value.chat.submit(text, { whileBusy });
    if (!submitted.ok) return err(storeText(submitted.error));
    const { value } = submitted;
    if (value.kind === 'blank') return err(texts.blankPrompt);
    return ok({ as: value.kind === 'sent' ? 'sent' : value.as });
  }

  /** The facts of an empty screen changed, or those of the conversation. */
  factsChanged(): void {
    if (this.open === undefined) this.blank.change(blankFacts(this.deps.blank()));
    this.open?.factsChanged();
  }

  /** The settings in force are others. */
  settingsChanged(): void {
    this.open?.chat.settingsChanged();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.changes.run(async () => this.open?.dispose());
  }

  private async begun(text: string, path: string): Promise<Result<OpenConversation, string>> {
    const meant = this.meant(path);
    if (meant !== undefined) return ok(meant);
    if (this.open !== undefined || path !== '') return err(texts.otherSession);
    if (this.isClosed) return err(texts.windowCloses);
    const { shelf, memory, workspacePath, newModel } = this.deps;
    const created = await shelf.create(
      { name: sessionName(text), workspace: workspacePath(), model: newModel() },
      neverAborted(),
    );
    if (!created.ok) return err(storeText(created.error));
    // It has become the first prompt.
    await memory.keepDraft('', noDraft);
    const begun = await this.take(created.value, undefined);
    this.isBegunHere = true;
    return ok(begun);
  }

  private async show(path: string): Promise<void> {
    if (this.isClosed) return;
    try {
      await this.showOpened(path);
    } catch (error) {
      this.showBlank();
      throw error;
    }
  }

  private async showOpened(path: string): Promise<void> {
    const { shelf, tell } = this.deps;
    const opened = await shelf.open(path, 'write', neverAborted());
    if (opened.ok) {
      await this.take(opened.value, undefined);
      return;
    }
    const why = readOnlyReason(opened.error);
    const reading = why === undefined ? opened : await shelf.open(path, 'read', neverAborted());
    if (reading.ok) {
      await this.take(reading.value, why);
      return;
    }
    tell('error', texts.notOpened(storeText(reading.error)));
    this.showBlank();
  }

  private async take(session: SessionHandle, readOnly: string | undefined): Promise<OpenConversation> {
    const conversation = await this.opened(session, readOnly);
    this.isBegunHere = false;
    this.open = conversation;
    await this.deps.memory.keepSession(session.path);
    this.deps.switched();
    return conversation;
  }

  private async opened(session: SessionHandle, readOnly: string | undefined): Promise<OpenConversation> {
    try {
      return await openConversation(session, readOnly, this.deps.conversation);
    } catch (error) {
      // Nobody would give its lock back.
      await session.close();
      throw error;
    }
  }

  /** `readOnly` is what is shown meanwhile. */
  private async leave(readOnly: string | undefined): Promise<void> {
    const { open } = this;
    this.open = undefined;
    this.blank = blankScreen(this.deps.blank(), readOnly);
    this.deps.switched();
    await open?.leave();
  }

  private showBlank(): void {
    this.blank = blankScreen(this.deps.blank(), undefined);
    this.deps.switched();
  }
}

/** Reading alone is possible where only the writing is not. */
function readOnlyReason(failure: StoreFailure): string | undefined {
  if (failure.kind === 'locked') return lockedText(failure);
  if (failure.kind === 'not-writable' || failure.kind === 'disk-full')
    return texts.onlyRead(storeText(failure));
  return undefined;
}
