// Where the person writes. Enter sends or, while something runs, steers; Alt+Enter waits behind the turn. What could not
// be sent comes back into the field.

import type { Draft, PermissionMode, SlashCommand } from '../../src/protocol/snapshot.ts';
import { element, iconButton } from '../element.ts';
import { composerTexts, permissionModes, suggestionsText } from '../texts/composer.ts';
import type { FaultLine } from '../fault-line.ts';
import { dropdown, type Dropdown } from '../toolkit.ts';
import { completed, completionAt, slashOf, type Completion } from './completion.ts';
import { DraftKeeper } from './draft.ts';
import { Menu, menuId } from './menu.ts';
import type { Suggester } from './suggest.ts';

export interface ComposerDeps {
  readonly suggester: Suggester;
  /** Resolves to why it was not sent; undefined when it was. */
  readonly submit: (text: string, whileBusy: 'steer' | 'follow-up') => Promise<string | undefined>;
  readonly slash: (name: string, argument: string) => Promise<string | undefined>;
  readonly stop: () => void;
  readonly choosePermissions: (mode: PermissionMode) => void;
  readonly keepDraft: (draft: Draft) => void;
  readonly say: (text: string) => void;
  readonly fault: FaultLine;
}

export class Composer {
  readonly element: HTMLElement;
  private readonly deps: ComposerDeps;
  private readonly field: HTMLTextAreaElement;
  private readonly menu: Menu;
  private readonly stop: HTMLButtonElement;
  private readonly send: HTMLButtonElement;
  private readonly queue: HTMLButtonElement;
  private readonly permissions: Dropdown;
  private readonly keeper: DraftKeeper;
  private commands: readonly SlashCommand[] = [];
  private completion: Completion | undefined;

  constructor(deps: ComposerDeps) {
    this.deps = deps;
    this.keeper = new DraftKeeper(deps.keepDraft);
    this.menu = new Menu({
      choose: ({ value }) => this.complete(value),
      moved: (id) => this.pointAt(id),
    });
    this.field = element('textarea', {
      class: 'composer-field',
      attributes: {
        rows: '1',
        'aria-label': composerTexts.composer,
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        'aria-controls': menuId,
        spellcheck: 'true',
      },
    });
    this.stop = iconButton('debug-stop', composerTexts.stop, deps.stop);
    this.queue = iconButton('list-ordered', composerTexts.queueInstead, () => this.submit('follow-up'));
    this.send = iconButton('send', composerTexts.send, () => this.submit('steer'));
    this.stop.dataset['action'] = 'stop';
    this.queue.dataset['action'] = 'queue';
    this.send.dataset['action'] = 'send';
    this.permissions = dropdown({
      label: composerTexts.permissions,
      options: permissionModes,
      choose: (chosen) => {
        const mode = permissionModes.find(({ value }) => value === chosen)?.value;
        if (mode !== undefined) deps.choosePermissions(mode);
      },
    });
    const buttons = element('div', { class: 'composer-buttons' }, [
      this.permissions.element,
      this.stop,
      this.queue,
      this.send,
    ]);
    const box = element('div', { class: 'composer-box' }, [this.field, buttons]);
    this.element = element('div', { class: 'composer' }, [this.menu.element, box]);
    this.listen();
    this.setBusy('idle');
  }

  setCommands(commands: readonly SlashCommand[]): void {
    this.commands = commands;
  }

  setPermissions(mode: PermissionMode): void {
    this.permissions.set(mode);
  }

  setBusy(state: 'idle' | 'busy'): void {
    const isBusy = state === 'busy';
    this.stop.hidden = !isBusy;
    this.queue.hidden = !isBusy;
    const label = isBusy ? composerTexts.steer : composerTexts.send;
    this.send.title = label;
    this.send.setAttribute('aria-label', label);
    this.field.placeholder = isBusy ? composerTexts.placeholderBusy : composerTexts.placeholder;
  }

  /** Puts a draft in the place of what is there. */
  setDraft(draft: Pick<Draft, 'text' | 'caret'>): void {
    this.field.value = draft.text;
    this.field.setSelectionRange(draft.caret, draft.caret);
    this.fit();
  }

  get draft(): Draft {
    return { text: this.field.value, caret: this.field.selectionStart, edited: Date.now() };
  }

  /** Writes where the caret is; on lines of its own when there is something already. */
  insert(text: string): void {
    const { value, selectionStart } = this.field;
    const before = value.slice(0, selectionStart);
    const after = value.slice(selectionStart);
    const head = before.trim() === '' ? before : before.replace(/\n?$/, '\n');
    const tail = after.trim() === '' ? after : `\n${after.replace(/^\n/, '')}`;
    this.setDraft({ text: head + text + tail, caret: head.length + text.length });
    this.keeper.changed(this.draft);
    this.focus();
  }

  focus(): void {
    this.field.focus();
  }

  private listen(): void {
    const { field } = this;
    field.addEventListener('keydown', (event) => this.key(event));
    field.addEventListener('input', () => {
      this.deps.fault.clear();
      this.fit();
      this.keeper.changed(this.draft);
      this.suggest();
    });
    // The caret is part of the draft, and decides what can be completed.
    for (const event of ['keyup', 'click'] as const) {
      field.addEventListener(event, (happened) => {
        if (happened instanceof KeyboardEvent && !/^(Arrow(Left|Right)|Home|End)$/.test(happened.key)) return;
        this.keeper.changed(this.draft);
        this.suggest();
      });
    }
    field.addEventListener('blur', () => {
      this.keeper.flush();
      this.menu.hide();
    });
    field.addEventListener('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.some(({ type }) => type.startsWith('image/')))
        this.deps.fault.show(composerTexts.picturesLater);
    });
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isTyped = event.key === 'Enter' && this.isChoiceTyped();
    if (!isTyped && this.menu.key(event.key)) {
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.submit(event.altKey ? 'follow-up' : 'steer');
  }

  /** What the menu would choose is there already, in full: there is nothing left to complete. */
  private isChoiceTyped(): boolean {
    const name = slashOf(this.field.value, this.commands)?.name;
    return name !== undefined && name === this.menu.choice;
  }

  private submit(whileBusy: 'steer' | 'follow-up'): void {
    const text = this.field.value.trim();
    if (text === '') return;
    const slash = slashOf(text, this.commands);
    this.setDraft({ text: '', caret: 0 });
    this.deps.fault.clear();
    this.menu.hide();
    const sending =
      slash === undefined ? this.deps.submit(text, whileBusy) : this.deps.slash(slash.name, slash.argument);
    void sending.then((why) => {
      // Until the host has it, the draft is the only place where it is.
      if (why !== undefined) {
        this.insert(text);
        this.deps.fault.show(`${composerTexts.notSent} ${why}.`);
      }
      this.keeper.changed(this.draft);
      this.keeper.flush();
    });
  }

  private suggest(): void {
    const { value, selectionStart, selectionEnd } = this.field;
    const completion = selectionStart === selectionEnd ? completionAt(value, selectionStart) : undefined;
    this.completion = completion;
    if (completion === undefined) {
      this.deps.suggester.cancel();
      this.menu.hide();
      return;
    }
    void this.deps.suggester.find(completion, this.commands).then((suggestions) => {
      if (suggestions === undefined || this.completion !== completion) return;
      this.menu.show(completion.kind === 'slash' ? composerTexts.commands : composerTexts.files, suggestions);
      this.deps.say(suggestions.length === 0 ? composerTexts.noFiles : suggestionsText(suggestions.length));
    });
  }

  private complete(choice: string): void {
    const { completion } = this;
    if (completion === undefined) return;
    this.completion = undefined;
    this.setDraft(completed(this.field.value, completion, choice));
    this.keeper.changed(this.draft);
    this.focus();
  }

  private pointAt(optionId: string | undefined): void {
    if (optionId === undefined) this.field.removeAttribute('aria-activedescendant');
    else this.field.setAttribute('aria-activedescendant', optionId);
  }

  /** Browsers without `field-sizing` need to be told how high the field is. */
  private fit(): void {
    if (CSS.supports('field-sizing', 'content')) return;
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
  }
}
