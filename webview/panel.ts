// The panel: its parts in the page, and what each of them gets of the host's messages.

import type { Row } from '../src/protocol/rows.ts';
import { toHost, toWebview } from '../src/protocol/messages.ts';
import type { Patch } from '../src/protocol/patch.ts';
import { ok } from '../src/base/result.ts';
import type { ActivityView, Draft, Snapshot } from '../src/protocol/snapshot.ts';
import {
  activityAnnouncement,
  compactionAnnouncement,
  rowAnnouncement,
  type Announcement,
} from './announcements.ts';
import { Announcer } from './announcer.ts';
import type { Bridge } from './bridge.ts';
import { BackgroundList } from './composer/background-list.ts';
import { Composer } from './composer/composer.ts';
import { newerDraft } from './composer/draft.ts';
import { QueueList } from './composer/queue-list.ts';
import { Suggester } from './composer/suggest.ts';
import { element } from './element.ts';
import { FaultLine } from './fault-line.ts';
import { Header } from './header.ts';
import { ProgressRow, waitingCall } from './progress.ts';
import { queueChanges } from './queue-changes.ts';
import { rowActions } from './row-actions.ts';
import { Disclosure, readKept, type Kept } from './state/kept-state.ts';
import { PanelState, type PanelView } from './state/panel-state.ts';
import { panelTexts } from './texts/panel.ts';
import { listenForClicks } from './transcript/clicks.ts';
import { Transcript } from './transcript/transcript.ts';
import { WaitingCompaction } from './waiting-compaction.ts';

/** How many older rows are asked for at once. */
const olderPage = 200;
const keepDelayMs = 300;

export class Panel {
  readonly element: HTMLElement;
  private readonly bridge: Bridge;
  private readonly state = new PanelState();
  private readonly announcer = new Announcer();
  private readonly fault = new FaultLine();
  private readonly disclosure: Disclosure;
  private readonly header: Header;
  private readonly transcript: Transcript;
  private readonly progress: ProgressRow;
  private readonly waiting: WaitingCompaction;
  private readonly background: BackgroundList;
  private readonly queue: QueueList;
  private readonly composer: Composer;
  private readonly readOnly = element('div', { class: 'read-only', attributes: { role: 'note' } });
  private readonly never = new AbortController().signal;
  private kept: Kept;
  /** The segment is another one, and the compaction that made it has not been told. */
  private isCompacted = false;
  private keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    const { channel } = bridge;
    this.bridge = bridge;
    this.kept = readKept(bridge.kept);
    this.disclosure = new Disclosure(this.kept.open, () => this.keepSoon());
    this.header = new Header({
      chooseModel: () => void channel.tell(toHost.chooseModel, {}),
      showDiagnostics: () => void channel.tell(toHost.showDiagnostics, {}),
      bannerAction: (name) => void channel.tell(toHost.bannerAction, { name }),
    });
    const { fault } = this;
    const session = (): string => this.inSession.session;
    const queue = queueChanges({ channel, session, fault });
    const actions = rowActions({
      ...{ channel, session, queue, fault },
      answered: () => {
        this.composer.focus();
        this.transcript.said();
      },
    });
    this.transcript = new Transcript({
      rows: this.state.rows,
      context: { actions, disclosure: this.disclosure },
      loadOlder: () => this.loadOlder(),
      scrolled: () => this.keepSoon(),
    });
    this.progress = new ProgressRow({
      stop: () => void channel.tell(toHost.stop, this.inSession),
      cancelCompaction: () => void channel.tell(toHost.cancelCompaction, this.inSession),
      show: (callId) => this.transcript.showCall(callId),
    });
    this.waiting = new WaitingCompaction(() => {
      this.composer.focus();
      void channel.tell(toHost.cancelWaitingCompaction, this.inSession);
    });
    this.queue = new QueueList(queue);
    this.composer = new Composer({
      fault,
      suggester: new Suggester(channel),
      submit: (text, whileBusy) => {
        this.transcript.said();
        return this.refusal(channel.ask(toHost.submit, { ...this.inSession, text, whileBusy }, this.never));
      },
      slash: (name, argument) => {
        this.transcript.said();
        return this.refusal(channel.ask(toHost.slash, { ...this.inSession, name, argument }, this.never));
      },
      stop: () => void channel.tell(toHost.stop, this.inSession),
      choosePermissions: (mode) => void channel.tell(toHost.choosePermissions, { mode }),
      keepDraft: (draft) => this.keepDraft(draft),
      say: (text) => this.announcer.say(text),
    });
    this.background = new BackgroundList((executionId) => actions.stopExecution(executionId));
    const foot = [
      this.progress.element,
      this.background.element,
      this.waiting.element,
      this.queue.element,
      fault.element,
      this.composer.element,
      this.readOnly,
    ];
    this.readOnly.hidden = true;
    this.element = element('div', { class: 'panel' }, [
      this.header.element,
      this.transcript.element,
      element('footer', { class: 'footer' }, foot),
      ...this.announcer.elements,
    ]);
    listenForClicks(this.transcript.element, { channel, say: (text) => this.announcer.say(text) });
    this.listen();
  }

  /** Asks the host for everything. */
  start(): void {
    void this.bridge.channel.tell(toHost.ready, {});
    this.composer.focus();
  }

  /** The session the person sees: what they do is meant for it. */
  private get inSession(): { readonly session: string } {
    return { session: this.state.view?.session.path ?? this.kept.path };
  }

  private listen(): void {
    const { channel } = this.bridge;
    channel.onTold(toWebview.snapshot, (snapshot) => this.takeSnapshot(snapshot));
    channel.onTold(toWebview.patch, (patch) => this.takePatch(patch));
    channel.onTold(toWebview.insertDraft, ({ text }) => this.composer.insert(text));
    channel.onTold(toWebview.focusComposer, () => this.composer.focus());
    channel.onTold(toWebview.announce, ({ text, urgent }) => {
      this.announcer.say(text, urgent ? 'urgent' : 'polite');
    });
    channel.onAsked(toWebview.alive, () => Promise.resolve(ok({})));
    // Coming back from the palette or another part of the window, a person goes on writing.
    window.addEventListener('focus', () => {
      const { activeElement } = document;
      const isNowhere = activeElement === null || activeElement === document.body;
      if (isNowhere && document.getSelection()?.isCollapsed !== false) this.composer.focus();
    });
  }

  private takeSnapshot(snapshot: Snapshot): void {
    const before = this.state.view;
    const isOther = before !== undefined && before.session.path !== snapshot.session.path;
    const view = this.state.takeSnapshot(snapshot);
    const isKept = before === undefined && this.kept.path === view.session.path;
    const { anchor, draft } = this.kept;
    // A conversation gets its path with its first prompt: what is written meanwhile belongs to it.
    const isFirstPath = isOther && before.session.path === '' && this.composer.draft.text !== '';
    if (before === undefined || (isOther && !isFirstPath)) {
      this.composer.setDraft(isKept ? newerDraft(snapshot.draft, draft) : snapshot.draft);
    }
    const place = anchor === null ? undefined : anchor;
    this.transcript.redraw(isKept ? place : undefined);
    if (isOther) this.transcript.said();
    this.show(view, undefined);
  }

  private takePatch(patch: Patch): void {
    const before = this.state.view;
    const rowsBefore = new Map((patch.rows?.put ?? []).map(({ key }) => [key, this.state.rows.get(key)]));
    const taken = this.state.takePatch(patch);
    if (taken.kind === 'gap') void this.bridge.channel.tell(toHost.ready, {});
    const { view } = this.state;
    if (taken.kind !== 'taken' || view === undefined) return;
    if (taken.rows !== undefined) {
      this.transcript.take(taken.rows);
      this.sayRows(
        [...(patch.rows?.put ?? []), ...(patch.rows?.replace?.rows ?? []).slice(0, 1)],
        rowsBefore,
      );
    }
    if (patch.rows?.replace?.before === 0) {
      this.disclosure.keepOnly((key) => this.state.rows.get(key) !== undefined);
    }
    this.show(view, before);
  }

  private show(view: PanelView, before: PanelView | undefined): void {
    const { header } = this;
    if (view.session !== before?.session) {
      header.setSession(view.session);
      this.composer.element.hidden = view.session.readOnly !== undefined;
    }
    if (view.session !== before?.session || view.banners !== before.banners) this.showReadOnly(view);
    if (view.model !== before?.model) header.setModel(view.model);
    // An empty session has none: what stood there before is taken away.
    if (before === undefined || view.meter !== before.meter) header.setMeter(view.meter);
    if (view.banners !== before?.banners) header.setBanners(view.banners);
    if (view.commands !== before?.commands) this.composer.setCommands(view.commands);
    if (view.permissions !== before?.permissions) this.composer.setPermissions(view.permissions);
    if (view.queue !== before?.queue) this.queue.show(view.queue);
    this.waiting.set(view.compactionWaits ? 'waits' : 'none');
    const isSame = before?.session.path === view.session.path;
    if (isSame && view.session.segment > before.session.segment) this.isCompacted = true;
    if (view.background !== before?.background) this.background.show(view.background);
    if (view.activity !== before?.activity) this.showActivity(view.activity, before?.activity);
    if (this.isCompacted && view.activity.doing !== 'compacting') this.tellCompaction();
  }

  /** Told once: a banner that says the same has a button besides. */
  private showReadOnly({ session, banners }: PanelView): void {
    const { readOnly } = session;
    const isToldAbove = banners.some(({ text }) => text === readOnly);
    this.readOnly.textContent = isToldAbove ? '' : (readOnly ?? '');
    this.readOnly.hidden = readOnly === undefined || isToldAbove;
  }

  private showActivity(activity: ActivityView, before: ActivityView | undefined): void {
    this.progress.set(activity);
    const state = activity.doing === 'nothing' ? 'idle' : 'busy';
    this.composer.setBusy(state);
    this.element.dataset['state'] = state;
    this.transcript.waits(waitingCall(activity));
    if (before !== undefined) this.say(activityAnnouncement(before, activity));
  }

  /** Its figures come after its segment; by the time something else is done, all of it is here. */
  private tellCompaction(): void {
    this.isCompacted = false;
    this.transcript.compacted();
    const separator = this.state.rows.rows.find(({ kind }) => kind === 'separator');
    this.say(compactionAnnouncement(separator));
  }

  private sayRows(rows: readonly Row[], before: ReadonlyMap<string, Row | undefined>): void {
    for (const row of rows) this.say(rowAnnouncement(before.get(row.key), row));
  }

  private say(announcement: Announcement | undefined): void {
    if (announcement !== undefined) this.announcer.say(announcement.text, announcement.manner);
  }

  private async loadOlder(): Promise<void> {
    const { rows } = this.state;
    const first = rows.rows[0];
    if (first === undefined) return;
    const question = { key: first.key, most: olderPage };
    const answer = await this.bridge.channel.ask(toHost.olderRows, question, this.never);
    // Meanwhile the rows may have become others.
    if (answer.kind === 'answered' && rows.rows[0]?.key === first.key) {
      rows.addOlder(answer.value.rows, answer.value.before);
    }
  }

  private async refusal(
    asking: Promise<{ readonly kind: string; readonly why?: string }>,
  ): Promise<string | undefined> {
    const answer = await asking;
    if (answer.kind === 'answered') return undefined;
    return answer.why ?? panelTexts.hostGone;
  }

  private keepDraft(draft: Draft): void {
    this.kept = { ...this.kept, draft };
    this.keep();
    // The host may be showing another session already: a draft belongs to the one it was written under.
    void this.bridge.channel.tell(toHost.draft, { ...this.inSession, draft });
  }

  private keepSoon(): void {
    this.keepTimer ??= setTimeout(() => this.keep(), keepDelayMs);
  }

  private keep(): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = undefined;
    const { anchor } = this.transcript;
    this.kept = {
      path: this.inSession.session,
      open: this.disclosure.list(),
      anchor: anchor === 'end' ? null : { ...anchor },
      draft: this.kept.draft,
    };
    this.bridge.keep(this.kept);
  }
}
